import type { Feature } from '#contract/core/route.ts'
import type { Role } from '#domain/context.ts'
import { newOrgId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { assignments, empty, sql } from '#store/sql.ts'
import { startingCategories } from './categories.ts'

export type OrganizationRow = {
  id: string
  name: string
  feature_competitors: boolean
  feature_subthemes: boolean
  feature_segments: boolean
  credits: number | null
  is_demo: boolean
  created_at: string
  updated_at: string
}
export type PolicyRow = {
  api_enabled: boolean
  api_admins: boolean
  api_members: boolean
  api_read: boolean
  api_write: boolean
}
export type OrganizationChange = Partial<PolicyRow> & {
  name?: string | undefined
  credits?: number | null
  feature_competitors?: boolean | undefined
  feature_subthemes?: boolean | undefined
  feature_segments?: boolean | undefined
}

const columns = sql`id, name, feature_competitors, feature_subthemes, feature_segments, credits, is_demo, created_at, updated_at`
const policyColumns = sql`api_enabled, api_admins, api_members, api_read, api_write`

export type NewOrganization = {
  name: string
  features?: Partial<Record<Feature, boolean>>
  credits?: number | null
  isDemo?: boolean
}

export async function createOrganization(db: Db, wanted: NewOrganization): Promise<{ id: string }> {
  const {
    name,
    features: { competitors = false, subthemes = true, segments = true } = {},
    credits = null,
    isDemo = false,
  } = wanted
  const id = newOrgId()
  await db.run(sql`
    insert into organization (id, name, feature_competitors, feature_subthemes, feature_segments, credits, is_demo)
    values (${id}, ${name}, ${competitors}, ${subthemes}, ${segments}, ${credits}, ${isDemo})`)
  const columnOf = (name: keyof (typeof startingCategories)[number]) =>
    startingCategories.map((category) => category[name])
  await db.run(sql`
    insert into category (org_id, key, name, description, color)
    select ${id}, key, name, description, color
    from unnest(${columnOf('key')}::text[], ${columnOf('name')}::text[], ${columnOf('description')}::text[], ${columnOf('color')}::text[])
      as start (key, name, description, color)`)
  return { id }
}

export const readOrganization = (db: Db, org: string) =>
  db.first<OrganizationRow>(sql`select ${columns} from organization where id = ${org}`)

/** Every organization there is; for whoever runs the installation. */
export const listOrganizations = (db: Db) =>
  db.rows<OrganizationRow>(sql`select ${columns} from organization order by created_at, id`)

export function changeOrganization(db: Db, org: string, change: OrganizationChange) {
  const changed = assignments(change)
  return db.first<OrganizationRow & PolicyRow>(
    changed === empty
      ? sql`select ${columns}, ${policyColumns} from organization where id = ${org}`
      : sql`update organization set ${changed}, updated_at = now() where id = ${org} returning ${columns}, ${policyColumns}`,
  )
}

export const readPolicy = (db: Db, org: string) =>
  db.first<PolicyRow>(sql`select ${policyColumns} from organization where id = ${org}`)

/** Who belongs to an organization changes one at a time, so that two changes cannot each count on what the other takes away. */
export const lockOrganization = (db: Db, org: string) =>
  db.run(sql`select 1 from organization where id = ${org} for no key update`)

export type Belonging = { id: string; name: string; role: Role }

export const organizationsOf = (db: Db, user: string) =>
  db.rows<Belonging>(sql`
    select o.id, o.name, m.role from membership m join organization o on o.id = m.org_id
    where m.user_id = ${user} and m.status = 'active' order by m.created_at, m.id`)

export const renameUser = (db: Db, user: string, name: string) =>
  db.run(sql`update app_user set name = ${name}, updated_at = now() where id = ${user}`)

export const readUser = (db: Db, user: string) =>
  db.first<{ id: string; name: string; email: string }>(sql`select id, name, email from app_user where id = ${user}`)
