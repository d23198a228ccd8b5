import type { Db } from '#store/open.ts'
import type { FilterRule } from '#store/lists/define.ts'
import { containing, type Order } from '#store/page.ts'
import { allOf, join, raw, type Sql, sql } from '#store/sql.ts'
import type { CustomFieldObject } from '#vocabulary/custom-fields.ts'
import type { FieldRule } from './queries-rules.ts'

/* Lists by the values of custom fields. Keys consist of letters, digits and underscores, so they stand in the text. */

type Range = { is: 'range'; from?: string | number; to?: string | number }
export type FieldFilter = {
  rule: FieldRule
  filter: { is: 'none' } | { is: 'contains'; text: string } | { is: 'one of'; values: (string | number)[] } | Range
}

/** Of every list with custom fields; its handler makes the conditions, because they depend on the definitions. */
export const customFieldFilters = {
  custom_field: { where: () => undefined, reach: 'many' } as FilterRule<readonly string[]>,
  sort_custom_field: { elsewhere: 'the order of the request' },
}

export const listFieldRules = (db: Db, org: string, type: CustomFieldObject, keys: readonly string[]) =>
  db.rows<FieldRule>(sql`
    select id, key, name, kind, options, archived_at is not null as archived from custom_field
    where org_id = ${org} and object_type = ${type} and key = any(${keys}::text[])`)

const holds = (value: object): Sql => sql`custom_fields @> ${JSON.stringify(value)}::jsonb`
const anyOf = (conditions: readonly Sql[]): Sql => sql`(${join(conditions, ' or ')})`

const valueOf = ({ key, kind }: FieldRule) =>
  raw(kind === 'number' ? `(custom_fields->>'${key}')::double precision` : `custom_fields->>'${key}'`)

/** The condition of the index on the values: an object with any of them, of the organization. */
const indexed = (org: string): Sql => sql`array[org_id] @> array[${org}] and custom_fields <> '{}'`

function conditionOf({ rule, filter }: FieldFilter): Sql {
  const { key, kind } = rule
  const has = raw(`custom_fields ? '${key}'`)
  if (filter.is === 'none') return sql`not ${has}`
  if (filter.is === 'contains') return sql`${has} and ${valueOf(rule)} ilike ${containing(filter.text)}`
  if (filter.is === 'one of')
    return anyOf(filter.values.map((value) => holds({ [key]: kind === 'multi_select' ? [value] : value })))
  const { from, to } = filter
  return allOf([
    has,
    from === undefined ? undefined : sql`${valueOf(rule)} >= ${from}`,
    to === undefined ? undefined : sql`${valueOf(rule)} <= ${to}`,
  ])
}

/** An object without values is in no index on them. */
export const fieldConditions = (org: string, filters: readonly FieldFilter[]): Sql | undefined =>
  filters.length === 0
    ? undefined
    : allOf([
        ...filters.map(conditionOf),
        filters.some(({ filter }) => filter.is !== 'none') ? indexed(org) : undefined,
      ])

const lastText = `U&'\\+10FFFF'`
/** Beyond the numbers that a field can have. */
const beyondNumbers = '1e17'

/** The order by a field; objects without a value come last. */
export function fieldOrder({ key, kind, options }: FieldRule, descending: boolean): Order {
  const text = `custom_fields->>'${key}'`
  if (kind === 'number') {
    const last = descending ? `-${beyondNumbers}` : beyondNumbers
    return { by: `coalesce((${text})::double precision, ${last})`, type: 'double precision', descending }
  }
  if (kind === 'select') {
    const places = `array[${options.map((option) => `'${option.key}'`).join(', ')}]`
    const last = descending ? '-1' : '2147483647'
    return { by: `coalesce(array_position(${places}, ${text}), ${last})`, type: 'integer', descending }
  }
  const last = descending ? "''" : lastText
  return { by: `(coalesce(lower(${text}), ${last}) collate "C")`, type: 'text', descending }
}
