import type { Static } from 'typebox'
import type { csvUploads } from '#contract/resources/csv-uploads.ts'
import type { FieldRule } from '#domain/custom-fields/queries-rules.ts'
import type { SuggestedQuestion } from '#engine/csv/suggest-questions.ts'

/** A mapping with its options, as a client gives it. */
export type GivenMapping = Omit<MappingBody, 'type'>
type MappingBody = Static<(typeof csvUploads.updateCsvMapping)['body']>
/** With the definition of a custom field as it was when the column was mapped. */
export type ColumnMapping = MappingBody['columns'][number] & { custom_field?: FieldRule }
export type UploadMapping = {
  columns: ColumnMapping[]
  questions: SuggestedQuestion[]
  unmapped: 'metadata' | 'ignore'
}
export type UploadOptions = NonNullable<MappingBody['options']>

export const splitMapping = ({ columns, questions = [], unmapped, options = {} }: GivenMapping) => ({
  mapping: { columns, questions, unmapped } satisfies UploadMapping,
  options,
})

const defaults = { on_error: 'skip', dedupe: 'external_id', analyze: true, date_format: 'auto' } as const
export const withDefaultOptions = (options: UploadOptions | null) => ({ ...defaults, ...options })
export type CompleteOptions = ReturnType<typeof withDefaultOptions>

const fieldTarget = /^custom_fields\.(.+)$/
/** The key of a target such as `custom_fields.<key>`. */
export const fieldKey = (target: string | null): string | undefined => fieldTarget.exec(target ?? '')?.[1]

const metadataTarget = /^metadata\.(.+)$/
/** The key of a target such as `metadata.<key>`. */
export const metadataKey = (target: string): string | undefined => metadataTarget.exec(target)?.[1]

type SuggestedColumn = {
  header: string
  target: string | null
  date_format?: 'ymd' | 'dmy' | 'mdy' | 'ambiguous'
  rating_scale?: { min: number; max: number }
}
export type SuggestedMapping = { columns: SuggestedColumn[]; questions: SuggestedQuestion[] }

/** The mapping that is used until one is set. */
export const suggestedMapping = ({ columns, questions }: SuggestedMapping): UploadMapping => ({
  columns: columns.filter(({ target }) => target !== null).map(({ header, target }) => ({ header, target })),
  questions,
  unmapped: 'metadata',
})
