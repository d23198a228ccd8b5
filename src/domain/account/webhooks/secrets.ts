import { randomBytes } from 'node:crypto'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { Vault } from '#store/vault.ts'

/* The secrets that messages are signed with. They are kept sealed: they have to be read again, but not by whoever reads the database. */

const placeOf = (org: string, id: string) => `webhook/${org}/${id}`
export const secretPrefix = 'whsec_'

export const newSecret = () => secretPrefix + randomBytes(32).toString('base64')
export const sealed = (vault: Vault, org: string, id: string, secret: string) => ({
  secret: vault.seal(secret, placeOf(org, id)),
  secret_hint: `${secretPrefix}…${secret.slice(-4)}`,
})

/** One that cannot be opened, because the installation's secret changed, signs nothing. */
export const opened = (vault: Vault, org: string, id: string, secrets: readonly (Buffer | null)[]): string[] =>
  secrets.flatMap((secret) => {
    try {
      return secret === null ? [] : [vault.open(secret, placeOf(org, id))]
    } catch {
      return []
    }
  })

type Readable = { org_id: string; id: string; open_secret: string; open_previous_secret: string | null }

/** Seals what was stored before secrets were; returns how many webhooks had one that anybody could read. */
export async function sealReadableSecrets(db: Db, vault: Vault): Promise<number> {
  const found = await db.rows<Readable>(
    sql`select org_id, id, open_secret, open_previous_secret from webhook where open_secret is not null`,
  )
  for (const { org_id, id, open_secret, open_previous_secret } of found) {
    const [secret, previous] = [open_secret, open_previous_secret].map((text) =>
      text === null ? null : vault.seal(text, placeOf(org_id, id)),
    )
    await db.run(sql`
      update webhook set secret = ${secret}, previous_secret = ${previous}, open_secret = null, open_previous_secret = null
      where org_id = ${org_id} and id = ${id} and open_secret = ${open_secret}`)
  }
  return found.length
}
