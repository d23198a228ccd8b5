import type { Upserted } from '#domain/sources/batch/upsert-batch.ts'
import { type IngestOrigin, toFeedbackRow } from '#domain/sources/feedback/batch-rows.ts'
import { ingestFeedback } from '#domain/sources/feedback/ingest.ts'
import { updateExistingFeedback } from '#domain/sources/feedback/queries-batch.ts'
import type { Db } from '#store/open.ts'
import type { ResponseWithReason } from './batch-rows.ts'
import { type ExistingResponse, linkFeedback, touchNpsResponses } from './queries-batch.ts'
import type { NewFeedback } from '#domain/sources/feedback/table.ts'

type StoredReason = ResponseWithReason & { stored: Upserted<ExistingResponse> }

/** A new reason becomes feedback, a changed one replaces the content of its feedback; without one nothing changes. */
export async function storeReasons(db: Db, org: string, responses: readonly StoredReason[], origin: IngestOrigin) {
  const withReason = responses.filter(({ reason }) => reason !== null)
  const feedbackOf = ({ stored }: StoredReason) => stored.existing?.feedback_id ?? null
  const added = withReason.filter((response) => feedbackOf(response) === null)
  const changed = withReason.filter(
    (response) => feedbackOf(response) !== null && response.stored.existing!.reason !== response.reason,
  )
  const outcomes = await ingestFeedback(db, org, added.map(toFeedbackFields), origin)
  const links = added.map(({ stored }, n) => ({ id: stored.id, feedback_id: outcomes[n]!.id }))
  if (links.length) await linkFeedback(db, org, links)
  if (changed.length) {
    const rows = changed.map((response) => toFeedbackUpdate(response, feedbackOf(response)!))
    await origin.changeLog?.changing(
      'feedback',
      rows.map((row) => row.id),
    )
    await updateExistingFeedback(db, org, rows)
    await touchNpsResponses(
      db,
      org,
      changed.map(({ stored }) => stored.id),
    )
  }
  return {
    queued: [
      ...outcomes.filter((outcome) => outcome.queued).map(({ id }) => id),
      ...changed.filter(({ analyze }) => analyze).map((response) => feedbackOf(response)!),
    ],
    changedReasons: new Set([...added, ...changed].map(({ stored }) => stored.id)),
  }
}

const source_type = 'nps_response' as const

const toFeedbackFields = ({ row, reason, language, analyze, metadata, url }: ResponseWithReason) => ({
  content: reason!,
  source: row.source,
  source_type,
  analyze,
  contact_id: row.contact_id,
  rating: { value: row.score, scale_min: 0, scale_max: 10 },
  ...(row.tags && { tags: row.tags }),
  ...(row.responded_at && { occurred_at: row.responded_at }),
  ...(language && { language }),
  ...(metadata && { metadata }),
  ...(url && { url }),
})

/** Only content, language and status change; null keeps the stored value. */
const toFeedbackUpdate = ({ row, reason, language, analyze }: ResponseWithReason, id: string): NewFeedback => {
  const fields = { content: reason!, source: row.source, source_type, analyze, ...(language && { language }) }
  return { ...toFeedbackRow(fields, null, {}), id }
}
