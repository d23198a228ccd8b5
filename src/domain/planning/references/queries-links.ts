import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import { opportunityCategories } from '#vocabulary/categories.ts'
import { sqlList } from '#vocabulary/filtered-counts.ts'

/* Links of opportunities and initiatives that come from their source. */

/** Insight categories that ask for a change. */
export const requestCategories = raw(sqlList(opportunityCategories))

/** Evidence that was moved to an opportunity of its own does not come back by itself. */
export const isNotSplitOff = (org: string, opportunity: Sql, insight: Sql): Sql => sql`not exists (
  select 1 from opportunity f
  join opportunity s on s.org_id = f.org_id and s.org_id = ${org} and s.split_from_id = f.id
    and s.merged_into_id is distinct from f.id
  join opportunity_insight m on m.org_id = s.org_id and m.org_id = ${org} and m.opportunity_id = s.id
    and m.insight_id = ${insight}
  where f.org_id = ${org} and (f.id = ${opportunity} or f.merged_into_id = ${opportunity}))`

type EvidenceSource = { opportunity: string; subtheme: string; requests: number }
/** Keeps one statement to a few seconds on a busy server. */
export const maxInsightsPerStatement = 10_000

/** Links the requests of each subtheme to its opportunity, in batches of bounded size. */
export async function linkEvidence(db: Db, org: string, sources: readonly EvidenceSource[]) {
  let [batch, size]: [EvidenceSource[], number] = [[], 0]
  for (const source of sources) {
    if (batch.length > 0 && size + source.requests > maxInsightsPerStatement) {
      await linkEvidenceBatch(db, org, batch)
      ;[batch, size] = [[], 0]
    }
    batch.push(source)
    size += source.requests
  }
  await linkEvidenceBatch(db, org, batch)
}

/** One statement, or several for a single large subtheme. */
async function linkEvidenceBatch(db: Db, org: string, sources: readonly EvidenceSource[]) {
  const parts = sources.length === 1 ? Math.ceil(sources[0]!.requests / maxInsightsPerStatement) : 1
  for (let part = 0; part < parts; part++)
    await db.run(sql`
      insert into opportunity_insight (org_id, opportunity_id, insight_id)
      select i.org_id, x.opportunity, i.id
      from unnest(${sources.map((one) => one.opportunity)}::uuid[], ${sources.map((one) => one.subtheme)}::uuid[])
        as x (opportunity, subtheme)
      join subtheme_insight l on l.org_id = ${org} and l.subtheme_id = x.subtheme
      join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
        and i.category in ${requestCategories}
      where (${parts} = 1 or (hashtext(i.id::text) & 2147483647) % ${parts} = ${part})
        and ${isNotSplitOff(org, raw('x.opportunity'), raw('i.id'))}
      order by x.opportunity, i.id on conflict do nothing`)
}

type EvidenceCopy = { opportunityId: string; initiativeId: string; insightIds: readonly string[]; user: string }

/** The insights of an opportunity, with their reasons. */
export const copyEvidence = (db: Db, org: string, { opportunityId, initiativeId, insightIds, user }: EvidenceCopy) =>
  db.run(sql`
    insert into initiative_insight (org_id, initiative_id, insight_id, reason, added_by)
    select l.org_id, ${initiativeId}::uuid, l.insight_id, l.reason, ${user} from opportunity_insight l
    join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.deleted_at is null
    where l.org_id = ${org} and l.opportunity_id = ${opportunityId} and l.insight_id = any(${insightIds}::uuid[])`)

export const copySegments = (db: Db, org: string, opportunityId: string, initiativeId: string) =>
  db.run(sql`
    insert into initiative_segment (org_id, initiative_id, segment_id)
    select l.org_id, ${initiativeId}::uuid, l.segment_id from opportunity_segment l
    join segment s on s.org_id = l.org_id and s.org_id = ${org} and s.id = l.segment_id and s.archived_at is null
    where l.org_id = ${org} and l.opportunity_id = ${opportunityId}`)
