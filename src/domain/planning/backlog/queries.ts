import type { Static } from 'typebox'
import type { OpportunitySnapshot, SnapshotDetail } from '#contract/resources/opportunity-snapshots.ts'
import type { Db } from '#store/open.ts'
import { after, type Key, type Order, orderBy } from '#store/page.ts'
import { allOf, raw, sql } from '#store/sql.ts'
import type { RankedOpportunity } from './rank-moves.ts'

export const listRankedOpportunities = (db: Db, org: string) =>
  db.rows<RankedOpportunity>(
    sql`
      select id, title, category, rank, impact_score from opportunity where org_id = ${org} and status = 'active'
      order by category, rank, id`,
  )

const newestFirst: Order = { by: 'id', type: 'uuid', descending: true }
const columns = raw('id, created_at, opportunity_count, new_count, moved_count')

export const listSnapshots = (db: Db, org: string, limit: number, keys: readonly Key[] | undefined) =>
  db.rows<Static<typeof OpportunitySnapshot>>(sql`
    select ${columns} from opportunity_snapshot where ${allOf([sql`org_id = ${org}`, after(newestFirst, keys)])}
    order by ${orderBy(newestFirst)} limit ${limit + 1}`)

export const findSnapshot = (db: Db, org: string, id: string) =>
  db.first<Static<typeof SnapshotDetail>>(
    sql`select ${columns}, moves from opportunity_snapshot where org_id = ${org} and id = ${id}`,
  )
