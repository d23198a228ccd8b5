import type { ResponseLimits, Outbound } from './client.ts'

type FetchInit = {
  method?: string
  headers?: RequestInit['headers']
  body?: unknown
  signal?: AbortSignal | null | undefined
}

/** The outbound client as `fetch`, for libraries that take one; the body is read before it resolves. */
export const asFetch =
  (outbound: Outbound, limits: Partial<ResponseLimits>) =>
  async (url: string | URL | Request, { method, headers, body, signal }: FetchInit = {}): Promise<Response> => {
    const request = {
      url: url instanceof Request ? url.url : String(url),
      headers: Object.fromEntries(new Headers(headers)),
      limits,
      ...(signal && { signal }),
    }
    const response = await (method === 'POST'
      ? outbound.post({ ...request, body: String(body) })
      : outbound.get(request))
    const responseHeaders = Object.entries(response.headers).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'content-encoding' ? [[name, value] as [string, string]] : [],
    )
    return new Response(new Uint8Array(response.body), { status: response.status, headers: responseHeaders })
  }
