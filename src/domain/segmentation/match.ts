import type { RuleCondition } from '#contract/resources/segment-rules.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

/* One value against an operator. */

type Op = RuleCondition['op']
type Value = RuleCondition['value']

/** Whether a text is like that; case never matters. */
export function textMatch(what: Sql, op: Op, value: Value): Sql {
  switch (op) {
    case 'eq':
      return sql`lower(${what}) = lower(${String(value)})`
    case 'in':
      return sql`lower(${what}) in (select lower(u.v) from unnest(${(value as unknown[]).map(String)}::text[]) as u (v))`
    case 'contains':
      return sql`position(lower(${String(value)}) in lower(${what})) > 0`
    case 'starts_with':
      return sql`starts_with(lower(${what}), lower(${String(value)}))`
    case 'ends_with':
      return sql`right(lower(${what}), length(lower(${String(value)}))) = lower(${String(value)})`
    default:
      return sql`nullif(${what}, '') is not null`
  }
}

const comparison = { gt: raw('>'), gte: raw('>='), lt: raw('<'), lte: raw('<=') }

/** A number, or a text that reads as one. */
const numberIn = (json: Sql) =>
  sql`case when ${json}#>>'{}' ~ '^-?[0-9]{1,15}([.][0-9]{1,15})?$' then (${json}#>>'{}')::numeric end`
/** A text that reads as a day or an instant; PostgreSQL is asked first, for it would stumble over the thirtieth of February. */
const instantIn = (json: Sql) =>
  sql`case when ${json}#>>'{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ].*)?$' and pg_input_is_valid(${json}#>>'{}', 'timestamptz') then (${json}#>>'{}')::timestamptz end`

/** Whether an attribute, whatever its type, is like that. */
export function keyedMatch(json: Sql, op: Op, value: Value): Sql {
  if (op in comparison) return sql`${numberIn(json)} ${comparison[op as keyof typeof comparison]} ${value}::numeric`
  if (op === 'within_days') return sql`${instantIn(json)} >= now() - make_interval(days => ${value}::integer)`
  if (op === 'before' || op === 'after')
    return sql`${instantIn(json)} ${op === 'before' ? comparison.lt : comparison.gte} ${new Date(value as string).toISOString()}::timestamptz`
  if (op === 'eq' && typeof value === 'number') return sql`${numberIn(json)} = ${value}::numeric`
  if (op === 'is_set') return sql`(${json} is not null and ${json} <> 'null'::jsonb)`
  return textMatch(sql`(${json}#>>'{}')`, op, value)
}
