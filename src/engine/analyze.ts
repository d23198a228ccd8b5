import { type LabelInput, type Labels, labelsOf } from './classifiers/labels.ts'
import type { Category } from '#vocabulary/categories.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'
import { fittingAspects } from '#engine/naming/aspects.ts'
import { insightName } from './naming/insight-name.ts'
import { joinCircumstances } from './reading/join-circumstances.ts'
import type { Point, TextToRead } from './reading/types.ts'
import { windowsOf } from './reading/windows.ts'
import { isCircumstanceOfAnother } from './text/circumstances.ts'
import { stripHtml } from './text/html-markup.ts'
import { isBackToNormal } from './text/plain-facts.ts'
import {
  isThanks,
  lengthWithoutThanks,
  type TextSpan,
  splitStatements,
  type Statement,
  substantive,
} from './text/split-statements.ts'
import { MIN_PRAISING_RATING } from '#engine/thresholds/classification.ts'
import { FINDINGS_PER_TURN } from '#engine/thresholds/scheduling.ts'
import { MAX_STATEMENTS } from '#engine/thresholds/statements.ts'
import {
  MAX_CONTEXT_TITLE,
  MIN_POINT_CERTAINTY,
  MIN_POINT_CONTENT,
  MIN_TEXT_CONTENT,
} from '#engine/thresholds/reading.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

/* Turns texts into findings, each with a name, a sentiment, a category and a verbatim quote. */

/** Changes whenever the same text would give other findings. */
export const analysisVersion = '11'

export type TextToAnalyze = {
  content: string
  title: string | null
  /** From 0, the worst of its scale, to 1, the best; null without a rating. */
  rating: number | null
  /** Maximum number of findings. */
  max: number
  /** A person says that it has content, whatever the model says. */
  hasContent?: boolean
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
  aspects: Point['aspects']
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

/** A text in which no point was found may be one nevertheless: its first full statement. */
async function readStatementsOfRest(sources: readonly TextToAnalyze[], points: Point[][], read: Read) {
  const windows = sources.flatMap(({ content, hasContent }, source): (Window & { skipped: number })[] => {
    if (points[source]!.length > 0) return []
    const whole = { start: 0, end: content.length, text: content }
    const first = substantive(splitStatements(content))[0] ?? (hasContent && content.trim() !== '' ? whole : undefined)
    if (!first) return []
    const skipped = lengthOfLabel(first.text)
    return [{ source, shift: first.start + skipped, text: first.text.slice(skipped), whole: true, skipped }]
  })
  if (windows.length === 0) return
  const found = await pointsBySource(sources.length, windows, read)
  for (const { source, skipped } of windows)
    points[source] = found[source]!.map((point) => ({ ...point, start: point.start - skipped }))
}

/** As which all of “Invoices: please send them as PDF” would be read. Before a question it is who asks. */
const label = /^(?:[\p{L}\p{N}-]+ ){0,2}[\p{L}\p{N}-]+\s?:\s+(?=\S)/u
const lengthOfLabel = (text: string) => (text.trimEnd().endsWith('?') ? 0 : (label.exec(text)?.[0].length ?? 0))

function toFindings({ content, rating, max, hasContent }: TextToAnalyze, points: readonly Point[]): Finding[] {
  const certain = points.filter(
    (point) =>
      point.certainty >= MIN_POINT_CERTAINTY &&
      point.content >= MIN_POINT_CONTENT &&
      !isThanks(content.slice(point.start, point.end)),
  )
  const possible = hasContent ? points : points.filter((point) => point.content >= MIN_TEXT_CONTENT)
  const kept = joinCircumstances(
    content,
    certain.length > 0 ? certain : wholeStatements(content, mostCertain(possible, 1)),
  )
  const chosen = kept.length <= max ? kept : mostCertain(kept, max)
  return chosen.map((point) => {
    const { vector, area, mention, aspects } = point
    const labels = labelsInContext(content, { ...point, rating, whole: chosen.length === 1 })
    return {
      ...labels,
      name: insightName(stripHtml(withoutThanks(content, point).text)),
      quote: withoutThanks(content, { start: point.quoteStart, end: point.quoteEnd }),
      vector,
      area,
      mention,
      aspects: aspects && fittingAspects(aspects, labels.category),
    }
  })
}

/** A good rating says that a plain fact is meant as praise. */
function labelsInContext(content: string, point: Point & LabelInput): Labels {
  const labels = labelsOf(point)
  const text = content.slice(point.start, point.end)
  const isFact = isBackToNormal(text) || (labels.sentiment === 'POSITIVE' && isCircumstanceOfAnother(text))
  if (!isFact || (point.rating ?? 0) >= MIN_PRAISING_RATING) return labels
  return { ...labels, sentiment: 'NEUTRAL', category: 'GENERAL_FEEDBACK' }
}

/** Where an uncertain point begins and ends is uncertain too: “Bitte zeigt” of “Bitte zeigt die Rate netto an”. */
function wholeStatements(content: string, points: readonly Point[]): Point[] {
  const statements = splitStatements(content)
  return points.map((point) => {
    const around = statements.find(({ start, end }) => start <= point.start && point.end <= end)
    return around ? { ...point, start: around.start, end: around.end } : point
  })
}

function withoutThanks(content: string, { start, end }: TextSpan): Statement {
  const length = lengthWithoutThanks(content.slice(start, end))
  return { start, end: start + length, text: content.slice(start, start + length) }
}

/** In their order. */
function mostCertain<P extends Point>(points: readonly P[], count: number): P[] {
  const chosen = new Set([...points].sort((a, b) => b.certainty * b.content - a.certainty * a.content).slice(0, count))
  return points.filter((point) => chosen.has(point))
}
