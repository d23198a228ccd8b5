import { adoptServer } from './attach.ts'
import type { Attached, LogLine, OnLost } from './attach.ts'
import { locateBinaries } from './binaries.ts'
import type { Binaries } from './binaries.ts'
import { bootServer } from './boot.ts'
import { explainFailure } from './failure.ts'
import { prepareServerPaths, removeSocketDir } from './server-paths.ts'
import type { ServerPaths } from './server-paths.ts'
import type { PostgresConnection } from './keepalive-connection.ts'
import { isPostmasterOf } from './postmaster-file.ts'
import { stopServer } from './server-process.ts'
import { preferringStartLock, withStartLock } from './start-lock.ts'
import { superviseServer } from './supervise.ts'
import type { Supervised } from './supervise.ts'

export type EmbeddedServer = {
  /** Settings for pg's Pool and Client; `host` is a socket directory on unix. */
  connection: PostgresConnection
  adopted: boolean
  /** Of the server that runs now: a dead one is replaced when `onGiveUp` is given. */
  readonly pid: number
  /** Stops the server unless another Earshot uses it, and waits until it is gone; close the own connections first. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  settings?: Record<string, string>
  onLog?: LogLine
  /** Where the PostgreSQL package lies, when it is not among the installed ones. */
  packageDir?: string
  /** Makes this process start a server that died again; called when it does not stay up. */
  onGiveUp?: (reason: Error) => void
}

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataDir, settings = {}, onLog: log = () => {}, onGiveUp } = options
  const binaries = locateBinaries(options.packageDir)
  try {
    const paths = prepareServerPaths(dataDir)
    let adopted = false
    const attach = (onLost: OnLost, previous?: Attached) =>
      withStartLock(paths.lockFile, async () => {
        const running = await adoptServer(paths, log, onLost)
        if (!previous) adopted = Boolean(running)
        if (running) return running
        if (previous && !onGiveUp) throw new Error('it is not running')
        return bootServer({ paths, binaries, settings, log, onLost, port: previous?.connection.port })
      })
    const supervised = await superviseServer({
      attach,
      log,
      onGiveUp: onGiveUp && ((error) => onGiveUp(explainGivingUp(explainFailure(error, dataDir), paths))),
    })
    log(`${adopted ? 'adopted the running' : 'started the'} embedded PostgreSQL (pid ${supervised.current().pid})`)
    return handleOf(supervised, adopted, paths, binaries)
  } catch (error) {
    throw explainFailure(error, dataDir)
  }
}

const explainGivingUp = (cause: Error, { cluster, logFile }: ServerPaths) =>
  new Error(
    `The embedded PostgreSQL of ${cluster} ended and does not start again, so Earshot stops: ${cause.message} ` +
      `(its log: ${logFile})`,
    { cause },
  )

function handleOf(supervised: Supervised, adopted: boolean, paths: ServerPaths, binaries: Binaries): EmbeddedServer {
  let stopping: Promise<void> | undefined
  const stop = async () => {
    const attached = await supervised.release()
    await preferringStartLock(paths.lockFile, () => leave(attached, paths, binaries))
  }
  return {
    connection: supervised.current().connection,
    adopted,
    get pid() {
      return supervised.current().pid
    },
    stop: () => (stopping ??= stop()),
  }
}

async function leave({ pid, keepalive, guard }: Attached, paths: ServerPaths, binaries: Binaries): Promise<void> {
  const hasOtherClients = await keepalive.hasOtherClients()
  await keepalive.end()
  // While its sessions recover from a crash, others cannot be seen; the guard stops the server if there are none.
  if (hasOtherClients ?? (guard && isPostmasterOf(pid, paths.cluster))) return guard?.leave()
  await stopServer(pid, { paths, binaries })
  guard?.dismiss()
  removeSocketDir(paths)
}
