import type { Mail } from '#mail/mailer.ts'
import type { Db } from '#store/open.ts'
import type { SealedTable } from '#store/sealed-tables.ts'
import type { Vault } from '#store/vault.ts'
import { type ClaimedMail, insertMail } from './queries.ts'

/* Mail is written, sealed, in the transaction of the change it reports; a worker sends it afterwards. */

export type WriteMail = (db: Db, org: string, mail: Mail) => Promise<void>

const sealingContext = (org: string, id: string) => `mail/${org}/${id}`

export const sealedMail: SealedTable = { table: 'mail_outbox', id: 'id', columns: { message: sealingContext } }

export const mailOutbox =
  (vault: Vault): WriteMail =>
  (db, org, mail) =>
    insertMail(db, org, (id) => vault.seal(JSON.stringify(mail), sealingContext(org, id)))

export const unsealMail = (vault: Vault, { org_id, id, message }: ClaimedMail) =>
  JSON.parse(vault.open(message, sealingContext(org_id, id))) as Mail
