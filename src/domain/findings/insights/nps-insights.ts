import type { nps } from '#contract/resources/nps.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { announce } from '#domain/sources/feedback/pipeline.ts'
import { changeResponse, setReason } from '#domain/sources/nps/change.ts'
import { showResponse } from '#domain/sources/nps/handlers.ts'
import { refreshLatest } from '#domain/sources/nps/latest.ts'
import { type Held, holdResponse, markDeleted } from '#domain/sources/nps/queries.ts'
import { removeFeedback } from './remove-feedback.ts'

type Subset = Pick<typeof nps, 'updateNpsResponse' | 'deleteNpsResponse'>

/** A reason taken back goes with what the machine found in it. */
async function changeReason(ctx: Ctx, held: Held, reason: string | null) {
  if (reason === held.reason) return
  if (reason === null) return removeFeedback(ctx, held.feedback_id!)
  await announce(ctx, [await setReason(ctx, held, reason)])
}

export const handlers: Handlers<Subset, Ctx> = {
  async updateNpsResponse(ctx, { npsResponseId, reason, ...given }) {
    const held = await holdResponse(ctx.db, ctx.org, npsResponseId)
    if (!held || held.deleted) return notFound('nps response')
    if (reason !== undefined) await changeReason(ctx, held, reason)
    await changeResponse(ctx, held, given)
    return showResponse(ctx, npsResponseId)
  },

  async deleteNpsResponse(ctx, { npsResponseId }) {
    const { db, org } = ctx
    const held = (await holdResponse(db, org, npsResponseId)) ?? notFound('nps response')
    if (!held.deleted) {
      if (held.feedback_id) await removeFeedback(ctx, held.feedback_id)
      await markDeleted(db, org, npsResponseId)
      await refreshLatest(db, org, [held.contact_id])
    }
    return { id: npsResponseId, deleted: true }
  },
}
