import type { Db } from './open.ts'
import { raw, sql } from './sql.ts'

/**
 * Until a table was counted for the first time PostgreSQL takes every organization in it for tiny and reads all of it for each row of a batch.
 * It counts by itself within a minute or so, but a first import is done by then. Whoever is counting already is not waited for.
 */
export async function countUncounted(db: Db, tables: readonly string[]) {
  const uncounted = await db.rows<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relname = any(${tables}::text[]) and reltuples <= 0`)
  for (const { name } of uncounted) await db.run(raw(`analyze (skip_locked) "${name}"`))
}
