import type { Static } from 'typebox'
import type { FeedbackInput } from '#contract/resources/feedback.ts'
import type { ChangeLog } from '#domain/context.ts'
import { groupRows, mergeFields, type RowGroup } from '#domain/sources/batch/merge-rows.ts'
import { newId } from '#store/ids.ts'
import { givenColumns } from '#store/table/record-writes.ts'
import { feedbackTable, type NewFeedback } from './table.ts'
import { contentHash, ratingColumns } from './rules.ts'

/* Turns request items into rows; pure except for new ids and today's date. */

export type FeedbackFields = Static<typeof FeedbackInput>

/** Where a batch comes from, and the log of what it changes. */
export type IngestOrigin = {
  batch_id?: string | null
  csv_upload_id?: string | undefined
  changeLog?: ChangeLog | undefined
}

const given = givenColumns(feedbackTable)

export const toFeedbackRow = (
  item: FeedbackFields,
  contact_id: string | null,
  { batch_id, csv_upload_id }: IngestOrigin,
): NewFeedback => ({
  ...given(item),
  id: newId(),
  ...ratingColumns(item.rating),
  contact_id,
  language: item.language ?? null,
  status: item.analyze ? 'queued' : 'skipped',
  skip_reason: item.analyze ? null : 'not_requested',
  batch_id: batch_id ?? null,
  csv_upload_id: csv_upload_id ?? null,
  content_hash: contentHash(item.content),
})

/** Without an external id, items can be deduplicated by content, contact and day. */
export const isDedupedByContent = ({ dedupe }: FeedbackFields, { external_id }: NewFeedback) =>
  external_id === null && dedupe === 'content'

/** Rows of one batch for the same feedback become one; later values win. */
export function mergeDuplicateFeedback(
  items: readonly FeedbackFields[],
  rows: readonly NewFeedback[],
): RowGroup<NewFeedback>[] {
  const keyOf = (row: NewFeedback, index: number) => {
    if (row.external_id !== null) return JSON.stringify([row.source, row.external_id])
    if (!isDedupedByContent(items[index]!, row)) return null
    const day = (row.occurred_at ? new Date(row.occurred_at) : new Date()).toISOString().slice(0, 10)
    return JSON.stringify([row.content_hash, row.contact_id, day, null])
  }
  return groupRows(rows, keyOf, (first, later) => (later.external_id === null ? first : mergeFields(first, later)))
}

/** Whether two rows of a batch have the same values. */
export const isSameRow = (a: NewFeedback, b: NewFeedback) =>
  JSON.stringify({ ...a, id: '' }) === JSON.stringify({ ...b, id: '' })
