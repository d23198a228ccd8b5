import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { modelFolder, openEncoder } from '#engine/embed/encoder.ts'
import { featuresOf } from '#engine/heads/features.ts'
import type { Head } from '#engine/heads/head.ts'
import { dataSet, type Example, textOf, vectorsOf } from './eval/rows.ts'
import { fit, type Row } from './fit/regression.ts'
import { sentences } from './fit/sentences.ts'

/* npm run fit:heads -- --data DIR: fits the heads for sentiment and type on files whose licence lets their weights be shipped, and on our own sentences. */

const { values } = parseArgs({ options: { data: { type: 'string' }, cache: { type: 'string' } } })
if (!values.data) throw new Error('say where the data sets are: --data DIR')
const encoder = await openEncoder()

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

const reviews = read('type_maalej')
const forSentiment: Labelled[] = [
  ...reviews.map((row) => ({ text: textOf(row), label: row.star_sentiment!, weight: 1 })),
  ...read('aspect_app_features').flatMap((row) => (polarity(row) ? [{ text: row.text, label: polarity(row)!, weight: 1 }] : [])),
  ...everyNth(read('topics_clinc150_val'), 10).map((row) => ({ text: row.text, label: 'NEUTRAL', weight: 1 })),
  ...sentences.map(({ text, sentiment }) => ({ text, label: sentiment, weight: 3 })),
]
const reviewTypes: Record<string, string> = { Bug: 'bug', Feature: 'feature' }
const forType: Labelled[] = [
  ...reviews.map((row) => ({ text: textOf(row), label: reviewTypes[row.label!] ?? 'other', weight: 1 })),
  ...read('type_reviewpulse_even').flatMap((row) => {
    const label = typeOfIssue(row.labels!)
    return label ? [{ text: row.text, label, weight: label === 'other' ? 0.25 : 0.5 }] : []
  }),
  ...everyNth(read('topics_banking77_train'), 50).map((row) => ({ text: row.text, label: 'other', weight: 0.5 })),
  ...sentences.map(({ text, type }) => ({ text, label: type, weight: 3 })),
]

/** Each class weighs the same, however often it was found. */
function balanced(all: readonly Labelled[], classes: readonly string[]): Labelled[] {
  const total = new Map<string, number>()
  for (const { label, weight } of all) total.set(label, (total.get(label) ?? 0) + weight)
  return all.map((one) => ({ ...one, weight: (one.weight * 1000) / (classes.length * total.get(one.label)!) }))
}

async function fitHead(examples: readonly Labelled[], classes: readonly string[], penalty: number): Promise<Head> {
  const vectors = await vectorsOf(examples.map(({ text }) => text), encoder, values.cache)
  const rows = balanced(examples, classes).map(({ text, label, weight }, place): Row => ({
    x: Float64Array.from([...vectors[place]!, ...featuresOf(text)]), y: classes.indexOf(label), weight,
  }))
  const { bias, weights } = fit(rows, classes.length, penalty, 120)
  const short = (value: number) => Number(value.toPrecision(5))
  return { classes: [...classes], scale: 1, bias: bias.map(short), weights: weights.map((row) => row.map(short)) }
}

for (const [name, examples, classes, penalty] of [['sentiment', forSentiment, sentimentClasses, 0.6], ['type', forType, typeClasses, 2]] as const) {
  writeFileSync(join(modelFolder, `${name}-head.json`), `${JSON.stringify(await fitHead(examples, classes, penalty))}\n`)
  process.stdout.write(`${name}: ${examples.length} examples\n`)
}
await encoder.close()
