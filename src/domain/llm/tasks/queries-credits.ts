import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** The credits left; undefined without a limit. */
export const creditsLeft = async (db: Db, org: string): Promise<number | undefined> =>
  (await db.first<{ credits: number | null }>(
    sql`select credits::float8 as credits from organization where id = ${org}`,
  ))!.credits ?? undefined

export const hasCredit = async (db: Db, org: string) => (await creditsLeft(db, org)) !== 0

/** One credit for each answer of the language model; never below zero. */
export const deductCredits = (db: Db, org: string, count: number) =>
  db.run(sql`
    update organization set credits = greatest(0, credits - ${count}::bigint)
    where id = ${org} and credits is not null`)
