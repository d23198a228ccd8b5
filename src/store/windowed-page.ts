import { type Order, orderBy } from './page.ts'
import { allOf, type Condition, raw, type Sql, sql } from './sql.ts'

/** Enough to fill a page with rows of which one in forty matches. */
const windowSize = raw('2000')

type WindowedPage = {
  table: string
  /** What an index has in the order of the list: organization, state and the rows after the cursor. */
  scope: readonly Condition[]
  /** The first rows of the list in its order, where they are not those of `scope`. */
  window?: Sql | undefined
  filters: readonly Condition[]
  /** The same filters with what the index of a rare value needs. */
  farFilters?: readonly Condition[]
  order: Order
  limit: Sql
}

/** The first rows of a list; a condition that an index has (`tags <> '{}'`) leaves out rows that cannot match. */
export const listWindow = (table: string, conditions: readonly Condition[], order: Order): Sql =>
  sql`select * from ${raw(table)} where ${allOf(conditions)} order by ${orderBy(order)} limit ${windowSize}`

/**
 * The rows of a page by filters that many or few rows may match, which PostgreSQL cannot know of a text, a tag or a
 * range of another time. The next rows of the list are tried first; only if they do not fill the page, all matching
 * rows are found by an index of the filter and sorted. Neither reads a large organization from end to end.
 */
export function windowedPage({ table, scope, window, filters, farFilters, order, limit }: WindowedPage): Sql {
  const rows = raw(table)
  // Only ids and what is sorted by, which an index may have without the rows.
  const farOrder = order.by === 'id' ? order : { ...order, by: 'sort_value' }
  return sql`
    with near as materialized (
      select * from (${window ?? listWindow(table, scope, order)}) as ${rows} where ${allOf(filters)} limit ${limit}),
    is_filled as materialized (select count(*) >= ${limit} as filled from near)
    select * from near where (select filled from is_filled)
    union all
    select * from ${rows} where ${allOf(scope)} and not (select filled from is_filled) and id = any(array(
      select id from (
        select id, ${raw(order.by)} as sort_value from ${rows}
        where ${allOf([...scope, ...(farFilters ?? filters)])} offset 0) far
      where not (select filled from is_filled) order by ${orderBy(farOrder)} limit ${limit}))`
}
