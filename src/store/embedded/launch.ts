import { adoptServer } from './attach.ts'
import type { Attached, Log } from './attach.ts'
import { locateBinaries } from './binaries.ts'
import type { Binaries } from './binaries.ts'
import { bootServer } from './boot.ts'
import { explainFailure } from './failure.ts'
import { prepareServerPaths, removeSocketDir } from './server-paths.ts'
import type { ServerPaths } from './server-paths.ts'
import type { Connection } from './keepalive-connection.ts'
import { stopServer } from './server-process.ts'
import { preferringStartLock, withStartLock } from './start-lock.ts'

export type EmbeddedServer = {
  /** Settings for pg's Pool and Client; `host` is a socket directory on unix. */
  connection: Connection
  adopted: boolean
  pid: number
  /** Stops the server unless another Earshot uses it, and waits until it is gone; close the own connections first. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  settings?: Record<string, string>
  onLog?: Log
  /** Where the PostgreSQL package lies, when it is not among the installed ones. */
  packageDir?: string
}

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataDir, settings = {}, onLog: log = () => {} } = options
  const binaries = locateBinaries(options.packageDir)
  try {
    const paths = prepareServerPaths(dataDir)
    return await withStartLock(paths.lockFile, async () => {
      const adopted = await adoptServer(paths, log)
      const attached = adopted ?? (await bootServer({ paths, binaries, settings, log }))
      log(`${adopted ? 'adopted the running' : 'started the'} embedded PostgreSQL (pid ${attached.pid})`)
      return handleOf(attached, Boolean(adopted), paths, binaries)
    })
  } catch (error) {
    throw explainFailure(error, dataDir)
  }
}

function handleOf(attached: Attached, adopted: boolean, paths: ServerPaths, binaries: Binaries): EmbeddedServer {
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= preferringStartLock(paths.lockFile, () => leave(attached, paths, binaries)))
  return { connection: attached.connection, adopted, pid: attached.pid, stop }
}

async function leave({ pid, keepalive, guard }: Attached, paths: ServerPaths, binaries: Binaries): Promise<void> {
  const hasOtherClients = await keepalive.hasOtherClients()
  await keepalive.end()
  if (hasOtherClients) return guard?.leave()
  await stopServer(pid, { paths, binaries })
  guard?.dismiss()
  removeSocketDir(paths)
}
