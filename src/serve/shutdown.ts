import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Log } from '#domain/context.ts'

/** For requests and jobs that are running, after the time for balancers to notice. */
const maxStopMs = 30_000
/** Ctrl-C reaches every process of a terminal, and those in front of this one pass it on: that is one Ctrl-C. */
const sameCtrlCMs = 1_000
const pollIntervalMs = 250
/** Given by the process in front of this one, which may have ended since. */
const parent = Number(process.env.EARSHOT_PARENT ?? process.ppid)
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const

type Shutdown = {
  log: Log
  /** Finishes requests and jobs. */
  stop(): Promise<void>
  /** Afterwards, also when those did not finish in time. */
  stopDatabase?(): Promise<void>
  drainSeconds?: number
}

/** On a signal or an uncaught error: finish what is running, then exit. A second Ctrl-C exits at once. */
export function onShutdownSignal({ log, stop, stopDatabase = async () => {}, drainSeconds = 0 }: Shutdown) {
  let stoppingSince: number | undefined
  // Its own reaction to a second signal would cut off what is still running.
  const grace = closeWithGrace({ delay: false, logger: false, skip: [...signals] }, async ({ err }) => {
    stoppingSince ??= performance.now()
    if (err) log.error({ error: err.stack ?? String(err) }, 'uncaught error; stopping')
    const limit = new AbortController()
    const isInTime = await Promise.race([
      stop().then(() => true),
      sleep(maxStopMs + drainSeconds * 1000, false, { signal: limit.signal }),
    ]).finally(() => limit.abort())
    if (!isInTime) log.error({ seconds: maxStopMs / 1000 }, 'requests or jobs did not finish in time; stopping anyway')
    await stopDatabase()
    if (!isInTime) process.exit(1)
  })
  for (const signal of signals)
    process.on(signal, () => {
      if (stoppingSince === undefined) {
        stoppingSince = performance.now()
        log.info({ signal }, 'stopping')
        grace.close()
      } else if (signal === 'SIGINT' && performance.now() - stoppingSince > sameCtrlCMs) process.exit(1)
    })
  stopWithParent()
}

/** npm signals a shell that does not forward to us, and a killed parent forwards nothing; but its end shows. */
function stopWithParent() {
  if (process.env.npm_lifecycle_event === undefined && process.env.EARSHOT_PARENT === undefined) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, pollIntervalMs).unref()
}
