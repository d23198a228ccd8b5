import { move } from 'piscina'
import { lowerThreadPriority } from '#priority.ts'
import type { Point, TextToRead } from '#engine/reading/types.ts'
import { vectorDimensions } from '#engine/vectors/joined-vector.ts'
import { openModelEncoder } from './model-encoder.ts'
import { throwIfClosing } from './worker-pool.ts'

/* Runs the model in a worker thread with lower priority than the rest of the process. */

export type EncoderTask = { kind: 'encode'; texts: readonly string[] } | { kind: 'read'; texts: readonly TextToRead[] }
export type EncoderAnswer = Float32Array | Point[][]

const encoder = await openModelEncoder()
// Not before: loading cannot be interrupted, and a server that stops on a busy machine would wait for it.
lowerThreadPriority()

/** The vectors of the texts, one after the other, or the points of each. */
export default async function runTask(task: EncoderTask): Promise<EncoderAnswer> {
  if (task.kind === 'read') {
    const points: Point[][] = []
    for (const text of task.texts) {
      throwIfClosing()
      points.push(await encoder.read(text))
    }
    return points
  }
  const vectors = new Float32Array(task.texts.length * vectorDimensions)
  for (const [n, text] of task.texts.entries()) {
    throwIfClosing()
    vectors.set(await encoder.encode(text), n * vectorDimensions)
  }
  return move(vectors) as Float32Array
}
