import type { MovedRank } from '#domain/planning/opportunities/queries-merge.ts'
import type { RaisedImportance } from '#domain/planning/references/queries-merged-links.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { AddedLinks, OpportunityMerge } from './rules.ts'

/** Before the opportunities are locked, because a change of an insight locks them in this order. */
export const lockEvidenceOf = (db: Db, org: string, opportunities: readonly string[]) =>
  db.run(sql`
    select id from insight where org_id = ${org} and id in (
      select insight_id from opportunity_insight
      where org_id = ${org} and opportunity_id = any(${opportunities}::uuid[]))
    order by id for share`)

type StoredMerge = OpportunityMerge & {
  target_id: string
  filled: string[]
  ranks: MovedRank[]
  merged_at: string
}

export const insertOpportunityMerge = (db: Db, org: string, merge: Omit<StoredMerge, 'merged_at'>) =>
  db.run(sql`
    insert into opportunity_merge (org_id, source_id, target_id, id, added, raised, filled, ranks)
    values (${org}, ${merge.source_id}, ${merge.target_id}, ${merge.id}, ${JSON.stringify(merge.added)},
      ${JSON.stringify(merge.raised)}, ${merge.filled}, ${JSON.stringify(merge.ranks)})`)

export const findOpportunityMerge = (db: Db, org: string, source: string) =>
  db.first<StoredMerge>(sql`
    select source_id, target_id, id, added, raised, filled, ranks, merged_at from opportunity_merge
    where org_id = ${org} and source_id = ${source}`)

/** Those into the same opportunity, in their order, without one. */
export const listOtherMerges = (db: Db, org: string, { source_id, target_id }: StoredMerge) =>
  db.rows<OpportunityMerge>(sql`
    select source_id, id, added, raised from opportunity_merge
    where org_id = ${org} and target_id = ${target_id} and source_id <> ${source_id} order by id`)

export const updateOpportunityMerge = (
  db: Db,
  org: string,
  { source_id, added, raised }: { source_id: string; added: AddedLinks; raised: RaisedImportance[] },
) =>
  db.run(sql`
    update opportunity_merge set added = ${JSON.stringify(added)}, raised = ${JSON.stringify(raised)}
    where org_id = ${org} and source_id = ${source_id}`)

export const deleteOpportunityMerge = (db: Db, org: string, source: string) =>
  db.run(sql`delete from opportunity_merge where org_id = ${org} and source_id = ${source}`)

/** All that came to an opportunity by merges, also of merges. */
export const listMergedInto = async (db: Db, org: string, target: string): Promise<string[]> =>
  (
    await db.rows<{ source_id: string }>(sql`
      with recursive below as (
        select m.source_id from opportunity_merge m where m.org_id = ${org} and m.target_id = ${target}
        union
        select m.source_id from opportunity_merge m join below on m.target_id = below.source_id
        where m.org_id = ${org})
      select source_id from below`)
  ).map(({ source_id }) => source_id)

/** The links of opportunities, by the kind of what they are linked to. */
export async function listLinksOf(db: Db, org: string, ids: readonly string[]): Promise<Map<string, AddedLinks>> {
  const rows = await db.rows<AddedLinks & { id: string }>(sql`
    select o.id,
      array(select l.insight_id from opportunity_insight l
        where l.org_id = ${org} and l.opportunity_id = o.id) as insights,
      array(select l.segment_id from opportunity_segment l
        where l.org_id = ${org} and l.opportunity_id = o.id) as segments,
      array(select l.project_id from opportunity_project l
        where l.org_id = ${org} and l.opportunity_id = o.id) as projects,
      array(select l.subtheme_id from opportunity_subtheme l
        where l.org_id = ${org} and l.opportunity_id = o.id) as subthemes
    from opportunity o where o.org_id = ${org} and o.id = any(${ids}::uuid[])`)
  return new Map(rows.map(({ id, ...links }) => [id, links]))
}

/** How many live insights are behind an opportunity, and which of the given ones. */
export const findSplitEvidence = async (db: Db, org: string, opportunity: string, insights: readonly string[]) =>
  (await db.first<{ count: number; linked: string[] }>(sql`
    select count(*) as count,
      coalesce(array_agg(l.insight_id) filter (where l.insight_id = any(${insights}::uuid[])), '{}') as linked
    from opportunity_insight l
    join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
    where l.org_id = ${org} and l.opportunity_id = ${opportunity}`))!

export const findSplitOrigin = async (db: Db, org: string, id: string): Promise<string | null> =>
  (
    await db.first<{ split_from_id: string | null }>(sql`
    select split_from_id from opportunity where org_id = ${org} and id = ${id}`)
  )?.split_from_id ?? null
