import type { Static } from 'typebox'
import type { NpsResponseInput } from '#contract/resources/nps-shapes.ts'
import { groupRows, mergeFields, type RowGroup } from '#domain/sources/batch/merge-rows.ts'
import { newId } from '#store/ids.ts'
import type { NewNpsResponse } from './table.ts'

export type NpsFields = Static<typeof NpsResponseInput>
/** An import can add fields to the feedback of the reason. */
export type ImportedNpsFields = NpsFields & { metadata?: Record<string, unknown>; url?: string }

/** A row with the reason that becomes feedback. */
export type ResponseWithReason = {
  row: NewNpsResponse
  reason: string | null
  language: string | null
  analyze: boolean
  metadata?: Record<string, unknown> | undefined
  url?: string | undefined
}

export const toResponseWithReason = (item: ImportedNpsFields, contact_id: string | null): ResponseWithReason => ({
  row: {
    id: newId(),
    score: item.score,
    source: item.source,
    external_id: item.external_id ?? null,
    contact_id,
    survey_id: item.survey_id ?? null,
    tags: item.tags ?? null,
    responded_at: item.responded_at ?? null,
  },
  reason: item.reason ?? null,
  language: item.language ?? null,
  analyze: item.analyze,
  metadata: item.metadata,
  url: item.url,
})

/** Rows of one batch for the same response become one; later values win. */
export const mergeDuplicates = (responses: readonly ResponseWithReason[]): RowGroup<ResponseWithReason>[] =>
  groupRows(
    responses,
    ({ row }) => (row.external_id === null ? null : JSON.stringify([row.source, row.external_id])),
    (first, later) => ({
      ...first,
      row: mergeFields(first.row, later.row),
      reason: later.reason ?? first.reason,
      language: later.language ?? first.language,
      analyze: later.analyze,
    }),
  )
