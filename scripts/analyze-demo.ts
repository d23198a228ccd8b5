import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  storedAnalysisFolder,
  type StoredFinding,
  itemsFingerprint,
  readStoredAnalysis,
  readVectors,
  toStoredFinding,
} from '#demo/stored-analysis.ts'
import { demoFeedback, demoThemes } from '#demo/content.ts'
import { itemsForAnalysis, listItems, textToAnalyze } from '#demo/feedback-rows.ts'
import { analyze } from '#engine/analyze.ts'
import { centeringMean, planSynthesis } from '#engine/clustering/plan-synthesis.ts'
import { embedDefinition } from '#engine/clustering/theme-definition.ts'
import type { InsightVector } from '#engine/clustering/types.ts'
import { openEmbedder } from '#engine/embed/embedder.ts'
import { dequantize, quantize } from '#engine/vectors/quantize.ts'
import { newId } from '#store/ids.ts'
import { embedWithCache } from './eval/rows.ts'

/*
 * npm run analyse:demo [-- --cache DIR] [--themes]: analyzes the demo's feedback and stores the result in the
 * repository. With --themes it clusters the stored findings again without a new analysis.
 */

const { values } = parseArgs({ options: { cache: { type: 'string' }, themes: { type: 'boolean' } } })
const { embed: embedAll, read, model, close } = await openEmbedder('model')
const embed = (texts: readonly string[]) => embedWithCache(texts, embedAll, values.cache)
const items = listItems('full')
const manualInsights = demoFeedback.flatMap((item) => item.insights)

type DemoFindings = { findings: StoredFinding[]; vectors: Uint8Array[] }

async function analyzeItems(): Promise<DemoFindings> {
  const sources = itemsForAnalysis(items)
  const found = await analyze(sources.map(textToAnalyze), read)
  const all = sources.flatMap((item, n) => found[n]!.map((finding) => ({ item: item.n, ...finding })))
  const manualVectors = await embed(manualInsights.map((insight) => insight.quote))
  return {
    findings: all.map(({ item, ...finding }) => toStoredFinding(item, finding)),
    vectors: [...manualVectors, ...all.map(({ vector }) => vector)].map(quantize),
  }
}

function readFindings(): DemoFindings {
  const { of, findings } = readStoredAnalysis()
  if (of !== itemsFingerprint(items)) throw new Error('the texts or the engine have changed: leave out --themes')
  return { findings, vectors: readVectors().map((hex) => Buffer.from(hex, 'hex')) }
}

const { findings, vectors } = values.themes ? readFindings() : await analyzeItems()
const contentOf = new Map(items.map((item) => [item.n, item.content]))
const quoted = [
  ...manualInsights.map(({ name, quote, sentiment, category, themes }) => ({
    name,
    quote,
    sentiment,
    category,
    themes,
    area: null,
    mention: null,
    aspects: null,
  })),
  ...findings.map(({ item, start, end, ...finding }) => ({
    ...finding,
    themes: [] as string[],
    quote: contentOf.get(item)!.slice(start, end),
  })),
]
const insights = quoted.map((one, n): InsightVector => ({
  ...one,
  id: String(n),
  vector: dequantize(vectors[n]!),
  decided: n < manualInsights.length,
  placed: false,
}))
const mean = centeringMean(undefined, insights)!
const defined = await Promise.all(
  demoThemes.map(async ({ key, name, definition }) => ({
    theme: key,
    definition: await embedDefinition(embed, mean, {
      name,
      definition,
      origin: 'manual',
      belongs: [],
      does_not_belong: [],
    }),
  })),
)
const plan = await planSynthesis(
  {
    mean,
    space: undefined,
    unclustered: insights,
    unassigned: [],
    subthemes: [],
    takenNames: [],
    defined,
    members: insights.flatMap(({ themes, ...insight }) => themes.map((theme) => ({ ...insight, theme }))),
    themes: demoThemes.map(({ key, name }) => ({ id: key, name, is_catch_all: false, area: null })),
  },
  newId,
  embed,
)
const newThemes = new Map(plan.themes.map((theme, n) => [theme.id, String(n)]))

mkdirSync(storedAnalysisFolder, { recursive: true })
writeFileSync(join(storedAnalysisFolder, 'vectors.bin'), Buffer.concat(vectors))
writeFileSync(
  join(storedAnalysisFolder, 'findings.json'),
  `${JSON.stringify({
    of: itemsFingerprint(items),
    model,
    mean: Buffer.from(mean.buffer, mean.byteOffset, mean.byteLength).toString('hex'),
    findings,
    themes: plan.themes.map(({ name, area }) => ({ name, area })),
    subthemes: plan.subthemes.map(({ name, description, theme, centroid, subject, aspect, members }) => ({
      name,
      description,
      theme: newThemes.get(theme) ?? theme,
      centre: Buffer.from(quantize(centroid)).toString('hex'),
      subject,
      aspect,
      members: members.map(({ insight }) => Number(insight)),
      others: members.filter(({ supports }) => !supports).map(({ insight }) => Number(insight)),
    })),
    matches: plan.matches.map(({ insight, theme, confidence }) => ({
      insight: Number(insight),
      theme: newThemes.get(theme) ?? theme,
      confidence: Math.round(confidence * 100) / 100,
    })),
    suggestions: plan.suggestions.map(({ insight, themes }) => ({
      insight: Number(insight),
      themes: themes.map(({ theme_id, confidence }) => ({ theme: newThemes.get(theme_id) ?? theme_id, confidence })),
    })),
  })}\n`,
)
process.stdout.write(
  `${items.length} items, ${findings.length} findings, ${plan.subthemes.length} subthemes, ${plan.themes.length} new themes\n`,
)
await close()
