/*
 * A column as data: its SQL type and what the product does with it. Statements, row types, erasure and import rollback
 * are derived from it (docs/decisions/0027).
 */

export type SqlType =
  | 'uuid'
  | 'text'
  | 'text[]'
  | 'uuid[]'
  | 'jsonb'
  | 'json'
  | 'bytea'
  | 'tsvector'
  | 'boolean'
  | 'smallint'
  | 'integer'
  | 'bigint'
  | 'real'
  | 'double precision'
  | 'date'
  | 'timestamptz'

/**
 * What erasing a contact does with the column:
 * - `cleared`: personal data of the contact, removed.
 * - `words`, `url`: the person's own words, removed, or kept with identifiers masked, as the organization chose.
 * - `answer`: the same; a number, a choice or a date stays, because it is counted.
 * - `references`: an id at the source, replaced by a hash where it contains an identifier.
 * - `generated`: written by Earshot from what customers say; identifiers and words only this person used are masked.
 * - `masked`: written by a member of the team about customers; the person's identifiers are masked.
 * - `copies`: copies of requests, responses and records, removed where they are about the person.
 * - `team`: written or set up by a member of the team, not touched.
 * - `account`: data of the members of the team.
 * - `secret`: keys and passwords.
 * - `published`: published by others, without a link to a contact.
 * - `fixed`: ids, names of kinds, states and sources: no text of a customer.
 * - `computed`: computed by PostgreSQL from other columns, changes with them.
 */
export type Erasure =
  | 'cleared'
  | 'words'
  | 'url'
  | 'answer'
  | 'references'
  | 'generated'
  | 'masked'
  | 'copies'
  | 'team'
  | 'account'
  | 'secret'
  | 'published'
  | 'fixed'
  | 'computed'

/**
 * How a value that is given to a write is stored:
 * - `once`: when the row is created only.
 * - `replaced`: a given value replaces the stored one.
 * - `always`: the same, also when it is absent; follows other columns, so that it alone is no change.
 * - `keys`: the keys of an object are merged, null removes one.
 * - `nested`: the same, with one more level below `attributes`.
 * - `unless-equivalent`: an upsert keeps the stored spelling if a column of normalized values says it is the same.
 * - `united`: an upsert adds to a list, a change replaces it.
 */
type Written = 'once' | 'replaced' | 'always' | 'keys' | 'nested' | 'unless-equivalent' | 'united'

/**
 * What remains when rows are merged: the row's own value or the first of the others; the keys of all objects or the
 * members of all lists; the earliest or latest time; the value of the latest time; the first value, set once the other
 * rows are deleted, because it is unique.
 */
type Merged = 'first' | 'keys' | 'united' | 'earliest' | 'latest' | { latestBy: string } | 'unique'

type Options = {
  nullable?: true
  /** The SQL expression for a row that is created without a value. */
  default?: string
  erasure?: Erasure
  /** Without it the server sets the column by a statement of its own. */
  written?: Written
  /** SQL of the value of a new row, and of the next value of a stored one, where `written` does not say them. */
  first?: string
  next?: string
  /** The normalized column and function of `unless-equivalent`. */
  normalized?: string
  merged?: Merged
  /**
   * Whether a rollback of an import restores the value before it; what callers write is restored unless this says no.
   */
  restored?: boolean
  /** Not a field of the resource. */
  internal?: true
  /** A field of one resource that its lists do not have, or compute themselves. */
  detail?: true
  /** A field of the resource with another shape than the column; what reads it converts it. */
  converted?: true
}

/** `Value` is what a query returns for the column. */
export type Column<Value = unknown, Given extends Options = Options> = Given & {
  readonly type: SqlType
  /** For the type system only. */
  readonly value?: Value
}
export type Columns = Readonly<Record<string, Column>>
export type ValueOf<C> = C extends { readonly value?: infer Value } ? Exclude<Value, undefined> : never

type Nullable<Value, Given> = Given extends { nullable: true } ? Value | null : Value
type Builder<Value> = {
  (): Column<Value, object>
  <const Given extends Options>(given: Given): Column<Nullable<Value, Given>, Given>
}
const column = <Value>(type: SqlType) => ((given: Options = {}) => ({ ...given, type })) as Builder<Value>

export const uuid = column<string>('uuid')
export const uuids = column<string[]>('uuid[]')
export const flag = column<boolean>('boolean')
export const smallint = column<number>('smallint')
export const integer = column<number>('integer')
export const bigint = column<number>('bigint')
export const real = column<number>('real')
export const double = column<number>('double precision')
export const time = column<string>('timestamptz')
export const date = column<string>('date')
export const bytes = column<Buffer>('bytea')

/** Each column that can hold text says what an erasure does with it. */
type WithErasure = Options & { erasure: Erasure }
const textColumn =
  <Value>(type: SqlType) =>
  <const Given extends WithErasure>(given: Given): Column<Nullable<Value, Given>, Given> => ({ ...given, type })

export const text = textColumn<string>('text')
export const texts = textColumn<string[]>('text[]')
export const searchVector = () => textColumn<string>('tsvector')({ erasure: 'computed', internal: true })
/** JSON of a type of its own: `json<Company>()({ … })`. */
export const jsonb = <Value>() => textColumn<Value>('jsonb')
export const json = <Value>() => textColumn<Value>('json')
