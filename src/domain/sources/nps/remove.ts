import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { refreshLatest } from './latest.ts'

/** Who gave these answers. */
export const contactsOf = async (db: Db, org: string, ids: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ contact_id: string }>(sql`
    select distinct contact_id from nps_response where org_id = ${org} and id = any(${ids}::uuid[]) and contact_id is not null`)
  ).map((row) => row.contact_id)

/** Takes answers away; what became of their reasons is not theirs to take. */
export async function removeResponses(db: Db, org: string, ids: readonly string[]) {
  await db.run(
    sql`update nps_response set deleted_at = now(), updated_at = now() where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null`,
  )
  await refreshLatest(db, org, await contactsOf(db, org, ids))
}
