import { analyse, type Source } from '#engine/analyse.ts'
import { insightName } from '#engine/names/insight-name.ts'
import { findQuote } from '#engine/quote.ts'
import { statementsOf } from '#engine/text/statements.ts'
import { cluster } from '#engine/themes/cluster.ts'
import { matrixOf } from '#engine/themes/vectors.ts'
import type { Eye } from './heads.ts'
import { dataSets, sampled, textOf } from './rows.ts'

/* Nothing is invented and nothing is left to chance: quotes are found again in their sources, and a second run says the same as the first. */

const percent = (part: number, whole: number) => (whole ? Math.round((10_000 * part) / whole) / 100 : 100)

export const textsIn = (folder: string, max: number) =>
  [...dataSets(folder, 'type_', max), ...dataSets(folder, 'sent_', max)].flatMap(({ rows }) => rows.map(textOf))

/** Every statement is found again where it was taken from, and has a name of at most twelve words. */
export function evaluateQuotes(folder: string, max: number) {
  const texts = textsIn(folder, max)
  if (texts.length === 0) return []
  const statements = texts.flatMap((source) =>
    statementsOf(source).map(({ start, end, text }) => ({ source, start, end, text })),
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

const twice = 400

/** Findings and groups of a sample, made twice; whatever the two runs were asked together with. */
export async function evaluateRepeats(folder: string, { tier, embed }: Eye, max: number) {
  const texts = sampled(textsIn(folder, max), Math.min(max, twice))
  if (texts.length === 0) return []
  const sources = texts.map((content): Source => ({ content, title: null, rating: null, max: 8 }))
  const first = (await analyse(sources, embed, tier)).map((found) => found.map(said))
  const again = (await analyse(sources.toReversed(), embed, tier)).toReversed()
  const same = again.filter((found, n) => JSON.stringify(found.map(said)) === JSON.stringify(first[n])).length
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

const said = ({
  name,
  sentiment,
  category,
  confidence,
  quote,
}: {
  name: string
  sentiment: string
  category: string
  confidence: number
  quote: object
}) => ({ name, sentiment, category, confidence, quote })
