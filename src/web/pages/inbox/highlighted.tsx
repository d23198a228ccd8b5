import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'

type Found = { id: string; name: string; quote: string | null }
type Span = { start: number; end: number; insight: Found }

/** Sentences that are insights already lead to them; spans that overlap are shown once. */
export function spansOf(text: string, insights: readonly Found[]): Span[] {
  const all = insights.flatMap((insight) => {
    const start = insight.quote ? text.indexOf(insight.quote) : -1
    return start < 0 ? [] : [{ start, end: start + insight.quote!.length, insight }]
  })
  const spans: Span[] = []
  for (const span of all.sort((a, b) => a.start - b.start || b.end - a.end))
    if (span.start >= (spans.at(-1)?.end ?? 0)) spans.push(span)
  return spans
}

export function Highlighted({ text, insights }: { text: string; insights: readonly Found[] }) {
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end, insight } of spansOf(text, insights)) {
    parts.push(
      text.slice(at, start),
      <Link
        key={insight.id}
        to={paths.insight(insight.id)}
        title={insight.name}
        className="rounded-sm bg-accent-soft box-decoration-clone px-0.5 underline decoration-accent/50 underline-offset-4 hover:decoration-accent"
      >
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
