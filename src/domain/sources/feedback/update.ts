import type { Static } from 'typebox'
import type { feedback } from '#contract/resources/feedback.ts'
import type { Ctx } from '#domain/context.ts'
import { mergedFields } from '#domain/custom-fields/values.ts'
import { evaluateContacts } from '#domain/segmentation/evaluate.ts'
import { resolveContact } from '#domain/sources/contacts/resolve.ts'
import { maskRecord } from '#domain/sources/masking/mask-intake.ts'
import { updateFeedbackItem } from './queries-status.ts'
import type { LockedFeedback } from './queries.ts'
import { contentHashBytes, isSameRating, ratingColumns } from './rules.ts'

type UpdateFeedbackInput = Static<(typeof feedback.updateFeedback)['body']>

/** Updates the given fields and returns whether content or rating changed, which queues the feedback again. */
export async function updateFeedback(ctx: Ctx, before: LockedFeedback, input: UpdateFeedbackInput): Promise<boolean> {
  const { contact, contact_id, metadata, rating, custom_fields, ...fields } = await maskRecord(
    ctx.db,
    ctx.org,
    'feedback',
    {
      source: before.source,
      fields: input,
    },
  )
  const contentChanged = fields.content !== undefined && fields.content !== before.content
  const newRating = rating === undefined ? undefined : ratingColumns(rating)
  const needsAnalysis = contentChanged || (newRating !== undefined && !isSameRating(newRating, before))
  const columns = {
    ...fields,
    ...newRating,
    contact_id: await resolveContact(ctx, { contact, contact_id }),
    metadata: metadata && JSON.stringify(metadata),
    custom_fields: custom_fields && JSON.stringify(mergedFields(before.custom_fields, custom_fields)),
    ...(contentChanged && { content_hash: contentHashBytes(fields.content!) }),
  }
  await updateFeedbackItem(ctx.db, ctx.org, before.id, {
    feedback: columns,
    state: { ...(needsAnalysis && { status: 'queued', skip_reason: null }), updated_at: ctx.now },
  })
  await evaluateContacts(ctx.db, ctx.org, [before.contact_id, columns.contact_id], 'feedback')
  return needsAnalysis
}
