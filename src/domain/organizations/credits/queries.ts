import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** The credits left; null means no limit. */
export const getCredits = async (db: Db, org: string): Promise<number | null> =>
  (await db.first<{ credits: number }>(sql`select credits from credit_balance where org_id = ${org}`))?.credits ?? null

/** Of the whole installation, for operator commands. */
export const listCredits = async (db: Db): Promise<Map<string, number>> =>
  new Map(
    (await db.rows<{ org_id: string; credits: number }>(sql`select org_id, credits from credit_balance`)).map(
      ({ org_id, credits }) => [org_id, credits],
    ),
  )

export const setCredits = (db: Db, org: string, credits: number | null) =>
  db.run(
    credits === null
      ? sql`delete from credit_balance where org_id = ${org}`
      : sql`insert into credit_balance (org_id, credits) values (${org}, ${credits})
          on conflict (org_id) do update set credits = excluded.credits`,
  )

/** Returns 0 when too few are left. */
export const deductCredits = (db: Db, org: string, amount: number) =>
  db.run(sql`
    update credit_balance set credits = credits - ${amount}::bigint
    where org_id = ${org} and credits >= ${amount}::bigint`)

/** Never below zero. */
export const deductCreditsLeft = (db: Db, org: string, count: number) =>
  db.run(sql`update credit_balance set credits = greatest(0, credits - ${count}::bigint) where org_id = ${org}`)
