import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** The issuer and its subject id, which stay the same when a name or an email changes. */
export type ProviderAccount = { issuer: string; subject: string }

const providerId = (issuer: string) => `oidc ${issuer}`

export const findLinkedUser = (db: Db, { issuer, subject }: ProviderAccount) =>
  db.first<{ user_id: string }>(
    sql`select user_id from user_account where provider_id = ${providerId(issuer)} and account_id = ${subject}`,
  )

export const insertAccountLink = (db: Db, user: string, { issuer, subject }: ProviderAccount) =>
  db.run(sql`
    insert into user_account (id, account_id, provider_id, user_id)
    values (${newId()}, ${subject}, ${providerId(issuer)}, ${user})`)

export const findFirstOrganization = (db: Db) =>
  db.first<{ id: string }>(sql`
    select id from organization o
    where not is_demo and not exists (select 1 from organization_deletion d where d.id = o.id)
    order by created_at, id limit 1`)
