import { evaluateContacts, holdRules } from '#domain/segmentation/evaluate.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** A contact shows their latest answer: looked up anew for those whose answers changed. */
export const refreshLatest = async (db: Db, org: string, contactIds: readonly (string | null)[]) => {
  const ids = [...new Set(contactIds.filter((id) => id !== null))].sort()
  if (ids.length === 0) return
  await holdRules(db, org)
  await db.run(
    sql`select id from contact where org_id = ${org} and id = any(${ids}::uuid[]) order by id for no key update`,
  )
  const changed = await db.rows<{ id: string }>(sql`
    update contact c set nps_score = l.score, nps_at = l.responded_at, updated_at = now()
    from unnest(${ids}::uuid[]) as wanted (id)
    left join lateral (select r.score, r.responded_at from nps_response r
      where r.org_id = ${org} and r.contact_id = wanted.id and r.deleted_at is null order by r.responded_at desc, r.id desc limit 1) l on true
    where c.org_id = ${org} and c.id = wanted.id and (c.nps_score, c.nps_at) is distinct from (l.score, l.responded_at) returning c.id`)
  await evaluateContacts(
    db,
    org,
    changed.map((row) => row.id),
    'nps',
  )
}
