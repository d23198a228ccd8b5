import type { RuleCondition, SegmentRules } from '#contract/resources/segment-rules.ts'
import { join, raw, type Sql, sql } from '#store/sql.ts'
import { isGroup } from './check.ts'
import { keyedMatch, textMatch } from './match.ts'

/* Rules as one condition on a contact `c`. What hangs on a contact is asked for all contacts at once: `c.id in (select …)` is worked out a single time. */

/** Whose feedback and identities are looked at: those of everybody, or of the contacts that the statement calls `chunk`. */
export type Reach = { org: string; chunk: boolean }

const within = ({ chunk }: Reach, column: 'contact_id' | 'f.contact_id') =>
  chunk ? raw(`${column} in (select id from chunk)`) : raw('true')

export const compile = (rules: SegmentRules, reach: Reach): Sql =>
  joined(
    rules.match,
    rules.conditions.map((node) =>
      isGroup(node)
        ? joined(
            node.match,
            node.conditions.map((one) => compileOne(one, reach)),
          )
        : compileOne(node, reach),
    ),
  )

const joined = (match: 'any' | 'all' | undefined, pieces: readonly Sql[]) =>
  sql`(${join(pieces, match === 'all' ? ' and ' : ' or ')})`

/** Never null: a condition on what is not known is false, its denial true. */
export function compileOne(condition: RuleCondition, reach: Reach): Sql {
  const denial = denials[condition.op]
  return denial
    ? sql`not ${compileOne({ ...condition, op: denial }, reach)}`
    : sql`coalesce(${holds(condition, reach)}, false)`
}

const denials: Partial<Record<RuleCondition['op'], RuleCondition['op']>> = {
  neq: 'eq',
  not_in: 'in',
  is_not_set: 'is_set',
}

const texts = {
  email_domain: "split_part(c.email, '@', 2)",
  email: 'c.email',
  company_name: "c.company->>'name'",
  company_domain: "c.company->>'domain'",
  plan: "c.company->>'plan'",
  country: 'c.country',
  language: 'c.language',
  nps_type:
    "case when c.nps_score >= 9 then 'promoter' when c.nps_score >= 7 then 'passive' when c.nps_score is not null then 'detractor' end",
}

function holds(condition: RuleCondition, reach: Reach): Sql {
  const { field, op, value } = condition
  switch (field) {
    case 'created_at':
      return moment(raw('c.created_at'), op, value)
    case 'last_feedback_at':
      return moment(raw('f.last_feedback_at'), op, value)
    case 'feedback_count':
      return amount(raw('coalesce(f.feedback_count, 0)'), op, value)
    case 'tag':
      return sql`exists (select from unnest(c.tags) as t (v) where ${textMatch(raw('t.v'), op, value)})`
    case 'attribute':
      return keyedMatch(sql`c.attributes->${condition.key}::text`, op, value)
    case 'integration_attribute':
      return sql`(${keyedMatch(sql`c.company->'attributes'->${condition.key}::text`, op, value)} is true
      or c.id in (${said(reach, sql`${keyedMatch(sql`f.metadata->${condition.key}::text`, op, value)}`)}))`
    case 'integration_source':
      return sql`(c.id in (select contact_id from contact_identity where org_id = ${reach.org} and ${within(reach, 'contact_id')} and ${textMatch(raw('provider'), op, value)})
      or c.id in (${said(reach, textMatch(raw('f.source'), op, value))}))`
    case 'integration_tag':
      return sql`c.id in (${said(reach, sql`exists (select from unnest(f.tags) as t (v) where ${textMatch(raw('t.v'), op, value)})`)})`
    case 'slack_channel':
      return sql`c.id in (${said(
        reach,
        sql`f.source = 'slack' and exists (
      select from unnest(array[f.metadata->>'channel', f.metadata->>'channel_name', f.metadata->>'channel_id']) as t (v) where ${textMatch(raw('t.v'), op, value)})`,
      )})`
    default:
      return textMatch(raw(texts[field]), op, value)
  }
}

const said = (reach: Reach, what: Sql) =>
  sql`select f.contact_id from feedback f
    where f.org_id = ${reach.org} and f.deleted_at is null and f.contact_id is not null and ${within(reach, 'f.contact_id')} and ${what}`

type Op = RuleCondition['op']
type Value = RuleCondition['value']

const comparison = { gt: raw('>'), gte: raw('>='), lt: raw('<'), lte: raw('<=') }

function amount(what: Sql, op: Op, value: Value): Sql {
  if (op === 'in') return sql`${what} = any(${value}::numeric[])`
  if (op === 'eq') return sql`${what} = ${value}::numeric`
  return sql`${what} ${comparison[op as keyof typeof comparison]} ${value}::numeric`
}

function moment(what: Sql, op: Op, value: Value): Sql {
  if (op === 'is_set') return sql`${what} is not null`
  if (op === 'within_days') return sql`${what} >= now() - make_interval(days => ${value}::integer)`
  return sql`${what} ${op === 'before' ? comparison.lt : comparison.gte} ${new Date(value as string).toISOString()}::timestamptz`
}

/** What the statement must join for these rules to be answered: counts of feedback cost a pass over it. */
export const countsFeedback = (conditions: readonly RuleCondition[]) =>
  conditions.some(({ field }) => field === 'feedback_count' || field === 'last_feedback_at')

/** What is known of each contact's feedback as `f`, when some rule asks. */
export const feedbackOf = (reach: Reach, wanted: boolean): Sql =>
  wanted
    ? sql`left join (select contact_id, count(*) as feedback_count, max(occurred_at) as last_feedback_at from feedback
        where org_id = ${reach.org} and deleted_at is null and contact_id is not null and ${within(reach, 'contact_id')} group by contact_id) f on f.contact_id = c.id`
    : raw('')
