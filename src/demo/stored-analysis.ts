import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analysisVersion } from '#engine/analyze.ts'
import { vectorDimensions } from '#engine/vectors/joined-vector.ts'
import { demoThemes } from './content.ts'
import { type FeedbackItem, textToAnalyze } from './feedback-rows.ts'
import type { Category } from '#vocabulary/categories.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'

/*
 * The stored analysis of the demo's feedback: the texts never change, so the engine analyzed them once (npm run
 * analyse:demo). The demo loads quickly and still shows what the engine finds.
 */

export const storedAnalysisFolder = join(import.meta.dirname, 'analysed')

export type StoredFinding = {
  item: number
  start: number
  end: number
  name: string
  sentiment: Sentiment
  category: Category
  confidence: number
  area: { name: string; probability: number } | null
  mention: string | null
}
/** `theme` is a key or an index into the new themes; members are indexes into all insights, authored ones first. */
export type StoredSubtheme = {
  name: string
  description: string | null
  theme: string
  centre: string
  point: string
  pointSentiment: Sentiment | null
  members: number[]
  /** Members that do not make the point in the name. */
  others: number[]
}
export type StoredAnalysis = {
  of: string
  model: string
  mean: string
  findings: StoredFinding[]
  themes: { name: string; is_catch_all: boolean; area: string | null }[]
  subthemes: StoredSubtheme[]
  steered: { insight: number; theme: string }[]
}

/** Values only, so that renaming a field does not invalidate the stored analysis. */
function sourceValues(item: FeedbackItem) {
  const { content, title, max, rating } = textToAnalyze(item)
  return [content, title, max, rating]
}

/** Hash of everything the result depends on, except the model weights. */
export const itemsFingerprint = (items: readonly FeedbackItem[]) =>
  createHash('sha256')
    .update(JSON.stringify([analysisVersion, demoThemes, items.map((item) => [...sourceValues(item), item.insights])]))
    .digest('hex')

export const readStoredAnalysis = (): StoredAnalysis =>
  JSON.parse(readFileSync(join(storedAnalysisFolder, 'findings.json'), 'utf8')) as StoredAnalysis

/** One vector per insight, in the stored format. */
export function readVectors(): string[] {
  const bytes = readFileSync(join(storedAnalysisFolder, 'vectors.bin'))
  return Array.from({ length: bytes.length / vectorDimensions }, (_, n) =>
    bytes.subarray(n * vectorDimensions, (n + 1) * vectorDimensions).toString('hex'),
  )
}
