import { sql } from '#store/sql.ts'
import type { World } from './world.ts'

/** Below the time after which PostgreSQL ends a transaction that does nothing. */
const patienceMs = 8_000
const pauseMs = 25

type Found<T> = Exclude<T, undefined | false>

/** Asks again until there is an answer, and says what it is: for what nobody can be asked to tell. */
export async function until<T>(
  what: string | (() => string),
  ask: () => T | Promise<T>,
  withinMs = patienceMs,
): Promise<Found<T>> {
  const began = performance.now()
  for (;;) {
    const found = await ask()
    if (found) return found as Found<T>
    if (performance.now() - began > withinMs)
      throw new Error(`waited in vain: ${typeof what === 'string' ? what : what()}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Waits until so many wait for a lock in this database; says who, and for whom. */
export const untilWaiting = ({ store }: World, count: number) =>
  until(`${count} wait`, async () => {
    const found = await store.rows<{ pid: number; by: number[] }>(sql`
      select pid, pg_blocking_pids(pid) as by from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return found.length >= count && found
  })
