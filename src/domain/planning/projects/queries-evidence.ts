import type { Static } from 'typebox'
import type { EvidenceReference } from '#contract/resources/project-shapes.ts'
import { newId } from '#store/ids.ts'
import { countReturned } from '#store/count-returned.ts'
import type { Db } from '#store/open.ts'
import { after, type Key, type Order, orderBy } from '#store/page.ts'
import { pipelined } from '#store/pipelined.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { touchProjectIf } from './queries.ts'

/* Only live insights count as evidence: a deleted or dismissed one drops out and returns when it is restored. */

/** The evidence reference of an assignment `e` and its insight `i`. */
export const referenceJson: Sql =
  raw(`json_build_object('id', e.id, 'type', 'insight', 'insight_id', e.insight_id, 'reason', e.reason,
  'assigned_by', e.assigned_by, 'assigned_at', iso(e.assigned_at),
  'insight', json_build_object('name', i.name, 'sentiment', i.sentiment,
  'category', i.category, 'quote', i.quote, 'contact_id', i.contact_id))`)

export const liveEvidence = (org: string, projectId: string): Sql => sql`
  from project_insight e
  join insight i on i.org_id = e.org_id and i.org_id = ${org} and i.id = e.insight_id and i.live
  where e.org_id = ${org} and e.project_id = ${projectId}`

const insightsDigest = (org: string, projectId: string): Sql => sql`
  (select string_agg(json_build_array(i.id, i.name, i.sentiment, i.category, i.quote, i.feedback_id, i.contact_id,
    i.source, iso(i.occurred_at),
    i.theme_ids, i.segment_ids)::text, ',' order by i.id) ${liveEvidence(org, projectId)})`

/** A story names the themes, subthemes and segments of its insights. */
const namesDigest = (org: string, projectId: string): Sql => sql`
  (select string_agg(distinct json_build_array(l.insight_id, s.id, s.name, t.id, t.name)::text, ',')
    from project_insight e
    join subtheme_insight l on l.org_id = e.org_id and l.org_id = ${org} and l.insight_id = e.insight_id
    join subtheme s on s.org_id = l.org_id and s.org_id = ${org} and s.id = l.subtheme_id
    join theme t on t.org_id = s.org_id and t.org_id = ${org} and t.id = s.theme_id
    where e.org_id = ${org} and e.project_id = ${projectId}),
  (select string_agg(json_build_array(t.id, t.name, t.archived_at is null and t.merged_into_id is null)::text, ','
    order by t.id) from theme t
    where t.org_id = ${org} and t.id in (select unnest(i.theme_ids) ${liveEvidence(org, projectId)})),
  (select string_agg(json_build_array(g.id, g.name, g.archived_at is null)::text, ',' order by g.id) from segment g
    where g.org_id = ${org} and g.id in (select unnest(i.segment_ids) ${liveEvidence(org, projectId)}))`

/** Hash of everything a story depends on; when it differs from the stored one, the story is stale. */
export const evidenceDigest = (org: string, projectId: string): Sql => sql`
  (select sha256(convert_to(concat_ws(';', ${insightsDigest(org, projectId)}, ${namesDigest(org, projectId)}),
    'UTF8')))`

const newestFirst: Order = { by: 'e.assigned_at', type: 'timestamptz', descending: true }

type EvidenceRow = { reference: Static<typeof EvidenceReference> }

export const listProjectEvidence = (
  db: Db,
  org: string,
  projectId: string,
  { limit, keys }: { limit: number; keys: readonly Key[] | undefined },
) =>
  db.rows<EvidenceRow>(sql`
    select ${referenceJson} as reference from project_insight e
    join insight i on i.org_id = e.org_id and i.org_id = ${org} and i.id = e.insight_id and i.live
    where ${allOf([sql`e.org_id = ${org} and e.project_id = ${projectId}`, after(newestFirst, keys, 'e.id')])}
    order by ${orderBy(newestFirst, 'e.id')} limit ${limit + 1}`)

/** Prevents merging and deletion until the insights are assigned. */
export const lockLiveInsights = async (db: Db, org: string, ids: readonly string[]) =>
  (
    await db.rows<{ id: string }>(sql`
    select id from insight where org_id = ${org} and id = any(${ids}::uuid[]) and live order by id for share`)
  ).map((row) => row.id)

/** In any state: an insight that is no longer live can still be unassigned. */
export const listExistingInsightIds = async (db: Db, org: string, ids: readonly string[]) =>
  (await db.rows<{ id: string }>(sql`select id from insight where org_id = ${org} and id = any(${ids}::uuid[])`)).map(
    (row) => row.id,
  )

type NewAssignments = { insightIds: readonly string[]; user: string; reason: string | null }

/** Returns how many were not assigned before; then the Project is touched. */
export async function insertAssignments(
  db: Db,
  org: string,
  projectId: string,
  { insightIds, user, reason }: NewAssignments,
): Promise<number> {
  const isNew = sql`exists (
    select 1 from unnest(${insightIds}::uuid[]) as new (id)
    where not exists (select 1 from project_insight e
      where e.org_id = ${org} and e.project_id = ${projectId} and e.insight_id = new.id))`
  const [, inserted] = await pipelined(db, [
    touchProjectIf(db, org, projectId, isNew),
    countReturned(
      db,
      sql`
      insert into project_insight (org_id, project_id, insight_id, id, reason, assigned_by)
      select ${org}, ${projectId}::uuid, insight_id, id, ${reason}, ${user}
      from unnest(${insightIds}::uuid[], ${insightIds.map(() => newId())}::uuid[]) as new (insight_id, id)
      on conflict do nothing returning insight_id`,
    ),
  ])
  return inserted
}

/** Returns how many were assigned; then the Project is touched. */
export async function deleteAssignments(
  db: Db,
  org: string,
  projectId: string,
  ids: readonly string[],
): Promise<number> {
  const isAssigned = sql`project_id = ${projectId} and insight_id = any(${ids}::uuid[])`
  const [, deleted] = await pipelined(db, [
    touchProjectIf(
      db,
      org,
      projectId,
      sql`exists (select 1 from project_insight where org_id = ${org} and ${isAssigned})`,
    ),
    db.run(sql`delete from project_insight where org_id = ${org} and ${isAssigned}`),
  ])
  return deleted
}
