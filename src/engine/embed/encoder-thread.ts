import { move } from 'piscina'
import { lowerThreadPriority } from '#priority.ts'
import { dimensions, openModelEncoder } from './model-encoder.ts'

/* Runs the model in a worker thread with lower priority than the rest of the process. */

lowerThreadPriority()
const encoder = await openModelEncoder()

/** The vectors of the texts, one after the other. */
export default async function encodeTexts(texts: readonly string[]): Promise<Float32Array> {
  const vectors = new Float32Array(texts.length * dimensions)
  for (const [n, text] of texts.entries()) vectors.set(await encoder.encode(text), n * dimensions)
  return move(vectors) as Float32Array
}
