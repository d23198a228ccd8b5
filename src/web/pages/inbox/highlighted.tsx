import type { ReactNode } from 'react'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { cx } from '#web/ui/cx.ts'

type QuotedInsight = { id: string; name: string; quote: string | null }
type Span = { start: number; end: number; insight: QuotedInsight }

/** The quotes of insights within a text; of overlapping ones the first wins. */
function quoteSpans(text: string, insights: readonly QuotedInsight[]): Span[] {
  const all = insights.flatMap((insight) => {
    const start = insight.quote ? text.indexOf(insight.quote) : -1
    return start < 0 ? [] : [{ start, end: start + insight.quote!.length, insight }]
  })
  const spans: Span[] = []
  for (const span of all.sort((a, b) => a.start - b.start || b.end - a.end))
    if (span.start >= (spans.at(-1)?.end ?? 0)) spans.push(span)
  return spans
}

const linkClass = cx(
  'rounded-sm bg-accent-soft box-decoration-clone px-0.5 underline decoration-accent/50 underline-offset-4',
  'hover:decoration-accent',
)

/** A text in which the quotes of insights link to them. */
export function Highlighted({ text, insights }: { text: string; insights: readonly QuotedInsight[] }) {
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end, insight } of quoteSpans(text, insights)) {
    parts.push(
      text.slice(at, start),
      <Link key={insight.id} to={paths.insight(insight.id)} title={insight.name} className={linkClass}>
        {text.slice(start, end)}
      </Link>,
    )
    at = end
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}
