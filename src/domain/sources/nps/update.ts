import type { Ctx } from '#domain/context.ts'
import { type ContactReference, resolveContact } from '#domain/sources/contacts/resolve.ts'
import { ingestFeedback } from '#domain/sources/feedback/ingest.ts'
import { updateFeedbackItem } from '#domain/sources/feedback/queries-status.ts'
import { contentHashBytes } from '#domain/sources/feedback/rules.ts'
import { refreshLatestScores } from './latest-score.ts'
import { syncFeedbackFields } from '#domain/sources/feedback/queries-nps.ts'
import { linkFeedback } from './queries-batch.ts'
import { type LockedResponse, updateResponseColumns } from './queries.ts'

type UpdateResponseInput = ContactReference & { tags?: string[] }

/** Updates tags and contact of the response and of the feedback of its reason. */
export async function updateResponse(ctx: Ctx, before: LockedResponse, { tags, ...reference }: UpdateResponseInput) {
  const { db, org } = ctx
  const contactId = await resolveContact(ctx, reference)
  await updateResponseColumns(db, org, before.id, { tags, contact_id: contactId, updated_at: ctx.now })
  await syncFeedbackFields(db, org, [before.id])
  if (contactId !== undefined && contactId !== before.contact_id)
    await refreshLatestScores(db, org, [before.contact_id, contactId])
}

/** Adds or replaces the reason and returns the feedback to analyze. */
export async function setReason({ db, org, now }: Ctx, before: LockedResponse, reason: string): Promise<string> {
  if (before.feedback_id) {
    await updateFeedbackItem(db, org, before.feedback_id, {
      feedback: { content: reason, content_hash: contentHashBytes(reason) },
      state: { status: 'queued', skip_reason: null, updated_at: now },
    })
    return before.feedback_id
  }
  const [created] = await ingestFeedback(db, org, [
    {
      content: reason,
      source: before.source,
      source_type: 'nps_response',
      analyze: true,
      contact_id: before.contact_id,
      tags: before.tags,
      occurred_at: before.responded_at,
      rating: { value: before.score, scale_min: 0, scale_max: 10 },
    },
  ])
  await linkFeedback(db, org, [{ id: before.id, feedback_id: created!.id }])
  return created!.id
}
