import { markEnd, markStart } from './queries-texts.ts'

type Span = { start: number; end: number }
export type HighlightedText = { text: string; spans: Span[] }

/** Separates text and highlight markers; spans are offsets in the text without markers. */
export function parseHighlights(marked: string): HighlightedText {
  const spans: Span[] = []
  let text = ''
  for (const part of marked.split(markStart)) {
    const end = part.indexOf(markEnd)
    if (end < 0) text += part
    else {
      spans.push({ start: text.length, end: text.length + end })
      text += part.slice(0, end) + part.slice(end + 1)
    }
  }
  return { text, spans }
}

/** Highlights a literal text, ignoring case. */
export function highlightText(text: string, query: string): HighlightedText {
  const spans: Span[] = []
  const folded = text.toLowerCase()
  const needle = query.toLowerCase()
  // Where lower-casing changes the length, offsets would be wrong; then nothing is highlighted.
  if (folded.length === text.length && needle !== '')
    for (
      let at = folded.indexOf(needle);
      at >= 0 && spans.length < maxSpans;
      at = folded.indexOf(needle, at + needle.length)
    )
      spans.push({ start: at, end: at + needle.length })
  return { text, spans }
}

const maxSpans = 20
const contextBefore = 60
const snippetLength = 220

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** The text around its first highlight, as escaped HTML. */
export function snippetOf({ text, spans }: HighlightedText): string {
  const [first] = spans
  const start = first && first.start > contextBefore ? wordStart(text, first.start - contextBefore) : 0
  const end = Math.min(text.length, start + snippetLength)
  let html = start > 0 ? '… ' : ''
  let at = start
  for (const span of spans) {
    if (span.start < at || span.end > end) continue
    html += `${escapeHtml(text.slice(at, span.start))}<mark>${escapeHtml(text.slice(span.start, span.end))}</mark>`
    at = span.end
  }
  return html + escapeHtml(dropCutCharacter(text.slice(at, end))) + (end < text.length ? ' …' : '')
}

/** A cut must not split a surrogate pair. */
const dropCutCharacter = (text: string) => text.replace(/[\uD800-\uDBFF]$/, '')

function wordStart(text: string, from: number): number {
  const space = text.indexOf(' ', from)
  return space < 0 || space > from + 20 ? from + (/[\uDC00-\uDFFF]/.test(text[from] ?? '') ? 1 : 0) : space + 1
}

/** The first highlighted field after the title, else the title if highlighted, else any text. */
export function fieldForSnippet(fields: readonly (HighlightedText | null)[]): HighlightedText {
  const [title, ...bodies] = fields
  return (
    bodies.find((field) => field?.spans.length) ??
    (title?.spans.length ? title : undefined) ??
    bodies.find((field) => field?.text) ??
    title ?? { text: '', spans: [] }
  )
}
