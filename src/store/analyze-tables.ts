import type { Db } from './db.ts'
import { empty, raw, sql } from './sql.ts'

/**
 * Runs ANALYZE on tables that have no statistics yet or have more than doubled since. Without them PostgreSQL assumes
 * every organization is tiny and scans the table for each row of a batch; autovacuum comes too late for an import.
 * Locked tables are skipped. In a cluster it is left to autovacuum on the workers: Citus refuses ANALYZE after a write
 * of the same transaction. Without names: all tables that hold rows.
 * A crash of PostgreSQL discards what autovacuum counts, so that tables filled just before may stay without statistics.
 */
export async function analyzeGrownTables(db: Db, tables?: readonly string[]) {
  if (await db.isDistributed()) return
  const grown = await db.rows<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace
      and (relpages = 0 or reltuples < 0 or pg_stat_get_mod_since_analyze(oid) > reltuples)
      and relkind = 'r' and pg_relation_size(oid) > 0
      ${tables ? sql`and relname = any(${tables}::text[])` : empty}`)
  for (const { name } of grown) await db.run(raw(`analyze (skip_locked) "${name}"`))
}
