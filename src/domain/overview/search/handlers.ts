import type { Static } from 'typebox'
import type { Handlers } from '#contract/core/route.ts'
import type { search, SearchHit } from '#contract/resources/search.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import { meaningIsOn } from '#domain/findings/semantic/semantic.ts'
import { wordsOf } from '#engine/words.ts'
import type { Db } from '#store/open.ts'
import { answerTo } from './answer.ts'
import { corrected } from './correct.ts'
import { byBoth, byMeaning, nearTo } from './meaning.ts'
import { type Hit, pageOf, type Place } from './order.ts'
import { findByText, findByWords, maxCandidates, recentTitles, type Wanted, type Words } from './queries.ts'
import { searchables, searchedByDefault } from './searchable.ts'
import { type ShownHit, textsOfHits } from './show-queries.ts'
import { similarTo } from './similar.ts'
import { type Marked, markText, shownField, snippetOf, unmark } from './snippet.ts'

const maxHighlights = 20

/** What is marked in the texts of the hits: words in all their endings, a text as it stands, or nothing. */
type Marking = { words: Words } | { text: string } | undefined

function shown(
  { type, id, score, updated_at, texts }: ShownHit,
  mark: (text: string) => Marked,
): Static<typeof SearchHit> {
  const { fields, url } = searchables[type]!
  const marked = texts.map((text) => (text === null ? null : mark(text)))
  const highlights = marked
    .flatMap((one, n) => (one?.spans ?? []).map((span) => ({ field: fields[n]!, ...span })))
    .slice(0, maxHighlights)
  const title = marked[0]?.text || marked.find((one) => one?.text)?.text || ''
  return {
    type,
    id,
    title: title.slice(0, 200),
    snippet: snippetOf(shownField(marked)),
    score: Math.min(1, Math.max(0, score)),
    url: `${url}/${id}`,
    highlights,
    updated_at,
  }
}

async function show(db: Db, org: string, hits: readonly Hit[], marking: Marking) {
  const [words, text] = marking && 'words' in marking ? [marking.words, ''] : [undefined, marking?.text ?? '']
  return (await textsOfHits(db, org, hits, words)).map((hit) =>
    shown(hit, (one) => (words ? unmark(one) : markText(one, text))),
  )
}

type Way = {
  matched: 'all_words' | 'any_word' | 'corrected_words' | 'substring' | 'meaning'
  corrected_q: string | null
  hits: Hit[]
  marking: Marking
}

/** All the words; else the words as they are used here; else any of them; else the text inside of words. The first way that finds something is taken. */
async function lexical(db: Db, org: string, q: string, wanted: Wanted): Promise<Way> {
  const by = async (
    matched: Way['matched'],
    words: Words,
    corrected_q: string | null = null,
  ): Promise<Way | undefined> => {
    const hits = await findByWords(db, org, words, wanted)
    return hits.length ? { matched, corrected_q, hits, marking: { words } } : undefined
  }
  const all = await by('all_words', { all: q })
  if (all) return all
  const better = corrected(
    q,
    (await recentTitles(db, org, wanted.types)).map(({ title }) => title),
  )
  const words = [...new Set(wordsOf(q))]
  return (
    (better === undefined ? undefined : await by('corrected_words', { all: better }, better)) ??
    (words.length > 1 ? await by('any_word', { any: words }) : undefined) ?? {
      matched: 'substring',
      corrected_q: null,
      hits: await findByText(db, org, q, wanted),
      marking: { text: q },
    }
  )
}

type Mode = 'lexical' | 'semantic' | 'hybrid'

/** The way that was asked for, or both where nobody asked; by words alone where meaning is not to be had. */
async function take(
  { db, org }: Ctx,
  q: string,
  mode: Mode | undefined,
  wanted: Wanted,
  min: number,
): Promise<Way & { used: Mode }> {
  if (mode === 'semantic') {
    const hits = await byMeaning(db, org, q, wanted, min)
    if (hits) return { used: 'semantic', matched: 'meaning', corrected_q: null, hits, marking: { text: q } }
  }
  const words = await lexical(db, org, q, wanted)
  const both =
    mode === 'lexical' || mode === 'semantic' || !meaningIsOn()
      ? undefined
      : await byBoth(db, org, q, wanted, min, words.hits, words.matched === 'any_word' ? 'some' : 'all')
  return both ? { used: 'hybrid', ...words, hits: both } : { used: 'lexical', ...words }
}

export const handlers: Handlers<typeof search, Ctx> = {
  async search(ctx, { q, types = searchedByDefault, mode, min_similarity, allow_fallback, limit, cursor, ...filters }) {
    const { cursors } = ctx
    const began = performance.now()
    const keys = cursor === undefined ? undefined : cursors.read(cursor)
    const place: Place | undefined = keys && {
      score: keys[0] as number,
      type: keys[1] as string,
      id: keys[2] as string,
    }
    const { used, matched, corrected_q, marking, ...all } = await take(ctx, q, mode, { types, filters }, min_similarity)
    const requested_mode = mode ?? used
    if (requested_mode !== used && !allow_fallback)
      throwApiError('SERVICE_UNAVAILABLE', 'There is no semantic search on this server.')
    const found = pageOf(all.hits, limit, place)
    const hits = found.hits.slice(0, limit)
    const last = found.hits.length > limit ? hits.at(-1) : undefined
    return {
      data: await show(ctx.db, ctx.org, hits, marking),
      pagination: {
        next_cursor: last ? cursors.write([last.score, last.type, last.id]) : null,
        has_more: last !== undefined,
      },
      search: {
        mode: used,
        requested_mode,
        fallback: requested_mode !== used,
        took_ms: Math.round(performance.now() - began),
        matched,
        corrected_q,
        counts_by_type: found.counts,
        counts_capped: Object.values(found.counts).some((count) => count >= maxCandidates),
      },
    }
  },

  async searchSimilar(ctx, wanted) {
    const near = await nearTo(ctx.db, ctx.org, { types: searchedByDefault, ...wanted })
    const hits = near ?? (await similarTo(ctx, wanted))
    return { data: await show(ctx.db, ctx.org, hits, undefined), mode: near ? 'semantic' : 'lexical' }
  },

  searchAnswer: (ctx, { q, ...filters }) => answerTo(ctx, q, filters),
}
