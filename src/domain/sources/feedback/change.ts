import type { Static } from 'typebox'
import type { feedback } from '#contract/resources/feedback.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, requireKnown } from '#domain/errors.ts'
import { evaluateContacts } from '#domain/segmentation/evaluate.ts'
import { hasKey } from '#domain/sources/contacts/plan.ts'
import { upsertContacts } from '#domain/sources/contacts/upsert.ts'
import { type Held, knownContacts } from './queries.ts'
import { wordsHash } from './rules.ts'
import { changeItem } from './standing.ts'

type Given = Static<(typeof feedback.updateFeedback)['body']>

/** Sets what is given; answers whether the words are others now, which sends the item back into the analysis. */
export async function changeFeedback(
  ctx: Ctx,
  held: Held,
  { contact, contact_id, metadata, ...given }: Given,
): Promise<boolean> {
  const reworded = given.content !== undefined && given.content !== held.content
  const columns = {
    ...given,
    contact_id: await contactOf(ctx, { contact, contact_id }),
    metadata: metadata && JSON.stringify(metadata),
    ...(reworded && { content_hash: Buffer.from(wordsHash(given.content!), 'hex') }),
  }
  await changeItem(ctx.db, ctx.org, held.id, columns, {
    ...(reworded && { status: 'queued', skip_reason: null }),
    updated_at: ctx.now,
  })
  await evaluateContacts(ctx.db, ctx.org, [held.contact_id, columns.contact_id], 'feedback')
  return reworded
}

/** The contact that is meant: found, made or named; undefined when nothing is said of one. */
export async function contactOf(
  { db, org }: Ctx,
  { contact, contact_id }: Pick<Given, 'contact' | 'contact_id'>,
): Promise<string | null | undefined> {
  if (contact && contact_id !== undefined) invalidField('body.contact', 'cannot be given together with contact_id')
  if (contact && !hasKey(contact)) invalidField('body.contact', 'needs an email, a phone or an identity to be known by')
  if (contact) return (await upsertContacts(db, org, [contact]))[0]!.id
  if (contact_id)
    requireKnown(
      'body.contact_id',
      'contact',
      [contact_id],
      (await knownContacts(db, org, [contact_id])).map((row) => row.id),
    )
  return contact_id
}
