import { isNamedByAnalysis, isSubthemeNamedByAnalysis } from '#domain/llm-tasks/queries.ts'
import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

export type GroupKind = 'theme' | 'subtheme'
export type WaitingGroup = { id: string; kind: GroupKind; name: string; description: string | null; members: string[] }
/** Without a name: a person has named it since, or it is gone. */
type WaitingRow = Omit<WaitingGroup, 'name'> & { name: string | null }

/** More than are shown, because some are left out. */
const maxMembers = 30

/** A sample of the members' statements, the same each time. */
const memberTexts = (org: string, table: 'insight_theme' | 'subtheme_insight'): Sql => sql`array(
  select coalesce(q.text, i.name) from (
    select org_id, insight_id from ${raw(table)}
    where org_id = ${org} and ${raw(table === 'insight_theme' ? 'theme_id' : 'subtheme_id')} = t.resource_id
    order by md5(insight_id::text) limit 200) l
  join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
  left join quote q on q.org_id = ${org} and q.insight_id = i.id and q.is_representative
  where not coalesce(q.redacted, false) order by md5(i.id::text) limit ${maxMembers})`

export const listWaitingGroups = (db: Db, org: string, kind: GroupKind, limit: number) =>
  db.rows<WaitingRow>(
    kind === 'theme'
      ? sql`
        select t.resource_id as id, t.kind, h.name, h.notes as description,
          ${memberTexts(org, 'insight_theme')} as members
        from language_model_task t
        left join theme h on h.org_id = ${org} and h.id = t.resource_id and ${isNamedByAnalysis}
        where t.org_id = ${org} and t.kind = 'theme' and not t.done order by t.resource_id limit ${limit}`
      : sql`
        select t.resource_id as id, t.kind, s.name, s.description, ${memberTexts(org, 'subtheme_insight')} as members
        from language_model_task t
        left join subtheme s on s.org_id = ${org} and s.id = t.resource_id and ${isSubthemeNamedByAnalysis}
        where t.org_id = ${org} and t.kind = 'subtheme' and not t.done order by t.resource_id limit ${limit}`,
  )

/** Names in use, of other themes and subthemes. */
export const isGroupNameTaken = async (db: Db, org: string, name: string, except: string) =>
  (await db.first(sql`
    select 1 from theme where org_id = ${org} and lower(name) = lower(${name}) and archived_at is null
      and merged_into_id is null and id <> ${except}
    union all
    select 1 from subtheme where org_id = ${org} and lower(name) = lower(${name}) and id <> ${except}`)) !== undefined
