import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** The secret that signs cursors and sessions: one for all processes of an installation, made by whichever asks first. */
export async function installationSecret(db: Db): Promise<string> {
  await db.run(
    sql`insert into installation (secret) values (${randomBytes(32).toString('base64url')}) on conflict do nothing`,
  )
  return (await db.first<{ secret: string }>(sql`select secret from installation`))!.secret
}

/** False on a fresh installation, whose first admin is still to come. */
export const anybodyHere = async (db: Db): Promise<boolean> =>
  (await db.first<{ found: boolean }>(sql`select exists (select 1 from organization where not is_demo) as found`))!
    .found

/** Whether the sample organization is there, to which somebody can sign in before the first admin has come. */
export const demoHere = async (db: Db): Promise<boolean> =>
  (await db.first<{ found: boolean }>(sql`select exists (select 1 from organization where is_demo) as found`))!.found

/** What the first admin proves with that they can read the server's log; derived, so that every process prints the same. */
export const setupToken = async (db: Db): Promise<string> =>
  createHmac('sha256', await installationSecret(db))
    .update('first admin')
    .digest('base64url')
    .slice(0, 32)

export async function isSetupToken(db: Db, given: string): Promise<boolean> {
  const right = Buffer.from(await setupToken(db))
  const told = Buffer.from(given)
  return told.length === right.length && timingSafeEqual(told, right)
}
