import type { ChangeLog } from '#domain/context.ts'
import { insertBefore, insertCreated, updateAfter } from './queries-change-log.ts'
import type { Db } from '#store/open.ts'

/** Logs the changes of an import in its transaction; `close` completes the log at the end of the transaction. */
export function changeLogFor(db: Db, org: string, upload: string): ChangeLog & { close(): Promise<void> } {
  const changed = new Map<string, Set<string>>()
  const ref = { org, upload }
  return {
    async created(kind, ids) {
      await insertCreated(db, ref, kind, ids)
    },
    async changing(kind, ids) {
      const logged = changed.get(kind) ?? new Set()
      for (const id of ids) logged.add(id)
      changed.set(kind, logged)
      await insertBefore(db, ref, kind, ids)
    },
    async close() {
      for (const [kind, ids] of changed) await updateAfter(db, ref, kind, [...ids])
    },
  }
}
