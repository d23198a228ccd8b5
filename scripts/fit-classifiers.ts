import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openModelEncoder } from '#engine/embed/model-encoder.ts'
import { openStaticEncoder } from '#engine/embed/static-encoder.ts'
import { classifierFile, type Tier } from '#engine/classifiers/classify.ts'
import { featureNames, textFeatures } from '#engine/classifiers/features.ts'
import type { LinearClassifier } from '#engine/classifiers/linear-classifier.ts'
import { dataSet, embedWithCache, type Example, textOf } from './eval/rows.ts'
import { appSentences } from './fit/app-sentences.ts'
import { developerSentences } from './fit/developer-sentences.ts'
import { everydaySentences } from './fit/everyday-sentences.ts'
import { productSentences } from './fit/product-sentences.ts'
import { fit, type Row } from './fit/regression.ts'
import { sentences } from './fit/sentences.ts'

/*
 * npm run fit:heads -- --data DIR [--cache DIR]: fits the classifiers of sentiment and type for both tiers, on data
 * whose licence permits shipping the weights, and on our own sentences.
 */

const { values } = parseArgs({ options: { data: { type: 'string' }, cache: { type: 'string' } } })
if (!values.data) throw new Error('--data is required: --data DIR')
const encoder = await openModelEncoder()
const all = (texts: readonly string[]) => Promise.all(texts.map((text) => encoder.encode(text)))

export const sentimentClasses = ['NEGATIVE', 'NEUTRAL', 'POSITIVE']
export const typeClasses = ['bug', 'feature', 'usability', 'other']

type Labelled = { text: string; label: string; weight: number }

const read = (name: string) => dataSet(join(values.data!, `${name}.jsonl`)).rows
const everyNth = <T>(rows: readonly T[], n: number) => rows.filter((_, row) => row % n === 0)

/** The polarity of a sentence; undefined when it has none or several. */
function polarity({ neg, neu, pos }: Example): string | undefined {
  const found = [neg && 'NEGATIVE', neu && 'NEUTRAL', pos && 'POSITIVE'].filter((one) => one)
  return found.length === 1 ? found[0] || undefined : undefined
}

function typeOfIssue(labels: readonly string[]): string | undefined {
  if (labels.length === 0) return 'other'
  if (labels.some((label) => /UI|User Exp/.test(label)) && labels.length === 1) return 'usability'
  return labels.some((label) => /Crash|Function|Performance|Content|Security/.test(label)) ? 'bug' : undefined
}

/** Our own sentences with their weights for sentiment and for type, relative to a row of the public sets. */
const ownSentences = (
  [
    [sentences, 3, 3],
    [productSentences, 3, 5],
    [appSentences, 10, 8],
    [developerSentences, 6, 4],
    [everydaySentences, 6, 1],
  ] as const
).flatMap(([list, sentimentWeight, typeWeight]) => list.map((one) => ({ ...one, sentimentWeight, typeWeight })))
const reviews = read('type_maalej')
/** Three stars are as often mixed as they are neutral. */
const weightOfStars = (sentiment: string) => (sentiment === 'NEUTRAL' ? 0.7 : 1)
const featureIndex = (name: string) => featureNames.indexOf(name)
const maxNeutralScore = 0.35

