import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

type SecondFactorRow = {
  setup: string
  secret: Buffer
  confirmed_at: string | null
  recovery_code_count: number
}

export const findSecondFactor = (db: Db, user: string) =>
  db.first<SecondFactorRow>(sql`
    select setup, secret, confirmed_at, cardinality(recovery_codes) as recovery_code_count
    from user_second_factor where user_id = ${user}`)

/** Replaces one that was never confirmed; a confirmed one stays. */
export const upsertSecondFactor = (db: Db, user: string, sealedSecret: Buffer) =>
  db.run(sql`
    insert into user_second_factor (user_id, setup, secret) values (${user}, ${newId()}, ${sealedSecret})
    on conflict (user_id) do update set setup = excluded.setup, secret = excluded.secret, last_step = null
    where user_second_factor.confirmed_at is null`)

/** No row where a code of this time step or a later one was accepted before. */
export const updateLastStep = (db: Db, user: string, step: number) =>
  db.run(sql`
    update user_second_factor set last_step = ${step}
    where user_id = ${user} and coalesce(last_step < ${step}, true)`)

export const updateConfirmed = (db: Db, user: string) =>
  db.run(sql`update user_second_factor set confirmed_at = now() where user_id = ${user}`)

export const updateRecoveryCodes = (db: Db, user: string, digests: readonly Buffer[]) =>
  db.run(sql`update user_second_factor set recovery_codes = ${digests}::bytea[] where user_id = ${user}`)

/** No row where there is no such code; each works once. */
export const useRecoveryCode = (db: Db, user: string, digest: Buffer) =>
  db.run(sql`
    update user_second_factor set recovery_codes = array_remove(recovery_codes, ${digest}::bytea)
    where user_id = ${user} and ${digest}::bytea = any(recovery_codes)`)

export const deleteSecondFactor = (db: Db, user: string) =>
  db.run(sql`delete from user_second_factor where user_id = ${user}`)

/** An organization of this user lets nobody in without one. */
export const isSecondFactorRequired = async (db: Db, user: string): Promise<boolean> =>
  (await db.first(sql`
    select 1 from membership m join organization o on o.id = m.org_id
    where m.user_id = ${user} and m.status = 'active' and o.require_second_factor limit 1`)) !== undefined
