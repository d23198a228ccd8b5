import { sql } from '#store/sql.ts'
import type { World } from './world.ts'

/** Below the time after which PostgreSQL ends a transaction that does nothing. */
const mostTries = 800
const pauseMs = 10

/** Waits until so many wait for a lock in this database; says who, and for whom. */
export async function untilWaiting({ store }: World, count: number) {
  for (let tries = 0; tries < mostTries; tries++) {
    const found = await store.rows<{ pid: number; by: number[] }>(sql`
      select pid, pg_blocking_pids(pid) as by from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    if (found.length >= count) return found
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  throw new Error(`fewer than ${count} wait`)
}

/** Waits until something holds that nobody can be asked to tell. */
export async function until(what: string, holds: () => boolean | Promise<boolean>) {
  for (let tries = 0; tries < mostTries; tries++) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  throw new Error(`not so: ${what}`)
}
