import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* Members that a person chose or excluded. */

export type SegmentMembership = 'manual' | 'excluded' | 'ai'

export const upsertMemberships = (
  db: Db,
  org: string,
  segment: string,
  { contactIds, membership }: { contactIds: readonly string[]; membership: SegmentMembership },
) =>
  db.run(sql`
    insert into segment_member (org_id, segment_id, contact_id, membership, created_at)
    select ${org}, ${segment}::uuid, contact_id, ${membership}, now() from unnest(${contactIds}::uuid[]) as contact_id
    on conflict (org_id, segment_id, contact_id) do update set membership = excluded.membership,
      created_at = excluded.created_at
      where segment_member.membership <> excluded.membership`)

export const deleteMemberships = (db: Db, org: string, segment: string) =>
  db.run(sql`delete from segment_member where org_id = ${org} and segment_id = ${segment}`)

/** Manual additions and exclusions move along, unless the target has one of its own for the segment. */
export const moveSegmentDecisions = (db: Db, org: string, from: readonly string[], to: string) =>
  db.run(sql`
    insert into segment_member (org_id, segment_id, contact_id, membership)
    select distinct on (segment_id) org_id, segment_id, ${to}::uuid, membership from segment_member
    where org_id = ${org} and contact_id = any(${from}::uuid[])
    order by segment_id, membership = 'excluded' desc, membership = 'manual' desc
    on conflict do nothing`)
