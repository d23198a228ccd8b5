import { deleteVectorsOfFeedback } from '#domain/findings/analysis/queries-vectors.ts'
import { eraseDeletedInsights, redactQuotesOfFeedback } from '#domain/findings/insights/lifecycle/queries.ts'
import { eraseFeedbackTexts } from '#domain/sources/feedback/queries-delete.ts'
import { eraseInterviewTexts } from '#domain/sources/interviews/queries-segments.ts'
import { eraseNpsTexts } from '#domain/sources/nps/queries.ts'
import { eraseResponseTexts } from '#domain/sources/surveys/responses/queries.ts'
import { eraseTicketTexts } from '#domain/sources/tickets/queries-messages.ts'
import type { Db } from '#store/open.ts'
import type { DueRecord } from './queries.ts'

/** Deleted rows stay as tombstones for delta exports; their texts go. */
export async function eraseTexts(db: Db, org: string, due: readonly DueRecord[]) {
  const idsOf = (kind: DueRecord['kind']) => due.filter((one) => one.kind === kind).map(({ id }) => id)
  const feedback = [...new Set(due.flatMap(({ feedback_ids }) => feedback_ids))]
  await redactQuotesOfFeedback(db, org, feedback)
  await deleteVectorsOfFeedback(db, org, feedback)
  await eraseDeletedInsights(db, org, feedback)
  await eraseFeedbackTexts(db, org, feedback)
  await eraseInterviewTexts(db, org, feedback)
  await eraseTicketTexts(db, org, idsOf('support_ticket'))
  await eraseNpsTexts(db, org, idsOf('nps_response'))
  await eraseResponseTexts(db, org, idsOf('survey_response'))
}
