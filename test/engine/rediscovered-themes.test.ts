import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { centeringMean, planSynthesis } from '#engine/clustering/plan-synthesis.ts'
import type { InsightVector } from '#engine/clustering/types.ts'
import { openEmbedder } from '#engine/embed/embedder.ts'

/* Themes of real sentences: what the larger groups hide is found among what they leave. */

const model = await openEmbedder('model', 1)
after(() => model.close())

const texts = readFileSync(join(import.meta.dirname, 'volunteer-rotas.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

async function insightsOf(items: readonly string[]): Promise<InsightVector[]> {
  const read = await model.read(items.map((text) => ({ text })))
  const points = items.flatMap((text, n) =>
    read[n]!.map(({ start, end, ...point }) => ({ ...point, quote: text.slice(start, end) })),
  )
  return points.map(({ quote, vector, mention, aspects, area }, n) => ({
    id: `${n}`,
    name: quote,
    quote,
    sentiment: 'NEUTRAL',
    category: 'GENERAL_FEEDBACK',
    vector,
    mention,
    aspects,
    area,
    themes: [],
    decided: false,
    placed: false,
  }))
}

test('requests in words of their own are a theme, which the larger groups had hidden', async () => {
  const unclustered = await insightsOf(texts)
  const none = { unassigned: [], subthemes: [], takenNames: [], defined: [], themes: [], members: [] }
  const mean = centeringMean(undefined, unclustered)!
  let ids = 0
  const { themes, matches } = await planSynthesis(
    { ...none, mean, space: undefined, unclustered },
    () => `${ids++}`,
    model.embed,
  )
  const themeOf = new Map(matches.map(({ insight, theme }) => [insight, theme]))
  const repeated = ['A repeat button', 'duplicate a week', 'weekly pattern', "repeat last week's shifts"]
  const found = repeated.map((words) => themeOf.get(unclustered.find(({ name }) => name.includes(words))!.id))
  assert.deepEqual(new Set(found).size, 1, JSON.stringify(found))
  assert.ok(found[0], 'they have a theme')
  for (const { id } of themes) assert.ok(matches.filter(({ theme }) => theme === id).length >= 3)
})
