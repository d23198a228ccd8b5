import { formats } from '#contract/core/formats.ts'
import type {
  RuleCondition,
  RuleField,
  RuleGroup,
  RuleOperator,
  SegmentRules,
} from '#contract/resources/segment-rules.ts'

/* What the schema of rules cannot say: which operators a field takes, and which values an operator. */

export type FieldKind = 'text' | 'texts' | 'choice' | 'keyed' | 'time' | 'number'

export const kinds: Record<RuleField, FieldKind> = {
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
  created_at: 'time',
  last_feedback_at: 'time',
  feedback_count: 'number',
  nps_type: 'choice',
}
export const npsTypes = ['promoter', 'passive', 'detractor']

const sameness: RuleOperator[] = ['eq', 'neq', 'in', 'not_in']
const parts: RuleOperator[] = ['contains', 'starts_with', 'ends_with']
const sizes: RuleOperator[] = ['gt', 'gte', 'lt', 'lte']
const times: RuleOperator[] = ['before', 'after', 'within_days']
const presence: RuleOperator[] = ['is_set', 'is_not_set']
const taken: Record<FieldKind, readonly RuleOperator[]> = {
  text: [...sameness, ...parts, ...presence],
  texts: [...sameness, ...parts, ...presence],
  choice: [...sameness, ...presence],
  keyed: [...sameness, ...parts, ...sizes, ...times, ...presence],
  time: [...times, ...presence],
  number: [...sameness, ...sizes],
}

const maxConditions = 25
const maxDays = 36_500

export type Problem = { path: string; message: string }
type Node = SegmentRules['conditions'][number]
export const isGroup = (node: Node): node is RuleGroup => 'conditions' in node
export type Placed = { path: string; condition: RuleCondition }

/** Every condition with its place, groups opened up. */
export const conditionsIn = (rules: SegmentRules): Placed[] =>
  rules.conditions.flatMap((node, n) =>
    isGroup(node)
      ? node.conditions.map((condition, m) => ({ path: `conditions.${n}.conditions.${m}`, condition }))
      : [{ path: `conditions.${n}`, condition: node }],
  )

/** The first thing that is wrong with rules, or null. */
export function problemIn(rules: SegmentRules, at: string): Problem | null {
  const all = conditionsIn(rules)
  if (all.length > maxConditions)
    return { path: `${at}.conditions`, message: `must hold at most ${maxConditions} conditions in all` }
  for (const { path, condition } of all) {
    const problem = conditionProblem(condition)
    if (problem) return { path: `${at}.${path}.${problem.path}`, message: problem.message }
  }
  return null
}

function conditionProblem({ field, op, key, value }: RuleCondition): Problem | null {
  const kind = kinds[field]
  if (kind === 'keyed' && key === undefined) return { path: 'key', message: `is required for ${field}` }
  if (kind !== 'keyed' && key !== undefined) return { path: 'key', message: `is not known for ${field}` }
  if (!taken[kind].includes(op)) return { path: 'op', message: `must be one of ${taken[kind].join(', ')} for ${field}` }
  if (presence.includes(op))
    return value === undefined ? null : { path: 'value', message: `must be left out for ${op}` }
  if (value === undefined) return { path: 'value', message: `is required for ${op}` }
  const message = valueProblem(kind, op, value)
  return message ? { path: 'value', message } : null
}

function valueProblem(kind: FieldKind, op: RuleOperator, value: NonNullable<RuleCondition['value']>): string | null {
  if (op === 'in' || op === 'not_in') {
    if (!Array.isArray(value)) return 'must be a list'
    return value.map((one) => oneProblem(kind, one)).find((problem) => problem !== null) ?? null
  }
  if (Array.isArray(value)) return `must not be a list for ${op}`
  if (parts.includes(op)) return typeof value === 'string' ? null : 'must be a text'
  if (sizes.includes(op)) return typeof value === 'number' ? null : 'must be a number'
  if (op === 'within_days')
    return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxDays
      ? null
      : `must be a whole number from 1 to ${maxDays}`
  if (op === 'before' || op === 'after') return isMoment(value) ? null : 'must be an instant or a day'
  return oneProblem(kind, value)
}

function oneProblem(kind: FieldKind, value: string | number | boolean): string | null {
  if (kind === 'keyed') return null
  if (kind === 'number') return typeof value === 'number' ? null : 'must be a number'
  if (typeof value !== 'string') return 'must be a text'
  return kind === 'choice' && !npsTypes.includes(value.toLowerCase()) ? `must be one of ${npsTypes.join(', ')}` : null
}

const isMoment = (value: unknown) => typeof value === 'string' && (formats['date-time']!(value) || formats.date!(value))
