import { raw, type Sql } from '#store/sql.ts'
import type { Column, Columns, ValueOf } from './columns.ts'

/** Fields of the resource that callers write. */
type WrittenNames<C extends Columns> = {
  [Name in keyof C]: C[Name] extends { written: string } ? Name : never
}[keyof C]

/** Whether the values of a column can be what the contract says of the field with its name. */
type Fits<Field, C> = C extends { converted: true }
  ? true
  : ValueOf<C> extends infer Value
    ? null extends Value
      ? null extends Field
        ? true
        : false
      : [Field] extends [Value | null]
        ? true
        : false
    : false

type Checked<C extends Columns, Resource> = {
  [Name in keyof C]: Name extends keyof Resource
    ? Fits<Resource[Name], C[Name]> extends true
      ? C[Name] extends { internal: true }
        ? never
        : unknown
      : never
    : { readonly internal: true }
}

/** A row as a query returns it; the contract may know the values of a field more exactly than PostgreSQL. */
export type RowOf<T> =
  T extends Table<infer C, infer Resource>
    ? {
        -readonly [Name in keyof C]: Name extends keyof Resource
          ? C[Name] extends { converted: true }
            ? ValueOf<C[Name]>
            : Resource[Name] extends ValueOf<C[Name]>
              ? Resource[Name]
              : ValueOf<C[Name]>
          : ValueOf<C[Name]>
      }
    : never

type Elsewhere<Names> = Readonly<Record<Names & string, string>>

type Definition<C extends Columns, Resource, Input> = {
  /** All columns of the table but `org_id`, in the order of the table. */
  columns: C & Checked<C, Resource>
  /** The fields of the resource that are not columns of this table, each with where it comes from. */
  elsewhere: Elsewhere<Exclude<keyof Resource, keyof C>>
  /** The fields that callers write and that are not columns of this table, each with where it goes. */
  writtenElsewhere: Elsewhere<Exclude<keyof Input, WrittenNames<C>>>
  /** The columns that the stored list document holds; later ones are appended when a page is read. */
  storedDocument?: readonly (keyof C & string)[]
  /** Views over all columns of the table, recreated when it gains one. */
  views?: Readonly<Record<string, string>>
}

export type Table<C extends Columns = Columns, Resource = unknown> = {
  readonly name: string
  readonly columns: C
  readonly elsewhere: Readonly<Record<string, string>>
  readonly writtenElsewhere: Readonly<Record<string, string>>
  readonly storedDocument: readonly string[] | undefined
  readonly views: Readonly<Record<string, string>>
  /** For the type system only. */
  readonly resource?: Resource
}

/**
 * The table of a resource of the contract. A field of the contract without a column, a column without a field, and a
 * column whose values are no values of the field do not compile.
 */
export const defineTable =
  <Resource, Input = object>() =>
  <const C extends Columns>(name: string, definition: Definition<C, Resource, Input>): Table<C, Resource> => ({
    name,
    views: {},
    storedDocument: undefined,
    ...definition,
  })

/** The names of columns that are words of SQL. */
const keywords = new Set(['analyze'])

/** The name of a column where no alias precedes it. */
export const columnName = (name: string) => (keywords.has(name) ? `"${name}"` : name)

export const entriesOf = (table: Table): [string, Column][] => Object.entries(table.columns)

/** The columns that are fields of the resource, and the given others. */
export type SelectedOf<T, Others extends string = never> =
  T extends Table<infer C, unknown>
    ? {
        [Name in keyof RowOf<T> as C[Name & keyof C] extends { internal: true } ? Name & Others : Name]: RowOf<T>[Name]
      }
    : never

/** The columns that are fields of the resource, with the given others and without some. */
const selected = (table: Table, others: readonly string[], without: readonly string[]) =>
  entriesOf(table).filter(([name, column]) => (!column.internal || others.includes(name)) && !without.includes(name))

const prefixed = (entries: readonly [string, Column][], alias: string): Sql =>
  raw(entries.map(([name]) => `${alias}.${name}`).join(', '))

/** `c.id, c.name, …` of the columns that are fields of the resource, with the given others and without some. */
export const selectList = <C extends Columns>(
  table: Table<C>,
  alias: string,
  others: readonly (keyof C & string)[] = [],
  without: readonly (keyof C & string)[] = [],
): Sql => prefixed(selected(table, others, without), alias)

/** The same of the columns that lists have. */
export const selectListed = (table: Table, alias: string): Sql =>
  prefixed(
    selected(table, [], []).filter(([, { detail }]) => !detail),
    alias,
  )

/** Of the columns that only the resource alone has, for `row_to_json`. */
export const selectDetail = (table: Table, alias: string, without: readonly string[] = []): Sql =>
  raw(
    selected(table, [], without)
      .filter(([, { detail }]) => detail)
      .map(([name, { type }]) => (type === 'timestamptz' ? `iso(${alias}.${name}) as ${name}` : `${alias}.${name}`))
      .join(', '),
  )

/** The columns of `selectList` as members of `json_build_object`. */
export const jsonMembers = <C extends Columns>(
  table: Table<C>,
  alias: string,
  others: readonly (keyof C & string)[] = [],
  without: readonly (keyof C & string)[] = [],
): Sql =>
  raw(
    selected(table, others, without)
      .map(([name, { type }]) => `'${name}', ${type === 'timestamptz' ? `iso(${alias}.${name})` : `${alias}.${name}`}`)
      .join(', '),
  )
