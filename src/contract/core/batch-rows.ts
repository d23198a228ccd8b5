import Type, { type Static, type TSchema } from 'typebox'
import type { ErrorDetail } from './errors.ts'
import { closed, Count, oneOf } from './shapes.ts'

/* Many objects in one request, each of which stands for itself. */

/** Stands where a row was that does not fit its schema, so that one bad row does not refuse the others. */
export class BadRow {
  readonly details: ErrorDetail[]
  constructor(details: ErrorDetail[]) {
    this.details = details
  }
}

/** Rows that are checked one by one: a handler finds a BadRow where one is not right. */
export const rows = <S extends TSchema>(row: S, max: number) =>
  Type.Unsafe<Static<S>[]>({ type: 'array', items: row, minItems: 1, maxItems: max, 'x-rows': true })

/** A free-form object of at most 16 KB. */
export const Metadata = <S extends TSchema>(schema: S): S => ({ ...schema, 'x-most-bytes': 16_384 })

export const RowStatus = oneOf('created', 'updated', 'unchanged', 'failed')
export const RowError = Type.Object(
  {
    code: Type.String({ examples: ['VALIDATION_ERROR'] }),
    message: Type.String({ examples: ['body.items.0.content is required'] }),
  },
  closed,
)
export const RowSummary = Type.Object(
  { received: Count, created: Count, updated: Count, unchanged: Count, failed: Count },
  closed,
)
