import { markEnd, markStart } from './show-queries.ts'

export type Span = { start: number; end: number }
export type Marked = { text: string; spans: Span[] }

/** Text and marks apart: places count in the text without them. */
export function unmark(marked: string): Marked {
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

/** Marks what was looked for as it stands, whatever its case. */
export function markText(text: string, wanted: string): Marked {
  const spans: Span[] = []
  const folded = text.toLowerCase()
  const sought = wanted.toLowerCase()
  // Where lower case changes the length, places would not fit; then nothing is marked.
  if (folded.length === text.length && sought !== '')
    for (
      let at = folded.indexOf(sought);
      at >= 0 && spans.length < maxSpans;
      at = folded.indexOf(sought, at + sought.length)
    )
      spans.push({ start: at, end: at + sought.length })
  return { text, spans }
}

const maxSpans = 20
const before = 60
const length = 220

const escaped = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** The text around its first mark, safe to put into a page. */
export function snippetOf({ text, spans }: Marked): string {
  const [first] = spans
  const start = first && first.start > before ? wordStart(text, first.start - before) : 0
  const end = Math.min(text.length, start + length)
  let html = start > 0 ? '… ' : ''
  let at = start
  for (const span of spans) {
    if (span.start < at || span.end > end) continue
    html += `${escaped(text.slice(at, span.start))}<mark>${escaped(text.slice(span.start, span.end))}</mark>`
    at = span.end
  }
  return html + escaped(whole(text.slice(at, end))) + (end < text.length ? ' …' : '')
}

/** No half of a character at the cut. */
const whole = (text: string) => text.replace(/[\uD800-\uDBFF]$/, '')

function wordStart(text: string, from: number): number {
  const space = text.indexOf(' ', from)
  return space < 0 || space > from + 20 ? from + (/[\uDC00-\uDFFF]/.test(text[from] ?? '') ? 1 : 0) : space + 1
}

/** The field that shows best why something was found: the first after the title that holds a mark, else the title, else what there is. */
export function shownField(fields: readonly (Marked | null)[]): Marked {
  const [title, ...bodies] = fields
  return (
    bodies.find((field) => field?.spans.length) ??
    (title?.spans.length ? title : undefined) ??
    bodies.find((field) => field?.text) ??
    title ?? { text: '', spans: [] }
  )
}
