import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analysisVersion, type Finding } from '#engine/analyze.ts'
import type { Aspects } from '#engine/naming/aspects.ts'
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
  aspects: Aspects | null
}

export const toStoredFinding = (item: number, finding: Finding): StoredFinding => {
  const { name, sentiment, category, confidence, quote, area, mention, aspects } = finding
  const { start, end } = quote
  const rounded = area && { ...area, probability: Math.round(area.probability * 100) / 100 }
  return { item, start, end, name, sentiment, category, confidence, area: rounded, mention, aspects }
}

/** `theme` is a key or an index into the new themes; members are indexes into all insights, authored ones first. */
type StoredSubtheme = {
  name: string
  description: string | null
  theme: string
  centre: string
  subject: string | null
  aspect: string | null
  members: number[]
  /** Members that do not say the aspect in the name. */
  others: number[]
}
export type StoredAnalysis = {
  of: string
  model: string
  mean: string
  findings: StoredFinding[]
  themes: { name: string; area: string | null }[]
  subthemes: StoredSubtheme[]
  matches: { insight: number; theme: string; confidence: number }[]
  suggestions: { insight: number; themes: { theme: string; confidence: number }[] }[]
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
