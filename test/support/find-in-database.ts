import type { Store } from '#store/open.ts'
import { join, raw, sql } from '#store/sql.ts'

type Column = { schema: string; table: string; column: string; type: string }

/** Every table and column that holds the text, in any schema, also inside of JSON and of bytes. */
export async function findInDatabase(store: Store, value: string): Promise<string[]> {
  const columns = await store.rows<Column>(sql`
    select n.nspname as schema, c.relname as table, a.attname as column, t.typname as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and n.nspname not in ('pg_catalog', 'information_schema')
      and t.typname in ('text', 'jsonb', 'json', 'bytea', '_text', 'varchar', 'tsvector')`)
  const searches = columns.map(({ schema, table, column, type }) => {
    const readable = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    return sql`select ${`${table}.${column}`}::text as place where exists (
      select 1 from ${raw(`"${schema}"."${table}"`)} where ${raw(readable)} ilike ${`%${value}%`})`
  })
  return (await store.rows<{ place: string }>(join(searches, ' union all '))).map(({ place }) => place)
}
