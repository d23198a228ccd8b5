import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Below the ports that operating systems give to outgoing connections. */
const firstPort = 10_000
const lastPort = 32_767
const maxAttempts = 20

/**
 * A port that is most likely still free when a server listens at it, seconds later. One that the operating system
 * chooses could be given to an outgoing connection in between.
 */
export async function freePort(host: string): Promise<number> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const port = await probe(host, randomInt(firstPort, lastPort + 1)).catch(ifInUse)
    if (port !== undefined) return port
  }
  return probe(host, 0)
}

/** Whether a server could listen there now. */
export const isPortFree = (host: string, port: number): Promise<boolean> =>
  probe(host, port).then(
    () => true,
    (error: NodeJS.ErrnoException) => ifInUse(error) ?? false,
  )

async function probe(host: string, port: number): Promise<number> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  const { port: found } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return found
}

function ifInUse(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EADDRINUSE') throw error
}
