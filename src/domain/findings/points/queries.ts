import { pointHandleLength } from '#contract/resources/points.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

const handleOf = raw(`right(id::text, ${pointHandleLength})`)

/** The insights that have these handles or ids; of a handle there may be several. */
export const listPointIds = (db: Db, org: string, points: readonly string[]) =>
  db.rows<{ id: string; handle: string }>(sql`
    select id, ${handleOf} as handle from insight
    where org_id = ${org} and deleted_at is null and (${handleOf} = any(${points}) or id::text = any(${points}))`)
