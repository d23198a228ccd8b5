import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Embedder, isModelAvailable, openEmbedder } from '#engine/embed/embedder.ts'
import { type Embed, evaluateCategories, evaluateSentiment, evaluateTypes, type Tiers } from './eval/classifiers.ts'
import { evaluateFlags } from './eval/flags.ts'
import { evaluateGroups, evaluateGroupsInProduct } from './eval/groups/evaluate-groups.ts'
import { evaluateItems } from './eval/items/evaluate-items.ts'
import type { ItemSet } from './eval/items/item.ts'
import type { TierSetting } from './eval/items/product.ts'
import { readItemSets } from './eval/items/read-items.ts'
import { evaluateMargins } from './eval/margin.ts'
import { evaluateQuotes, evaluateRepeats } from './eval/quotes.ts'
import { embedWithCache } from './eval/rows.ts'
import { evaluateSpeed } from './eval/speed.ts'
import { evaluateSearch, evaluateSimilarity, evaluateTopics } from './eval/topics.ts'

/*
 * npm run eval -- [--data DIR] [--items FOLDER_OR_FILE]… [--max N] [--limit N] [--tier model|static] [--cache DIR]
 *   [--only sentiment,items] [--names] [--out FOLDER]
 * npm run eval -- --model URL [--model-name NAME] [--context TOKENS] [--items FOLDER_OR_FILE]… [--names] [--product]
 * Measures the analysis on the data sets of a folder, beside common baselines, the whole product on labelled items
 * (those of training/dev without --items), and how many of these have no margin. `--max` limits the rows of each data
 * set, `--limit` the items of each file. With `--model` only how well a model at an endpoint groups the labelled points
 * is measured; its key is in LLM_API_KEY. With `--product` the items are sent in and analyzed, and the model's proposal
 * is applied to what the analysis has found.
 */

const setParts = [
  'sentiment',
  'type',
  'flags',
  'categories',
  'topics',
  'search',
  'similarity',
  'quotes',
  'repeats',
  'speed',
] as const
const itemParts = ['items', 'translations', 'margin'] as const
const allParts: readonly string[] = [...setParts, ...itemParts]

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

type SetOptions = { tier: TierSetting; cache: string | undefined; selected: readonly string[] }

async function evaluateSets(folder: string, max: number, { tier, cache, selected }: SetOptions) {
  const files = readdirSync(folder).filter((file) => /^(?:sent|type|topics|sim)_.*\.jsonl$/.test(file))
  if (files.length === 0)
    throw new Error(`${folder} holds no sent_*.jsonl, type_*.jsonl, topics_*.jsonl or sim_*.jsonl`)
  const embedder = await openEmbedder(tier)
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
    await printTables(folder, max, { embedder, comparison, embed: memoized(timed), selected })
  } finally {
    await embedder.close()
  }
  const rate = spent.seconds > 0 ? Math.round(spent.texts / spent.seconds) : 0
  process.stdout.write(
    `\n${spent.texts} texts embedded, ${rate} a second; memory ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB\n`,
  )
}

type Tools = { embedder: Embedder; comparison: Embedder | undefined; embed: Embed; selected: readonly string[] }

async function printTables(folder: string, max: number, { embedder, comparison, embed, selected }: Tools) {
  const tiers: Tiers = [{ ...embedder, embed }, ...(comparison ? [comparison] : [])]
  const parts: Record<(typeof setParts)[number], () => Promise<Table> | Table> = {
    sentiment: () => evaluateSentiment(folder, tiers, max),
    type: () => evaluateTypes(folder, tiers, max),
    flags: () => evaluateFlags(folder, tiers, max),
    categories: () => evaluateCategories(folder, tiers, max),
    topics: () => evaluateTopics(folder, embed, max),
    search: () => evaluateSearch(folder, embed, max),
    similarity: () => evaluateSimilarity(folder, tiers, max),
    quotes: () => evaluateQuotes(folder, max),
    repeats: () => evaluateRepeats(folder, embedder, max),
    speed: () => evaluateSpeed(folder, embedder, max),
  }
  process.stdout.write(`model ${embedder.model}, data ${folder}\n`)
  for (const name of setParts.filter((part) => selected.includes(part))) {
    const start = performance.now()
    const table = await parts[name]()
    const seconds = Math.round((performance.now() - start) / 1000)
    process.stdout.write(`\n${name}${table.length === 0 ? ': no data set for it' : ''} (${seconds} s)\n`)
    if (table.length > 0) console.table(table)
  }
}

const devItems = join(import.meta.dirname, '../training/dev')

/** `--items` takes several paths, repeated or separated by commas. */
function itemSets(paths: readonly string[] | undefined, limit: number): ItemSet[] {
  if (paths)
    return readItemSets(
      paths.flatMap((path) => path.split(',')),
      limit,
    )
  return existsSync(devItems) ? readItemSets([devItems], limit) : []
}

function countOf(option: string, text: string | undefined): number {
  const count = text === undefined ? Infinity : Number(text)
  if (!(count >= 1)) throw new Error(`--${option} takes a number from 1`)
  return count
}

function tierOf(text = 'auto'): TierSetting {
  if (text === 'auto' || text === 'model' || text === 'static') return text
  throw new Error(`--tier is model or static, not ${text}`)
}

function selectedParts(only: string | undefined): readonly string[] {
  const selected = only?.split(',') ?? allParts
  const unknown = selected.filter((name) => !allParts.includes(name))
  if (unknown.length > 0) throw new Error(`no part is called ${unknown.join(', ')}; there are ${allParts.join(', ')}`)
  return selected
}

async function main() {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      items: { type: 'string', multiple: true },
      max: { type: 'string' },
      limit: { type: 'string' },
      tier: { type: 'string' },
      cache: { type: 'string' },
      only: { type: 'string' },
      names: { type: 'boolean', default: false },
      out: { type: 'string' },
      model: { type: 'string' },
      'model-name': { type: 'string', default: 'default' },
      context: { type: 'string' },
      product: { type: 'boolean', default: false },
    },
  })
  const { data, cache, names, out, model: baseUrl, 'model-name': model } = values
  if (baseUrl !== undefined) {
    const contextTokens = values.context === undefined ? undefined : countOf('context', values.context)
    const sets = itemSets(values.items, countOf('limit', values.limit))
    const evaluate = values.product ? evaluateGroupsInProduct : evaluateGroups
    return evaluate(sets, { baseUrl, model, contextTokens, names })
  }
  const tier = tierOf(values.tier)
  const selected = selectedParts(values.only)
  const isSelected = (parts: readonly string[]) => parts.some((part) => selected.includes(part))
  const sets = isSelected(itemParts) ? itemSets(values.items, countOf('limit', values.limit)) : []
  if (data && isSelected(setParts)) await evaluateSets(data, countOf('max', values.max), { tier, cache, selected })
  else if (sets.length === 0) throw new Error('nothing to measure: npm run eval -- --data DIR or --items FOLDER')
  if (sets.length > 0 && isSelected(['items', 'translations']))
    await evaluateItems(sets, { tier, translations: selected.includes('translations'), names, out })
  if (selected.includes('margin') && tier !== 'static' && (await isModelAvailable())) await evaluateMargins(sets)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`eval: ${(error as Error).message}\n`)
  process.exitCode = 1
}
