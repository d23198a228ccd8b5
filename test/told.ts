import type { Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'

const pauseMs = 50
const patienceMs = 120_000

/** The feed shows what no older transaction can come before any more, and other tests on the same server hold some: waits until all that has happened is told. */
export async function untilTold(store: Store) {
  const { mark } = (await store.first<{ mark: string }>(sql`select pg_current_xact_id()::text as mark`))!
  for (let waited = 0; waited < patienceMs; waited += pauseMs) {
    if (
      (await store.first<{ over: boolean }>(
        sql`select pg_snapshot_xmin(pg_current_snapshot()) > ${mark}::xid8 as over`,
      ))!.over
    )
      return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  throw new Error('a transaction on this server does not end')
}
