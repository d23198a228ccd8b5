import type { Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { waitFor } from './wait-for.ts'

const timeoutMs = 120_000

/** Waits until the event feed shows all events so far: it hides those newer than any open transaction on the server. */
export async function waitForFeed(store: Store) {
  const { mark } = (await store.first<{ mark: string }>(sql`select pg_current_xact_id()::text as mark`))!
  const isOldest = sql`select pg_snapshot_xmin(pg_current_snapshot()) > ${mark}::xid8 as reached`
  await waitFor(
    'older transactions on this server to end',
    async () => (await store.first<{ reached: boolean }>(isOldest))!.reached,
    timeoutMs,
  )
}
