import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** Which of these surveys there are. */
export const knownSurveys = async (db: Db, org: string, ids: readonly string[]): Promise<string[]> =>
  (await db.rows<{ id: string }>(sql`select id from survey where org_id = ${org} and id = any(${ids}::uuid[])`)).map(
    (row) => row.id,
  )
