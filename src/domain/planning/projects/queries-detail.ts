import type { Static } from 'typebox'
import type { ProjectDetail } from '#contract/resources/project-shapes.ts'
import type { ReadCtx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import { jsonMembers, selectList } from '#store/table/define.ts'
import { liveEvidence, referenceJson } from './queries-evidence.ts'
import { storyJson } from './queries-stories.ts'
import { projectLinkTable, projectSectionTable, projectTable } from './table.ts'

export type ProjectDetailRow = Static<typeof ProjectDetail>

const maxListed = 100
const columns = selectList(projectTable, 'p')
const section = jsonMembers(projectSectionTable, 's')

/** The initiative of the Project `p` of a statement. */
const initiativeJson = (org: string): Sql => sql`
  (select json_build_object('id', i.id, 'title', i.title, 'slug', i.slug, 'status', i.status)
  from initiative i where i.org_id = p.org_id and i.org_id = ${org} and i.id = p.initiative_id) as initiative`

/** The links `l` of a Project as a JSON array. */
export const linksArray = sql`json_agg(json_build_object(${jsonMembers(projectLinkTable, 'l')}) order by l.provider)`

const linksJson = (org: string): Sql => sql`
  (select coalesce(${linksArray}, '[]')
  from project_link l where l.org_id = p.org_id and l.org_id = ${org} and l.project_id = p.id) as external_links`

const sectionsJson = (org: string): Sql => sql`
  (select coalesce(json_agg(json_build_object(${section})
  order by array_position(array['overview', 'evidence', 'success_metrics'], s.key), s.created_at, s.key), '[]')
  from project_section s where s.org_id = p.org_id and s.org_id = ${org} and s.project_id = p.id) as sections`

const historyJson = (org: string): Sql => sql`(select coalesce(json_agg(
  json_build_object('from', h.from_status, 'to', h.to_status, 'at', iso(h.at), 'actor', h.actor_id)
    order by h.at, h.id), '[]')
  from (select * from project_status_change h
  where h.org_id = p.org_id and h.org_id = ${org} and h.project_id = p.id
  order by h.at desc, h.id desc limit ${raw(String(maxListed))}) h) as status_history`

const opportunitiesJson = (org: string): Sql => sql`(select coalesce(json_agg(o.id order by o.id), '[]')
  from opportunity_project l
  join opportunity o on o.org_id = l.org_id and o.org_id = ${org} and o.id = l.opportunity_id and o.status = 'active'
  where l.org_id = p.org_id and l.org_id = ${org} and l.project_id = p.id) as opportunity_ids`

const evidenceJson = (org: string, id: string): Sql => sql`
  (select count(*) ${liveEvidence(org, id)}) as evidence_count,
  (select coalesce(json_agg(reference), '[]') from (
    select ${referenceJson} as reference ${liveEvidence(org, id)}
    order by e.assigned_at desc, e.id desc limit ${maxListed}) r) as evidence_references,
  (select coalesce(json_agg(distinct s), '[]') from (select unnest(i.segment_ids) as s ${liveEvidence(org, id)}) s)
  as segment_ids`

export const findProjectDetail = (db: Db, org: string, id: string) =>
  db.first<ProjectDetailRow>(sql`
    select ${columns}, ${initiativeJson(org)}, ${linksJson(org)},
      (select json_build_object('user_id', u.id, 'name', u.name) from app_user u where u.id = p.owner_id) as owner,
      ${historyJson(org)}, ${opportunitiesJson(org)}, ${sectionsJson(org)}, ${evidenceJson(org, id)},
      (select ${storyJson(org, id)} from evidence_story s
        where s.org_id = p.org_id and s.org_id = ${org} and s.project_id = p.id
        order by s.id desc limit 1) as latest_evidence_story
    from project p where p.org_id = ${org} and p.id = ${id}`)

export const getProjectDetail = async ({ db, org }: ReadCtx, id: string): Promise<ProjectDetailRow> =>
  (await findProjectDetail(db, org, id)) ?? notFound('project')
