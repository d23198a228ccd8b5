import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { reevaluate, type Ruled } from './evaluate.ts'

/** How many contacts one statement settles: large enough to be quick, small enough to hold nobody up. */
export const chunkSize = 2_000

export const contactsAfter = async (db: Db, org: string, after: string | null, limit = chunkSize): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
    select id from contact where org_id = ${org} and deleted_at is null and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`)
  ).map((row) => row.id)

/** All contacts of an organization, in one transaction; answers with how many moved. */
export async function reevaluateEverybody(db: Db, org: string, segments: readonly Ruled[]): Promise<number> {
  let moved = 0
  for (let after: string | null = null; ;) {
    const ids: string[] = await contactsAfter(db, org, after)
    moved += await reevaluate(db, org, segments, ids)
    if (ids.length < chunkSize) return moved
    after = ids.at(-1)!
  }
}

/** At most so many are settled while the caller waits. */
const maxAtOnce = 5000
export const isSmall = async (db: Db, org: string) =>
  (await db.first(
    sql`select 1 from contact where org_id = ${org} and deleted_at is null offset ${maxAtOnce} limit 1`,
  )) === undefined

export const markEvaluated = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`update segment set last_evaluated_at = now() where org_id = ${org} and id = any(${ids}::uuid[])`)
