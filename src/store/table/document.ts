import { empty, raw, type Sql } from '#store/sql.ts'
import type { Column } from './columns.ts'
import { entriesOf, type Table } from './define.ts'

/*
 * The members of list documents. What the stored document of a row does not have, because the column is younger than
 * the document, is appended when a page is read: a table gains a field without being rewritten under a lock.
 */

const quoted = new Set<Column['type']>(['uuid', 'text', 'date'])

/** The JSON text of a column. */
function jsonText(expression: string, { type, nullable }: Column): string {
  if (type === 'timestamptz') return `iso_json(${expression})`
  if (type.endsWith('[]')) return `array_to_json(${expression})`
  const value = type === 'jsonb' || type === 'json' ? `${expression}::text` : `to_json(${expression})::text`
  return nullable || quoted.has(type) ? `coalesce(${value}, 'null')` : value
}

/** `|| ',"department":' || …` for the fields that the stored document of the row `alias` does not have. */
export function appendedMembers(table: Table, alias: string): Sql {
  const stored = table.storedDocument
  if (!stored) throw new Error(`${table.name} has no stored document`)
  const members = entriesOf(table)
    .filter(([name, { internal, detail }]) => !internal && !detail && !stored.includes(name))
    .map(([name, column]) => `|| ',"${name}":' || ${jsonText(`${alias}.${name}`, column)}`)
  return members.length ? raw(members.join(' ')) : empty
}
