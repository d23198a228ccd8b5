import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'
import { join } from 'node:path'
import type { DatabaseOptions } from '#store/open.ts'

/**
 * A proxy that delays PostgreSQL's responses: requests then spend as long waiting for their commit as for any other
 * statement, so that kills also hit commits.
 */
export async function openSlowLink(connection: DatabaseOptions, initialDelayMs: number) {
  let delayMs = initialDelayMs
  const { host = 'localhost', port = 5432 } = connection
  const target: NetConnectOpts = host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port }
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay?.(true)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    near.pipe(far)
    // A queue, because a shorter delay must not let later bytes overtake earlier ones.
    const delayed: Buffer[] = []
    far.on('data', (chunk: Buffer) => {
      delayed.push(chunk)
      setTimeout(() => {
        const next = delayed.shift()!
        if (near.writable) near.write(next)
      }, delayMs)
    })
    far.on('close', () => setTimeout(() => near.destroy(), delayMs))
    near.on('close', () => far.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    connection: { ...connection, host: '127.0.0.1', port: own } satisfies DatabaseOptions,
    setDelay: (ms: number) => void (delayMs = ms),
    /** Breaks every connection, as a router or firewall does. */
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
