import { foundIn, insightsIn } from '#domain/findings/semantic/queries.ts'
import { searchSemantic, type Similar, similarTo } from '#domain/findings/semantic/semantic.ts'
import { mixedScore } from '#engine/embed/mixed.ts'
import type { Db } from '#store/open.ts'
import { type Hit, inOrder } from './order.ts'
import { findByIds, type Wanted } from './queries.ts'
import type { SearchType } from './searchable.ts'

/* Search by meaning: insights, and through them the feedback they were found in. */

const kinds: readonly SearchType[] = ['insight', 'feedback']

/** How near insights are, and the feedback they were found in. */
function similarities(similar: readonly Similar[]): Map<string, number> {
  const scores = new Map<string, number>()
  for (const { insight_id, feedback_id, similarity } of similar) {
    scores.set(insight_id, similarity)
    if (feedback_id !== null && !scores.has(feedback_id)) scores.set(feedback_id, similarity)
  }
  return scores
}

/** Hits by meaning that may still be shown and pass the filters, best first. */
async function hitsOf(
  db: Db,
  org: string,
  similar: readonly Similar[],
  { types, filters }: Wanted,
  min: number,
): Promise<Hit[]> {
  const scores = similarities(similar.filter((one) => one.similarity >= min))
  const hits = await findByIds(db, org, [...scores.keys()], {
    types: types.filter((type) => kinds.includes(type)),
    filters,
  })
  return hits.map((hit) => ({ ...hit, score: scores.get(hit.id)! }))
}

/** Undefined when search by meaning is not to be had. */
export async function byMeaning(
  db: Db,
  org: string,
  q: string,
  wanted: Wanted,
  min: number,
): Promise<Hit[] | undefined> {
  const similar = await searchSemantic(db, org, q)
  return similar && hitsOf(db, org, similar, wanted, min)
}

/** Both ways in one list: what is found by either, and first what is found by both; `held` says how many of the words the hits by words hold. */
export async function byBoth(
  db: Db,
  org: string,
  q: string,
  wanted: Wanted,
  min: number,
  words: readonly Hit[],
  held: 'all' | 'some',
): Promise<Hit[] | undefined> {
  const similar = await searchSemantic(db, org, q)
  if (!similar) return undefined
  const best = similar[0]?.similarity ?? 0
  const near = similarities(held === 'all' ? similar.filter((one) => one.similarity >= min) : similar)
  const top = Math.max(1e-9, ...words.map((hit) => hit.score))
  const all = new Map(
    (await hitsOf(db, org, similar, wanted, min)).map((hit) => [
      hit.id,
      { ...hit, score: mixedScore({ meaning: hit.score, best, words: 0, held }) },
    ]),
  )
  for (const hit of words)
    all.set(hit.id, { ...hit, score: mixedScore({ meaning: near.get(hit.id), best, words: hit.score / top, held }) })
  return [...all.values()]
}

/** Insights so near to a question that they speak of it. */
export async function speakingOf(
  db: Db,
  org: string,
  q: string,
  filters: Wanted['filters'],
  min: number,
): Promise<string[]> {
  const similar = await searchSemantic(db, org, q)
  return similar
    ? (await hitsOf(db, org, similar, { types: ['insight'], filters }, min)).sort(inOrder).map((hit) => hit.id)
    : []
}

/** What is near an insight, or near what was found in a piece of feedback. */
export async function nearTo(
  db: Db,
  org: string,
  {
    type,
    id,
    types,
    min_similarity,
    limit,
  }: { type: SearchType; id: string; types: readonly SearchType[]; min_similarity: number; limit: number },
): Promise<Hit[] | undefined> {
  if (type !== 'insight' && type !== 'feedback') return undefined
  const asked = type === 'insight' ? [id] : (await insightsIn(db, org, id)).map((row) => row.id)
  const own = (await foundIn(db, org, asked)).map((row) => row.id)
  const similar = await similarTo(db, org, own)
  if (!similar) return undefined
  const hits = await hitsOf(db, org, similar, { types, filters: {} }, min_similarity)
  return hits
    .filter((hit) => hit.id !== id)
    .sort(inOrder)
    .slice(0, limit)
}
