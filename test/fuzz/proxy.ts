import { createServer, request as open, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Raw header pairs, because joining repeated headers would change them. */
export type ProxiedRequest = { method: string; path: string; headers: [string, string][]; body: Buffer }
export type ProxiedResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** A planted bug: changes requests before the server, or responses before the client, sees them. */
export type Bug = {
  request?(passing: ProxiedRequest): ProxiedRequest
  answer?(returning: ProxiedResponse, passing: ProxiedRequest): ProxiedResponse
}

/** A proxy that adds a bug to the server behind it. */
export async function openProxy(target: string) {
  let bug: Bug = {}
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const headers = pairsOf(incoming.rawHeaders)
      const received: ProxiedRequest = {
        method: incoming.method!,
        path: incoming.url!,
        headers,
        body: Buffer.concat(chunks),
      }
      const passed = bug.request?.(received) ?? received
      forward(hostname, Number(port), passed, (returned) => {
        const changed = bug.answer?.(returned, received) ?? returned
        outgoing.writeHead(changed.status, { ...changed.headers, 'content-length': changed.body.length })
        outgoing.end(changed.body)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plant: (planted: Bug) => void (bug = planted),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type Proxy = Awaited<ReturnType<typeof openProxy>>

const pairsOf = (raw: string[]) =>
  Array.from({ length: raw.length / 2 }, (_, i): [string, string] => [raw[2 * i]!.toLowerCase(), raw[2 * i + 1]!])

export const headerOf = ({ headers }: ProxiedRequest, wanted: string) => headers.find(([name]) => name === wanted)?.[1]
export const withHeader = (passing: ProxiedRequest, wanted: string, value: string | null): ProxiedRequest => ({
  ...passing,
  headers: [
    ...passing.headers.filter(([name]) => name !== wanted),
    ...(value === null ? [] : [[wanted, value] as [string, string]]),
  ],
})

const ownHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

function forward(
  hostname: string,
  port: number,
  { method, path, headers, body }: ProxiedRequest,
  done: (answer: ProxiedResponse) => void,
) {
  const length: [string, string][] = method === 'GET' ? [] : [['content-length', String(body.length)]]
  const sent = [
    ...headers.filter(([name]) => !ownHeaders.has(name)),
    ...length,
  ].flat() as unknown as IncomingHttpHeaders
  const outgoing = open({ hostname, port, method, path, headers: sent, agent: false }, (incoming) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const back = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !ownHeaders.has(name)))
      done({ status: incoming.statusCode!, headers: back, body: Buffer.concat(chunks) })
    })
  })
  outgoing.on('error', (error) => done({ status: 502, headers: {}, body: Buffer.from(String(error)) }))
  outgoing.end(body)
}

/** Changes a JSON body; passes anything else unchanged. */
export function changeJson(body: Buffer, change: (object: Record<string, unknown>) => unknown): Buffer {
  try {
    const value = JSON.parse(body.toString('utf8')) as Record<string, unknown>
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Buffer.from(JSON.stringify(change(value)))
      : body
  } catch {
    return body
  }
}
