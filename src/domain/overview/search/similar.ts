import type { ReadCtx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { tfIdfSimilarity, tfIdfVectors, stemmedWords } from '#engine/text/tf-idf.ts'
import { type Hit, compareHits } from './hits.ts'
import { findByWords, maxCandidates } from './queries.ts'
import { defaultSearchTypes, type SearchType } from './queries-searchable.ts'
import { listTexts, findTexts } from './queries-texts.ts'

type SimilarQuery = { type: SearchType; id: string; types?: SearchType[]; min_similarity: number; limit: number }

/** The most frequent words that are searched for. */
const maxWords = 12

const joinTexts = (texts: readonly (string | null)[]) => texts.filter((text) => text !== null).join(' ')

/** The most frequent stems; ties in order of appearance. */
function frequentWords(text: string): string[] {
  const uses = new Map<string, number>()
  for (const word of stemmedWords(text)) uses.set(word, (uses.get(word) ?? 0) + 1)
  return [...uses]
    .sort((a, b) => b[1] - a[1])
    .slice(0, maxWords)
    .map(([word]) => word)
}

/** Most similar first, by TF-IDF. */
export async function lexicallySimilar(
  { db, org }: ReadCtx,
  { type, id, types = defaultSearchTypes, min_similarity, limit }: SimilarQuery,
): Promise<Hit[]> {
  const text = joinTexts((await findTexts(db, org, type, id)) ?? notFound(type.replaceAll('_', ' ')))
  const hits = (await findByWords(db, org, { any: frequentWords(text) }, { types, filters: {} }))
    .sort(compareHits)
    .slice(0, maxCandidates)
  const others = await listTexts(
    db,
    org,
    hits.filter((hit) => hit.type !== type || hit.id !== id),
  )
  const [self, ...vectors] = tfIdfVectors([text, ...others.map((hit) => joinTexts(hit.texts))])
  return others
    .map(({ type, id }, n) => ({ type, id, score: Math.round(tfIdfSimilarity(self!, vectors[n]!) * 10_000) / 10_000 }))
    .filter((hit) => hit.score >= min_similarity)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}
