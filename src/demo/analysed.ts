import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analysisVersion } from '#engine/analyse.ts'
import { dimensions } from '#engine/embed/encoder.ts'
import type { Category, Sentiment } from '#engine/heads/classify.ts'
import { themes } from './content/themes.ts'
import { type Item, sourceOf } from './said.ts'

/*
 * What the analysis found in the demo's feedback. The texts are the same every time, so it listened to them once, by the whole engine
 * (npm run analyse:demo), and what it found is kept beside this file: a demo is there at once and still shows what the engine does.
 */

export const analysedFolder = join(import.meta.dirname, 'analysed')

export type KeptFinding = {
  item: number
  start: number
  end: number
  name: string
  sentiment: Sentiment
  category: Category
  confidence: number
}
/** A theme is named by its key, or by its place among the new ones. Members are places among all insights: those written out first. */
export type KeptSubtheme = {
  name: string
  description: string | null
  theme: string
  centre: string
  members: number[]
}
export type Analysed = {
  of: string
  model: string
  mean: string
  findings: KeptFinding[]
  themes: { name: string; is_catch_all: boolean }[]
  subthemes: KeptSubtheme[]
  steered: { insight: number; theme: string }[]
}

/** What the result depends on, beside the weights of the models. */
export const printOf = (items: readonly Item[]) =>
  createHash('sha256')
    .update(JSON.stringify([analysisVersion, themes, items.map((item) => [sourceOf(item), item.insights])]))
    .digest('hex')

export const readAnalysed = (): Analysed =>
  JSON.parse(readFileSync(join(analysedFolder, 'findings.json'), 'utf8')) as Analysed

/** One vector for each insight, as it is stored. */
export function readVectors(): string[] {
  const bytes = readFileSync(join(analysedFolder, 'vectors.bin'))
  return Array.from({ length: bytes.length / dimensions }, (_, n) =>
    bytes.subarray(n * dimensions, (n + 1) * dimensions).toString('hex'),
  )
}
