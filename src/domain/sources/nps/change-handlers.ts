import type { nps } from '#contract/resources/nps.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { enqueueAnalysis } from '#domain/sources/feedback/enqueue-analysis.ts'
import { maskRecord } from '#domain/sources/masking/mask-intake.ts'
import type { DeleteFeedback } from '#domain/sources/feedback/delete.ts'
import { getResponse } from './handlers.ts'
import { refreshLatestScores } from './latest-score.ts'
import { type LockedResponse, lockNpsResponse, markNpsResponseDeleted } from './queries.ts'
import { setReason, updateResponse } from './update.ts'

type Subset = Pick<typeof nps, 'updateNpsResponse' | 'deleteNpsResponse'>

/** Removing the reason deletes its feedback and the insights found in it. */
async function updateReason(ctx: Ctx, deleteFeedback: DeleteFeedback, response: LockedResponse, reason: string | null) {
  if (reason === response.reason) return
  if (reason === null) return deleteFeedback(ctx, response.feedback_id!)
  await enqueueAnalysis(ctx, [await setReason(ctx, response, reason)])
}

export const npsChangeHandlers = (deleteFeedback: DeleteFeedback): Handlers<Subset> => ({
  async updateNpsResponse(ctx, { npsResponseId, ...fields }) {
    const response = await lockNpsResponse(ctx.db, ctx.org, npsResponseId)
    if (!response || response.deleted) return notFound('nps response')
    const { source } = response
    const { reason, ...input } = await maskRecord(ctx.db, ctx.org, 'nps_response', { source, fields })
    if (reason !== undefined) await updateReason(ctx, deleteFeedback, response, reason)
    await updateResponse(ctx, response, input)
    return getResponse(ctx, npsResponseId)
  },

  async deleteNpsResponse(ctx, { npsResponseId }) {
    const { db, org } = ctx
    const response = (await lockNpsResponse(db, org, npsResponseId)) ?? notFound('nps response')
    if (!response.deleted) {
      if (response.feedback_id) await deleteFeedback(ctx, response.feedback_id)
      await markNpsResponseDeleted(db, org, npsResponseId)
      await refreshLatestScores(db, org, [response.contact_id])
    }
    return { id: npsResponseId, deleted: true }
  },
})
