import type { Db } from './open.ts'
import { raw, sql } from './sql.ts'

/**
 * Until a table was counted for the first time PostgreSQL takes every organization in it for tiny and reads all of it for each row of a batch.
 * It counts by itself within a minute or so, but a first import is done by then. Whoever is counting already is not waited for.
 * Without names: all that hold something.
 */
export async function countUncounted(db: Db, tables?: readonly string[]) {
  const uncounted = await db.rows<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and reltuples <= 0
      and ${tables ? sql`relname = any(${tables}::text[])` : sql`relkind = 'r' and pg_relation_size(oid) > 0`}`)
  for (const { name } of uncounted) await db.run(raw(`analyze (skip_locked) "${name}"`))
}
