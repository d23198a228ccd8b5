import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

type PlaintextSecretRow = {
  org_id: string
  id: string
  plaintext_secret: string
  plaintext_previous_secret: string | null
}

export const listPlaintextSecrets = (db: Db) =>
  db.rows<PlaintextSecretRow>(sql`
    select org_id, id, plaintext_secret, plaintext_previous_secret from webhook where plaintext_secret is not null`)

type SealedSecrets = { secret: Buffer | null; previous: Buffer | null }

export const replacePlaintextSecrets = (
  db: Db,
  { org_id, id, plaintext_secret }: PlaintextSecretRow,
  { secret, previous }: SealedSecrets,
) =>
  db.run(sql`
    update webhook set secret = ${secret}, previous_secret = ${previous},
      plaintext_secret = null, plaintext_previous_secret = null
    where org_id = ${org_id} and id = ${id} and plaintext_secret = ${plaintext_secret}`)
