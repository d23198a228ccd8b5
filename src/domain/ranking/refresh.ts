import type { RankedCategory } from '#engine/impact.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'
import { measure } from './measure.ts'
import { holdRanks, rank } from './rank.ts'
import { recountSubthemesOf } from './subthemes.ts'

type Placed = { id: string; category: RankedCategory }

async function measureAndRank(db: Db, org: string, opportunities: readonly Placed[]) {
  await measure(
    db,
    org,
    opportunities.map((one) => one.id),
  )
  for (const category of new Set(opportunities.map((one) => one.category))) await rank(db, org, category)
}

const restingOn = (db: Db, org: string, insights: Sql) =>
  db.rows<Placed>(sql`
    select id, category from opportunity where org_id = ${org}
      and id in (select opportunity_id from opportunity_insight where org_id = ${org} and insight_id in (${insights}))`)

async function refresh(db: Db, org: string, insights: Sql) {
  const touched = await restingOn(db, org, insights)
  if (touched.length === 0) return
  const held = new Set(touched.map((one) => one.category))
  await holdRanks(db, org, held)
  const settled = await restingOn(db, org, insights)
  // One that moved to another category while this waited.
  if (settled.some((one) => !held.has(one.category)))
    await holdRanks(
      db,
      org,
      settled.map((one) => one.category),
    )
  await measureAndRank(db, org, settled)
}

/** For whoever changes insights: measures and ranks what rests on them, in the same transaction. The insights are held already. */
export async function refreshOpportunitiesOf(db: Db, org: string, insightIds: readonly string[]) {
  await recountSubthemesOf(db, org, insightIds)
  await refresh(db, org, sql`select unnest(${insightIds}::uuid[])`)
}

/** The same for whoever changes whose insights they are. */
export const refreshOpportunitiesOfContacts = (db: Db, org: string, contactIds: readonly string[]) =>
  refresh(
    db,
    org,
    sql`select i.id from insight i where i.org_id = ${org} and i.contact_id = any(${contactIds}::uuid[])`,
  )

/** The same for whoever changes what the insights of some customers weigh. */
export const refreshOpportunitiesOfSegment = (db: Db, org: string, segmentId: string) =>
  refresh(
    db,
    org,
    sql`select i.id from insight i where i.org_id = ${org} and i.live and i.segment_ids @> array[${segmentId}]::uuid[]`,
  )

/** The same for whoever changes them all. */
export const refreshAllOpportunities = (db: Db, org: string) =>
  refresh(db, org, sql`select insight_id from opportunity_insight where org_id = ${org}`)

/** Measures and ranks the whole backlog as of now, and dates it; returns the id of the snapshot. */
export async function refreshOpportunities(db: Db, org: string): Promise<string> {
  await holdRanks(db, org, ['BUGS_AND_ERRORS', 'FEATURE_REQUESTS', 'PAIN_POINTS', 'USABILITY_ISSUES'])
  const snapshot = newId()
  await db.run(sql`insert into opportunity_snapshot (org_id, id) values (${org}, ${snapshot})`)
  await measureAndRank(db, org, await db.rows<Placed>(sql`select id, category from opportunity where org_id = ${org}`))
  await db.run(sql`update opportunity set snapshot_id = ${snapshot} where org_id = ${org} and status = 'active'`)
  return snapshot
}
