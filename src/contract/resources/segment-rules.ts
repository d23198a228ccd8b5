import Type, { type Static } from 'typebox'
import { closed, oneOf } from '#contract/core/shapes.ts'
import { Name, Text } from '#contract/core/texts.ts'

/* Segment rules as data. Operators and values per field are validated when rules are parsed. */

export const ruleFields = [
  'email_domain',
  'email',
  'company_name',
  'company_domain',
  'plan',
  'country',
  'language',
  'integration_source',
  'integration_tag',
  'integration_attribute',
  'slack_channel',
  'attribute',
  'custom_field',
  'created_at',
  'last_feedback_at',
  'feedback_count',
  'nps_type',
  'tag',
] as const
const ruleOperators = [
  'eq',
  'neq',
  'in',
  'not_in',
  'contains',
  'starts_with',
  'ends_with',
  'gt',
  'gte',
  'lt',
  'lte',
  'before',
  'after',
  'within_days',
  'is_set',
  'is_not_set',
] as const

const scalar = [Text('enterprise', 1000, 1), Type.Number({ minimum: -1e15, maximum: 1e15, examples: [500] })]
const Value = Type.Unsafe<string | number | boolean | (string | number)[]>({
  anyOf: [...scalar, Type.Boolean(), { type: 'array', items: { anyOf: scalar }, minItems: 1, maxItems: 100 }],
  examples: [['enterprise', 'scale']],
})
const match = Type.Optional({ ...oneOf('any', 'all'), description: '`any` unless given.' })

const Condition = Type.Object(
  {
    field: oneOf(...ruleFields),
    op: oneOf(...ruleOperators),
    key: Type.Optional({
      ...Name('customer_tier'),
      description:
        'The name of the attribute, or the key of the custom field; for `attribute`, `integration_attribute` and ' +
        '`custom_field`.',
    }),
    value: Type.Optional(Value),
  },
  { ...closed, examples: [{ field: 'plan', op: 'in', value: ['enterprise', 'scale'] }] },
)
const Group = Type.Object({ match, conditions: Type.Array(Condition, { minItems: 1, maxItems: 25 }) }, closed)

export const Rules = Type.Object(
  {
    match,
    conditions: Type.Array(Type.Union([Condition, Group]), {
      minItems: 1,
      maxItems: 25,
      description: 'At most 25 in total; a group contains conditions, not groups.',
    }),
  },
  {
    ...closed,
    description: 'Text comparison is case-insensitive; `neq` and `not_in` also match contacts without a value.',
    examples: [
      {
        match: 'any',
        conditions: [
          { field: 'email_domain', op: 'eq', value: 'acme.com' },
          { field: 'plan', op: 'in', value: ['enterprise', 'scale'] },
        ],
      },
    ],
  },
)

export type SegmentRules = Static<typeof Rules>
export type RuleCondition = Static<typeof Condition>
export type RuleGroup = Static<typeof Group>
export type RuleField = RuleCondition['field']
export type RuleOperator = RuleCondition['op']
