import type { Static } from 'typebox'
import type { NpsResponseInput } from '#contract/resources/nps-shapes.ts'
import { groupRows, mergeFields, type RowGroup } from '#domain/sources/batch/merge-rows.ts'
import { newId } from '#store/ids.ts'
import { givenColumns } from '#store/table/record-writes.ts'
import { type NewNpsResponse, npsResponseTable } from './table.ts'

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

const given = givenColumns(npsResponseTable)

export const toResponseWithReason = (item: ImportedNpsFields, contact_id: string | null): ResponseWithReason => ({
  row: { ...given(item), id: newId(), contact_id },
  reason: item.reason ?? null,
  language: item.language ?? null,
  analyze: item.analyze,
  metadata: item.metadata,
  url: item.url,
})

/** Rows of one batch for the same response become one; later values win. */
export const mergeDuplicateResponses = (responses: readonly ResponseWithReason[]): RowGroup<ResponseWithReason>[] =>
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
