import type { Static } from 'typebox'
import type { Handlers } from '#contract/route.ts'
import type { search, SearchHit } from '#contract/search.ts'
import type { Ctx } from '#domain/context.ts'
import { fail } from '#domain/fail.ts'
import { wordsOf } from '#engine/words.ts'
import type { Db } from '#store/open.ts'
import { answerTo } from './answer.ts'
import { corrected } from './correct.ts'
import { findByText, findByWords, type Found, type HitRow, mostCandidates, type Place, recentTitles, type Wanted } from './queries.ts'
import { searchables, searchedByDefault } from './searchable.ts'
import { similarTo } from './similar.ts'
import { type Marked, markText, shownField, snippetOf, unmark } from './snippet.ts'

const mostHighlights = 20

export type Marker = (text: string) => Marked

export function shown({ type, id, score, updated_at, texts }: HitRow, mark: Marker): Static<typeof SearchHit> {
  const { fields, url } = searchables[type]!
  const marked = texts.map((text) => (text === null ? null : mark(text)))
  const highlights = marked.flatMap((one, n) => (one?.spans ?? []).map((span) => ({ field: fields[n]!, ...span }))).slice(0, mostHighlights)
  const title = marked[0]?.text || marked.find((one) => one?.text)?.text || ''
  return { type, id, title: title.slice(0, 200), snippet: snippetOf(shownField(marked)), score: Math.min(1, Math.max(0, score)), url: `${url}/${id}`, highlights, updated_at }
}

type Way = { matched: 'all_words' | 'any_word' | 'corrected_words' | 'substring'; corrected_q: string | null; found: Found; mark: Marker }
const none = (found: Found) => Object.keys(found.counts).length === 0

/** All the words; else the words as they are used here; else any of them; else the text inside of words. The first way that finds something is taken. */
async function lexical(db: Db, org: string, q: string, wanted: Wanted): Promise<Way> {
  const all = await findByWords(db, org, { all: q }, wanted)
  if (!none(all)) return { matched: 'all_words', corrected_q: null, found: all, mark: unmark }
  const better = corrected(q, (await recentTitles(db, org, wanted.types)).map(({ title }) => title))
  if (better !== undefined) {
    const found = await findByWords(db, org, { all: better }, wanted)
    if (!none(found)) return { matched: 'corrected_words', corrected_q: better, found, mark: unmark }
  }
  const words = [...new Set(wordsOf(q))]
  if (words.length > 1) {
    const found = await findByWords(db, org, { any: words }, wanted)
    if (!none(found)) return { matched: 'any_word', corrected_q: null, found, mark: unmark }
  }
  return { matched: 'substring', corrected_q: null, found: await findByText(db, org, q, wanted), mark: (text) => markText(text, q) }
}

export const handlers: Handlers<typeof search, Ctx> = {
  async search({ db, org, cursors }, { q, types = searchedByDefault, mode, min_similarity: _, allow_fallback, limit, cursor, ...filters }) {
    const began = performance.now()
    const requested_mode = mode ?? 'lexical'
    if (requested_mode !== 'lexical' && !allow_fallback) fail('SERVICE_UNAVAILABLE', 'There is no semantic search on this server.')
    const keys = cursor === undefined ? undefined : cursors.read(cursor)
    const place: Place | undefined = keys && { score: keys[0] as number, type: keys[1] as string, id: keys[2] as string }
    const { matched, corrected_q, found, mark } = await lexical(db, org, q, { types, filters, limit, place })
    const hits = found.hits.slice(0, limit)
    const last = found.hits.length > limit ? hits.at(-1) : undefined
    return {
      data: hits.map((hit) => shown(hit, mark)),
      pagination: { next_cursor: last ? cursors.write([last.score, last.type, last.id]) : null, has_more: last !== undefined },
      search: {
        mode: 'lexical', requested_mode, fallback: requested_mode !== 'lexical', took_ms: Math.round(performance.now() - began), matched, corrected_q,
        counts_by_type: found.counts, counts_capped: Object.values(found.counts).some((count) => count >= mostCandidates),
      },
    }
  },

  searchSimilar: async (ctx, wanted) => ({ data: (await similarTo(ctx, wanted)).map((hit) => shown(hit, (text) => ({ text, spans: [] }))), mode: 'lexical' }),

  searchAnswer: (ctx, { q, ...filters }) => answerTo(ctx, q, filters),
}
