import type { RuleCondition, SegmentRules } from '#contract/resources/segment-rules.ts'
import { join, raw, type Sql, sql } from '#store/sql.ts'
import { isGroup } from './validate-rules.ts'
import { keyedMatch, memberMatch, textMatch } from './queries-operators.ts'
import { inNpsGroup, npsGroups } from '#vocabulary/nps.ts'

/*
 * Compiles rules into one SQL condition on a contact `c`.
 * Related rows are matched by `c.id in (select …)`, which PostgreSQL evaluates once for all contacts.
 */

/** Limits related rows to the contacts in the CTE `chunk`; without it all contacts of the organization are read. */
type RuleScope = { org: string; chunk: boolean }

const inScope = ({ chunk }: RuleScope, column: 'contact_id' | 'f.contact_id') =>
  chunk ? raw(`${column} in (select id from chunk)`) : raw('true')

export const compileSegmentRules = (rules: SegmentRules, scope: RuleScope): Sql =>
  combine(
    rules.match,
    rules.conditions.map((node) =>
      isGroup(node)
        ? combine(
            node.match,
            node.conditions.map((one) => compileCondition(one, scope)),
          )
        : compileCondition(node, scope),
    ),
  )

const combine = (match: 'any' | 'all' | undefined, conditions: readonly Sql[]) =>
  sql`(${join(conditions, match === 'all' ? ' and ' : ' or ')})`

/** Never null: a condition on a missing value is false, its negation true. */
export function compileCondition(condition: RuleCondition, scope: RuleScope): Sql {
  const negated = negations[condition.op]
  return negated
    ? sql`not ${compileCondition({ ...condition, op: negated }, scope)}`
    : sql`coalesce(${conditionSql(condition, scope)}, false)`
}

const negations: Partial<Record<RuleCondition['op'], RuleCondition['op']>> = {
  neq: 'eq',
  not_in: 'in',
  is_not_set: 'is_set',
}

const npsCases = npsGroups.map((group) => `when ${inNpsGroup(group, 'c.nps_score')} then '${group}'`)
const textColumns = {
  email_domain: "split_part(c.email, '@', 2)",
  email: 'c.email',
  company_name: "c.company->>'name'",
  company_domain: "c.company->>'domain'",
  plan: "c.company->>'plan'",
  country: 'c.country',
  language: 'c.language',
  nps_type: `case ${npsCases.join(' ')} end`,
}

function conditionSql(condition: RuleCondition, scope: RuleScope): Sql {
  const { field, op, value } = condition
  const matchText = (column: string) => textMatch(raw(column), op, value)
  switch (field) {
    case 'created_at':
      return dateMatch(raw('c.created_at'), op, value)
    case 'last_feedback_at':
      return dateMatch(raw('f.last_feedback_at'), op, value)
    case 'feedback_count':
      return numberMatch(raw('coalesce(f.feedback_count, 0)'), op, value)
    case 'tag':
      return sql`exists (select from unnest(c.tags) as t (v) where ${matchText('t.v')})`
    case 'attribute':
      return keyedMatch(sql`c.attributes->${condition.key}::text`, op, value)
    case 'custom_field':
      return memberMatch(sql`c.custom_fields->${condition.key}::text`, op, value)
    case 'integration_attribute': {
      const ofCompany = keyedMatch(sql`c.company->'attributes'->${condition.key}::text`, op, value)
      const ofFeedback = keyedMatch(sql`f.metadata->${condition.key}::text`, op, value)
      return sql`(${ofCompany} is true or c.id in (${contactsWithFeedback(scope, ofFeedback)}))`
    }
    case 'integration_source':
      return sql`(c.id in (${contactsWithIdentity(scope, matchText('provider'))})
        or c.id in (${contactsWithFeedback(scope, matchText('f.source'))}))`
    case 'integration_tag': {
      const hasTag = sql`exists (select from unnest(f.tags) as t (v) where ${matchText('t.v')})`
      return sql`c.id in (${contactsWithFeedback(scope, hasTag)})`
    }
    case 'slack_channel':
      return sql`c.id in (${contactsWithFeedback(scope, inSlackChannel(matchText('t.v')))})`
    default:
      return matchText(textColumns[field])
  }
}

const contactsWithIdentity = (scope: RuleScope, condition: Sql) => sql`
  select contact_id from contact_identity
  where org_id = ${scope.org} and ${inScope(scope, 'contact_id')} and ${condition}`

const contactsWithFeedback = (scope: RuleScope, condition: Sql) => sql`
  select f.contact_id from feedback f
  where f.org_id = ${scope.org} and f.deleted_at is null and f.contact_id is not null
    and ${inScope(scope, 'f.contact_id')} and ${condition}`

const inSlackChannel = (condition: Sql) => sql`
  f.source = 'slack' and exists (
    select from unnest(array[f.metadata->>'channel', f.metadata->>'channel_name', f.metadata->>'channel_id']) as t (v)
    where ${condition})`

type Op = RuleCondition['op']
type Value = RuleCondition['value']

const comparison = { gt: raw('>'), gte: raw('>='), lt: raw('<'), lte: raw('<=') }

function numberMatch(operand: Sql, op: Op, value: Value): Sql {
  if (op === 'in') return sql`${operand} = any(${value}::numeric[])`
  if (op === 'eq') return sql`${operand} = ${value}::numeric`
  return sql`${operand} ${comparison[op as keyof typeof comparison]} ${value}::numeric`
}

function dateMatch(operand: Sql, op: Op, value: Value): Sql {
  if (op === 'is_set') return sql`${operand} is not null`
  if (op === 'within_days') return sql`${operand} >= now() - make_interval(days => ${value}::integer)`
  const operator = op === 'before' ? comparison.lt : comparison.gte
  return sql`${operand} ${operator} ${new Date(value as string).toISOString()}::timestamptz`
}

/** Feedback is only aggregated for rules that need it, because that reads all of it. */
export const needsFeedbackStats = (conditions: readonly RuleCondition[]) =>
  conditions.some(({ field }) => field === 'feedback_count' || field === 'last_feedback_at')

/** Feedback statistics of each contact as `f`. */
export const feedbackStatsJoin = (scope: RuleScope, isNeeded: boolean): Sql =>
  isNeeded
    ? sql`left join (
        select contact_id, count(*) as feedback_count, max(occurred_at) as last_feedback_at from feedback
        where org_id = ${scope.org} and deleted_at is null and contact_id is not null
          and ${inScope(scope, 'contact_id')}
        group by contact_id) f on f.contact_id = c.id`
    : raw('')
