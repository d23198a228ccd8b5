import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* Accounts of users at providers of single sign-on. */

/** The issuer and its subject id, which stay the same when a name or an email changes. */
type ProviderAccount = { issuer: string; subject: string }

const providerId = (issuer: string) => `oidc ${issuer}`

export const findLinkedUser = (db: Db, { issuer, subject }: ProviderAccount) =>
  db.first<{ user_id: string }>(
    sql`select user_id from user_account where provider_id = ${providerId(issuer)} and account_id = ${subject}`,
  )

export const insertAccountLink = (db: Db, user: string, { issuer, subject }: ProviderAccount) =>
  db.run(sql`
    insert into user_account (id, account_id, provider_id, user_id)
    values (${newId()}, ${subject}, ${providerId(issuer)}, ${user})`)
