import Type from 'typebox'
import { Id } from './ids.ts'
import { closed, Count, withDefault } from './shapes.ts'
import { Day, Granularity, PeriodEnd, When } from './times.ts'

/* Sentiment of an object over time. */

const SentimentBucket = Type.Object({ period: Day, positive: Count, negative: Count, neutral: Count }, closed)

export const timelineQuery = Type.Object(
  { granularity: withDefault(Granularity, 'month'), from: Type.Optional(When), to: Type.Optional(PeriodEnd) },
  closed,
)
export const SentimentTimeline = <const K extends string>(objectId: K) =>
  Type.Object(
    { ...({ [objectId]: Id } as Record<K, typeof Id>), granularity: Granularity, data: Type.Array(SentimentBucket) },
    closed,
  )
