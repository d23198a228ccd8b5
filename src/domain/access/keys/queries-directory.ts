import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* Which organization a key belongs to that arrives without one, as long as the key is in use. */

type KeyKind = 'survey_link' | 'feedback_widget' | 'integration' | 'share_link'

export const insertKeyEntry = (db: Db, org: string, kind: KeyKind, key: string) =>
  db.run(sql`insert into key_directory (key, kind, org_id) values (${key}, ${kind}, ${org})`)

export const deleteKeyEntry = (db: Db, org: string, key: string) =>
  db.run(sql`delete from key_directory where key = ${key} and org_id = ${org}`)

export const findOrganizationOfKey = async (db: Db, kind: KeyKind, key: string): Promise<string | undefined> =>
  (await db.first<{ org_id: string }>(sql`select org_id from key_directory where key = ${key} and kind = ${kind}`))
    ?.org_id
