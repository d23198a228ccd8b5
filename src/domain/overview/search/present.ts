import type { Static } from 'typebox'
import type { SearchHit } from '#contract/resources/search.ts'
import type { Db } from '#store/open.ts'
import type { Hit } from './hits.ts'
import type { Highlighting } from './lexical.ts'
import { type HitWithTexts, listTexts } from './queries-texts.ts'
import { searchables } from './queries-searchable.ts'
import { fieldForSnippet, type HighlightedText, highlightText, parseHighlights, snippetOf } from './snippet.ts'

const maxHighlights = 20

function presentHit(
  { type, id, score, updated_at, texts }: HitWithTexts,
  highlight: (text: string) => HighlightedText,
): Static<typeof SearchHit> {
  const { fields, url } = searchables[type]!
  const highlighted = texts.map((text) => (text === null ? null : highlight(text)))
  const highlights = highlighted
    .flatMap((field, n) => (field?.spans ?? []).map((span) => ({ field: fields[n]!, ...span })))
    .slice(0, maxHighlights)
  const title = highlighted[0]?.text || highlighted.find((field) => field?.text)?.text || ''
  return {
    type,
    id,
    title: title.slice(0, 200),
    snippet: snippetOf(fieldForSnippet(highlighted)),
    score: Math.min(1, Math.max(0, score)),
    url: `${url}/${id}`,
    highlights,
    updated_at,
  }
}

export async function presentHits(db: Db, org: string, hits: readonly Hit[], highlighting: Highlighting) {
  const words = highlighting && 'words' in highlighting ? highlighting.words : undefined
  const text = highlighting && 'text' in highlighting ? highlighting.text : ''
  return (await listTexts(db, org, hits, words)).map((hit) =>
    presentHit(hit, (field) => (words ? parseHighlights(field) : highlightText(field, text))),
  )
}
