import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'
import type { OpportunityCategory } from '#vocabulary/categories.ts'

export type OpportunityKey = { id: string; category: OpportunityCategory }

const listSupportedBy = (db: Db, org: string, insightIds: Sql) =>
  db.rows<OpportunityKey>(sql`
    select id, category from opportunity where org_id = ${org}
      and id in (select opportunity_id from opportunity_insight
        where org_id = ${org} and insight_id in (${insightIds}))`)

export const listOpportunitiesOfInsights = (db: Db, org: string, insightIds: readonly string[]) =>
  listSupportedBy(db, org, sql`select unnest(${insightIds}::uuid[])`)

export const listOpportunitiesOfContacts = (db: Db, org: string, contactIds: readonly string[]) =>
  listSupportedBy(
    db,
    org,
    sql`select i.id from insight i where i.org_id = ${org} and i.contact_id = any(${contactIds}::uuid[])`,
  )

export const listOpportunitiesOfSegment = (db: Db, org: string, segmentId: string) =>
  listSupportedBy(
    db,
    org,
    sql`select i.id from insight i where i.org_id = ${org} and i.live and i.segment_ids @> array[${segmentId}]::uuid[]`,
  )

export const listOpportunitiesWithEvidence = (db: Db, org: string) =>
  listSupportedBy(db, org, sql`select insight_id from opportunity_insight where org_id = ${org}`)

export const listOpportunityKeys = (db: Db, org: string) =>
  db.rows<OpportunityKey>(sql`select id, category from opportunity where org_id = ${org}`)

export async function insertSnapshot(db: Db, org: string): Promise<string> {
  const id = newId()
  await db.run(sql`insert into opportunity_snapshot (org_id, id) values (${org}, ${id})`)
  return id
}

export const updateSnapshotOfActive = (db: Db, org: string, snapshot: string) =>
  db.run(sql`update opportunity set snapshot_id = ${snapshot} where org_id = ${org} and status = 'active'`)

type SnapshotMoves = { opportunityCount: number; moves: readonly { change: string }[] }

export function updateSnapshotMoves(
  db: Db,
  org: string,
  snapshotId: string,
  { opportunityCount, moves }: SnapshotMoves,
) {
  const newCount = moves.filter(({ change }) => change === 'new').length
  return db.run(sql`
    update opportunity_snapshot set opportunity_count = ${opportunityCount}, new_count = ${newCount},
      moved_count = ${moves.length - newCount}, moves = ${JSON.stringify(moves)}::json
    where org_id = ${org} and id = ${snapshotId}`)
}
