import { raw, Sql } from '#store/sql.ts'
import type { Column } from './columns.ts'
import { columnName, entriesOf, type Table } from './define.ts'
import type { RecordOf } from './record-writes.ts'

/** A row to insert: what may be absent or null gets its default, or stays null. */
export type RowToInsert<T> = {
  [Name in keyof RecordOf<T> as null extends RecordOf<T>[Name] ? never : Name]: RecordOf<T>[Name]
} & {
  [Name in keyof RecordOf<T> as null extends RecordOf<T>[Name] ? Name : never]?: RecordOf<T>[Name] | undefined
}

const isJson = ({ type }: Column) => type === 'jsonb' || type === 'json'

function defaultOf(column: Column): string | undefined {
  if (column.default || column.nullable) return column.default
  return column.type === 'text[]' || isJson(column) ? "'{}'" : undefined
}

/** What stands before and after the parameter of a column. */
function aroundParameter(column: Column): [string, string] {
  const initial = defaultOf(column)
  if (initial) return ['coalesce(', `::${column.type}, ${initial})`]
  return ['', isJson(column) ? `::${column.type}` : '']
}

/** `(org_id, id, …) values ($1, $2, …)` of the columns that the definition says are written. */
export function insertRow<T extends Table>(table: T): (org: string, row: RowToInsert<T>) => Sql {
  const columns = entriesOf(table).filter(([, { written }]) => written)
  const names = columns.map(([name]) => columnName(name))
  let before = `(org_id, ${names.join(', ')}) values (`
  const strings: string[] = []
  for (const [prefix, suffix] of [['', ''], ...columns.map(([, column]) => aroundParameter(column))]) {
    strings.push(before + prefix)
    before = `${suffix}, `
  }
  strings.push(before.replace(/, $/, ')'))
  return (org, row) => {
    const given = row as Readonly<Record<string, unknown>>
    const values = columns.map(([name, column]) => {
      const value = given[name] ?? null
      return value !== null && isJson(column) ? JSON.stringify(value) : value
    })
    return new Sql(strings, [org, ...values])
  }
}

/** `name = excluded.name, …`: a row that is there already gets what replaces. */
export const replacedByInsert = (table: Table): Sql =>
  raw(
    entriesOf(table)
      .filter(([, { written }]) => written === 'replaced')
      .map(([name]) => `${columnName(name)} = excluded.${name}`)
      .join(', '),
  )
