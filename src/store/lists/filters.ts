import { containing, hasTag, instantOf } from '#store/page.ts'
import { join, raw, type Sql, sql } from '#store/sql.ts'
import type { Filter, FilterRule } from './define.ts'

/* The filters that many lists have. */

/** Rows with the value, or with one of the values. An index with the column first has one value in the list's order. */
export function equals(column: string, value: unknown, type?: string): Sql {
  if (!Array.isArray(value)) return sql`${raw(column)} = ${value}`
  if (value.length === 1) return sql`${raw(column)} = ${value[0]}`
  return sql`${raw(column)} = any(${value}${raw(type ? `::${type}[]` : '')})`
}

/** Rows in whose texts the value occurs. `indexed` is the expression of an index that has all of them. */
export const contains = (
  expressions: readonly string[],
  indexed?: (org: string, pattern: string) => Sql,
): FilterRule<string> => ({
  where: (text) => {
    const pattern = containing(text)
    const found = expressions.map((expression) => sql`${raw(expression)} ilike ${pattern}`)
    return sql`(${join(found, ' or ')})`
  },
  ...(indexed && { reach: 'many', indexed: (text, { org }) => indexed(org, containing(text)) }),
})

/** Rows with one of the tags. */
export const withTag: FilterRule<readonly string[]> = {
  where: (tags, { org }) => hasTag(org, tags),
  reach: 'many',
}
/** The same where an index has the rows with tags in the order of their ids. */
export const tagged: FilterRule<readonly string[]> = { ...withTag, narrowed: "tags <> '{}'" }

/** Rows at or after a time, which the index of an order by the column begins at. */
export const from = (column: string): Filter<string> => ({
  where: (time) => sql`${raw(column)} >= ${instantOf(time)}`,
  orderedBy: column,
})
/** Rows before a time. */
export const until = (column: string): Filter<string> => ({
  where: (time) => sql`${raw(column)} < ${instantOf(time)}`,
  orderedBy: column,
})

/** Rows for which a condition holds, or does not. */
export const whether =
  (condition: (org: string) => Sql): Filter<boolean> =>
  (value, { org }) =>
    sql`${raw(value ? '' : 'not')} ${condition(org)}`

/** Rows with few others of the same value: they are found by its index and sorted. */
export const few = (column: string): Filter<string> => ({
  where: (value) => sql`${raw(column)} = ${value}`,
  reach: 'few',
})
