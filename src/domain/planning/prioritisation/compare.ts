import { placesOf, type ScoringDefinition, scoresOf } from '#engine/opportunity-score.ts'
import type { ComparedOpportunity } from './queries.ts'

/** Which opportunities change places with another method, the best of the new order first. */
export function placeChanges(
  rows: readonly ComparedOpportunity[],
  method: ScoringDefinition,
  hasActiveMethod: boolean,
) {
  const before = new Map(rows.map((row) => [row.id, hasActiveMethod ? row.score : row.impact]))
  const categories = Map.groupBy(rows, ({ category }) => category)
  const after = [...categories.values()].flatMap((ofCategory) => scoresOf(method, ofCategory))
  const scores = new Map(after.map((score) => [score.id, score]))
  const places = {
    before: placesOf(rows.map(({ id }) => ({ id, score: before.get(id)! }))),
    after: placesOf(after),
  }
  return rows
    .map(({ id, title, category }) => ({
      opportunity_id: id,
      title,
      category,
      place_before: places.before.get(id) ?? null,
      place_after: places.after.get(id) ?? null,
      score_before: before.get(id) ?? null,
      score_after: scores.get(id)!.score,
      terms: scores.get(id)!.terms,
    }))
    .filter(({ place_before, place_after }) => place_before !== place_after)
    .toSorted((a, b) => (a.place_after ?? Infinity) - (b.place_after ?? Infinity) || a.place_before! - b.place_before!)
}
