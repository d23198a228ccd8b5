import { after, createdWithin, instantOf, type Key, newestFirst, type Order, orderBy, pageLimit } from '#store/page.ts'
import { allOf, type Condition, raw, type Sql, sql } from '#store/sql.ts'
import { listWindow, windowedPage } from '#store/windowed-page.ts'
import type { FilterRule, List } from './define.ts'
import { equals } from './filters.ts'

export type ListQuery = {
  limit: number
  sort?: string | undefined
  updated_since?: string | undefined
  include_deleted?: boolean | undefined
  created_after?: string | undefined
  created_before?: string | undefined
  /** An order of the request's own, in place of its sort. */
  order?: Order | undefined
}
export type PageParameters = ListQuery & { cursor?: string | undefined }

const byChange: Order = { by: 'updated_at', type: 'timestamptz', descending: false }

function orderOfSort({ orders, table }: List, sort: string): Order {
  const descending = sort.startsWith('-')
  const name = descending ? sort.slice(1) : sort
  if (name === 'created_at') return { ...newestFirst, descending }
  return { ...(orders[name] ?? { by: name, type: table.columns[name]!.type as Order['type'] }), descending }
}

const knownOrders = new WeakMap<List, Map<string, Order>>()

/** The order of a query: a delta is in the order of changes. */
export function orderOf(
  list: List,
  { updated_since, order: own, sort = list.defaultSort ?? '-created_at' }: ListQuery,
) {
  if (updated_since) return byChange
  if (own) return own
  let orders = knownOrders.get(list)
  if (!orders) knownOrders.set(list, (orders = new Map()))
  let order = orders.get(sort)
  if (!order) orders.set(sort, (order = orderOfSort(list, sort)))
  return order
}

type Present = { rule: FilterRule<never, never>; value: never }

/** The filters that a query has, as rules. */
function presentFilters(list: List, query: ListQuery): Present[] {
  const found: Present[] = []
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || engineParameters.has(name)) continue
    const filter = list.filters[name] ?? columnFilter(list, name)
    if (typeof filter === 'function') found.push({ value: value as never, rule: { where: filter } })
    else if ('where' in filter) found.push({ value: value as never, rule: filter })
  }
  return found
}

const engineParameters = new Set([
  'limit',
  'cursor',
  'sort',
  'include',
  'updated_since',
  'include_deleted',
  'created_after',
  'created_before',
  'order',
])

function columnFilter({ table }: List, name: string): FilterRule<never, never> {
  const column = table.columns[name]
  if (!column) throw new Error(`the list of ${table.name} has no filter ${name}`)
  return { where: (value) => equals(name, value, column.type) }
}

const isDeltaWithDeleted = ({ updated_since, include_deleted }: ListQuery) => Boolean(updated_since && include_deleted)
/** Whether a query lists deleted rows too. */
export const showsGone = (list: List, query: ListQuery) => (list.showsGone ?? isDeltaWithDeleted)(query as never)
export const liveCondition = ({ live }: List, query: ListQuery) =>
  typeof live === 'function' ? live(query as never) : live

/** What the index of an order has or begins at. */
function scopeOf(list: List, org: string, query: ListQuery): Condition[] {
  return [
    sql`org_id = ${org}`,
    showsGone(list, query) ? undefined : liveCondition(list, query),
    ...createdWithin(query),
    query.updated_since ? sql`updated_at >= ${instantOf(query.updated_since)}` : undefined,
    ...(list.scope?.(query as never) ?? []),
  ]
}

const isInScope = ({ rule }: Present, order: Order | undefined) =>
  rule.orderedBy !== undefined && rule.orderedBy === order?.by

/** The conditions of the filters of a query. */
export function filtersOf(list: List, org: string, query: ListQuery): Condition[] {
  const context = { org, query } as never
  return presentFilters(list, query).map(({ rule, value }) => rule.where(value, context))
}

/** All conditions of a query: what a count needs. */
export const conditionsOf = (list: List, org: string, query: ListQuery): Condition[] => [
  ...scopeOf(list, org, query),
  ...filtersOf(list, org, query),
]

/** A few more conditions for one use of a list. */
export type Narrowing = { condition?: Condition }

const reachOf = ({ rule: { reach } }: Present, query: ListQuery) =>
  typeof reach === 'function' ? reach(query as never) : reach

function needsWindow(list: List, present: readonly Present[], order: Order, query: ListQuery): boolean {
  if (query.updated_since && list.windowsDelta === false) return false
  // No index has the first rows of an order of the request's own.
  if (query.order && !query.updated_since) return false
  const reaches = present.map((filter) => reachOf(filter, query))
  if (reaches.includes('few') || reaches.includes('elsewhere')) return false
  return reaches.includes('many') || present.some((filter) => filter.rule.orderedBy && !isInScope(filter, order))
}

type PageParts = {
  query: ListQuery
  order: Order
  scope: readonly Condition[]
  context: never
  others: readonly Present[]
} & Given

/** Where many or few rows may match: the first rows of the list are tried before all that match. */
function windowedStatement(list: List, { query, order, scope, context, others, keys, condition }: PageParts): Sql {
  const { name } = list.table
  const page = { ...(context as object), order, scope, keys } as never
  const narrowed = order.by === 'id' ? others.find(({ rule }) => rule.narrowed)?.rule.narrowed : undefined
  const window = others.map(({ rule, value }) => rule.window?.(value, page)).find(Boolean)
  return windowedPage({
    table: name,
    scope,
    window: window ?? (narrowed ? listWindow(name, [...scope, raw(narrowed)], order) : undefined),
    filters: [...others.map(({ rule, value }) => (rule.near ?? rule.where)(value, context)), condition],
    farFilters: [
      ...others.map(({ rule, value }) => rule.where(value, context)),
      ...others.map(({ rule, value }) => rule.indexed?.(value, context)),
      condition,
    ],
    order,
    limit: list.limit?.(query as never) ?? sql`${query.limit + 1}`,
  })
}

type Given = Narrowing & { keys: readonly Key[] | undefined }

/** The rows of a page, one more than the limit. */
export function pageStatement(list: List, org: string, query: ListQuery, given: Given): Sql {
  const { keys, condition } = given
  const order = orderOf(list, query)
  const context = { org, query } as never
  const present = presentFilters(list, query)
  const inScope = present.filter((filter) => isInScope(filter, order))
  const others = present.filter((filter) => !isInScope(filter, order))
  const scope = [
    ...scopeOf(list, org, query),
    ...inScope.map(({ rule, value }) => rule.where(value, context)),
    after(order, keys),
  ]
  if (needsWindow(list, present, order, query)) {
    const page = windowedStatement(list, { query, order, scope, context, others, ...given })
    if (!list.view) return page
    return sql`select * from ${raw(list.view)} where org_id = ${org} and id = any(array(select id from (${page}) page))`
  }
  const where = others.map(({ rule, value }) => rule.where(value, context))
  const relation = raw(list.view ? `${list.view} ${list.table.name}` : list.table.name)
  const limit = list.limit?.(query as never) ?? (condition ? sql`${query.limit + 1}` : pageLimit(query))
  return sql`select * from ${relation} where ${allOf([...scope, ...where, condition])}
    order by ${orderBy(order)} limit ${limit}`
}
