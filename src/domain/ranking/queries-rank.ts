import { type OpportunityMeasures, rankCategory } from '#engine/impact-score.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { sql } from '#store/sql.ts'
import { decaySince } from './queries-measure.ts'
import type { OpportunityCategory } from '#vocabulary/categories.ts'

/**
 * Serializes rank changes per category, also for opportunities that are being inserted.
 * Lock the ranks before the opportunity rows, and the categories in sorted order, to prevent deadlocks.
 */
export async function lockRanks(db: Db, org: string, categories: Iterable<OpportunityCategory>) {
  const names = [...new Set(categories)].sort().map((category) => orgLock(org, `ranks/${category}`))
  await pipelined(
    db,
    names.map((name) => acquireLock(db, name)),
  )
}

type MeasuresRow = OpportunityMeasures & { rank: number | null; stored_factors: string }

/** Updates the active opportunities of a category whose rank or factors changed; freshness decays since measured. */
export async function updateRanks(db: Db, org: string, category: OpportunityCategory) {
  const rows = await db.rows<MeasuresRow>(sql`
    select id, insight_count as insights, contact_count as contacts, negative_count as negative,
      source_type_count as "sourceTypes",
      freshness * ${decaySince('measured_at')} as freshness, segment_weight as "segmentWeight", rank,
      impact_factors::text as stored_factors
    from opportunity where org_id = ${org} and category = ${category} and status = 'active'`)
  const before = new Map(rows.map((row) => [row.id, row]))
  const changed = rankCategory(category, rows)
    .map(({ factors, ...ranked }) => ({ ...ranked, factors: JSON.stringify(factors) }))
    .filter(({ id, rank, factors }) => before.get(id)!.rank !== rank || before.get(id)!.stored_factors !== factors)
  if (changed.length === 0) return
  await db.run(sql`
    update opportunity o set impact_score = r.score, impact_factors = r.factors::json, rank = r.rank,
      previous_rank = case when o.rank <> r.rank then o.rank else o.previous_rank end
    from unnest(${changed.map((one) => one.id)}::uuid[], ${changed.map((one) => one.rank)}::integer[],
      ${changed.map((one) => one.score)}::real[], ${changed.map((one) => one.factors)}::text[])
      as r (id, rank, score, factors)
    where o.org_id = ${org} and o.id = r.id`)
}
