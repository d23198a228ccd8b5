import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEncoder } from '#engine/embed/encoder.ts'
import { openStatic } from '#engine/embed/static.ts'
import { headFile, type Tier } from '#engine/heads/classify.ts'
import { featureNames, featuresOf } from '#engine/heads/features.ts'
import type { Head } from '#engine/heads/head.ts'
import { dataSet, type Example, textOf, vectorsOf } from './eval/rows.ts'
import { appSentences } from './fit/app-sentences.ts'
import { developerSentences } from './fit/developer-sentences.ts'
import { everydaySentences } from './fit/everyday-sentences.ts'
import { productSentences } from './fit/product-sentences.ts'
import { fit, type Row } from './fit/regression.ts'
import { sentences } from './fit/sentences.ts'

/* npm run fit:heads -- --data DIR [--cache DIR]: fits the heads for sentiment and type on files whose licence lets their weights be shipped, and on our own sentences; for the vectors of each tier. */

const { values } = parseArgs({ options: { data: { type: 'string' }, cache: { type: 'string' } } })
if (!values.data) throw new Error('say where the data sets are: --data DIR')
const encoder = await openEncoder()
const all = (texts: readonly string[]) => Promise.all(texts.map((text) => encoder.encode(text)))

export const sentimentClasses = ['NEGATIVE', 'NEUTRAL', 'POSITIVE']
export const typeClasses = ['bug', 'feature', 'usability', 'other']

type Labelled = { text: string; label: string; weight: number }

const read = (name: string) => dataSet(join(values.data!, `${name}.jsonl`)).rows
const everyNth = <T>(rows: readonly T[], n: number) => rows.filter((_, place) => place % n === 0)

/** Exactly one of the polarities a sentence was marked with; undefined when it has none or several. */
function polarity({ neg, neu, pos }: Example): string | undefined {
  const found = [neg && 'NEGATIVE', neu && 'NEUTRAL', pos && 'POSITIVE'].filter((one) => one)
  return found.length === 1 ? found[0] || undefined : undefined
}

function typeOfIssue(labels: readonly string[]): string | undefined {
  if (labels.length === 0) return 'other'
  if (labels.some((label) => /UI|User Exp/.test(label)) && labels.length === 1) return 'usability'
  return labels.some((label) => /Crash|Function|Performance|Content|Security/.test(label)) ? 'bug' : undefined
}

/** Our own sentences, and how much each of them counts beside a row of the public sets: for sentiment, for type. */
const own = (
  [
    [sentences, 3, 3],
    [productSentences, 3, 5],
    [appSentences, 10, 8],
    [developerSentences, 6, 4],
    [everydaySentences, 6, 1],
  ] as const
).flatMap(([list, mood, kind]) => list.map((one) => ({ ...one, mood, kind })))
const reviews = read('type_maalej')
/** Three stars are as often mixed as they are neutral. */
const weightOfStars = (sentiment: string) => (sentiment === 'NEUTRAL' ? 0.7 : 1)
const at = (name: string) => featureNames.indexOf(name)
const calm = 0.35

/** A report or a wish that neither praises nor blames is neutral, however many stars came with it. */
function isCalm(row: Example): boolean {
  const features = featuresOf(textOf(row))
  return (
    (row.label === 'Bug' || row.label === 'Feature') && features[at('praise')]! < calm && features[at('blame')]! < calm
  )
}

