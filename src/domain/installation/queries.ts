import { randomBytes } from 'node:crypto'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** Signs cursors and sessions: one per installation, created by the first process that asks. */
export async function installationSecret(db: Db): Promise<string> {
  await db.run(
    sql`insert into installation (secret) values (${randomBytes(32).toString('base64url')}) on conflict do nothing`,
  )
  return (await db.first<{ secret: string }>(sql`select secret from installation`))!.secret
}

/** The checks of the keys that stored secrets are encrypted with; null before the first start that keeps them. */
export async function lockKeyChecks(db: Db): Promise<string[] | null> {
  await installationSecret(db)
  return (await db.first<{ key_checks: string[] | null }>(sql`select key_checks from installation for update`))!
    .key_checks
}

export const updateKeyChecks = (db: Db, checks: readonly string[]) =>
  db.run(sql`update installation set key_checks = ${checks}`)

/** False on a fresh installation, before the first admin signs up. */
export const hasOrganization = async (db: Db): Promise<boolean> =>
  (await db.first<{ found: boolean }>(sql`select exists (select 1 from organization where not is_demo) as found`))!
    .found

export const hasDemoOrganization = async (db: Db): Promise<boolean> =>
  (await db.first<{ found: boolean }>(sql`select exists (select 1 from organization where is_demo) as found`))!.found
