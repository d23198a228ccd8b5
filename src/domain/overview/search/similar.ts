import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { similarity, vectorsOf, wordsOf } from '#engine/words.ts'
import { type Hit, inOrder } from './order.ts'
import { findByWords, maxCandidates } from './queries.ts'
import { searchedByDefault, type SearchType } from './searchable.ts'
import { textsOfHits, textsOfOne } from './show-queries.ts'

type Wanted = { type: SearchType; id: string; types?: SearchType[]; min_similarity: number; limit: number }

/** So many of its words say what something is about. */
const maxWords = 12

const told = (texts: readonly (string | null)[]) => texts.filter((text) => text !== null).join(' ')

/** The words that stand most often in it; of equals those that come first. */
function telling(text: string): string[] {
  const uses = new Map<string, number>()
  for (const word of wordsOf(text)) uses.set(word, (uses.get(word) ?? 0) + 1)
  return [...uses]
    .sort((a, b) => b[1] - a[1])
    .slice(0, maxWords)
    .map(([word]) => word)
}

/** Nearest first, by the words that two texts share. */
export async function similarTo(
  { db, org }: Ctx,
  { type, id, types = searchedByDefault, min_similarity, limit }: Wanted,
): Promise<Hit[]> {
  const text = told((await textsOfOne(db, org, type, id)) ?? notFound(type.replaceAll('_', ' ')))
  const hits = (await findByWords(db, org, { any: telling(text) }, { types, filters: {} }))
    .sort(inOrder)
    .slice(0, maxCandidates)
  const others = await textsOfHits(
    db,
    org,
    hits.filter((hit) => hit.type !== type || hit.id !== id),
  )
  const [self, ...vectors] = vectorsOf([text, ...others.map((hit) => told(hit.texts))])
  return others
    .map(({ type, id }, n) => ({ type, id, score: Math.round(similarity(self!, vectors[n]!) * 10_000) / 10_000 }))
    .filter((hit) => hit.score >= min_similarity)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}
