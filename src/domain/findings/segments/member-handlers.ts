import { type SegmentMembership, upsertMemberships } from '#domain/segmentation/queries-members.ts'
import { rawJson } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { segments } from '#contract/resources/segments.ts'
import type { Ctx } from '#domain/context.ts'
import { requireExist } from '#domain/errors.ts'
import { reevaluateContacts } from '#domain/segmentation/evaluate.ts'
import { refreshOpportunitiesOfContacts } from '#domain/ranking/refresh.ts'
import { lockContact } from '#domain/sources/contacts/present.ts'
import { contactDocuments } from '#domain/sources/contacts/queries-list.ts'
import { lockContacts } from '#domain/sources/contacts/queries.ts'
import { pageIds } from '#store/document-page.ts'
import { documentPage } from '#store/lists/document-list.ts'
import { getSegmentForUpdate, showSegment } from './changes.ts'
import { listManualMemberships, type LockedSegment, hasMembership } from './queries.ts'

type Subset = Pick<typeof segments, 'listSegmentContacts' | 'addSegmentContacts' | 'excludeSegmentContact'>

/** Sets a manual membership; segments and ranking are updated at once. Answers how many contacts changed. */
async function setMembership(
  { db, org }: Ctx,
  segment: LockedSegment,
  contactIds: readonly string[],
  membership: SegmentMembership,
): Promise<number> {
  await upsertMemberships(db, org, segment.id, { contactIds, membership })
  const moved = await reevaluateContacts(db, org, [segment], contactIds)
  if (moved > 0) await refreshOpportunitiesOfContacts(db, org, contactIds)
  return moved
}

export const handlers: Handlers<Subset> = {
  async listSegmentContacts(ctx, { segmentId, membership, ...page }) {
    const { db, org } = ctx
    await showSegment(ctx, segmentId)
    const query = { ...page, segment_id: segmentId }
    const condition = membership && hasMembership(org, segmentId, membership)
    const more = async ({ items }: { items: string | null }) => {
      const memberships = await listManualMemberships(db, org, segmentId, pageIds(items, page.limit))
      const manual = new Map(memberships.map((found) => [found.contact_id, found.membership]))
      const membershipOf = (id: string) => {
        const found = manual.get(id)
        return found === 'manual' || found === 'ai' ? found : ('rule' as const)
      }
      return (id: string) => `,"membership":"${membershipOf(id)}"`
    }
    return rawJson(await documentPage(ctx, contactDocuments, query, { condition, more }))
  },

  async addSegmentContacts(ctx, { segmentId, contact_ids }) {
    const segment = await getSegmentForUpdate(ctx, segmentId)
    const contacts = await lockContacts(ctx.db, ctx.org, contact_ids)
    requireExist(
      'body.contact_ids',
      'contact',
      contact_ids,
      contacts.filter((row) => !row.deleted).map((row) => row.id),
    )
    const added = await setMembership(ctx, segment, contact_ids, 'manual')
    return { segment_id: segmentId, added, already_members: contact_ids.length - added }
  },

  async excludeSegmentContact(ctx, { segmentId, contactId }) {
    const segment = await getSegmentForUpdate(ctx, segmentId)
    await lockContact(ctx, contactId)
    await setMembership(ctx, segment, [contactId], 'excluded')
    return { segment_id: segmentId, contact_id: contactId, member: false }
  },
}
