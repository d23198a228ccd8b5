import type { Store } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

/** Written in the background about every request and every use of a key, whatever the request does. */
const logs = new Set(['public.api_request', 'public.last_use'])

type Table = { schema: string; name: string }

/** A hash of all rows of each table; with the transaction that wrote them, so that a write of equal values shows. */
export const hashDatabase = (store: Store) => hashTables(store, (table) => `${table}::text || ${table}.xmin::text`)

/** A hash of the values of each table, the same in a copy of the database. */
export const hashValues = (store: Store) => hashTables(store, (table) => `${table}::text`)

async function hashTables(store: Store, textOf: (table: string) => string): Promise<Record<string, string>> {
  const tables = await store.rows<Table>(sql`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'queue') order by 1, 2`)
  const parts = tables
    .filter(({ schema, name }) => !logs.has(`${schema}.${name}`))
    .map(({ schema, name }) => hashOf(schema, name, textOf('t')))
  const rows = await store.rows<{ name: string; hash: string }>(sql`${raw(parts.join(' union all '))}`)
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

function hashOf(schema: string, name: string, text: string): string {
  return `select '${schema}.${name}' as name,
    count(*) || ' ' || coalesce(sum(hashtextextended(${text}, 0)::numeric), 0) as hash from ${schema}.${name} t`
}

export const changedTables = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(after).filter((name) => after[name] !== before[name])
