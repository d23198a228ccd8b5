import type { Feature } from '#contract/core/route.ts'
import { listCredits, setCredits } from '#domain/organizations/credits/queries.ts'
import { newOrgId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { assignments, empty, sql } from '#store/sql.ts'
import type { MemberRole } from '#vocabulary/roles.ts'
import { insertCategories } from './queries-categories.ts'

export type OrganizationRow = {
  id: string
  name: string
  feature_competitors: boolean
  feature_subthemes: boolean
  feature_segments: boolean
  credits: number | null
  is_demo: boolean
  contact_mail: boolean
  accept_own_change_sets: boolean
  require_second_factor: boolean
  share_links: boolean
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
type OrganizationChange = Partial<PolicyRow> & {
  name?: string | undefined
  credits?: number | null
  feature_competitors?: boolean | undefined
  feature_subthemes?: boolean | undefined
  feature_segments?: boolean | undefined
  contact_mail?: boolean | undefined
  accept_own_change_sets?: boolean | undefined
  require_second_factor?: boolean | undefined
  share_links?: boolean | undefined
}

const columns = sql`
  id, name, feature_competitors, feature_subthemes, feature_segments, is_demo, contact_mail, accept_own_change_sets,
  require_second_factor, share_links, created_at, updated_at`
const policyColumns = sql`api_enabled, api_admins, api_members, api_read, api_write`

export type NewOrganization = {
  name: string
  features?: Partial<Record<Feature, boolean>>
  credits?: number | null
  isDemo?: boolean
}

export async function createOrganization(db: Db, input: NewOrganization): Promise<{ id: string }> {
  const {
    name,
    features: { competitors = false, subthemes = true, segments = true } = {},
    credits = null,
    isDemo = false,
  } = input
  const id = newOrgId()
  await db.run(sql`
    insert into organization (id, name, feature_competitors, feature_subthemes, feature_segments, is_demo)
    values (${id}, ${name}, ${competitors}, ${subthemes}, ${segments}, ${isDemo})`)
  if (credits !== null) await setCredits(db, id, credits)
  await insertCategories(db, id)
  return { id }
}

const withCredits = (org: string) => sql`
  ${columns}, ${policyColumns}, (select b.credits from credit_balance b where b.org_id = ${org}) as credits`

export const findOrganization = (db: Db, org: string) =>
  db.first<OrganizationRow & PolicyRow>(sql`select ${withCredits(org)} from organization where id = ${org}`)

/** Of the whole installation, for operator commands. */
export async function listOrganizations(db: Db): Promise<OrganizationRow[]> {
  const rows = await db.rows<Omit<OrganizationRow, 'credits'>>(
    sql`select ${columns} from organization order by created_at, id`,
  )
  const credits = await listCredits(db)
  return rows.map((row) => ({ ...row, credits: credits.get(row.id) ?? null }))
}

/** A page of the ids of all organizations, for maintenance. */
export const listOrganizationIds = async (db: Db, after: string, limit: number): Promise<string[]> =>
  (await db.rows<{ id: string }>(sql`select id from organization where id > ${after} order by id limit ${limit}`)).map(
    ({ id }) => id,
  )

export async function updateOrganization(db: Db, org: string, { credits, ...change }: OrganizationChange) {
  const changed = assignments(change)
  if (credits !== undefined) await setCredits(db, org, credits)
  if (changed !== empty || credits !== undefined)
    await db.run(sql`
      update organization set ${changed === empty ? empty : sql`${changed},`} updated_at = now() where id = ${org}`)
  return findOrganization(db, org)
}

export const findPolicy = (db: Db, org: string) =>
  db.first<PolicyRow>(sql`select ${policyColumns} from organization where id = ${org}`)

/** Serializes membership changes: two admins removing each other must not leave an organization without admins. */
export const lockOrganization = (db: Db, org: string) =>
  db.run(sql`select 1 from organization where id = ${org} for no key update`)

/** Nobody joins it any more. */
export const isBeingDeleted = async (db: Db, org: string): Promise<boolean> =>
  (await db.first(sql`select 1 from organization_deletion where id = ${org}`)) !== undefined

type UserOrganization = { id: string; name: string; role: MemberRole }

export const listOrganizationsOfUser = (db: Db, user: string) =>
  db.rows<UserOrganization>(sql`
    select o.id, o.name, m.role from membership m join organization o on o.id = m.org_id
    where m.user_id = ${user} and m.status = 'active' order by m.created_at, m.id`)
