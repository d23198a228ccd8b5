import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { classifierFile } from '#engine/classifiers/classify.ts'
import { featureNames, textFeatures } from '#engine/classifiers/features.ts'
import { type LinearClassifier, writeClassifier } from '#engine/classifiers/linear-classifier.ts'
import { wordBucketCount, wordBuckets } from '#engine/classifiers/word-buckets.ts'
import { openStaticEncoder } from '#engine/embed/static-encoder.ts'
import { sentimentClasses } from '#engine/labels.ts'
import { categoryKeys } from '#vocabulary/categories.ts'
import { stripHtml } from '#engine/text/html-markup.ts'
import { type Labelled, publicCategories, publicSentiments } from './fit/public-sets.ts'
import { fit, type Row } from './fit/regression.ts'
import { trainingPoints, trainingStatements, trainingTranslations } from './fit/statements.ts'

/*
 * npm run fit:heads -- --data DIR: fits the classifiers of the static tier, sentiment and category, on the statements
 * and items of training/ and on public data whose licence permits shipping the weights.
 */

const { values } = parseArgs({ options: { data: { type: 'string' } } })
if (!values.data) throw new Error('--data is required: --data DIR')
const encode = openStaticEncoder()
const statements = trainingStatements()
/** The translations repeat what the statements say. */
const own = [
  ...[...statements, ...trainingPoints()].map((one) => ({ ...one, weight: 1 })),
  ...trainingTranslations(statements).map((one) => ({ ...one, weight: 0.5 })),
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

/** A rare class weighs more than its share of the examples, and less than a common one. */
function balanced(all: readonly Labelled<string>[], classes: readonly string[]): Labelled<string>[] {
  const total = new Map<string, number>()
  for (const { label, weight } of all) total.set(label, (total.get(label) ?? 0) + weight)
  const weighted = all.map((one) => ({
    ...one,
    weight: one.weight / Math.sqrt(total.get(one.label)! / classes.length),
  }))
  const sum = weighted.reduce((a, { weight }) => a + weight, 0)
  return weighted.map((one) => ({ ...one, weight: (1000 * one.weight) / sum }))
}

type FitOptions = { classes: readonly string[]; without: readonly string[] }
const penalty = 0.3
const scale = 2
const rounds = 90

function fitClassifier(examples: readonly Labelled<string>[], { classes, without }: FitOptions): LinearClassifier {
  const mask = featureNames.map((name) => (without.includes(name) ? 0 : 1))
  const rows = balanced(examples, classes).map(({ text, label, weight }): Row => {
    const plain = stripHtml(text)
    const { buckets, weight: bucketValue } = wordBuckets(plain)
    const x = [
      ...encode(plain).map((value) => value * scale),
      ...textFeatures(plain).map((value, f) => value * mask[f]!),
    ]
    return { x: Float64Array.from(x), buckets, bucketValue, y: classes.indexOf(label), weight }
  })
  const { bias, weights, bucketWeights } = fit(rows, {
    classes: classes.length,
    bucketCount: wordBucketCount,
    penalty,
    rounds,
  })
  const rounded = (value: number) => Number(value.toPrecision(5))
  const wordScale = rounded(
    Math.max(...bucketWeights.map((row) => row.reduce((a, b) => Math.max(a, Math.abs(b)), 0))) / 127,
  )
  return {
    classes: [...classes],
    scale,
    bias: bias.map(rounded),
    weights: weights.map((row) => row.map(rounded)),
    words: bucketWeights.map((row) => Int8Array.from(row, (value) => Math.round(value / wordScale))),
    wordScale,
  }
}

const classifiers = {
  sentiment: {
    examples: [
      ...own.map(({ text, sentiment, weight }) => ({ text, label: sentiment, weight })),
      ...publicSentiments(values.data),
    ],
    options: { classes: sentimentClasses, without: styleFeatures },
  },
  category: {
    examples: [
      ...own.map(({ text, category, weight }) => ({ text, label: category, weight })),
      ...publicCategories(values.data),
    ],
    options: { classes: categoryKeys, without: [] },
  },
}
for (const name of ['sentiment', 'category'] as const) {
  const { examples, options } = classifiers[name]
  writeFileSync(classifierFile(name), writeClassifier(fitClassifier(examples, options)))
  process.stdout.write(`${name}: ${examples.length} examples\n`)
}
