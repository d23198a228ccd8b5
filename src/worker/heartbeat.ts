import type { Log } from '#domain/context.ts'
import { newId } from '#store/ids.ts'
import type { Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'

const intervalMs = 5000

/** Records that this worker runs, so that /readyz can report when there is none. */
export function startHeartbeat(store: Store, log: Log) {
  const id = newId()
  const write = () =>
    store
      .run(sql`insert into worker_heartbeat (id) values (${id}) on conflict (id) do update set heartbeat_at = now()`)
      .catch((error: Error) => log.warn({ error: error.message }, 'worker heartbeat failed'))
  const first = write()
  const timer = setInterval(write, intervalMs)
  return {
    async stop() {
      clearInterval(timer)
      await first
      await store.run(sql`delete from worker_heartbeat where id = ${id}`).catch(() => {})
    },
  }
}
