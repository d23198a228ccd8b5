import type { Static } from 'typebox'
import type { Snapshot, SnapshotDetail } from '#contract/resources/opportunity-snapshots.ts'
import type { Db } from '#store/open.ts'
import { after, type Key, type Order, orderBy } from '#store/page.ts'
import { allOf, raw, sql } from '#store/sql.ts'
import type { Move, Standing } from './moves.ts'

export const standings = (db: Db, org: string) =>
  db.rows<Standing>(
    sql`select id, title, category, rank, impact_score from opportunity where org_id = ${org} and status = 'active' order by category, rank, id`,
  )

export const noteMoves = (db: Db, org: string, snapshotId: string, count: number, moves: readonly Move[]) =>
  db.run(sql`
    update opportunity_snapshot set opportunity_count = ${count}, new_count = ${moves.filter(({ change }) => change === 'new').length},
      moved_count = ${moves.filter(({ change }) => change !== 'new').length}, moves = ${JSON.stringify(moves)}::json
    where org_id = ${org} and id = ${snapshotId}`)

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const columns = raw('id, created_at, opportunity_count, new_count, moved_count')

export const pageOfSnapshots = (db: Db, org: string, limit: number, keys: readonly Key[] | undefined) =>
  db.rows<Static<typeof Snapshot>>(sql`
    select ${columns} from opportunity_snapshot where ${allOf([sql`org_id = ${org}`, after(newest, keys)])} order by ${orderBy(newest)} limit ${limit + 1}`)

export const snapshotById = (db: Db, org: string, id: string) =>
  db.first<Static<typeof SnapshotDetail>>(
    sql`select ${columns}, moves from opportunity_snapshot where org_id = ${org} and id = ${id}`,
  )
