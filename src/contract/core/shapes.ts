import Type, { type Static, type TSchema } from 'typebox'
import { categoryKeys } from '#vocabulary/categories.ts'
import { sentiments } from '#vocabulary/sentiments.ts'
import { granularities } from '#vocabulary/periods.ts'

export const closed = { additionalProperties: false } as const

const uuid = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
const exampleId = '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'
/** Left out of the example of its object, because it cannot be given together with another field. */
export const withoutExample = <T extends object>(schema: T): T => ({ ...schema, examples: [] })

export const Id = Type.String({ format: 'uuid', pattern: uuid, examples: [exampleId] })
export const OrgId = Type.String({ pattern: '^org_[0-9a-f]{32}$', examples: ['org_019a8c1e7b5c7d3a9f4e2c6b8a1d0e5f'] })
export const UserId = Type.String({
  pattern: '^user_[0-9a-f]{32}$',
  examples: ['user_019a8c1e7b5c7d3a9f4e2c6b8a1d0e5f'],
})
export const Time = Type.String({ format: 'date-time', examples: ['2026-05-02T10:00:00.000Z'] })
export const Day = Type.String({ format: 'date', examples: ['2026-05-02'] })
/** Filters take an instant or a calendar day (its first moment, UTC). */
export const When = Type.Unsafe<string>({
  type: 'string',
  anyOf: [{ format: 'date-time' }, { format: 'date' }],
  examples: ['2026-05-01'],
})
export const Color = Type.String({ pattern: '^#[0-9a-f]{6}$', examples: ['#3b82f6'] })
export const Count = Type.Integer({ minimum: 0, examples: [12] })
export const Email = Type.String({ format: 'email', maxLength: 254, examples: ['ana@example.com'] })

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
export const oneOf = <const T extends string[]>(...values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, examples: [values[0]] })

/** A field with a default: optional in requests, always present for handlers and in responses. */
export const withDefault = <S extends TSchema>(schema: S, value: Static<S>) =>
  ({ ...schema, default: value }) as S & { default: Static<S> }

/** Not blank, no control characters; surrounding white space is trimmed. */
export const Name = (example: string, max = 200) =>
  Type.String({
    minLength: 1,
    maxLength: max,
    pattern: '^(?=[\\s\\S]*\\S)[^\\u0000-\\u0008\\u000b-\\u001f\\u007f]*$',
    'x-trim': true,
    examples: [example],
  })
/** Multi-line text: tabs and line ends are allowed, other control characters are not. */
export const Text = (example: string, max: number, min = 0) =>
  Type.String({
    minLength: min,
    maxLength: max,
    pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$',
    examples: [example],
  })
/** A text that is not blank. */
export const FilledText = (example: string, max: number) =>
  Type.String({
    minLength: 1,
    maxLength: max,
    pattern: '^(?=[\\s\\S]*\\S)[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$',
    examples: [example],
  })
/** Any JSON under names that the caller chooses. */
export const CustomData = (example: object, maxProperties = 500) =>
  Type.Record(Type.String(), Type.Unknown(), {
    maxProperties,
    description: 'Custom data, at most 16 KB as JSON.',
    examples: [example],
  })
export const Tag = Name('export', 64)
export const Tags = Type.Array(Tag, { maxItems: 50, uniqueItems: true, examples: [['export']] })
export const Ids = (max = 100, min = 1) =>
  Type.Array(Id, { minItems: min, maxItems: max, uniqueItems: true, examples: [[exampleId]] })
/** A filter that takes several values: repeated or separated by commas. */
export const multiValue = <S extends TSchema>(item: S) =>
  Type.Array(item, { minItems: 1, maxItems: 20, uniqueItems: true })

export const PageQuery = {
  limit: withDefault(
    Type.Integer({ minimum: 1, maximum: 100, description: 'How many to return.', examples: [50] }),
    50,
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'pagination.next_cursor of the page before.',
      examples: [],
    }),
  ),
}
export const Pagination = Type.Object(
  {
    next_cursor: nullable(Type.String({ examples: ['eyJ2IjoxfQ.c2ln'] })),
    has_more: Type.Boolean(),
    sync_until: Type.Optional(Time),
  },
  closed,
)
export const page = <T extends TSchema>(item: T) =>
  Type.Object({ data: Type.Array(item), pagination: Pagination }, closed)

export const Sentiment = oneOf(...sentiments)
export const Category = oneOf(...categoryKeys)
/** Of a text that is marked by what wrote it. */
export const LanguageModel = nullable(
  Type.String({
    examples: ['qwen3:8b'],
    description: 'The language model that wrote the text; null where Earshot or a person did.',
  }),
)

export const SentimentBreakdown = Type.Object({ positive: Count, negative: Count, neutral: Count }, closed)
export const Granularity = withDefault(oneOf(...granularities), 'month')
export const SentimentBucket = Type.Object({ period: Day, positive: Count, negative: Count, neutral: Count }, closed)
export const ThemeRef = Type.Object({ id: Id, name: Type.String({ examples: ['Export'] }), color: Color }, closed)
export const Deleted = Type.Object({ id: Id, deleted: Type.Literal(true) }, closed)

const Tombstone = Type.Object(
  { id: Id, deleted: Type.Literal(true), deleted_at: Time, merged_into_id: nullable(Id) },
  { ...closed, $id: 'Tombstone' },
)
/** With `include_deleted=true` a delta export also contains tombstones. */
export const orTombstone = <S extends TSchema>(item: S) => Type.Unsafe<Static<S>>({ anyOf: [item, Tombstone] })
