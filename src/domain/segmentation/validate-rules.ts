import { formats } from '#contract/core/formats.ts'
import type {
  RuleCondition,
  RuleField,
  RuleGroup,
  RuleOperator,
  SegmentRules,
} from '#contract/resources/segment-rules.ts'
import { type NpsGroup, npsGroups } from '#vocabulary/nps.ts'

/* Checks beyond the schema: which operators a field takes, and which values an operator takes. */

type FieldKind = 'text' | 'texts' | 'choice' | 'keyed' | 'time' | 'number'

export const fieldKinds: Record<RuleField, FieldKind> = {
  email_domain: 'text',
  email: 'text',
  company_name: 'text',
  company_domain: 'text',
  plan: 'text',
  country: 'text',
  language: 'text',
  integration_source: 'texts',
  integration_tag: 'texts',
  slack_channel: 'texts',
  tag: 'texts',
  integration_attribute: 'keyed',
  attribute: 'keyed',
  custom_field: 'keyed',
  created_at: 'time',
  last_feedback_at: 'time',
  feedback_count: 'number',
  nps_type: 'choice',
}

const equalityOperators: RuleOperator[] = ['eq', 'neq', 'in', 'not_in']
const substringOperators: RuleOperator[] = ['contains', 'starts_with', 'ends_with']
const comparisonOperators: RuleOperator[] = ['gt', 'gte', 'lt', 'lte']
const dateOperators: RuleOperator[] = ['before', 'after', 'within_days']
const presenceOperators: RuleOperator[] = ['is_set', 'is_not_set']
const operatorsByKind: Record<FieldKind, readonly RuleOperator[]> = {
  text: [...equalityOperators, ...substringOperators, ...presenceOperators],
  texts: [...equalityOperators, ...substringOperators, ...presenceOperators],
  choice: [...equalityOperators, ...presenceOperators],
  keyed: [...equalityOperators, ...substringOperators, ...comparisonOperators, ...dateOperators, ...presenceOperators],
  time: [...dateOperators, ...presenceOperators],
  number: [...equalityOperators, ...comparisonOperators],
}

const maxConditions = 25
const maxDays = 36_500

type Problem = { path: string; message: string }
type Node = SegmentRules['conditions'][number]
export const isGroup = (node: Node): node is RuleGroup => 'conditions' in node
type ConditionAtPath = { path: string; condition: RuleCondition }

/** Every condition with its path, groups flattened. */
export const listConditions = (rules: SegmentRules): ConditionAtPath[] =>
  rules.conditions.flatMap((node, n) =>
    isGroup(node)
      ? node.conditions.map((condition, m) => ({ path: `conditions.${n}.conditions.${m}`, condition }))
      : [{ path: `conditions.${n}`, condition: node }],
  )

/** The first problem, or null. */
export function findRuleProblem(rules: SegmentRules, at: string): Problem | null {
  const all = listConditions(rules)
  if (all.length > maxConditions)
    return { path: `${at}.conditions`, message: `must hold at most ${maxConditions} conditions in all` }
  for (const { path, condition } of all) {
    const problem = conditionProblem(condition)
    if (problem) return { path: `${at}.${path}.${problem.path}`, message: problem.message }
  }
  return null
}

function conditionProblem({ field, op, key, value }: RuleCondition): Problem | null {
  const kind = fieldKinds[field]
  if (kind === 'keyed' && key === undefined) return { path: 'key', message: `is required for ${field}` }
  if (kind !== 'keyed' && key !== undefined) return { path: 'key', message: `is not known for ${field}` }
  if (!operatorsByKind[kind].includes(op))
    return { path: 'op', message: `must be one of ${operatorsByKind[kind].join(', ')} for ${field}` }
  if (presenceOperators.includes(op))
    return value === undefined ? null : { path: 'value', message: `must be left out for ${op}` }
  if (value === undefined) return { path: 'value', message: `is required for ${op}` }
  const message = valueProblem(kind, op, value)
  return message ? { path: 'value', message } : null
}

function valueProblem(kind: FieldKind, op: RuleOperator, value: NonNullable<RuleCondition['value']>): string | null {
  if (op === 'in' || op === 'not_in') {
    if (!Array.isArray(value)) return 'must be a list'
    return value.map((one) => scalarProblem(kind, one)).find((problem) => problem !== null) ?? null
  }
  if (Array.isArray(value)) return `must not be a list for ${op}`
  if (substringOperators.includes(op)) return typeof value === 'string' ? null : 'must be a text'
  if (comparisonOperators.includes(op)) return typeof value === 'number' ? null : 'must be a number'
  if (op === 'within_days')
    return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxDays
      ? null
      : `must be a whole number from 1 to ${maxDays}`
  if (op === 'before' || op === 'after') return isDateOrInstant(value) ? null : 'must be an instant or a day'
  return scalarProblem(kind, value)
}

function scalarProblem(kind: FieldKind, value: string | number | boolean): string | null {
  if (kind === 'keyed') return null
  if (kind === 'number') return typeof value === 'number' ? null : 'must be a number'
  if (typeof value !== 'string') return 'must be a text'
  return kind === 'choice' && !npsGroups.includes(value.toLowerCase() as NpsGroup)
    ? `must be one of ${npsGroups.join(', ')}`
    : null
}

const isDateOrInstant = (value: unknown) =>
  typeof value === 'string' && (formats['date-time']!(value) || formats.date!(value))