const forSentiment: Labelled[] = [
  ...reviews.map((row) => ({
    text: textOf(row),
    label: row.star_sentiment!,
    weight: weightOfStars(row.star_sentiment!),
  })),
  ...reviews
    .filter((row) => row.label === 'Feature' && Number(row.rating) >= 3)
    .map((row) => ({ text: textOf(row), label: 'NEUTRAL', weight: 0.5 })),
  ...reviews.filter(isCalm).map((row) => ({ text: textOf(row), label: 'NEUTRAL', weight: 1 })),
  ...read('aspect_app_features').flatMap((row) =>
    polarity(row) ? [{ text: row.text, label: polarity(row)!, weight: 1.5 }] : [],
  ),
  ...everyNth(read('topics_clinc150_val'), 10).map((row) => ({ text: row.text, label: 'NEUTRAL', weight: 1 })),
  ...own.map(({ text, sentiment, mood }) => ({ text, label: sentiment, weight: mood })),
]
const reviewTypes: Record<string, string> = { Bug: 'bug', Feature: 'feature' }
const forType: Labelled[] = [
  ...reviews.map((row) => ({ text: textOf(row), label: reviewTypes[row.label!] ?? 'other', weight: 1 })),
  ...read('type_reviewpulse_even').flatMap((row) => {
    const label = typeOfIssue(row.labels!)
    return label ? [{ text: row.text, label, weight: label === 'other' ? 0.1 : 0.2 }] : []
  }),
  ...everyNth(read('topics_banking77_train'), 50).map((row) => ({ text: row.text, label: 'other', weight: 0.5 })),
  ...own.map(({ text, type, kind }) => ({ text, label: type, weight: kind })),
]

/** What tells where a text was written, not how its writer feels: a head that leans on it fails on the next kind of text. */
const manner = [
  'length',
  'capitals',
  ...['code', 'tellsOf', 'time', 'report', 'proposal', 'product', 'self'].flatMap((sign) => [
    `${sign} amount`,
    `${sign} present`,
  ]),
]

/** Classes weigh the same, however often they were found; usability less, because few examples speak for it. */
const shares: Record<string, number> = { usability: 0.4 }

function balanced(all: readonly Labelled[], classes: readonly string[]): Labelled[] {
  const total = new Map<string, number>()
  for (const { label, weight } of all) total.set(label, (total.get(label) ?? 0) + weight)
  return all.map((one) => ({
    ...one,
    weight: ((shares[one.label] ?? 1) * one.weight * 1000) / (classes.length * total.get(one.label)!),
  }))
}

type Fit = { classes: readonly string[]; penalty: number; scale: number; without: readonly string[] }

async function fitHead(
  embed: (texts: readonly string[]) => Promise<Float32Array[]>,
  examples: readonly Labelled[],
  { classes, penalty, scale, without }: Fit,
): Promise<Head> {
  const seen = featureNames.map((name) => (without.includes(name) ? 0 : 1))
  const vectors = await embed(examples.map(({ text }) => text))
  const rows = balanced(examples, classes).map(({ text, label, weight }, place): Row => ({
    x: Float64Array.from([
      ...vectors[place]!.map((value) => value * scale),
      ...featuresOf(text).map((value, f) => value * seen[f]!),
    ]),
    y: classes.indexOf(label),
    weight,
  }))
  const { bias, weights } = fit(rows, classes.length, penalty, 120)
  const short = (value: number) => Number(value.toPrecision(5))
  return { classes: [...classes], scale, bias: bias.map(short), weights: weights.map((row) => row.map(short)) }
}

const table = openStatic()
const tiers: Record<Tier, (texts: readonly string[]) => Promise<Float32Array[]>> = {
  model: (texts) => vectorsOf(texts, all, values.cache),
  static: async (texts) => texts.map(table),
}
for (const [tier, embed] of Object.entries(tiers) as [Tier, typeof tiers.model][]) {
  const heads = {
    sentiment: [
      forSentiment,
      { classes: sentimentClasses, penalty: tier === 'model' ? 1.2 : 2.5, scale: 2, without: manner },
    ],
    type: [forType, { classes: typeClasses, penalty: 3, scale: 2, without: [] }],
  } as const
  for (const name of ['sentiment', 'type'] as const) {
    const [examples, how] = heads[name]
    writeFileSync(headFile(tier, name), `${JSON.stringify(await fitHead(embed, examples, how))}\n`)
    process.stdout.write(`${tier} ${name}: ${examples.length} examples\n`)
  }
}
await encoder.close()
