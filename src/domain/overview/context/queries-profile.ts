import type { Static } from 'typebox'
import type { Profile } from '#contract/resources/context.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

type ProfileRow = Static<typeof Profile>
export type ProfileFields = Omit<ProfileRow, 'updated_at'>

const emptyProfile: ProfileFields = {
  company_name: null,
  website: null,
  industry: null,
  description: null,
  product_summary: null,
  ideal_customer: null,
  personas: [],
  goals: [],
  glossary: [],
  out_of_scope: [],
}

/** A profile stored before a field was added lacks it. */
export const completeProfile = (stored: Partial<ProfileFields> | null): ProfileFields => ({
  ...emptyProfile,
  ...stored,
})

export async function getProfile(db: Db, org: string): Promise<ProfileRow> {
  const row = await db.first<{ document: Partial<ProfileFields>; updated_at: string }>(
    sql`select document, updated_at from context_profile where org_id = ${org}`,
  )
  return { ...completeProfile(row?.document ?? null), updated_at: row?.updated_at ?? null }
}

export async function updateProfile(db: Db, org: string, changes: Partial<ProfileFields>): Promise<ProfileRow> {
  // Insert the row first, so that concurrent first changes wait for each other's lock.
  await db.run(
    sql`insert into context_profile (org_id, document) values (${org}, '{}') on conflict (org_id) do nothing`,
  )
  const locked = await db.first<{ document: Partial<ProfileFields> }>(
    sql`select document from context_profile where org_id = ${org} for update`,
  )
  const next = completeProfile({ ...locked!.document, ...changes })
  const row = await db.first<{ updated_at: string }>(sql`
    update context_profile set document = ${JSON.stringify(next)}::json, updated_at = now() where org_id = ${org}
    returning updated_at`)
  return { ...next, updated_at: row!.updated_at }
}
