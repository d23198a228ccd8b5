import closeWithGrace from 'close-with-grace'
import type { Log } from '#domain/context.ts'

const maxSeconds = 30
const pollIntervalMs = 250
/** Read at start, because the parent may exit before the first check. */
const parent = process.ppid

/** On Ctrl-C, SIGTERM or an uncaught error: finish what is running, then exit. A second Ctrl-C exits at once. */
export function onShutdownSignal(log: Log, stop: () => Promise<void>) {
  closeWithGrace({ delay: maxSeconds * 1000, logger: false }, async ({ err, signal }) => {
    if (err) log.error({ error: err.stack ?? String(err) }, 'uncaught error; stopping')
    else log.info({ signal }, 'stopping')
    await stop()
  })
  stopWithNpm()
}

/** npm signals a shell that does not forward to us; but when npm exits, so does our parent. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, pollIntervalMs).unref()
}
