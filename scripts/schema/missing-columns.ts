import type pg from 'pg'
import type { Column, SqlType } from '#store/table/columns.ts'
import type { Table } from '#store/table/define.ts'

/* The migration of columns that a table definition has and the database does not. */

const empties: Partial<Record<SqlType, string>> = {
  'text[]': "'{}'",
  'uuid[]': "'{}'",
  jsonb: "'{}'",
  boolean: 'false',
  integer: '0',
  smallint: '0',
  bigint: '0',
}

const sqlType = (type: SqlType) => (type === 'timestamptz' ? 'timestamptz(3)' : type)

function columnDefinition(table: string, name: string, column: Column): string {
  if (column.nullable) return `${name} ${sqlType(column.type)}`
  const value = column.default ?? empties[column.type]
  if (value === undefined) throw new Error(`${table}.${name} is not null and needs a default for the rows that exist`)
  return `${name} ${sqlType(column.type)} not null default ${value}`
}

export type NewMigration = { name: string; text: string }

/** Adding a column with a constant default does not rewrite the table. Views over all columns are made anew. */
export async function missingColumns(client: pg.Client, tables: readonly Table[]): Promise<NewMigration | undefined> {
  const { rows } = await client.query<{ table: string; column: string }>(`
    select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`)
  const existing = new Set(rows.map(({ table, column }) => `${table}.${column}`))
  const added: string[] = []
  const statements: string[] = []
  for (const { name: table, columns, views } of tables) {
    const missing = Object.entries(columns).filter(([name]) => !existing.has(`${table}.${name}`))
    if (missing.length === 0) continue
    added.push(...missing.map(([name]) => `${table}_${name}`))
    const definitions = missing.map(([name, column]) => `add column ${columnDefinition(table, name, column)}`)
    statements.push(
      ...Object.keys(views).map((view) => `drop view ${view};`),
      `alter table ${table} ${definitions.join(', ')};`,
      ...Object.entries(views).map(([view, query]) => `create view ${view} as\n${query};`),
    )
  }
  return added.length ? { name: added.join('_and_').slice(0, 60), text: `${statements.join('\n')}\n` } : undefined
}
