import type { RuleCondition } from '#contract/resources/segment-rules.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

/* SQL for one operator on one value. */

type Op = RuleCondition['op']
type Value = RuleCondition['value']

/** Case-insensitive. */
export function textMatch(operand: Sql, op: Op, value: Value): Sql {
  switch (op) {
    case 'eq':
      return sql`lower(${operand}) = lower(${String(value)})`
    case 'in':
      return sql`lower(${operand}) in (
        select lower(u.v) from unnest(${(value as unknown[]).map(String)}::text[]) as u (v))`
    case 'contains':
      return sql`position(lower(${String(value)}) in lower(${operand})) > 0`
    case 'starts_with':
      return sql`starts_with(lower(${operand}), lower(${String(value)}))`
    case 'ends_with':
      return sql`right(lower(${operand}), length(lower(${String(value)}))) = lower(${String(value)})`
    default:
      return sql`nullif(${operand}, '') is not null`
  }
}

const comparison = { gt: raw('>'), gte: raw('>='), lt: raw('<'), lte: raw('<=') }

/** A number, or a text that reads as one. */
const numberIn = (json: Sql) =>
  sql`case when ${json}#>>'{}' ~ '^-?[0-9]{1,15}([.][0-9]{1,15})?$' then (${json}#>>'{}')::numeric end`
/** A text that reads as a date or an instant; checked first, because casting 30 February fails. */
const instantIn = (json: Sql) =>
  sql`case when ${json}#>>'{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ].*)?$'
    and pg_input_is_valid(${json}#>>'{}', 'timestamptz') then (${json}#>>'{}')::timestamptz end`

/** For a value, or any of a list of values. */
export const memberMatch = (json: Sql, op: Op, value: Value): Sql => sql`exists (
  select from jsonb_array_elements(case jsonb_typeof(${json}) when 'array' then ${json}
    else jsonb_build_array(${json}) end) as e (v) where ${keyedMatch(raw('e.v'), op, value)})`

/** For a JSON attribute of any type. */
export function keyedMatch(json: Sql, op: Op, value: Value): Sql {
  if (op in comparison) return sql`${numberIn(json)} ${comparison[op as keyof typeof comparison]} ${value}::numeric`
  if (op === 'within_days') return sql`${instantIn(json)} >= now() - make_interval(days => ${value}::integer)`
  if (op === 'before' || op === 'after') {
    const operator = op === 'before' ? comparison.lt : comparison.gte
    return sql`${instantIn(json)} ${operator} ${new Date(value as string).toISOString()}::timestamptz`
  }
  if (op === 'eq' && typeof value === 'number') return sql`${numberIn(json)} = ${value}::numeric`
  if (op === 'is_set') return sql`(${json} is not null and ${json} <> 'null'::jsonb)`
  return textMatch(sql`(${json}#>>'{}')`, op, value)
}
