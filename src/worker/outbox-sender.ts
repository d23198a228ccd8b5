import type { Log } from '#domain/context.ts'
import { type PollingLoop, startPolling } from './polling-loop.ts'

type Claimed = { org_id: string; id: string; attempts: number }
/** `error` null: sent. `final`: no further attempt would help. */
type SendResult = { error: string | null; final?: boolean; retryAfterSeconds?: number }

type Options<T extends Claimed> = {
  /** Written out, so that a search for a log message finds its place. */
  messages: Record<'retry' | 'dropped' | 'notRecorded' | 'pollFailed', string>
  log: Log
  pollIntervalMs: number
  claim(max: number, leaseSeconds: number): Promise<T[]>
  send(claimed: T): Promise<SendResult>
  remove(claimed: T): Promise<unknown>
  reschedule(claimed: T, error: string, delaySeconds: number): Promise<unknown>
}

const batchSize = 10
const leaseSeconds = 60
/** Delays before each retry; after the last one a message is dropped. */
const backoffSeconds: readonly number[] = [30, 120, 600, 3600, 6 * 3600]
const maxErrorLength = 300

/** Sends queued messages until stopped; any number of workers share the work. A crash after sending sends again. */
export function startOutboxSender<T extends Claimed>(options: Options<T>): PollingLoop {
  const { messages, log, pollIntervalMs, claim, send, remove, reschedule } = options
  async function attempt(claimed: T) {
    const { error, final = false, retryAfterSeconds = 0 } = await send(claimed)
    if (error === null) return remove(claimed)
    const reason = error.slice(0, maxErrorLength)
    const delay = final ? undefined : backoffSeconds[claimed.attempts - 1]
    const fields = { id: claimed.id, org: claimed.org_id, attempts: claimed.attempts, reason }
    log.warn(fields, delay === undefined ? messages.dropped : messages.retry)
    return delay === undefined
      ? remove(claimed)
      : reschedule(claimed, reason, Math.max(delay, Math.min(retryAfterSeconds, backoffSeconds.at(-1)!)))
  }

  async function poll(): Promise<boolean> {
    const due = await claim(batchSize, leaseSeconds)
    await Promise.all(
      due.map((one) =>
        attempt(one).catch((error: Error) => log.warn({ id: one.id, error: error.message }, messages.notRecorded)),
      ),
    )
    return due.length === batchSize
  }

  const onError = (error: Error) => log.warn({ error: error.message }, messages.pollFailed)
  return startPolling({ intervalMs: pollIntervalMs, poll, onError })
}
