import type { Handlers } from '#contract/core/route.ts'
import type { segments } from '#contract/resources/segments.ts'
import type { Ctx } from '#domain/context.ts'
import { requireKnown } from '#domain/errors.ts'
import { reevaluate } from '#domain/segmentation/evaluate.ts'
import { refreshOpportunitiesOfContacts } from '#domain/ranking/refresh.ts'
import { contactToChange, shown } from '#domain/sources/contacts/present.ts'
import { holdContacts, pageOfContacts } from '#domain/sources/contacts/queries.ts'
import { pageOf } from '#store/page.ts'
import { segmentToChange, showSegment } from './changes.ts'
import { decide, decisionsOn, type Held, type Why, withMembership } from './queries.ts'

type Subset = Pick<typeof segments, 'listSegmentContacts' | 'addSegmentContacts' | 'excludeSegmentContact'>

/** What somebody decides counts at once, and weighs at once. */
async function settle(
  { db, org }: Ctx,
  segment: Held,
  contactIds: readonly string[],
  membership: Why,
): Promise<number> {
  await decide(db, org, segment.id, contactIds, membership)
  const moved = await reevaluate(db, org, [segment], contactIds)
  if (moved > 0) await refreshOpportunitiesOfContacts(db, org, contactIds)
  return moved
}

export const handlers: Handlers<Subset, Ctx> = {
  async listSegmentContacts(ctx, { segmentId, limit, cursor, membership, q }) {
    const { db, org, cursors } = ctx
    await showSegment(ctx, segmentId)
    const wanted = { limit, segment_id: segmentId, ...(q !== undefined && { q }) }
    const also = membership && withMembership(org, segmentId, membership)
    const rows = await pageOfContacts(db, org, wanted, cursor === undefined ? undefined : cursors.read(cursor), also)
    const { data, pagination } = pageOf(rows, limit, (last) => cursors.write([last.id]))
    const decided = new Map(
      (
        await decisionsOn(
          db,
          org,
          segmentId,
          data.map((row) => row.id),
        )
      ).map((row) => [row.contact_id, row.membership]),
    )
    const why = (id: string) => {
      const decision = decided.get(id)
      return decision === 'manual' || decision === 'ai' ? decision : ('rule' as const)
    }
    return {
      data: data.map(({ sort_key: _, sync_until: __, ...row }) => ({ ...shown(row), membership: why(row.id) })),
      pagination,
    }
  },

  async addSegmentContacts(ctx, { segmentId, contact_ids }) {
    const segment = await segmentToChange(ctx, segmentId)
    const held = await holdContacts(ctx.db, ctx.org, contact_ids)
    requireKnown(
      'body.contact_ids',
      'contact',
      contact_ids,
      held.filter((row) => !row.deleted).map((row) => row.id),
    )
    const added = await settle(ctx, segment, contact_ids, 'manual')
    return { segment_id: segmentId, added, already_members: contact_ids.length - added }
  },

  async excludeSegmentContact(ctx, { segmentId, contactId }) {
    const segment = await segmentToChange(ctx, segmentId)
    await contactToChange(ctx, contactId)
    await settle(ctx, segment, [contactId], 'excluded')
    return { segment_id: segmentId, contact_id: contactId, member: false }
  },
}
