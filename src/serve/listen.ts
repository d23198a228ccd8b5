import { StartError } from '#config/errors.ts'
import { isPortFree } from '#free-port.ts'

/* One sentence in place of a stack when a port is taken. */

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
