import type { Db } from '#store/open.ts'
import { empty, raw, sql } from '#store/sql.ts'
import { sentimentCounts } from '#vocabulary/sentiments.ts'

const andSynthesizedAt = raw(', synthesized_at = now()')

const bySentiment = raw(sentimentCounts('i.sentiment', { counted: 'i.id' }))

/** Recounts the live insights of subthemes; `synthesized` also sets their synthesis time. */
export const recountSubthemes = (db: Db, org: string, ids: readonly string[], synthesized: boolean) =>
  db.run(sql`
    update subtheme s set insight_count = x.positive + x.negative + x.neutral, positive_count = x.positive,
      negative_count = x.negative, neutral_count = x.neutral, supporting_count = x.supporting,
      updated_at = now() ${synthesized ? andSynthesizedAt : empty}
    from (select u.id, ${bySentiment},
        count(i.id) filter (where l.supports) as supporting
      from unnest(${ids}::uuid[]) as u (id) left join subtheme_insight l on l.org_id = ${org} and l.subtheme_id = u.id
      left join insight i on i.org_id = ${org} and i.id = l.insight_id and i.live group by u.id) x
    where s.org_id = ${org} and s.id = x.id`)

/** After a change of insights; locks the subthemes in id order to prevent deadlocks. */
export async function recountSubthemesOf(db: Db, org: string, insightIds: readonly string[]) {
  const touched = await db.rows<{ id: string }>(sql`
    select id from subtheme
    where org_id = ${org}
      and id in (select subtheme_id from subtheme_insight
      where org_id = ${org} and insight_id = any(${insightIds}::uuid[]))
    order by id for no key update`)
  if (touched.length)
    await recountSubthemes(
      db,
      org,
      touched.map((row) => row.id),
      false,
    )
}
