import type { TextToAnalyze } from '#engine/analyze.ts'
import { type Decisions, disturbanceSeeds, openDisturbedReading, readDecisions } from './disturbed-reading.ts'
import { sampled } from './rows.ts'

/* How many texts are read in another way when the model is disturbed. */

/** Each is read five times. */
const maxItemsOfSet = 60

type TextSet = { name: string; items: readonly { text: string }[] }
type Margin = { set: string; items: number; points: number; sentiments: number; categories: number }

const isEqual = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b)

/** Of items in one reading: other points; the same points with another sentiment, or another category. */
function changesOf(exact: readonly Decisions[], disturbed: readonly Decisions[]) {
  const pairs = exact.map((one, n) => ({ one, other: disturbed[n]! }))
  const same = pairs.filter(({ one, other }) => isEqual(one.quotes, other.quotes))
  const count = (label: 'sentiments' | 'categories') =>
    same.filter(({ one, other }) => !isEqual(one[label], other[label])).length
  return { points: pairs.length - same.length, sentiments: count('sentiments'), categories: count('categories') }
}

/** Changed items of a set, on average over the seeds. */
export async function measureMargins(sets: readonly TextSet[]): Promise<Margin[]> {
  const sources = sets.map(({ items }) =>
    sampled(items, maxItemsOfSet).map(({ text }): TextToAnalyze => ({
      content: text,
      title: null,
      rating: null,
      max: 8,
    })),
  )
  const readings: Decisions[][][] = []
  for (const seed of [0, ...disturbanceSeeds]) {
    const reading = await openDisturbedReading(seed)
    try {
      const decisions = []
      for (const texts of sources) decisions.push(await readDecisions(texts, reading))
      readings.push(decisions)
    } finally {
      await reading.close()
    }
  }
  const [exact, ...disturbed] = readings
  return sets.map(({ name }, n) => {
    const changes = disturbed.map((decisions) => changesOf(exact![n]!, decisions[n]!))
    const mean = (key: keyof (typeof changes)[number]) =>
      changes.reduce((sum, one) => sum + one[key], 0) / changes.length
    const [points, sentiments, categories] = [mean('points'), mean('sentiments'), mean('categories')]
    return { set: name, items: sources[n]!.length, points, sentiments, categories }
  })
}

export async function evaluateMargins(sets: readonly TextSet[]) {
  const percent = (part: number, whole: number) => Math.round((1000 * part) / whole) / 10
  const rows = (await measureMargins(sets)).map(({ set, items, points, sentiments, categories }) => ({
    set,
    items,
    'other points %': percent(points, items),
    'other sentiment %': percent(sentiments, items),
    'other category %': percent(categories, items),
  }))
  process.stdout.write(
    `\nItems that are read in another way when the model is disturbed (${disturbanceSeeds.length} seeds)\n`,
  )
  console.table(rows)
}
