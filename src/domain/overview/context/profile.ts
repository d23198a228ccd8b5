import type { Static } from 'typebox'
import type { Profile } from '#contract/resources/context.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

type Full = Static<typeof Profile>
export type ProfileFields = Omit<Full, 'updated_at'>

const unsaid: ProfileFields = {
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

/** A profile that was kept before a field came to be lacks it. */
export const wholeProfile = (kept: Partial<ProfileFields> | null): ProfileFields => ({ ...unsaid, ...kept })

export async function readProfile(db: Db, org: string): Promise<Full> {
  const row = await db.first<{ document: Partial<ProfileFields>; updated_at: string }>(
    sql`select document, updated_at from context_profile where org_id = ${org}`,
  )
  return { ...wholeProfile(row?.document ?? null), updated_at: row?.updated_at ?? null }
}

export async function changeProfile(db: Db, org: string, given: Partial<ProfileFields>): Promise<Full> {
  // Two first changes at once must not undo each other, so there is a row to wait for.
  await db.run(
    sql`insert into context_profile (org_id, document) values (${org}, '{}') on conflict (org_id) do nothing`,
  )
  const held = await db.first<{ document: Partial<ProfileFields> }>(
    sql`select document from context_profile where org_id = ${org} for update`,
  )
  const next = wholeProfile({ ...held!.document, ...given })
  const row = await db.first<{ updated_at: string }>(sql`
    update context_profile set document = ${JSON.stringify(next)}::json, updated_at = now() where org_id = ${org} returning updated_at`)
  return { ...next, updated_at: row!.updated_at }
}
