import closeWithGrace from 'close-with-grace'
import type { Log } from '#domain/context.ts'

const mostSeconds = 30

/** Ctrl-C, SIGTERM or a fault nobody caught: finish what is under way, then end; a second Ctrl-C ends at once. */
export function whenAskedToStop(log: Log, stop: () => Promise<void>) {
  closeWithGrace({ delay: mostSeconds * 1000, logger: false }, async ({ err, signal }) => {
    if (err) log.error({ error: err.stack ?? String(err) }, 'an unexpected error stops the server')
    else log.info({ signal }, 'stopping')
    await stop()
  })
}
