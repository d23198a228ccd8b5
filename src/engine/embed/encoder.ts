import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { first, last, piecesOf, type Vocabulary, vocabularyOf } from './tokens.ts'

/* The sentence-embedding model, run where it is called: use a thread of its own in anything that has to answer meanwhile. */

export const modelFolder = join(import.meta.dirname, '../../../models/gte-small-int8')
export const dimensions = 384
/** Beyond this a statement adds little, and time grows faster than length. */
const maxPieces = 126

export type Encoder = { encode(text: string): Promise<Float32Array>; close(): Promise<void> }

type Session = Awaited<ReturnType<(typeof import('onnxruntime-node'))['InferenceSession']['create']>>

/**
 * One text at a time: activations are scaled to eight bits by what stands in the batch, so that a text in company
 * would get another vector than alone. Alone it gets the same one every time.
 */
export async function openEncoder(folder = modelFolder, threads = 1): Promise<Encoder> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node')
  const vocabulary = vocabularyOf(readFileSync(join(folder, 'vocab.txt'), 'utf8'))
  const session = await InferenceSession.create(join(folder, 'model.onnx'), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    executionMode: 'sequential',
  })
  const wants = (name: string, values: BigInt64Array) =>
    [name, new Tensor('int64', values, [1, values.length])] as const
  return {
    async encode(text) {
      const ids = idsOf(text, vocabulary)
      const zeros = new BigInt64Array(ids.length)
      const given = Object.fromEntries([
        wants('input_ids', ids),
        wants(
          'attention_mask',
          zeros.map(() => 1n),
        ),
        wants('token_type_ids', zeros),
      ])
      return pooled(await output(session, given), ids.length)
    },
    close: () => session.release(),
  }
}

const idsOf = (text: string, vocabulary: Vocabulary) =>
  BigInt64Array.from([first, ...piecesOf(text, vocabulary, maxPieces), last].map(BigInt))

async function output(session: Session, given: Parameters<Session['run']>[0]): Promise<Float32Array> {
  const result = await session.run(given)
  return result[session.outputNames[0]!]!.data as Float32Array
}

/** The mean of all pieces, at length one. */
function pooled(hidden: Float32Array, pieces: number): Float32Array {
  const sum = new Float32Array(dimensions)
  for (let at = 0; at < pieces * dimensions; at += dimensions)
    for (let d = 0; d < dimensions; d++) sum[d]! += hidden[at + d]!
  return toUnit(sum)
}

export function toUnit(vector: Float32Array): Float32Array {
  let squares = 0
  for (let d = 0; d < vector.length; d++) squares += vector[d]! * vector[d]!
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares)
  for (let d = 0; d < vector.length; d++) vector[d]! *= scale
  return vector
}
