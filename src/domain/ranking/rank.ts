import { type Measures, type RankedCategory, rankCategory } from '#engine/impact.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { decaySince } from './measure.ts'

/**
 * One change at a time in each category, also among opportunities that are only being inserted.
 * Whoever changes several opportunities holds their ranks first, so that nobody waits in a circle.
 */
export async function holdRanks(db: Db, org: string, categories: Iterable<RankedCategory>) {
  for (const category of [...new Set(categories)].sort()) await acquireLock(db, orgLock(org, `ranks/${category}`))
}

type Row = Measures & { rank: number | null; shown: string }

/** Ranks what is active in a category by its measures, and writes what is new; between two measurements freshness only fades. */
export async function rank(db: Db, org: string, category: RankedCategory) {
  const rows = await db.rows<Row>(sql`
    select id, insight_count as insights, contact_count as contacts, negative_count as negative, source_type_count as "sourceTypes",
      freshness * ${decaySince('measured_at')} as freshness, segment_weight as "segmentWeight", rank, impact_factors::text as shown
    from opportunity where org_id = ${org} and category = ${category} and status = 'active'`)
  const before = new Map(rows.map((row) => [row.id, row]))
  const changed = rankCategory(category, rows)
    .map(({ factors, ...ranked }) => ({ ...ranked, factors: JSON.stringify(factors) }))
    .filter(({ id, rank, factors }) => before.get(id)!.rank !== rank || before.get(id)!.shown !== factors)
  if (changed.length === 0) return
  await db.run(sql`
    update opportunity o set impact_score = r.score, impact_factors = r.factors::json, rank = r.rank,
      previous_rank = case when o.rank <> r.rank then o.rank else o.previous_rank end
    from unnest(${changed.map((one) => one.id)}::uuid[], ${changed.map((one) => one.rank)}::integer[],
      ${changed.map((one) => one.score)}::real[], ${changed.map((one) => one.factors)}::text[]) as r (id, rank, score, factors)
    where o.org_id = ${org} and o.id = r.id`)
}
