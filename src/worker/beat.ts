import type { Log } from '#domain/context.ts'
import { newId } from '#store/ids.ts'
import type { Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'

const everyMs = 5000

/** Says again and again that a worker is here, so that the others can tell when there is none. */
export function startBeat(store: Store, log: Log) {
  const id = newId()
  const beat = () =>
    store
      .run(sql`insert into worker_heartbeat (id) values (${id}) on conflict (id) do update set heartbeat_at = now()`)
      .catch((error: Error) => log.warn({ error: error.message }, 'the heartbeat was not noted'))
  const first = beat()
  const timer = setInterval(beat, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await first
      await store.run(sql`delete from worker_heartbeat where id = ${id}`).catch(() => {})
    },
  }
}
