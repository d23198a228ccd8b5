import { once } from 'node:events'
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
  server.listen(port, host)
  await once(server, 'listening')
  // A test that fails before it closes the server must not keep its process alive.
  server.unref()
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

/** Two servers at the same port of two addresses. */
export async function listenAtSamePort(answers: [RequestListener, RequestListener], hosts: [string, string]) {
  for (let attempt = 1; ; attempt++) {
    const first = await listen(answers[0], hosts[0])
    try {
      return [first, await listen(answers[1], hosts[1], first.port)] as const
    } catch (error) {
      await first.close()
      // Another process may have the port at the second address.
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === 10) throw error
    }
  }
}
