import { setTimeout as sleep } from 'node:timers/promises'

/** EX_UNAVAILABLE of sysexits.h: a supervisor such as systemd or Docker starts the service again. */
const exitUnavailable = 69
/** Without a database, jobs that are running cannot finish. */
const maxStopMs = 5_000

/** Ends the process after a failure that it cannot repair, with one line that says why. */
export async function giveUp(reason: Error, stop: () => Promise<void>): Promise<never> {
  process.stderr.write(`${reason.message}\n`)
  await Promise.race([stop().catch(() => {}), sleep(maxStopMs)])
  process.exit(exitUnavailable)
}
