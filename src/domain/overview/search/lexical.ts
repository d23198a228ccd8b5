import { conceptsOf } from '#engine/ask/expand-synonyms.ts'
import { stemmedWords } from '#engine/text/tf-idf.ts'
import type { Db } from '#store/open.ts'
import { correctSpelling } from './correct-spelling.ts'
import type { Hit } from './hits.ts'
import { findByText, findByWords, listRecentTitles, type SearchScope } from './queries.ts'
import type { WordQuery } from './queries-words.ts'

/** What is highlighted in the texts of the hits: words in all their forms, or a text as typed. */
export type Highlighting = { words: WordQuery } | { text: string } | undefined

export type SearchResult = {
  matched: 'all_words' | 'any_word' | 'corrected_words' | 'substring' | 'meaning'
  corrected_q: string | null
  hits: Hit[]
  highlighting: Highlighting
}

/** The first of these with hits: all words, corrected words, any word, substring. */
export async function lexicalSearch(db: Db, org: string, q: string, scope: SearchScope): Promise<SearchResult> {
  const searchWords = async (
    matched: SearchResult['matched'],
    words: WordQuery,
    corrected_q: string | null = null,
  ): Promise<SearchResult | undefined> => {
    const hits = await findByWords(db, org, words, scope)
    return hits.length ? { matched, corrected_q, hits, highlighting: { words } } : undefined
  }
  const all = await searchWords('all_words', { all: q })
  if (all) return all
  const titles = (await listRecentTitles(db, org, scope.types)).map(({ title }) => title)
  const corrected = correctSpelling(q, titles)
  const words = [...new Set(stemmedWords(q))]
  const synonyms = conceptsOf(q).flatMap(([, ...others]) => others)
  return (
    (corrected === undefined ? undefined : await searchWords('corrected_words', { all: corrected }, corrected)) ??
    (words.length > 1 ? await searchWords('any_word', { any: words, synonyms }) : undefined) ?? {
      matched: 'substring',
      corrected_q: null,
      hits: await findByText(db, org, q, scope),
      highlighting: { text: q },
    }
  )
}
