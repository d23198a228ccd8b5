import type { Static } from 'typebox'
import type { opportunityEvidence } from '#contract/resources/opportunity-evidence.ts'
import { rawJson } from '#contract/core/route.ts'
import type { ReadCtx } from '#domain/context.ts'
import { minRelevantSimilarity } from '#engine/ask/relevant-matches.ts'
import { suggestedImportance } from '#engine/importance/suggested-importance.ts'
import { tfIdfSimilarity, tfIdfVectors } from '#engine/text/tf-idf.ts'
import { SEARCH_RELEVANCE } from '#engine/thresholds/search.ts'
import { getOpportunityState } from './changes.ts'
import { type InsightWords, listNewestLinked, listNewestUnlinked, listSuggested } from './queries-suggestions.ts'
import type { OpportunityState } from './queries.ts'

type Suggestions = Static<(typeof opportunityEvidence.suggestOpportunityInsights)['result']>
type Similar = { id: string; similarity: number }

/** What new evidence is compared with; more of it changes little. */
const maxExamples = 20
/** Some of the nearest are evidence already. */
const maxNearest = 200

/** Live insights that are not evidence yet, the most similar first. */
export async function suggestEvidence(ctx: ReadCtx, id: string, limit: number) {
  const { db, org } = ctx
  const opportunity = await getOpportunityState(ctx, id)
  const examples = await listNewestLinked(db, org, id, maxExamples)
  const similar = (await byMeaning(ctx, opportunity, examples)) ?? (await byWords(ctx, opportunity, examples))
  const rows = await listSuggested(db, org, id, { ids: similar.map((one) => one.id), limit })
  const similarities = new Map(similar.map((one) => [one.id, one.similarity]))
  const items = rows.map(({ id: insight, item, words }) => {
    const similarity = Math.round(Math.min(1, Math.max(0, similarities.get(insight)!)) * 100) / 100
    return `${item},"similarity":${similarity},"suggested_importance":${JSON.stringify(suggestedImportance(words))}}`
  })
  return rawJson<Suggestions>(`{"data":[${items.join(',')}]}`)
}

const textOf = ({ title, summary, problem_statement }: OpportunityState) =>
  [title, problem_statement, summary].filter((text) => text !== null).join('. ')

/** Undefined where nothing can be compared by meaning. */
async function byMeaning(
  { db, org, semanticSearch }: ReadCtx,
  opportunity: OpportunityState,
  examples: readonly InsightWords[],
): Promise<Similar[] | undefined> {
  const ids = examples.map(({ id }) => id)
  const similar =
    (ids.length > 0 ? await semanticSearch?.findSimilar(db, org, ids, maxNearest) : undefined) ??
    (await semanticSearch?.search(db, org, textOf(opportunity), maxNearest))
  if (!similar) return undefined
  const similarities = similar.map(({ similarity }) => similarity)
  const cutoff = minRelevantSimilarity(similarities, SEARCH_RELEVANCE) ?? Infinity
  return similar
    .filter(({ similarity }) => similarity >= cutoff)
    .map(({ insight_id, similarity }) => ({ id: insight_id, similarity }))
}

/** The newest insights, by the words that they share with the opportunity and its evidence. */
async function byWords(
  { db, org }: ReadCtx,
  opportunity: OpportunityState,
  examples: readonly InsightWords[],
): Promise<Similar[]> {
  const text = [textOf(opportunity), ...examples.map(({ words }) => words)].join('. ')
  const others = await listNewestUnlinked(db, org, opportunity.id)
  const [self, ...vectors] = tfIdfVectors([text, ...others.map(({ words }) => words)])
  const similar = others.map(({ id }, n) => ({ id, similarity: tfIdfSimilarity(self!, vectors[n]!) }))
  const best = Math.max(0, ...similar.map(({ similarity }) => similarity))
  return similar
    .filter(({ similarity }) => similarity > 0 && similarity >= best * SEARCH_RELEVANCE.minRatio)
    .sort((a, b) => b.similarity - a.similarity)
}
