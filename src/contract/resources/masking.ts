import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { anyOfFields, closed, Count, nullable, oneOf } from '#contract/core/shapes.ts'
import { Day } from '#contract/core/times.ts'
import { Source } from './feedback.ts'

const MaskKind = oneOf('email', 'phone', 'card', 'iban')
const kinds = Type.Array(MaskKind, {
  maxItems: 4,
  uniqueItems: true,
  examples: [['email', 'card']],
  description: 'What is masked: email addresses, phone numbers, card numbers (Luhn), IBANs (mod 97).',
})
const MaskPattern = Type.Object(
  {
    name: Type.String({
      pattern: '^[a-z][a-z0-9_-]{0,31}$',
      examples: ['order'],
      description: 'Replaces what the pattern matches, in brackets.',
    }),
    pattern: Type.String({
      minLength: 1,
      maxLength: 500,
      examples: ['ORD-[0-9]{6}'],
      description: 'A regular expression of RE2, which has no lookarounds and no backreferences.',
    }),
  },
  closed,
)
const patterns = Type.Array(MaskPattern, {
  maxItems: 20,
  examples: [[{ name: 'order', pattern: 'ORD-[0-9]{6}' }]],
  description:
    'Patterns of your own. With their repetitions written out they may have 500 instructions together, and with ' +
    'those of a source as well.',
})
const SourceMasking = Type.Object({ source: Source, kinds, patterns }, closed)
const sources = Type.Array(SourceMasking, {
  maxItems: 100,
  examples: [[{ source: 'zendesk', kinds: ['phone'], patterns: [] }]],
  description: 'What is masked in addition in the texts of single sources.',
})

export const Masking = Type.Object(
  {
    kinds,
    patterns,
    sources,
    problem: nullable(
      Type.String({
        examples: ['The patterns for a text have 2004 instructions; 500 are allowed.'],
        description: 'What is wrong with the stored patterns; texts that they cannot mask are refused.',
      }),
    ),
    daily: Type.Array(Type.Object({ day: Day, rule: Type.String({ examples: ['email'] }), count: Count }, closed), {
      description: 'How many values each rule masked in the last 30 days, newest day first.',
    }),
  },
  { ...closed, $id: 'Masking' },
)

export const masking = defineRoutes({
  getMasking: {
    method: 'GET',
    path: '/masking',
    summary: 'Read the masking rules and how much they masked',
    admin: true,
    result: Masking,
  },
  updateMasking: {
    method: 'PATCH',
    effect: 'removes',
    path: '/masking',
    summary: 'Change what is masked in new texts before they are stored',
    admin: true,
    body: anyOfFields({ kinds, patterns, sources }),
    result: Masking,
  },
  previewMasking: {
    method: 'POST',
    effect: 'none',
    path: '/masking/preview',
    summary: 'Show what the rules mask in a text; nothing is stored',
    admin: true,
    readOnly: true,
    body: Type.Object(
      {
        text: Type.String({ minLength: 1, maxLength: 50_000, examples: ['Write to ana@example.com'] }),
        source: Type.Optional(Source),
        kinds: Type.Optional(kinds),
        patterns: Type.Optional(patterns),
      },
      {
        ...closed,
        description: 'Without `kinds` and `patterns` the stored rules are used, with those of the `source`.',
      },
    ),
    result: Type.Object(
      {
        masked_text: Type.String({ examples: ['Write to [email]'] }),
        masked: Type.Array(Type.Object({ rule: Type.String({ examples: ['email'] }), count: Count }, closed)),
      },
      closed,
    ),
  },
})
