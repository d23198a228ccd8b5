import { after, createdWithin, instantOf, type Key, type Order, orderBy, pageLimit } from '#store/page.ts'
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
}
export type PageParameters = ListQuery & { cursor?: string | undefined }

const newest: Order = { by: 'id', type: 'uuid', descending: true }
export const byChange: Order = { by: 'updated_at', type: 'timestamptz', descending: false }

function orderOfSort({ orders, table }: List, sort: string): Order {
  const descending = sort.startsWith('-')
  const name = descending ? sort.slice(1) : sort
  if (name === 'created_at') return { ...newest, descending }
  const { by, type } = orders[name] ?? { by: name, type: table.columns[name]!.type as Order['type'] }
  return { by, type, descending }
}

const knownOrders = new WeakMap<List, Map<string, Order>>()

/** The order of a query: a delta is in the order of changes. */
export function orderOf(list: List, { updated_since, sort = list.defaultSort ?? '-created_at' }: ListQuery): Order {
  if (updated_since) return byChange
  let orders = knownOrders.get(list)
  if (!orders) knownOrders.set(list, (orders = new Map()))
  let order = orders.get(sort)
  if (!order) orders.set(sort, (order = orderOfSort(list, sort)))
  return order
}

type Present = { rule: FilterRule<never, never>; value: never; name: string }

/** The filters that a query has, as rules. */
function presentFilters(list: List, query: ListQuery): Present[] {
  const found: Present[] = []
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || engineParameters.has(name)) continue
    const filter = list.filters[name] ?? columnFilter(list, name)
    if (typeof filter === 'function') found.push({ name, value: value as never, rule: { where: filter } })
    else if ('where' in filter) found.push({ name, value: value as never, rule: filter })
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
])

function columnFilter({ table }: List, name: string): FilterRule<never, never> {
  const column = table.columns[name]
  if (!column) throw new Error(`the list of ${table.name} has no filter ${name}`)
  return { where: (value) => equals(name, value, column.type) }
}

const isDeltaWithDeleted = ({ updated_since, include_deleted }: ListQuery) => Boolean(updated_since && include_deleted)

/** What the index of an order has or begins at. */
function scopeOf(list: List, org: string, query: ListQuery): Condition[] {
  return [
    sql`org_id = ${org}`,
    isDeltaWithDeleted(query) ? undefined : list.live,
    ...createdWithin(query),
    query.updated_since ? sql`updated_at >= ${instantOf(query.updated_since)}` : undefined,
    ...(list.scope?.(query as never) ?? []),
  ]
}

const isInScope = ({ rule }: Present, order: Order | undefined) =>
  rule.orderedBy !== undefined && rule.orderedBy === order?.by

/** All conditions of a query: what a count needs. */
export function conditionsOf(list: List, org: string, query: ListQuery): Condition[] {
  const context = { org, query } as never
  return [
    ...scopeOf(list, org, query),
    ...presentFilters(list, query).map(({ rule, value }) => rule.where(value, context)),
  ]
}

/** A few more conditions for one use of a list. */
export type Narrowing = { condition?: Condition }

const needsWindow = (list: List, present: readonly Present[], order: Order, query: ListQuery) =>
  !(query.updated_since && list.windowsDelta === false) &&
  !present.some(({ rule }) => rule.reach === 'few' || rule.reach === 'elsewhere') &&
  present.some((filter) => filter.rule.reach === 'many' || (filter.rule.orderedBy && !isInScope(filter, order)))

/** The rows of a page, one more than the limit. */
export function pageStatement(
  list: List,
  org: string,
  query: ListQuery,
  { keys, condition }: Narrowing & { keys: readonly Key[] | undefined },
): Sql {
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
  const where = others.map(({ rule, value }) => rule.where(value, context))
  if (!needsWindow(list, present, order, query)) {
    const relation = raw(list.view ? `${list.view} ${list.table.name}` : list.table.name)
    return sql`select * from ${relation} where ${allOf([...scope, ...where, condition])}
      order by ${orderBy(order)} limit ${condition ? sql`${query.limit + 1}` : pageLimit(query)}`
  }
  const narrowed = order.by === 'id' ? present.find(({ rule }) => rule.narrowed)?.rule.narrowed : undefined
  const page = windowedPage({
    table: list.table.name,
    scope,
    window: narrowed ? listWindow(list.table.name, [...scope, raw(narrowed)], order) : undefined,
    filters: [...others.map(({ rule, value }) => (rule.near ?? rule.where)(value, context)), condition],
    farFilters: [...where, ...others.map(({ rule, value }) => rule.indexed?.(value, context)), condition],
    order,
    limit: sql`${query.limit + 1}`,
  })
  return list.view
    ? sql`select * from ${raw(list.view)} where org_id = ${org} and id = any(array(select id from (${page}) page))`
    : page
}
