import type { Static } from 'typebox'
import type { opportunitySnapshots, Snapshot, SnapshotDetail } from '#contract/opportunity-snapshots.ts'
import type { Handlers } from '#contract/route.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/fail.ts'
import type { Db } from '#store/open.ts'
import { after, type Order, orderBy, pageOf } from '#store/page.ts'
import { every, raw, sql } from '#store/sql.ts'

export type Standing = { id: string; title: string; category: Move['category']; rank: number | null; impact_score: number }
type Move = Static<typeof SnapshotDetail>['moves'][number]

/** What is new or stands elsewhere than before; the best of each category first. */
export const movesBetween = (before: readonly Standing[], now: readonly Standing[], added: ReadonlySet<string>): Move[] => {
  const ranks = new Map(before.map(({ id, rank }) => [id, rank]))
  return now.flatMap(({ id, rank, ...one }) => {
    const previous_rank = ranks.get(id) ?? null
    if (!added.has(id) && previous_rank === rank) return []
    const change = added.has(id) || previous_rank === null ? 'new' : (rank ?? 0) < previous_rank ? 'up' : 'down'
    return [{ opportunity_id: id, ...one, change, rank, previous_rank }]
  })
}

export const standings = (db: Db, org: string) =>
  db.rows<Standing>(sql`select id, title, category, rank, impact_score from opportunity where org_id = ${org} and status = 'active' order by category, rank, id`)

export const noteMoves = (db: Db, org: string, snapshotId: string, count: number, moves: readonly Move[]) =>
  db.run(sql`
    update opportunity_snapshot set opportunity_count = ${count}, new_count = ${moves.filter(({ change }) => change === 'new').length},
      moved_count = ${moves.filter(({ change }) => change !== 'new').length}, moves = ${JSON.stringify(moves)}::json
    where org_id = ${org} and id = ${snapshotId}`)

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const columns = raw('id, created_at, opportunity_count, new_count, moved_count')

export const handlers: Handlers<typeof opportunitySnapshots, Ctx> = {
  async listOpportunitySnapshots({ db, org, cursors }, { limit, cursor }) {
    const keys = cursor === undefined ? undefined : cursors.read(cursor)
    const rows = await db.rows<Static<typeof Snapshot>>(sql`
      select ${columns} from opportunity_snapshot where ${every([sql`org_id = ${org}`, after(newest, keys)])} order by ${orderBy(newest)} limit ${limit + 1}`)
    return pageOf(rows, limit, (last) => cursors.write([last.id]))
  },

  async getOpportunitySnapshot({ db, org }, { snapshotId }) {
    return (await db.first<Static<typeof SnapshotDetail>>(sql`select ${columns}, moves from opportunity_snapshot where org_id = ${org} and id = ${snapshotId}`)) ?? notFound('snapshot')
  },
}
