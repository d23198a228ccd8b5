import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { typedNumber } from './typed-number.ts'

export type SegmentRuleTree = NonNullable<OutputOf<'getSegment'>['rules']>
type Node = SegmentRuleTree['conditions'][number]
export type SegmentCondition = Exclude<Node, { conditions: unknown }>
export type RuleFieldName = SegmentCondition['field']
export type Operator = SegmentCondition['op']

type Kind = 'text' | 'choice' | 'keyed' | 'time' | 'number'
const fieldKinds: Partial<Record<RuleFieldName, Kind>> = {
  attribute: 'keyed',
  integration_attribute: 'keyed',
  custom_field: 'keyed',
  created_at: 'time',
  last_feedback_at: 'time',
  feedback_count: 'number',
  nps_type: 'choice',
}
export const fieldKind = (field: RuleFieldName): Kind => fieldKinds[field] ?? 'text'

const equality: Operator[] = ['eq', 'neq', 'in', 'not_in']
const substring: Operator[] = ['contains', 'starts_with', 'ends_with']
const ordering: Operator[] = ['gt', 'gte', 'lt', 'lte']
const temporal: Operator[] = ['before', 'after', 'within_days']
const presence: Operator[] = ['is_set', 'is_not_set']
export const operatorsOf: Record<Kind, Operator[]> = {
  text: [...equality, ...substring, ...presence],
  choice: [...equality, ...presence],
  keyed: [...equality, ...substring, ...ordering, ...temporal, ...presence],
  time: [...temporal, ...presence],
  number: [...equality, ...ordering],
}
export const takesList = (op: Operator) => op === 'in' || op === 'not_in'
export const takesNoValue = (op: Operator) => presence.includes(op)

export const fieldLabels = (): Record<RuleFieldName, string> => ({
  email_domain: t('Email domain'),
  email: t('Email'),
  company_name: t('Company'),
  company_domain: t('Company domain'),
  plan: t('Plan'),
  country: t('Country'),
  language: t('Language'),
  integration_source: t('Source'),
  integration_tag: t('Source tag'),
  integration_attribute: t('Source attribute'),
  slack_channel: t('Slack channel'),
  attribute: t('Attribute'),
  custom_field: t('Custom field (key)'),
  created_at: t('First seen'),
  last_feedback_at: t('Last feedback'),
  feedback_count: t('Feedback count'),
  nps_type: t('NPS group'),
  tag: t('Tag'),
})
export const operatorLabels = (): Record<Operator, string> => ({
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
  within_days: t('in the last days'),
  is_set: t('is set'),
  is_not_set: t('is not set'),
})

/** The typed text as the value of a condition: a number, a text or a list. */
export function conditionValue(
  { field, op }: Pick<SegmentCondition, 'field' | 'op'>,
  text: string,
): SegmentCondition['value'] {
  if (takesNoValue(op)) return undefined
  const isNumeric = fieldKind(field) === 'number' || ordering.includes(op) || op === 'within_days'
  const parse = (part: string) => (isNumeric ? typedNumber(part) : undefined) ?? part.trim()
  if (!takesList(op)) return parse(text)
  return text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map(parse)
}

export function conditionText(value: SegmentCondition['value']) {
  if (Array.isArray(value)) return value.join(', ')
  return value === undefined ? '' : String(value)
}
