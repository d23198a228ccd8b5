import cluster from 'node:cluster'
import { StartError } from '#config/errors.ts'
import { isPortFree } from '#free-port.ts'

/* One sentence in place of a stack when a port is taken. */

/** Such as macOS and Windows. */
const unsupported = new Set(['ENOTSUP', 'EINVAL', 'ENOPROTOOPT'])

type Address = { host: string; port: number; setting: 'PORT' | 'METRICS_PORT' }

const portInUse = ({ host, port, setting }: Address) =>
  new StartError(
    `Port ${port} of ${host} is in use by another program, perhaps another Earshot: stop it, or set ${setting} to ` +
      'another port.',
  )

/** Checked before anything is started, so that a second start leaves the database of the first alone. */
export async function assertPortFree(address: Address): Promise<void> {
  if (!(await isPortFree(address.host, address.port))) throw portInUse(address)
}

/** The port may have been taken since it was checked. */
export async function listenAt<T>(address: Address, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen()
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? portInUse(address) : error
  }
}

/**
 * Each of several processes listens by itself, so that it can accept all that wait before it stops; the connections
 * that the supervising process would hand to it are lost when the last one stops.
 */
export async function listenBeside<T>(listen: (options: { reusePort?: true }) => Promise<T>): Promise<T> {
  if (cluster.isPrimary) return listen({})
  try {
    return await listen({ reusePort: true })
  } catch (error) {
    if (!unsupported.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    return listen({})
  }
}
