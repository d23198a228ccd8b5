import type { Static } from 'typebox'
import type { EvidenceReference } from '#contract/resources/projects.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { after, type Key, type Order, orderBy } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'

/* Evidence is an assignment whose insight is live; a deleted or dismissed insight leaves by itself and returns with its restoration. */

/** One reference, of an assignment `e` and its insight `i`. */
export const referenceJson: Sql =
  raw(`json_build_object('id', e.id, 'type', 'insight', 'insight_id', e.insight_id, 'reason', e.reason,
  'assigned_by', e.assigned_by, 'assigned_at', iso(e.assigned_at), 'insight', json_build_object('name', i.name, 'sentiment', i.sentiment,
  'category', i.category, 'quote', i.quote, 'contact_id', i.contact_id))`)

export const liveEvidence = (org: string, projectId: string): Sql => sql`
  from project_insight e join insight i on i.org_id = e.org_id and i.id = e.insight_id and i.live
  where e.org_id = ${org} and e.project_id = ${projectId}`

const digestOfInsights = (org: string, projectId: string): Sql => sql`
  (select string_agg(json_build_array(i.id, i.name, i.sentiment, i.category, i.quote, i.feedback_id, i.contact_id, i.source, iso(i.occurred_at),
    i.theme_ids, i.segment_ids)::text, ',' order by i.id) ${liveEvidence(org, projectId)})`

/** What the insights are put in order by is called in a story by its name. */
const digestOfNames = (org: string, projectId: string): Sql => sql`
  (select string_agg(distinct json_build_array(l.insight_id, s.id, s.name, t.id, t.name)::text, ',') from project_insight e
    join subtheme_insight l on l.org_id = e.org_id and l.insight_id = e.insight_id join subtheme s on s.org_id = l.org_id and s.id = l.subtheme_id
    join theme t on t.org_id = s.org_id and t.id = s.theme_id where e.org_id = ${org} and e.project_id = ${projectId}),
  (select string_agg(json_build_array(t.id, t.name, t.archived_at is null and t.merged_into_id is null)::text, ',' order by t.id) from theme t
    where t.org_id = ${org} and t.id in (select unnest(i.theme_ids) ${liveEvidence(org, projectId)})),
  (select string_agg(json_build_array(g.id, g.name, g.archived_at is null)::text, ',' order by g.id) from segment g
    where g.org_id = ${org} and g.id in (select unnest(i.segment_ids) ${liveEvidence(org, projectId)}))`

/** What a story depends on; equal digests mean that its evidence would be told the same. */
export const evidenceDigest = (org: string, projectId: string): Sql => sql`
  (select sha256(convert_to(concat_ws(';', ${digestOfInsights(org, projectId)}, ${digestOfNames(org, projectId)}), 'UTF8')))`

const newestFirst: Order = { by: 'e.assigned_at', type: 'timestamptz', descending: true }

type EvidenceRow = { reference: Static<typeof EvidenceReference> }

export const pageOfEvidence = (
  db: Db,
  org: string,
  projectId: string,
  limit: number,
  keys: readonly Key[] | undefined,
) =>
  db.rows<EvidenceRow>(sql`
    select ${referenceJson} as reference from project_insight e join insight i on i.org_id = e.org_id and i.id = e.insight_id and i.live
    where ${allOf([sql`e.org_id = ${org} and e.project_id = ${projectId}`, after(newestFirst, keys, 'e.id')])}
    order by ${orderBy(newestFirst, 'e.id')} limit ${limit + 1}`)

/** Held against merging and deletion until they are assigned, so that no evidence is hung on an insight that has just gone. */
export const holdLiveInsights = async (db: Db, org: string, ids: readonly string[]) =>
  (
    await db.rows<{ id: string }>(sql`
    select id from insight where org_id = ${org} and id = any(${ids}::uuid[]) and live order by id for share`)
  ).map((row) => row.id)

/** Whatever its state: what has been assigned once can be taken away. */
export const knownInsights = async (db: Db, org: string, ids: readonly string[]) =>
  (await db.rows<{ id: string }>(sql`select id from insight where org_id = ${org} and id = any(${ids}::uuid[])`)).map(
    (row) => row.id,
  )

type Assignment = { user: string; reason: string | null }

/** Returns how many were not assigned before. */
export const assignInsights = (db: Db, org: string, projectId: string, ids: readonly string[], by: Assignment) =>
  db.run(sql`
    insert into project_insight (org_id, project_id, insight_id, id, reason, assigned_by)
    select ${org}, ${projectId}::uuid, insight_id, id, ${by.reason}, ${by.user}
    from unnest(${ids}::uuid[], ${ids.map(() => newId())}::uuid[]) as new (insight_id, id)
    on conflict do nothing`)

export const unassignInsights = (db: Db, org: string, projectId: string, ids: readonly string[]) =>
  db.run(
    sql`delete from project_insight where org_id = ${org} and project_id = ${projectId} and insight_id = any(${ids}::uuid[])`,
  )
