import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Embedder, openEmbedder } from '#engine/embed/embedder.ts'
import { type Embed, evaluateCategories, evaluateSentiment, evaluateTypes, type Tiers } from './eval/classifiers.ts'
import { evaluateQuotes, evaluateRepeats } from './eval/quotes.ts'
import { embedWithCache } from './eval/rows.ts'
import { evaluateSpeed } from './eval/speed.ts'
import { evaluateSearch, evaluateSimilarity, evaluateTopics } from './eval/topics.ts'

/*
 * npm run eval -- --data DIR [--max N] [--tier static] [--cache DIR] [--only sentiment,topics]
 * Measures the analysis on the data sets of a folder, beside common baselines. `--max` limits the rows of each set.
 */

type Table = Record<string, unknown>[]

/** Embeds each text once in a run. */
function memoized(embed: Embed): Embed {
  const seen = new Map<string, Float32Array>()
  return async (texts) => {
    const missing = [...new Set(texts)].filter((text) => !seen.has(text))
    const vectors = await embed(missing)
    for (const [n, text] of missing.entries()) seen.set(text, vectors[n]!)
    return texts.map((text) => seen.get(text)!)
  }
}

async function run(
  folder: string,
  max: number,
  { tier, cache, only }: { tier?: string; cache?: string; only?: string },
) {
  const files = readdirSync(folder).filter((file) => /^(?:sent|type|topics|sim)_.*\.jsonl$/.test(file))
  if (files.length === 0)
    throw new Error(`${folder} holds no sent_*.jsonl, type_*.jsonl, topics_*.jsonl or sim_*.jsonl`)
  const embedder = await openEmbedder(tier === 'static' ? 'static' : 'auto')
  const comparison = embedder.tier === 'static' ? undefined : await openEmbedder('static')
  const spent = { texts: 0, seconds: 0 }
  const timed = async (texts: readonly string[]) => {
    const start = performance.now()
    const found =
      cache && embedder.tier === 'model'
        ? await embedWithCache(texts, embedder.embed, cache)
        : await embedder.embed(texts)
    spent.texts += texts.length
    spent.seconds += (performance.now() - start) / 1000
    return found
  }
  try {
    await printTables(folder, max, { embedder, comparison, embed: memoized(timed), only })
  } finally {
    await embedder.close()
  }
  const rate = spent.seconds > 0 ? Math.round(spent.texts / spent.seconds) : 0
  process.stdout.write(
    `\n${spent.texts} texts embedded, ${rate} a second; memory ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB\n`,
  )
}

type Tools = { embedder: Embedder; comparison: Embedder | undefined; embed: Embed; only: string | undefined }

async function printTables(folder: string, max: number, { embedder, comparison, embed, only }: Tools) {
  const tiers: Tiers = [
    { tier: embedder.tier, embed },
    ...(comparison ? [{ tier: comparison.tier, embed: comparison.embed }] : []),
  ]
  const parts: Record<string, () => Promise<Table> | Table> = {
    sentiment: () => evaluateSentiment(folder, tiers, max),
    type: () => evaluateTypes(folder, tiers, max),
    categories: () => evaluateCategories(folder, tiers, max),
    topics: () => evaluateTopics(folder, embed, max),
    search: () => evaluateSearch(folder, embed, max),
    similarity: () => evaluateSimilarity(folder, tiers, max),
    quotes: () => evaluateQuotes(folder, max),
    repeats: () => evaluateRepeats(folder, embedder, max),
    speed: () => evaluateSpeed(folder, embedder, max),
  }
  const selected = only?.split(',') ?? Object.keys(parts)
  const unknown = selected.filter((name) => !parts[name])
  if (unknown.length > 0)
    throw new Error(`no part is called ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`)
  process.stdout.write(`model ${embedder.model}, data ${folder}\n`)
  for (const name of selected) {
    const start = performance.now()
    const table = await parts[name]!()
    const seconds = Math.round((performance.now() - start) / 1000)
    process.stdout.write(`\n${name}${table.length === 0 ? ': no data set for it' : ''} (${seconds} s)\n`)
    if (table.length > 0) console.table(table)
  }
}

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    max: { type: 'string' },
    tier: { type: 'string' },
    cache: { type: 'string' },
    only: { type: 'string' },
  },
})
try {
  if (!values.data) throw new Error('--data is required: npm run eval -- --data DIR')
  const max = values.max === undefined ? Infinity : Number(values.max)
  if (!(max >= 1)) throw new Error('--max takes a number from 1')
  await run(values.data, max, values)
} catch (error) {
  process.stderr.write(`eval: ${(error as Error).message}\n`)
  process.exitCode = 1
}
