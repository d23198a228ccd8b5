import type { Key, Order } from '#store/page.ts'
import type { Condition, Sql } from '#store/sql.ts'
import type { Columns, ValueOf } from '#store/table/columns.ts'
import type { Table } from '#store/table/define.ts'

/*
 * A list as data: its table, its orders and its filters. One engine makes the statement of a page from them
 * (page-statement.ts), reads it and writes the response (document-list.ts, row-list.ts).
 */

type FilterContext<Query = object> = { org: string; query: Query }

type Reach = 'many' | 'few' | 'elsewhere'
type WindowContext<Query> = FilterContext<Query> & {
  order: Order
  scope: readonly Condition[]
  keys: readonly Key[] | undefined
}

export type FilterRule<Value, Query = object> = {
  where: (value: Value, context: FilterContext<Query>) => Sql | undefined
  /** The same for each row by itself, without reading all that match. */
  near?: (value: Value, context: FilterContext<Query>) => Sql | undefined
  /** Also true of all that match: what the index of a rare value needs. */
  indexed?: (value: Value, context: FilterContext<Query>) => Sql | undefined
  /**
   * How many rows match. `many`: many or few, which PostgreSQL cannot know, so the next rows of the list are tried
   * first; `few`: so few that they are read whole; `elsewhere`: a column of another table than the windows'.
   */
  reach?: Reach | ((query: Query) => Reach | undefined)
  /** The condition of an index on the rows that can match. */
  narrowed?: string
  /** The first rows of the list that can match, where a link table has them in the order of the list. */
  window?: (value: Value, page: WindowContext<Query>) => Sql | undefined
  /** A range: the index of an order by this column begins at it; in other orders it may match many rows or few. */
  orderedBy?: string
}
/** `elsewhere` says which other part of the definition reads the value. */
export type Filter<Value, Query = object> =
  | FilterRule<Value, Query>['where']
  | FilterRule<Value, Query>
  | { elsewhere: string }

/** Parameters that every list understands. */
type Paging =
  | 'limit'
  | 'cursor'
  | 'sort'
  | 'include'
  | 'updated_since'
  | 'include_deleted'
  | 'created_after'
  | 'created_before'

type Given<Query, Name extends keyof Query> = Exclude<Query[Name], undefined>
/** A parameter with the name of a column and values of its type needs no condition of its own. */
type IsColumn<C extends Columns, Name, Value> = Name extends keyof C
  ? C[Name]['type'] extends 'text[]' | 'uuid[]' | 'jsonb'
    ? false
    : [Value] extends [NonNullable<ValueOf<C[Name]>> | readonly NonNullable<ValueOf<C[Name]>>[]]
      ? true
      : false
  : false
type ColumnFilters<C extends Columns, Query> = {
  [Name in keyof Query]-?: IsColumn<C, Name, Given<Query, Name>> extends true ? Name : never
}[keyof Query]

export type Filters<C extends Columns, Query> = {
  [Name in Exclude<keyof Query, Paging | ColumnFilters<C, Query>>]-?: Filter<Given<Query, Name>, Query>
} & { [Name in ColumnFilters<C, Query>]?: Filter<Given<Query, Name>, Query> }

type SortOf<Query> = Query extends { sort?: infer Sort } ? Exclude<Sort, undefined> : never
type SortName<Query> = SortOf<Query> extends infer Sort ? (Sort extends `-${infer Name}` ? Name : Sort) : never
/** A sort with the name of a column that is never null needs no expression of its own. */
type ColumnSorts<C extends Columns> = {
  [Name in keyof C]: null extends ValueOf<C[Name]> ? never : Name
}[keyof C]
type SortExpression = Pick<Order, 'by' | 'type' | 'second'>
type Orders<C extends Columns, Query> = {
  [Name in Exclude<SortName<Query> & string, ColumnSorts<C> | 'created_at'>]: SortExpression
} & { [Name in SortName<Query> & ColumnSorts<C> & string]?: SortExpression }

type ListDefinition<Query, C extends Columns> = {
  table: Table<C>
  /** The view over the table that has further columns of a row. */
  view?: string
  orders: Orders<C, Query>
  /** The sort of a query without one; the newest first unless given. */
  defaultSort?: SortOf<Query>
  filters: Filters<C, Query>
  /** What a row of the list is, unless a delta asks for deleted ones as well. */
  live?: Sql | ((query: Query) => Sql)
  /** Whether a query asks for deleted ones, where a delta that includes them does not alone say it. */
  showsGone?: (query: Query) => boolean
  /** The limit of the statement, at least one row more than the query's. */
  limit?: (query: Query) => Sql
  /** Further conditions that an index of the list has, and the filters they depend on. */
  scope?: (query: Query) => readonly Condition[]
  /** Whether rows of a delta are in the order of the table that windows are read from. */
  windowsDelta?: boolean
}

/** A list as the engine reads it. */
export type List<Query = never> = {
  readonly table: Table
  readonly view?: string
  readonly orders: Readonly<Record<string, SortExpression>>
  readonly defaultSort?: string
  readonly filters: Readonly<Record<string, Filter<never, never>>>
  readonly live?: Sql | ((query: Query) => Sql)
  readonly showsGone?: (query: Query) => boolean
  readonly limit?: (query: Query) => Sql
  readonly scope?: (query: Query) => readonly Condition[]
  readonly windowsDelta?: boolean
  /** For the type system only. */
  readonly accepts?: (query: Query) => void
}

/**
 * The list of an operation. A filter of the contract without a condition and a sort without an expression do not
 * compile.
 */
export const defineList =
  <Query>() =>
  <const C extends Columns>(list: ListDefinition<Query, C>): List<Query> =>
    list as unknown as List<Query>
