import type { Out } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'

export type Rules = NonNullable<Out<'getSegment'>['rules']>
type Node = Rules['conditions'][number]
export type Condition = Exclude<Node, { conditions: unknown }>
export type Field = Condition['field']
export type Operator = Condition['op']

type Kind = 'text' | 'choice' | 'keyed' | 'time' | 'number'
export const kindOf = (field: Field): Kind =>
  field === 'attribute' || field === 'integration_attribute'
    ? 'keyed'
    : field === 'created_at' || field === 'last_feedback_at'
      ? 'time'
      : field === 'feedback_count'
        ? 'number'
        : field === 'nps_type'
          ? 'choice'
          : 'text'

const sameness: Operator[] = ['eq', 'neq', 'in', 'not_in']
const parts: Operator[] = ['contains', 'starts_with', 'ends_with']
const sizes: Operator[] = ['gt', 'gte', 'lt', 'lte']
const times: Operator[] = ['before', 'after', 'within_days']
const presence: Operator[] = ['is_set', 'is_not_set']
export const operatorsOf: Record<Kind, Operator[]> = {
  text: [...sameness, ...parts, ...presence],
  choice: [...sameness, ...presence],
  keyed: [...sameness, ...parts, ...sizes, ...times, ...presence],
  time: [...times, ...presence],
  number: [...sameness, ...sizes],
}
export const takesMany = (op: Operator) => op === 'in' || op === 'not_in'
export const takesNothing = (op: Operator) => presence.includes(op)

export const fieldWords = (): Record<Field, string> => ({
  email_domain: t('Email domain'),
  email: t('Email'),
  company_name: t('Company'),
  company_domain: t('Company domain'),
  plan: t('Plan'),
  country: t('Country'),
  language: t('Language'),
  integration_source: t('Source'),
  integration_tag: t('Tag at the source'),
  integration_attribute: t('Attribute at the source'),
  slack_channel: t('Slack channel'),
  attribute: t('Attribute'),
  created_at: t('Known since'),
  last_feedback_at: t('Last feedback'),
  feedback_count: t('Pieces of feedback'),
  nps_type: t('NPS group'),
  tag: t('Tag'),
})
export const operatorWords = (): Record<Operator, string> => ({
  eq: t('is'),
  neq: t('is not'),
  in: t('is one of'),
  not_in: t('is none of'),
  contains: t('contains'),
  starts_with: t('starts with'),
  ends_with: t('ends with'),
  gt: t('is more than'),
  gte: t('is at least'),
  lt: t('is less than'),
  lte: t('is at most'),
  before: t('is before'),
  after: t('is after'),
  within_days: t('is within days'),
  is_set: t('is known'),
  is_not_set: t('is not known'),
})

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))

/** What was typed, as the value that the rule wants. */
export function valueOf({ field, op }: Pick<Condition, 'field' | 'op'>, text: string): Condition['value'] {
  if (takesNothing(op)) return undefined
  const counted = kindOf(field) === 'number' || sizes.includes(op) || op === 'within_days'
  const one = (part: string) => (counted && isNumber(part) ? Number(part) : part.trim())
  return takesMany(op)
    ? text
        .split(',')
        .filter((part) => part.trim() !== '')
        .map(one)
    : one(text)
}
export const textOf = (value: Condition['value']) =>
  Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value)
