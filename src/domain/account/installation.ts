import { randomBytes } from 'node:crypto'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** The secret that signs cursors and sessions: one for all processes of an installation, made by whichever asks first. */
export async function installationSecret(db: Db): Promise<string> {
  await db.run(sql`insert into installation (secret) values (${randomBytes(32).toString('base64url')}) on conflict do nothing`)
  return (await db.first<{ secret: string }>(sql`select secret from installation`))!.secret
}

/** False on a fresh installation, whose first admin is still to come. */
export const anybodyHere = async (db: Db): Promise<boolean> =>
  (await db.first<{ found: boolean }>(sql`select exists (select 1 from organization where not is_demo) as found`))!.found
