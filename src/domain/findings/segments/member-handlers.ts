import type { Handlers } from '#contract/core/route.ts'
import type { segments } from '#contract/resources/segments.ts'
import type { Ctx } from '#domain/context.ts'
import { requireExist } from '#domain/errors.ts'
import { reevaluateContacts } from '#domain/segmentation/evaluate.ts'
import { refreshOpportunitiesOfContacts } from '#domain/ranking/refresh.ts'
import { lockContact, toContact } from '#domain/sources/contacts/present.ts'
import { lockContacts, listContacts } from '#domain/sources/contacts/queries.ts'
import { pageOf } from '#store/page.ts'
import { getSegmentForUpdate, showSegment } from './changes.ts'
import {
  upsertMemberships,
  listManualMemberships,
  type LockedSegment,
  type Membership,
  hasMembership,
} from './queries.ts'

type Subset = Pick<typeof segments, 'listSegmentContacts' | 'addSegmentContacts' | 'excludeSegmentContact'>

/** Sets a manual membership; segments and ranking are updated at once. Answers how many contacts changed. */
async function setMembership(
  { db, org }: Ctx,
  segment: LockedSegment,
  contactIds: readonly string[],
  membership: Membership,
): Promise<number> {
  await upsertMemberships(db, org, segment.id, { contactIds, membership })
  const moved = await reevaluateContacts(db, org, [segment], contactIds)
  if (moved > 0) await refreshOpportunitiesOfContacts(db, org, contactIds)
  return moved
}

export const handlers: Handlers<Subset, Ctx> = {
  async listSegmentContacts(ctx, { segmentId, limit, cursor, membership, q }) {
    const { db, org, cursors } = ctx
    await showSegment(ctx, segmentId)
    const query = { limit, segment_id: segmentId, ...(q !== undefined && { q }) }
    const condition = membership && hasMembership(org, segmentId, membership)
    const rows = await listContacts(
      db,
      org,
      { ...query, condition },
      cursor === undefined ? undefined : cursors.read(cursor),
    )
    const { data, pagination } = pageOf(rows, limit, (last) => cursors.write([last.id]))
    const memberships = await listManualMemberships(
      db,
      org,
      segmentId,
      data.map((row) => row.id),
    )
    const manual = new Map(memberships.map((row) => [row.contact_id, row.membership]))
    const membershipOf = (id: string) => {
      const found = manual.get(id)
      return found === 'manual' || found === 'ai' ? found : ('rule' as const)
    }
    return {
      data: data.map(({ sort_key: _, sync_until: __, ...row }) => ({
        ...toContact(row),
        membership: membershipOf(row.id),
      })),
      pagination,
    }
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