/** A bug report or feature request that neither praises nor complains is neutral, whatever its stars. */
function isFactual(row: Example): boolean {
  const features = textFeatures(textOf(row))
  const isLow = (name: string) => features[featureIndex(name)]! < maxNeutralScore
  return (row.label === 'Bug' || row.label === 'Feature') && isLow('praise') && isLow('blame')
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
  ...reviews.filter(isFactual).map((row) => ({ text: textOf(row), label: 'NEUTRAL', weight: 1 })),
  ...read('aspect_app_features').flatMap((row) =>
    polarity(row) ? [{ text: row.text, label: polarity(row)!, weight: 1.5 }] : [],
  ),
  ...everyNth(read('topics_clinc150_val'), 10).map((row) => ({ text: row.text, label: 'NEUTRAL', weight: 1 })),
  ...ownSentences.map(({ text, sentiment, sentimentWeight }) => ({ text, label: sentiment, weight: sentimentWeight })),
]
const reviewTypes: Record<string, string> = { Bug: 'bug', Feature: 'feature' }
const forType: Labelled[] = [
  ...reviews.map((row) => ({ text: textOf(row), label: reviewTypes[row.label!] ?? 'other', weight: 1 })),
  ...read('type_reviewpulse_even').flatMap((row) => {
    const label = typeOfIssue(row.labels!)
    return label ? [{ text: row.text, label, weight: label === 'other' ? 0.1 : 0.2 }] : []
  }),
  ...everyNth(read('topics_banking77_train'), 50).map((row) => ({ text: row.text, label: 'other', weight: 0.5 })),
  ...ownSentences.map(({ text, type, typeWeight }) => ({ text, label: type, weight: typeWeight })),
]

/**
 * Features that show where a text was written, withheld from the sentiment classifier, which would not generalize with
 * them.
 */
const styleFeatures = [
  'length',
  'capitals',
  ...['code', 'tellsOf', 'time', 'report', 'proposal', 'product', 'self'].flatMap((pattern) => [
    `${pattern} amount`,
    `${pattern} present`,
  ]),
]

/** Classes have equal weight, whatever their number of examples; usability less, because it has few. */
const classWeights: Record<string, number> = { usability: 0.4 }

function balanced(all: readonly Labelled[], classes: readonly string[]): Labelled[] {
  const total = new Map<string, number>()
  for (const { label, weight } of all) total.set(label, (total.get(label) ?? 0) + weight)
  return all.map((one) => ({
    ...one,
    weight: ((classWeights[one.label] ?? 1) * one.weight * 1000) / (classes.length * total.get(one.label)!),
  }))
}

type FitOptions = { classes: readonly string[]; penalty: number; scale: number; without: readonly string[] }

async function fitClassifier(
  embed: (texts: readonly string[]) => Promise<Float32Array[]>,
  examples: readonly Labelled[],
  { classes, penalty, scale, without }: FitOptions,
): Promise<LinearClassifier> {
  const mask = featureNames.map((name) => (without.includes(name) ? 0 : 1))
  const vectors = await embed(examples.map(({ text }) => text))
  const rows = balanced(examples, classes).map(({ text, label, weight }, n): Row => ({
    x: Float64Array.from([
      ...vectors[n]!.map((value) => value * scale),
      ...textFeatures(text).map((value, f) => value * mask[f]!),
    ]),
    y: classes.indexOf(label),
    weight,
  }))
  const { bias, weights } = fit(rows, classes.length, penalty, 120)
  const rounded = (value: number) => Number(value.toPrecision(5))
  return { classes: [...classes], scale, bias: bias.map(rounded), weights: weights.map((row) => row.map(rounded)) }
}

const staticEncoder = openStaticEncoder()
const tiers: Record<Tier, (texts: readonly string[]) => Promise<Float32Array[]>> = {
  model: (texts) => embedWithCache(texts, all, values.cache),
  static: async (texts) => texts.map(staticEncoder),
}
for (const [tier, embed] of Object.entries(tiers) as [Tier, typeof tiers.model][]) {
  const classifiers = {
    sentiment: [
      forSentiment,
      { classes: sentimentClasses, penalty: tier === 'model' ? 1.2 : 2.5, scale: 2, without: styleFeatures },
    ],
    type: [forType, { classes: typeClasses, penalty: 3, scale: 2, without: [] }],
  } as const
  for (const name of ['sentiment', 'type'] as const) {
    const [examples, options] = classifiers[name]
    writeFileSync(classifierFile(tier, name), `${JSON.stringify(await fitClassifier(embed, examples, options))}\n`)
    process.stdout.write(`${tier} ${name}: ${examples.length} examples\n`)
  }
}
await encoder.close()
