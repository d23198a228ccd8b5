import { sql } from '#store/sql.ts'
import type { TestApp } from './test-app.ts'

/** Only so that a test ends: machines whose processors are lent to others stand still for seconds at a time. */
const defaultTimeoutMs = 180_000
/** Below the lock timeout of test servers. */
const lockWaitTimeoutMs = 25_000
const defaultPollIntervalMs = 25

type Truthy<T> = Exclude<T, undefined | null | false>

/** Polls until `check` returns a value; the error of a timeout names what was waited for. */
export async function waitFor<T>(
  what: string | (() => string),
  check: () => T | Promise<T>,
  timeoutMs = defaultTimeoutMs,
  pollIntervalMs = defaultPollIntervalMs,
): Promise<Truthy<T>> {
  const deadline = performance.now() + timeoutMs
  let result = await check()
  while (!result) {
    if (performance.now() > deadline) {
      const description = typeof what === 'string' ? what : what()
      throw new Error(`timed out after ${timeoutMs} ms waiting for ${description}`)
    }
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    result = await check()
  }
  return result as Truthy<T>
}

/** Waits until `count` backends of this database wait for a lock; returns them with the backends that block them. */
export const waitForLockWaits = ({ store }: Pick<TestApp, 'store'>, count: number, timeoutMs = lockWaitTimeoutMs) =>
  waitFor(
    `${count} backends waiting for a lock`,
    async () => {
      const waiting = await store.rows<{ pid: number; by: number[] }>(sql`
      select pid, pg_blocking_pids(pid) as by from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
      return waiting.length >= count && waiting
    },
    timeoutMs,
  )
