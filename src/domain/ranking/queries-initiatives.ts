import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import { sentimentCounts } from '#vocabulary/sentiments.ts'

const bySentiment = raw(sentimentCounts('i.sentiment', { counted: 'i.id' }))

/** Counts the live insights of initiatives, whose rows the caller has locked or just inserted. */
export const recountInitiatives = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update initiative o set positive_count = x.positive, negative_count = x.negative, neutral_count = x.neutral
    from (select u.id, ${bySentiment}
      from unnest(${ids}::uuid[]) as u (id)
      left join initiative_insight l on l.org_id = ${org} and l.initiative_id = u.id
      left join insight i on i.org_id = ${org} and i.id = l.insight_id and i.live group by u.id) x
    where o.org_id = ${org} and o.id = x.id`)

/** After a change of insights; locks the initiatives in id order to prevent deadlocks. */
export async function recountInitiativesOf(db: Db, org: string, insightIds: readonly string[]) {
  const touched = await db.rows<{ id: string }>(sql`
    select id from initiative
    where org_id = ${org}
      and id in (select initiative_id from initiative_insight
        where org_id = ${org} and insight_id = any(${insightIds}::uuid[]))
    order by id for no key update`)
  if (touched.length === 0) return
  await recountInitiatives(
    db,
    org,
    touched.map((row) => row.id),
  )
}
