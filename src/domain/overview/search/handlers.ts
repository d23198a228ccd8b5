import type { Handlers } from '#domain/operation-handlers.ts'
import type { search } from '#contract/resources/search.ts'
import type { ReadCtx } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import { readCursor } from '#store/page.ts'
import { answerQuestion } from './answer.ts'
import { type HitPosition, pageOfHits } from './hits.ts'
import { lexicalSearch, type SearchResult } from './lexical.ts'
import { presentHits } from './present.ts'
import { maxCandidates, type SearchScope } from './queries.ts'
import { defaultSearchTypes } from './queries-searchable.ts'
import { hybridSearch, searchSemantically, semanticallySimilar } from './semantic.ts'
import { lexicallySimilar } from './similar.ts'

type Mode = 'lexical' | 'semantic' | 'hybrid'
type SearchInput = { q: string; mode: Mode | undefined; minSimilarity: number | undefined; scope: SearchScope }

/** In the requested mode, hybrid by default; lexical where semantic search is not available. */
async function runSearch(ctx: ReadCtx, input: SearchInput): Promise<SearchResult & { used: Mode }> {
  const { db, org } = ctx
  const { q, mode, scope } = input
  if (mode === 'semantic') {
    const hits = await searchSemantically(ctx, input)
    if (hits) return { used: 'semantic', matched: 'meaning', corrected_q: null, hits, highlighting: { text: q } }
  }
  const lexical = await lexicalSearch(db, org, q, scope)
  const isLexicalOnly = mode === 'lexical' || mode === 'semantic' || !ctx.semanticSearch
  const matchedTerms = lexical.matched === 'any_word' ? 'some' : 'all'
  const hybrid = isLexicalOnly ? undefined : await hybridSearch(ctx, input, { hits: lexical.hits, matchedTerms })
  return hybrid ? { used: 'hybrid', ...lexical, hits: hybrid } : { used: 'lexical', ...lexical }
}

function readPosition({ cursors }: ReadCtx, cursor: string | undefined): HitPosition | undefined {
  const keys = readCursor(cursors, cursor)
  if (!keys) return undefined
  const [score, type, id] = keys
  return { score: score as number, type: type as string, id: id as string }
}

export const handlers: Handlers<typeof search> = {
  async search(
    ctx,
    { q, types = defaultSearchTypes, mode, min_similarity, allow_fallback, limit, cursor, ...filters },
  ) {
    const startedAt = performance.now()
    const position = readPosition(ctx, cursor)
    const input = { q, mode, minSimilarity: min_similarity, scope: { types, filters } }
    const { used, matched, corrected_q, highlighting, ...result } = await runSearch(ctx, input)
    const requested_mode = mode ?? used
    if (requested_mode !== used && !allow_fallback)
      throwApiError('SERVICE_UNAVAILABLE', 'Semantic search is not available on this server.')
    const page = pageOfHits(result.hits, limit, position)
    const hits = page.hits.slice(0, limit)
    const last = page.hits.length > limit ? hits.at(-1) : undefined
    return {
      data: await presentHits(ctx.db, ctx.org, hits, highlighting),
      pagination: {
        next_cursor: last ? ctx.cursors.write([last.score, last.type, last.id]) : null,
        has_more: last !== undefined,
      },
      search: {
        mode: used,
        requested_mode,
        fallback: requested_mode !== used,
        took_ms: Math.round(performance.now() - startedAt),
        matched,
        corrected_q,
        counts_by_type: page.counts,
        counts_capped: Object.values(page.counts).some((count) => count >= maxCandidates),
      },
    }
  },

  async searchSimilar(ctx, query) {
    const semantic = await semanticallySimilar(ctx, { types: defaultSearchTypes, ...query })
    const hits = semantic ?? (await lexicallySimilar(ctx, query))
    return { data: await presentHits(ctx.db, ctx.org, hits, undefined), mode: semantic ? 'semantic' : 'lexical' }
  },

  searchAnswer: (ctx, { q, previous, ...filters }) => answerQuestion(ctx, { q, previous }, filters),
}
