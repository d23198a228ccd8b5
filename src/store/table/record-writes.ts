import { raw, type Sql } from '#store/sql.ts'
import type { Column } from './columns.ts'
import { columnName, entriesOf, type RowOf, type Table } from './define.ts'

/*
 * Batches of rows as JSON, in which null keeps the stored value. `x` is the row that is given, `s` the stored one.
 */

type Given<Value, C> = Value extends Buffer
  ? string
  : Value extends object
    ? Value | null
    : C extends { default: string } | { first: string }
      ? Value | null
      : Value
/** A row of a batch: in an insert, null means the default. */
export type RecordOf<T> =
  T extends Table<infer C>
    ? {
        [Name in keyof C & keyof RowOf<T> as C[Name] extends { written: string } ? Name : never]: Given<
          RowOf<T>[Name],
          C[Name]
        >
      }
    : never

/** Never where a field can be absent and the column cannot be null, or where the types differ. */
type GivenColumn<Field, Value, IsOptional> = [Exclude<Field, undefined>] extends [Value]
  ? true extends IsOptional
    ? null extends Value
      ? Value
      : never
    : Value
  : never
type GivenColumns<T, Item> = {
  [Name in keyof RecordOf<T> & keyof Item]: GivenColumn<
    Item[Name],
    RecordOf<T>[Name],
    object extends Pick<Item, Name> ? true : false
  >
}

/** What an item of a request says of the columns with the names of its fields; null where it says nothing. */
export function givenColumns<T extends Table>(table: T) {
  const names = entriesOf(table).flatMap(([name, { written }]) => (written ? [name] : []))
  const nothing = Object.fromEntries(names.map((name) => [name, null]))
  return <Item extends object>(item: Item): GivenColumns<T, Item> => {
    const fields = item as Readonly<Record<string, unknown>>
    const row: Record<string, unknown> = { ...nothing }
    for (const name of names) if (fields[name] !== undefined) row[name] = fields[name]
    return row as GivenColumns<T, Item>
  }
}

const inJson: Partial<Record<Column['type'], string>> = { 'text[]': 'jsonb', 'uuid[]': 'jsonb', bytea: 'text' }

function givenValue(name: string, { type }: Column): string {
  if (type === 'text[]') return `array(select jsonb_array_elements_text(x.${name}))`
  return type === 'bytea' ? `decode(x.${name}, 'hex')` : `x.${name}`
}

function insertedValue(name: string, column: Column): string {
  const given = givenValue(name, column)
  const { type, first, written } = column
  if (first) return first
  if (type === 'text[]') return `case when x.${name} is null then '{}' else ${given} end`
  const empty = column.default ?? (type === 'jsonb' && !column.nullable ? "'{}'" : undefined)
  const value = empty ? `coalesce(${given}, ${empty})` : given
  return written === 'keys' ? `jsonb_strip_nulls(${value})` : value
}

function nextValue(name: string, column: Column): string {
  const { type, next, written } = column
  if (next) return next
  if (type === 'text[]') return `case when x.${name} is null then s.${name} else ${givenValue(name, column)} end`
  if (written === 'keys') return `jsonb_strip_nulls(s.${name} || coalesce(x.${name}, '{}'))`
  return written === 'always' ? givenValue(name, column) : `coalesce(x.${name}, s.${name})`
}

/** The parts of an insert and of an update from a batch; `others` are members of the rows that are no columns. */
export function recordWrites(table: Table, others: Readonly<Record<string, string>> = {}) {
  const columns = entriesOf(table).filter(([, { written }]) => written)
  const changing = columns.filter(([, { written }]) => written !== 'once')
  const compared = changing.filter(([, { written }]) => written !== 'always')
  const members = [
    ...columns.map(([name, { type }]) => `${columnName(name)} ${inJson[type] ?? type}`),
    ...Object.entries(others).map(([name, type]) => `${name} ${type}`),
  ]
  const list = (of: typeof columns, write: (name: string, column: Column) => string): Sql =>
    raw(of.map(([name, column]) => write(name, column)).join(', '))
  return {
    recordset: raw(`as x (${members.join(', ')})`),
    names: list(columns, columnName),
    inserted: list(columns, insertedValue),
    assigned: list(changing, (name, column) => `${columnName(name)} = ${nextValue(name, column)}`),
    stored: list(compared, (name) => `s.${name}`),
    next: list(compared, nextValue),
  }
}
