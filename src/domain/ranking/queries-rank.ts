import { type OpportunityMeasures, rankCategory } from '#engine/impact-score.ts'
import { type OpportunityScore, scoresOf } from '#engine/opportunity-score.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { sql } from '#store/sql.ts'
import { decaySince } from './queries-measure.ts'
import { type ActiveMethod, findActiveMethod, type MeasuredRow, scoreColumns } from './queries-scores.ts'
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

type StoredScore = { score: number | null; score_method_id: string | null; score_version: number | null }
type MeasuresRow = OpportunityMeasures &
  MeasuredRow &
  StoredScore & { rank: number | null; stored_factors: string; stored_terms: string }

/**
 * Updates the active opportunities of a category whose rank, factors or score changed; freshness decays since measured.
 */
export async function updateRanks(db: Db, org: string, category: OpportunityCategory) {
  const [method, rows] = await pipelined(db, [
    findActiveMethod(db, org),
    db.rows<MeasuresRow>(sql`
      select ${scoreColumns}, source_type_count as "sourceTypes",
        freshness * ${decaySince('measured_at')} as freshness, segment_weight as "segmentWeight", rank,
        impact_factors::text as stored_factors, score, score_terms::text as stored_terms, score_method_id, score_version
      from opportunity where org_id = ${org} and category = ${category} and status = 'active'`),
  ])
  const before = new Map(rows.map((row) => [row.id, row]))
  const ranked = rankCategory(category, rows)
  const scores = scoresBy(method, ranked, before)
  const changed = ranked
    .map(({ factors, score: impact, id, rank }) => ({
      id,
      rank,
      impact,
      factors: JSON.stringify(factors),
      score: scores.get(id)?.score ?? null,
      terms: JSON.stringify(scores.get(id)?.terms ?? []),
    }))
    .filter((now) => hasChanged(before.get(now.id)!, now, method))
  if (changed.length > 0) await updateRanked(db, org, changed, method)
}

function scoresBy(
  method: ActiveMethod | undefined,
  ranked: readonly { id: string; score: number }[],
  measured: ReadonlyMap<string, MeasuresRow>,
): Map<string, OpportunityScore> {
  if (!method) return new Map()
  const measures = ranked.map(({ id, score }) => ({ ...measured.get(id)!, impact: score }))
  return new Map(scoresOf(method, measures).map((one) => [one.id, one]))
}

type Ranked = { id: string; rank: number | null; impact: number; factors: string; score: number | null; terms: string }

const hasChanged = (before: MeasuresRow, now: Ranked, method: ActiveMethod | undefined) =>
  before.rank !== now.rank ||
  before.stored_factors !== now.factors ||
  before.score !== now.score ||
  before.stored_terms !== now.terms ||
  before.score_method_id !== (method?.id ?? null) ||
  before.score_version !== (method?.version ?? null)

const updateRanked = (db: Db, org: string, changed: readonly Ranked[], method: ActiveMethod | undefined) =>
  db.run(sql`
    update opportunity o set impact_score = r.impact, impact_factors = r.factors::json, rank = r.rank,
      previous_rank = case when o.rank is distinct from r.rank then coalesce(o.rank, o.previous_rank)
        else o.previous_rank end,
      score = r.score, score_terms = r.terms::json, score_method_id = ${method?.id ?? null}::uuid,
      score_version = ${method?.version ?? null}::integer
    from unnest(${changed.map((one) => one.id)}::uuid[], ${changed.map((one) => one.rank)}::integer[],
      ${changed.map((one) => one.impact)}::real[], ${changed.map((one) => one.factors)}::text[],
      ${changed.map((one) => one.score)}::double precision[], ${changed.map((one) => one.terms)}::text[])
      as r (id, rank, impact, factors, score, terms)
    where o.org_id = ${org} and o.id = r.id`)
