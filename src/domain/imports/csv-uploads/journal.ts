import type { Journal } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import { undoable } from './undoable.ts'

/** What an import does, written down with it: the first word about an object is how it was before the import. */
export function journalOf(db: Db, org: string, upload: string): Journal & { close(): Promise<void> } {
  const changed = new Map<string, Set<string>>()
  return {
    async created(kind, ids) {
      await db.run(sql`
        insert into csv_import_change (org_id, upload_id, kind, object_id)
        select ${org}, ${upload}, ${kind}, id from unnest(${ids}::uuid[]) id on conflict do nothing`)
    },
    async changing(kind, ids) {
      const seen = changed.get(kind) ?? new Set()
      for (const id of ids) seen.add(id)
      changed.set(kind, seen)
      await db.run(sql`
        insert into csv_import_change (org_id, upload_id, kind, object_id, before)
        select ${org}, ${upload}, ${kind}, t.id, to_jsonb(t) from ${table(kind)} t where t.org_id = ${org} and t.id = any(${ids}::uuid[]) on conflict do nothing`)
    },
    /** How the objects are left; what was not changed after all is no effect. */
    async close() {
      for (const [kind, ids] of changed) {
        await db.run(sql`
          update csv_import_change e set after = to_jsonb(t) from ${table(kind)} t
          where e.org_id = ${org} and e.upload_id = ${upload} and e.kind = ${kind} and e.object_id = any(${[...ids]}::uuid[]) and e.before is not null
            and t.org_id = ${org} and t.id = e.object_id`)
        await db.run(sql`
          delete from csv_import_change where org_id = ${org} and upload_id = ${upload} and kind = ${kind} and object_id = any(${[...ids]}::uuid[]) and before = after`)
      }
    },
  }
}

/** Kinds are tables that the code spells out. */
function table(kind: string) {
  if (!Object.hasOwn(undoable, kind)) throw new Error(`an import cannot take back a ${kind}`)
  return raw(undoable[kind]!.whole)
}
