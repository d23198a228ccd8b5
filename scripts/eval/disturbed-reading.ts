import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyze, type Finding, type Read, type TextToAnalyze } from '#engine/analyze.ts'
import { modelFolder } from '#engine/model-folders.ts'
import { openReadingModel } from '#engine/embed/model-encoder.ts'
import { readText } from '#engine/reading/read-text.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import { tensorBytes } from './onnx-file.ts'

/*
 * Reads texts with models that are disturbed in a late digit. Such a digit moves 8-bit values by one, and these move
 * the states as far as they can differ between two ways of computing the same model, farther than they did between
 * processors (docs/lab/analysis-experiments.md). A decision that changes has no margin.
 */

/** Of a position's numbers, as a share of them. */
const disturbance = 1e-4
export const disturbanceSeeds: readonly number[] = [1, 2, 3, 4]

export type OpenReading = { read: Read; close(): Promise<void> }

/** Seed 0 is the model as it is. */
export async function openDisturbedReading(seed: number): Promise<OpenReading> {
  const { model, close } = await openReadingModel({ graph: disturbedGraph(seed) })
  const read: Read = async (texts) => {
    const points = []
    for (const text of texts) points.push(await readText(model, text))
    return points
  }
  return { read, close }
}

function disturbedGraph(seed: number): Uint8Array {
  const file = readFileSync(join(modelFolder, 'model.onnx'))
  if (seed === 0) return file
  const positions = tensorBytes(file, 'positions')
  const numbers = new DataView(positions.buffer, positions.byteOffset, positions.byteLength)
  const random = seededRandom(seed * 1_000_003)
  for (let at = 0; at < numbers.byteLength; at += 4)
    numbers.setFloat32(at, numbers.getFloat32(at, true) * (1 + disturbance * (2 * random() - 1)), true)
  return file
}

/** What is decided about a text: where its points are and how they are labelled. */
export type Decisions = { quotes: string[]; sentiments: string[]; categories: string[] }

const decisionsOf = (findings: readonly Finding[]): Decisions => ({
  quotes: findings.map(({ quote }) => quote.text),
  sentiments: findings.map(({ sentiment }) => sentiment),
  categories: findings.map(({ category }) => category),
})

export async function readDecisions(sources: readonly TextToAnalyze[], { read }: Pick<OpenReading, 'read'>) {
  return (await analyze(sources, read)).map(decisionsOf)
}
