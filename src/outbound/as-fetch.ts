import { ReadableStream } from 'node:stream/web'
import type { OutboundResponse, ResponseLimits, Outbound } from './client.ts'

type FetchInit = {
  method?: string
  headers?: RequestInit['headers']
  body?: unknown
  signal?: AbortSignal | null | undefined
}
type Limits = Partial<ResponseLimits>

const requestOf = (url: string | URL | Request, { headers, signal }: FetchInit, limits: Limits) => ({
  url: url instanceof Request ? url.url : String(url),
  headers: Object.fromEntries(new Headers(headers)),
  limits,
  ...(signal && { signal }),
})

const headersOf = ({ headers }: Pick<OutboundResponse, 'headers'>) =>
  Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'content-encoding' ? [[name, value] as [string, string]] : [],
  )

/** The outbound client as `fetch`, for libraries that take one; the body is read before it resolves. */
export const asFetch =
  (outbound: Outbound, limits: Limits) =>
  async (url: string | URL | Request, init: FetchInit = {}): Promise<Response> => {
    const request = requestOf(url, init, limits)
    const response = await (init.method === 'POST'
      ? outbound.post({ ...request, body: String(init.body) })
      : outbound.get(request))
    return new Response(new Uint8Array(response.body), { status: response.status, headers: headersOf(response) })
  }

/** The same for a library that posts and reads the body as it arrives. */
export const asStreamingFetch =
  (outbound: Outbound, limits: Limits) =>
  async (url: string | URL | Request, init: FetchInit = {}): Promise<Response> => {
    const response = await outbound.postForStream({ ...requestOf(url, init, limits), body: String(init.body) })
    return new Response(ReadableStream.from(response.body) as BodyInit, {
      status: response.status,
      headers: headersOf(response),
    })
  }
