import Type from 'typebox'
import { oneOf } from './shapes.ts'
import { granularities } from '#vocabulary/periods.ts'

export const Time = Type.String({ format: 'date-time', examples: ['2026-05-02T10:00:00.000Z'] })
export const Day = Type.String({ format: 'date', examples: ['2026-05-02'] })
/** Filters take an instant or a calendar day (its first moment, UTC). */
export const When = Type.Unsafe<string>({
  type: 'string',
  anyOf: [{ format: 'date-time' }, { format: 'date' }],
  examples: ['2026-05-01'],
})
/** Of a report: the whole of a given day belongs to its period. */
export const PeriodEnd = Type.Unsafe<string>({
  ...When,
  description: 'A day, as the last one, inclusive; or an instant, exclusive.',
})
export const createdRange = { created_after: Type.Optional(When), created_before: Type.Optional(When) }
export const occurredRange = { occurred_after: Type.Optional(When), occurred_before: Type.Optional(When) }

/** The length of the periods of a series. */
export const Granularity = oneOf(...granularities)
