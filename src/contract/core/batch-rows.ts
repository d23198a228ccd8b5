import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import type { ErrorDetail } from './errors.ts'
import { Id } from './ids.ts'
import { closed, Count, nullable, oneOf } from './shapes.ts'

/* Batches: rows that succeed or fail independently of each other. */

/** Takes the place of a row that does not match its schema, so that the other rows can be processed. */
export class InvalidRow {
  readonly details: ErrorDetail[]
  constructor(details: ErrorDetail[]) {
    this.details = details
  }
}

/** Rows that are validated one by one: the handler gets an InvalidRow for each invalid one. */
export const rows = <S extends TSchema>(row: S, max: number) =>
  Type.Unsafe<Static<S>[]>({ type: 'array', items: row, minItems: 1, maxItems: max, 'x-validate-rows': true })

/** A free-form object of at most 16 KB, with at most 500 names unless it says otherwise. */
export const Metadata = <S extends TSchema>(schema: S): S => ({
  maxProperties: 500,
  ...schema,
  'x-max-bytes': 16_384,
})

/** What became of an object that was sent. */
export const WriteResult = oneOf('created', 'updated', 'unchanged')
/** Of every request with rows. */
export const bulkRequest = { rate: 'bulk', bodyLimit: 5 * 1024 * 1024 } as const
const RowStatus = oneOf('created', 'updated', 'unchanged', 'failed')
const RowError = Type.Object(
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

/** What became of each row, in their order. */
export const RowResults = <const P extends TProperties>(fields: P) =>
  Type.Array(
    Type.Object({ index: Count, status: RowStatus, id: nullable(Id), ...fields, error: nullable(RowError) }, closed),
  )
