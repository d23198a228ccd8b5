import type { ReadCtx } from '#domain/context.ts'
import { invalidField } from '#domain/errors.ts'
import type { Order } from '#store/page.ts'
import type { Sql } from '#store/sql.ts'
import type { CustomFieldObject } from '#vocabulary/custom-fields.ts'
import { fieldConditions, type FieldFilter, fieldOrder, listFieldRules } from './queries-filter.ts'
import type { FieldRule } from './queries-rules.ts'

/* The filters and the sort of lists by custom fields. */

type FieldQuery = { custom_field?: readonly string[] | undefined; sort_custom_field?: string | undefined }

const path = 'query.custom_field'
const isDay = /^\d{4}-\d{2}-\d{2}$/

function scalarOf({ key, kind }: FieldRule, text: string): string | number {
  if (kind === 'number') {
    const number = Number(text)
    return text.trim() === '' || !Number.isFinite(number) ? invalidField(path, `${key} is a number`) : number
  }
  if (kind === 'date' && !isDay.test(text)) invalidField(path, `${key} is a day such as 2026-05-02`)
  return text
}

function rangeOf(rule: FieldRule, text: string): FieldFilter['filter'] {
  const [from = '', to] = text.split('..')
  if (to === undefined) return { is: 'one of', values: text.split('|').map((one) => scalarOf(rule, one)) }
  return {
    is: 'range',
    ...(from !== '' && { from: scalarOf(rule, from) }),
    ...(to !== '' && { to: scalarOf(rule, to) }),
  }
}

/** By the kind of the field: options, users, a range, or a part of a text. */
function filterOf(rule: FieldRule, text: string): FieldFilter {
  if (text === '') return { rule, filter: { is: 'none' } }
  const { kind } = rule
  if (kind === 'text' || kind === 'link') return { rule, filter: { is: 'contains', text } }
  if (kind === 'number' || kind === 'date') return { rule, filter: rangeOf(rule, text) }
  const values = text.split('|')
  const unknown = kind === 'person' ? undefined : values.find((one) => !rule.options.some(({ key }) => key === one))
  if (unknown !== undefined) invalidField(path, `${rule.key} has no option ${unknown}`)
  return { rule, filter: { is: 'one of', values } }
}

function orderOf(rule: FieldRule, sort: string): Order {
  if (rule.kind === 'multi_select' || rule.kind === 'person')
    invalidField('query.sort_custom_field', `lists are not sorted by fields of the kind ${rule.kind}`)
  return fieldOrder(rule, sort.startsWith('-'))
}

/** The conditions and the order that a request names, read from the definitions if it names any. */
export async function fieldNarrowing<Query extends FieldQuery>(
  { db, org }: ReadCtx,
  type: CustomFieldObject,
  query: Query,
): Promise<{ query: Query & { order?: Order }; condition: Sql | undefined }> {
  const { custom_field = [], sort_custom_field: sort } = query
  if (custom_field.length === 0 && sort === undefined) return { query, condition: undefined }
  const given = custom_field.map(
    (text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)] as const,
  )
  const sorted = sort?.replace('-', '')
  const keys = [...given.map(([key]) => key), ...(sorted === undefined ? [] : [sorted])]
  const rules = new Map((await listFieldRules(db, org, type, keys)).map((rule) => [rule.key, rule]))
  const ruleOf = (key: string, at: string) => rules.get(key) ?? invalidField(at, `there is no custom field ${key}`)
  const filters = given.map(([key, text]) => filterOf(ruleOf(key, path), text))
  const order = sort === undefined ? undefined : orderOf(ruleOf(sorted!, 'query.sort_custom_field'), sort)
  return { query: { ...query, ...(order && { order }) }, condition: fieldConditions(org, filters) }
}
