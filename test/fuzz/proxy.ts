import { createServer, request as open, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Headers as they came, name after name, because a joined pair is no longer what was sent. */
export type Passing = { method: string; path: string; headers: [string, string][]; body: Buffer }
export type Returning = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** A bug, seen from outside: what is done to requests before the server sees them and to answers before the caller does. */
export type Bug = {
  request?(passing: Passing): Passing
  answer?(returning: Returning, passing: Passing): Returning
}

/** Stands in front of the server and plants a bug into it. */
export async function openProxy(target: string) {
  let bug: Bug = {}
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const headers = pairsOf(incoming.rawHeaders)
      const asked: Passing = { method: incoming.method!, path: incoming.url!, headers, body: Buffer.concat(chunks) }
      const passed = bug.request?.(asked) ?? asked
      forward(hostname, Number(port), passed, (returned) => {
        const told = bug.answer?.(returned, asked) ?? returned
        outgoing.writeHead(told.status, { ...told.headers, 'content-length': told.body.length })
        outgoing.end(told.body)
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

export const headerOf = ({ headers }: Passing, wanted: string) => headers.find(([name]) => name === wanted)?.[1]
export const withHeader = (passing: Passing, wanted: string, value: string | null): Passing => ({
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
  { method, path, headers, body }: Passing,
  done: (answer: Returning) => void,
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

/** Applies a change to a JSON body; what is no JSON object passes as it is. */
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
