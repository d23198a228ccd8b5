import type { Static } from 'typebox'
import type { Handlers } from '#contract/route.ts'
import type { search, SearchHit } from '#contract/search.ts'
import type { Ctx } from '#domain/context.ts'
import { fail } from '#domain/fail.ts'
import { meaningIsOn } from '#domain/findings/semantic/semantic.ts'
import { wordsOf } from '#engine/words.ts'
import type { Db } from '#store/open.ts'
import { answerTo } from './answer.ts'
import { corrected } from './correct.ts'
import { findByText, findByWords, type Found, type HitRow, mostCandidates, type Place, recentTitles, type Wanted } from './queries.ts'
import { searchables, searchedByDefault } from './searchable.ts'
import { byBoth, byMeaning, nearTo } from './meaning.ts'
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

const asItIs: Marker = (text) => ({ text, spans: [] })
type Used = { used: 'lexical' | 'semantic' | 'hybrid'; matched: Way['matched'] | 'meaning'; corrected_q: string | null; found: Found; mark: Marker }

/** The way that was asked for, or both where nobody asked; by words alone where meaning is not to be had. */
async function take({ db, org }: Ctx, q: string, mode: 'lexical' | 'semantic' | 'hybrid' | undefined, wanted: Wanted, least: number): Promise<Used> {
  if (mode === 'semantic') {
    const found = await byMeaning(db, org, q, wanted, least)
    if (found) return { used: 'semantic', matched: 'meaning', corrected_q: null, found, mark: (text) => markText(text, q) }
  }
  if (mode === 'lexical' || mode === 'semantic' || !meaningIsOn()) return { used: 'lexical', ...(await lexical(db, org, q, wanted)) }
  const words = await lexical(db, org, q, { ...wanted, limit: mostCandidates, place: undefined })
  const both = await byBoth(db, org, q, wanted, least, words.found.hits)
  if (both) return { used: 'hybrid', ...words, found: both }
  return { used: 'lexical', ...(await lexical(db, org, q, wanted)) }
}

export const handlers: Handlers<typeof search, Ctx> = {
  async search(ctx, { q, types = searchedByDefault, mode, min_similarity, allow_fallback, limit, cursor, ...filters }) {
    const { cursors } = ctx
    const began = performance.now()
    const keys = cursor === undefined ? undefined : cursors.read(cursor)
    const place: Place | undefined = keys && { score: keys[0] as number, type: keys[1] as string, id: keys[2] as string }
    const { used, matched, corrected_q, found, mark } = await take(ctx, q, mode, { types, filters, limit, place }, min_similarity)
    const requested_mode = mode ?? used
    if (requested_mode !== used && !allow_fallback) fail('SERVICE_UNAVAILABLE', 'There is no semantic search on this server.')
    const hits = found.hits.slice(0, limit)
    const last = found.hits.length > limit ? hits.at(-1) : undefined
    return {
      data: hits.map((hit) => shown(hit, mark)),
      pagination: { next_cursor: last ? cursors.write([last.score, last.type, last.id]) : null, has_more: last !== undefined },
      search: {
        mode: used, requested_mode, fallback: requested_mode !== used, took_ms: Math.round(performance.now() - began), matched, corrected_q,
        counts_by_type: found.counts, counts_capped: Object.values(found.counts).some((count) => count >= mostCandidates),
      },
    }
  },

  async searchSimilar(ctx, wanted) {
    const near = await nearTo(ctx.db, ctx.org, { types: searchedByDefault, ...wanted })
    const hits = near ?? (await similarTo(ctx, wanted))
    return { data: hits.map((hit) => shown(hit, asItIs)), mode: near ? 'semantic' : 'lexical' }
  },

  searchAnswer: (ctx, { q, ...filters }) => answerTo(ctx, q, filters),
}
