import { type IncomingMessage, createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answering = (request: IncomingMessage, response: ServerResponse) => void

/** A server that counts connections. */
export async function listen(answer: RequestListener, host = '127.0.0.1', port = 0) {
  const seen = { connections: 0, paths: [] as string[], headers: [] as IncomingMessage['headers'][] }
  const server = createServer((request, response) => {
    seen.paths.push(request.url!)
    seen.headers.push(request.headers)
    answer(request, response)
  })
  server.on('connection', () => seen.connections++)
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const { port: bound } = server.address() as AddressInfo
  return {
    seen,
    port: bound,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
