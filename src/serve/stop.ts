import closeWithGrace from 'close-with-grace'
import type { Log } from '#domain/context.ts'

const maxSeconds = 30
const lookEveryMs = 250
/** As it was when we began; it may end before anybody looks. */
const parent = process.ppid

/** Ctrl-C, SIGTERM or a fault nobody caught: finish what is under way, then end; a second Ctrl-C ends at once. */
export function whenAskedToStop(log: Log, stop: () => Promise<void>) {
  closeWithGrace({ delay: maxSeconds * 1000, logger: false }, async ({ err, signal }) => {
    if (err) log.error({ error: err.stack ?? String(err) }, 'an unexpected error stops the server')
    else log.info({ signal }, 'stopping')
    await stop()
  })
  stopWithNpm()
}

/** npm passes a signal on to a shell that does not pass it on to us; but when npm ends, so does our parent. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, lookEveryMs).unref()
}
