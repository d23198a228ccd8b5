import { newPublishableKey } from '#domain/account/keys/rules.ts'
import type { Settings } from '#domain/context.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

/* Publishable keys: where people answer a survey. */

export type LinkRow = {
  id: string
  survey_id: string
  name: string
  key: string
  allowed_origins: string[]
  last_used_at: string | null
  revoked_at: string | null
  created_at: string
}
const columns = raw('id, survey_id, name, key, allowed_origins, last_used_at, revoked_at, created_at')

export const urlOf = ({ publicUrl }: Pick<Settings, 'publicUrl'>, key: string) => `${publicUrl}/s/${key}`

export const insertLink = async (
  db: Db,
  org: string,
  { keyPrefix }: Settings,
  link: { survey_id: string; name: string; allowed_origins: readonly string[] },
): Promise<LinkRow> =>
  (await db.first<LinkRow>(sql`
    insert into survey_link (org_id, id, survey_id, name, key, allowed_origins)
    values (${org}, ${newId()}, ${link.survey_id}, ${link.name}, ${newPublishableKey(keyPrefix)}, ${link.allowed_origins}) returning ${columns}`))!

export const pageOfLinks = (db: Db, org: string, survey: string, limit: number, after: string | undefined) =>
  db.rows<LinkRow>(sql`
    select ${columns} from survey_link where org_id = ${org} and survey_id = ${survey} and (${after ?? null}::uuid is null or id < ${after ?? null}::uuid)
    order by id desc limit ${limit + 1}`)

/** Revoked it stays; the first time is the one on record. */
export const revokeLink = (db: Db, org: string, survey: string, id: string) =>
  db.first<LinkRow>(sql`
    update survey_link set revoked_at = coalesce(revoked_at, now()) where org_id = ${org} and survey_id = ${survey} and id = ${id} returning ${columns}`)
