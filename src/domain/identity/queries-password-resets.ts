import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

export const insertReset = (db: Db, reset: { identifier: string; user: string; minutes: number }) =>
  db.run(sql`
    insert into user_verification (id, identifier, value, expires_at)
    values (${newId()}, ${reset.identifier}, ${reset.user}, now() + make_interval(mins => ${reset.minutes}))`)

export const findUserByResetIdentifier = async (db: Db, identifier: string) =>
  (
    await db.first<{ user: string }>(sql`
      select value as "user" from user_verification where identifier = ${identifier} and expires_at > now()`)
  )?.user

/** After a new password was set, no other reset link of this user may work. */
export const deleteResetsOfUser = (db: Db, user: string) =>
  db.run(sql`delete from user_verification where value = ${user}`)

export const findFirstOrganizationOfUser = (db: Db, user: string) =>
  db.first<{ org_id: string }>(sql`
    select org_id from membership where user_id = ${user} and status = 'active' order by created_at, id limit 1`)
