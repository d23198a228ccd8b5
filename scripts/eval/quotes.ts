import { analyze, type Finding, type TextToAnalyze } from '#engine/analyze.ts'
import { insightName } from '#engine/naming/insight-name.ts'
import { findQuote } from '#engine/find-quote.ts'
import { splitStatements } from '#engine/text/split-statements.ts'
import { cluster } from '#engine/clustering/cluster.ts'
import { matrixOf } from '#engine/vectors/matrix.ts'
import type { Embedder } from '#engine/embed/embedder.ts'
import { dataSets, sampled, textOf } from './rows.ts'

/* Quotes occur verbatim in their sources, and a second run gives the same result as the first. */

const percent = (part: number, whole: number) => (whole ? Math.round((10_000 * part) / whole) / 100 : 100)

export const textsIn = (folder: string, max: number) =>
  [...dataSets(folder, 'type_', max), ...dataSets(folder, 'sent_', max)].flatMap(({ rows }) => rows.map(textOf))

/** The share of statements that are verbatim spans of their source, and of names with at most twelve words. */
export function evaluateQuotes(folder: string, max: number) {
  const texts = textsIn(folder, max)
  if (texts.length === 0) return []
  const statements = texts.flatMap((source) =>
    splitStatements(source).map(({ start, end, text }) => ({ source, start, end, text })),
  )
  const verified = statements.filter(
    ({ source, start, end, text }) => source.slice(start, end) === text && findQuote(text, source),
  ).length
  const short = statements.filter(({ text }) => insightName(text).split(' ').length <= 12).length
  return [
    {
      texts: texts.length,
      statements: statements.length,
      'verified %': percent(verified, statements.length),
      'names of at most 12 words %': percent(short, statements.length),
    },
  ]
}

const maxRepeated = 400

/** Analyzes a sample twice, in opposite order, and compares findings and clusters. */
export async function evaluateRepeats(folder: string, { read }: Pick<Embedder, 'read'>, max: number) {
  const texts = sampled(textsIn(folder, max), Math.min(max, maxRepeated))
  if (texts.length === 0) return []
  const sources = texts.map((content): TextToAnalyze => ({ content, title: null, rating: null, max: 8 }))
  const first = (await analyze(sources, read)).map((found) => found.map(withoutVector))
  const again = (await analyze(sources.toReversed(), read)).toReversed()
  const same = again.filter((found, n) => JSON.stringify(found.map(withoutVector)) === JSON.stringify(first[n])).length
  const found = again.flat()
  const quoted = again.flatMap((list, n) =>
    list.filter(({ quote }) => texts[n]!.slice(quote.start, quote.end) === quote.text),
  ).length
  const vectors = matrixOf(found.map(({ vector }) => vector))
  const [one, two] = [await cluster(vectors), await cluster(vectors)]
  return [
    {
      items: texts.length,
      findings: found.length,
      'quotes verified %': percent(quoted, found.length),
      'same findings %': percent(same, texts.length),
      groups: one.groups,
      'same groups': one.labels.every((label, i) => label === two.labels[i]),
    },
  ]
}

const withoutVector = ({ name, sentiment, category, confidence, quote }: Finding) => ({
  name,
  sentiment,
  category,
  confidence,
  quote,
})
