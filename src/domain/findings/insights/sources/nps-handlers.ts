import type { nps } from '#contract/resources/nps.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { enqueueAnalysis } from '#domain/sources/feedback/enqueue-analysis.ts'
import { maskRecord } from '#domain/sources/masking/mask-intake.ts'
import { updateResponse, setReason } from '#domain/sources/nps/update.ts'
import { getResponse } from '#domain/sources/nps/handlers.ts'
import { refreshLatestScores } from '#domain/sources/nps/latest-score.ts'
import { type LockedResponse, lockResponse, markDeleted } from '#domain/sources/nps/queries.ts'
import { deleteFeedbackItem } from '#domain/findings/insights/lifecycle/delete-feedback.ts'

type Subset = Pick<typeof nps, 'updateNpsResponse' | 'deleteNpsResponse'>

/** Removing the reason deletes its feedback and the insights found in it. */
async function updateReason(ctx: Ctx, response: LockedResponse, reason: string | null) {
  if (reason === response.reason) return
  if (reason === null) return deleteFeedbackItem(ctx, response.feedback_id!)
  await enqueueAnalysis(ctx, [await setReason(ctx, response, reason)])
}

export const handlers: Handlers<Subset> = {
  async updateNpsResponse(ctx, { npsResponseId, ...fields }) {
    const response = await lockResponse(ctx.db, ctx.org, npsResponseId)
    if (!response || response.deleted) return notFound('nps response')
    const { source } = response
    const { reason, ...input } = await maskRecord(ctx.db, ctx.org, 'nps_response', { source, fields })
    if (reason !== undefined) await updateReason(ctx, response, reason)
    await updateResponse(ctx, response, input)
    return getResponse(ctx, npsResponseId)
  },

  async deleteNpsResponse(ctx, { npsResponseId }) {
    const { db, org } = ctx
    const response = (await lockResponse(db, org, npsResponseId)) ?? notFound('nps response')
    if (!response.deleted) {
      if (response.feedback_id) await deleteFeedbackItem(ctx, response.feedback_id)
      await markDeleted(db, org, npsResponseId)
      await refreshLatestScores(db, org, [response.contact_id])
    }
    return { id: npsResponseId, deleted: true }
  },
}
