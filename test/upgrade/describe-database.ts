import type pg from 'pg'
import { migrations } from '#store/migration-files.ts'
import { describeSchema } from '../../scripts/schema/describe.ts'

/** What a new and an upgraded database have in common, the record of the migrations included. */
export async function describeDatabase(client: pg.Client) {
  const lines = async (query: string) => (await client.query<{ text: string }>(query)).rows.map(({ text }) => text)
  return {
    schema: await describeSchema(client, migrations()),
    notNull: await lines(`
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as text from pg_constraint
      where contype = 'n' and connamespace = 'public'::regnamespace order by 1`),
    rules: await lines(`select definition as text from pg_rules where schemaname = 'public' order by 1`),
    extensions: await lines(`select extname as text from pg_extension order by 1`),
    invalid: await lines(`
      select indexrelid::regclass::text as text from pg_index where not indisvalid union all
      select conname from pg_constraint where not convalidated`),
    // Vectors for semantic search, where pgvector is installed.
    semantic: await lines(`
      select c.relname || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) as text
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = to_regnamespace('semantic') union all
      select pg_get_functiondef(oid) from pg_proc where pronamespace = to_regnamespace('semantic') order by 1`),
    migrations: await lines(`select name || ' ' || checksum as text from schema_migration order by name`),
  }
}

export type Columns = Record<string, string[]>

/** The columns of every table, generated ones included. */
export async function listColumns(client: pg.Client): Promise<Columns> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migration'
    group by c.relname`)
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
}

/** The number and a hash of the values in these columns, by table. */
export async function hashRows(client: pg.Client, columns: Columns): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const [table, names] of Object.entries(columns)) {
    const { rows } = await client.query<{ hash: string }>(`
      select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as hash
      from (select ${names.join(', ')} from ${table}) t`)
    hashes[table] = rows[0]!.hash
  }
  return hashes
}
