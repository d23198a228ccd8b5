import { labelsOf } from './classifiers/labels.ts'
import type { Category } from '#vocabulary/categories.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'
import { insightName } from './naming/insight-name.ts'
import type { Point, TextToRead } from './reading/types.ts'
import { windowsOf } from './reading/windows.ts'
import { stripHtml } from './text/html-markup.ts'
import {
  isThanks,
  lengthWithoutThanks,
  type TextSpan,
  splitStatements,
  type Statement,
  substantive,
} from './text/split-statements.ts'
import { FINDINGS_PER_TURN } from '#engine/thresholds/scheduling.ts'
import { MAX_STATEMENTS } from '#engine/thresholds/statements.ts'
import { MAX_CONTEXT_TITLE, MIN_POINT_CERTAINTY, MIN_POINT_CONTENT } from '#engine/thresholds/reading.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

/* Turns texts into findings, each with a name, a sentiment, a category and a verbatim quote. */

/** Changes whenever the same text would give other findings. */
export const analysisVersion = '9'

export type TextToAnalyze = {
  content: string
  title: string | null
  /** From 0, the worst of its scale, to 1, the best; null without a rating. */
  rating: number | null
  /** Maximum number of findings. */
  max: number
}
export type Finding = {
  name: string
  sentiment: Sentiment
  category: Category
  confidence: number
  quote: Statement
  vector: Float32Array
  /** The product area, where it is certain enough; the words that name what it is about, where there are any. */
  area: Point['area']
  mention: string | null
}
export type Read = (texts: readonly TextToRead[]) => Promise<Point[][]>

/** Part of a source; `shift` leads from a position in the text that is read to one in the source. */
type Window = TextToRead & { source: number; shift: number }

/** The findings of every source; all texts are read in one call. A source without content has none. */
export async function analyze(sources: readonly TextToAnalyze[], read: Read): Promise<Finding[][]> {
  const windows: Window[] = []
  for (const [n, source] of sources.entries()) {
    windows.push(...windowsOfSource(source, n))
    if (n % FINDINGS_PER_TURN === FINDINGS_PER_TURN - 1) await yieldToEventLoop()
  }
  const points = await pointsBySource(sources.length, windows, read)
  await readStatementsOfRest(sources, points, read)
  const findings: Finding[][] = []
  for (const [n, source] of sources.entries()) {
    findings.push(toFindings(source, points[n]!))
    if (n % FINDINGS_PER_TURN === FINDINGS_PER_TURN - 1) await yieldToEventLoop()
  }
  return findings
}

/** The first window is read together with the title. */
function windowsOfSource({ content, title }: TextToAnalyze, source: number): Window[] {
  const context = title && title.length <= MAX_CONTEXT_TITLE && !content.includes(title) ? `${title}. ` : ''
  return windowsOf(content)
    .slice(0, MAX_STATEMENTS)
    .map(({ start, end }: TextSpan, n) => {
      const skip = n === 0 ? context.length : 0
      return { source, shift: start - skip, skip, text: (n === 0 ? context : '') + content.slice(start, end) }
    })
}

async function pointsBySource(count: number, windows: readonly Window[], read: Read): Promise<Point[][]> {
  const bySource: Point[][] = Array.from({ length: count }, () => [])
  const points = await read(windows.map(({ text, skip, whole }) => ({ text, skip, whole })))
  for (const [n, { source, shift }] of windows.entries())
    for (const point of points[n]!)
      bySource[source]!.push({ ...point, start: point.start + shift, end: point.end + shift })
  return bySource
}

/** A text in which no point was found, although it has content, is one: its first full statement. */
async function readStatementsOfRest(sources: readonly TextToAnalyze[], points: Point[][], read: Read) {
  const windows = sources.flatMap(({ content }, source): Window[] => {
    if (points[source]!.length > 0) return []
    const [first] = substantive(splitStatements(content))
    return first ? [{ source, shift: first.start, text: first.text, whole: true }] : []
  })
  if (windows.length === 0) return
  const found = await pointsBySource(sources.length, windows, read)
  for (const { source } of windows) points[source] = found[source]!
}

function toFindings({ content, rating, max }: TextToAnalyze, points: readonly Point[]): Finding[] {
  const certain = points.filter(
    ({ start, end, certainty, content: hasContent }) =>
      certainty >= MIN_POINT_CERTAINTY && hasContent >= MIN_POINT_CONTENT && !isThanks(content.slice(start, end)),
  )
  const kept = certain.length > 0 ? certain : mostCertain(points, 1)
  const chosen = kept.length <= max ? kept : mostCertain(kept, max)
  return chosen.map((point) => {
    const { start, vector, area, mention } = point
    const end = start + lengthWithoutThanks(content.slice(start, point.end))
    const text = content.slice(start, end)
    const labels = labelsOf({ ...point, rating, whole: chosen.length === 1 })
    return { ...labels, name: insightName(stripHtml(text)), quote: { start, end, text }, vector, area, mention }
  })
}

/** In their order. */
function mostCertain(points: readonly Point[], count: number): Point[] {
  const chosen = new Set([...points].sort((a, b) => b.certainty * b.content - a.certainty * a.content).slice(0, count))
  return points.filter((point) => chosen.has(point))
}
