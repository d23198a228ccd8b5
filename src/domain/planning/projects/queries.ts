import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { assignments, join, raw, type Sql, sql } from '#store/sql.ts'
import { insertRow, replacedByInsert, type RowToInsert } from '#store/table/insert-row.ts'
import { seededSections, type ProjectStatusFields } from './rules.ts'
import { type NewLink, type NewProject, projectLinkTable, projectSectionTable, projectTable } from './table.ts'
import type { CustomFieldValue } from '#vocabulary/custom-fields.ts'
import type { ProjectStatus } from '#vocabulary/statuses.ts'

export type ProjectRow = ProjectStatusFields & {
  id: string
  title: string
  description: string | null
  initiative_id: string | null
  owner_id: string | null
  start_date: string | null
  target_date: string | null
  custom_fields: Record<string, CustomFieldValue>
}

const lockedProject = (org: string, id: string): Sql => sql`
  select id, title, description, initiative_id, owner_id, status, status_before_archive, started_at, completed_at,
    archived_at, start_date, target_date, custom_fields
  from project where org_id = ${org} and id = ${id} for no key update`

export const lockProject = (db: Db, org: string, id: string) => db.first<ProjectRow>(lockedProject(org, id))

/** Undefined also while another transaction holds the lock. */
export const tryLockProject = (db: Db, org: string, id: string) =>
  db.first<ProjectRow>(sql`${lockedProject(org, id)} skip locked`)

export const projectExists = async (db: Db, org: string, id: string) =>
  (await db.first(sql`select 1 from project where org_id = ${org} and id = ${id}`)) !== undefined

const projectRow = insertRow(projectTable)

/** Zero rows when the slug is taken. */
export const insertProject = (db: Db, org: string, row: NewProject) =>
  db.run(sql`insert into project ${projectRow(org, row)} on conflict (org_id, slug) do nothing`)

/** Nothing if the Project was not inserted. */
export const insertDefaultSections = (db: Db, org: string, projectId: string, user: string) => {
  const [keys, titles] = [[...seededSections.keys()], [...seededSections.values()]]
  return db.run(sql`
    insert into project_section (org_id, project_id, key, title, content, updated_by)
    select p.org_id, p.id, s.key, s.title, '', ${user}
    from project p cross join unnest(${keys}::text[], ${titles}::text[]) as s (key, title)
    where p.org_id = ${org} and p.id = ${projectId}`)
}

/** Sets the columns that are not undefined, and always `updated_at`. */
export const updateProjectColumns = (db: Db, org: string, id: string, columns: Record<string, unknown>) =>
  db.run(
    sql`
      update project set ${join([...nonEmptyAssignments(columns), raw('updated_at = now()')], ', ')}
      where org_id = ${org} and id = ${id}`,
  )

const nonEmptyAssignments = (columns: Record<string, unknown>) =>
  Object.values(columns).some((value) => value !== undefined) ? [assignments(columns)] : []

export const touchProject = (db: Db, org: string, id: string) => updateProjectColumns(db, org, id, {})

/** Sent before the change, so that both take one round trip. */
export const touchProjectIf = (db: Db, org: string, id: string, willChange: Sql) =>
  db.run(sql`update project set updated_at = now() where org_id = ${org} and id = ${id} and ${willChange}`)

export const insertProjectStatusChange = (
  db: Db,
  org: string,
  projectId: string,
  change: { from: ProjectStatus; to: ProjectStatus; user: string },
) =>
  db.run(sql`
    insert into project_status_change (org_id, project_id, id, from_status, to_status, actor_id)
    values (${org}, ${projectId}, ${newId()}, ${change.from}, ${change.to}, ${change.user})`)

/** Prevents archiving until the Project references the initiative. */
export const lockInitiativeForShare = (db: Db, org: string, id: string) =>
  db.first<{ archived: boolean }>(sql`
    select status = 'archived' as archived from initiative where org_id = ${org} and id = ${id} for share`)

export const listSectionKeys = async (db: Db, org: string, projectId: string) => {
  const rows = await db.rows<{ key: string }>(
    sql`select key from project_section where org_id = ${org} and project_id = ${projectId}`,
  )
  return rows.map((row) => row.key)
}

const sectionRow = insertRow(projectSectionTable)
const sectionReplaced = replacedByInsert(projectSectionTable)

export const upsertProjectSection = (db: Db, org: string, row: RowToInsert<typeof projectSectionTable>) =>
  db.run(sql`
    insert into project_section ${sectionRow(org, row)}
    on conflict (org_id, project_id, key) do update set ${sectionReplaced}, updated_at = excluded.updated_at`)

const linkRow = insertRow(projectLinkTable)
const linkReplaced = replacedByInsert(projectLinkTable)

/** One link per provider; linking again replaces all its fields. */
export const upsertLink = (db: Db, org: string, row: NewLink) =>
  db.run(sql`
    insert into project_link ${linkRow(org, row)}
    on conflict (org_id, project_id, provider) do update
    set ${linkReplaced}, state = null, linked_at = excluded.linked_at, refreshed_at = null`)

/** Also touches the Project, if it had a link. */
export async function deleteExternalLink(db: Db, org: string, projectId: string, provider: string) {
  const isLink = sql`project_id = ${projectId} and provider = ${provider}`
  await pipelined(db, [
    touchProjectIf(db, org, projectId, sql`exists (select 1 from project_link where org_id = ${org} and ${isLink})`),
    db.run(sql`delete from project_link where org_id = ${org} and ${isLink}`),
  ])
}
