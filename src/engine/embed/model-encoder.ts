import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clsToken, parseVocabulary, sepToken, tokenize, type Vocabulary } from './wordpiece.ts'

/*
 * The sentence-embedding model, run on the calling thread: a process that serves requests runs it in a worker thread.
 */

export const modelFolder = join(import.meta.dirname, '../../../models/gte-small-int8')
export const dimensions = 384
/** More adds little to a statement, and the time grows faster than the length. */
const maxTokens = 126

export type Encoder = { encode(text: string): Promise<Float32Array>; close(): Promise<void> }

type Session = Awaited<ReturnType<(typeof import('onnxruntime-node'))['InferenceSession']['create']>>

/**
 * One text at a time: 8-bit activations are scaled by the whole batch, so that in a batch a text would get another
 * vector than alone.
 */
export async function openModelEncoder(folder = modelFolder, threads = 1): Promise<Encoder> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node')
  const vocabulary = parseVocabulary(readFileSync(join(folder, 'vocab.txt'), 'utf8'))
  const session = await InferenceSession.create(join(folder, 'model.onnx'), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    executionMode: 'sequential',
  })
  const tensor = (values: BigInt64Array) => new Tensor('int64', values, [1, values.length])
  return {
    async encode(text) {
      const ids = inputIds(text, vocabulary)
      const zeros = new BigInt64Array(ids.length)
      const hidden = await runModel(session, {
        input_ids: tensor(ids),
        attention_mask: tensor(zeros.map(() => 1n)),
        token_type_ids: tensor(zeros),
      })
      return meanPooled(hidden, ids.length)
    },
    close: () => session.release(),
  }
}

const inputIds = (text: string, vocabulary: Vocabulary) =>
  BigInt64Array.from([clsToken, ...tokenize(text, vocabulary, maxTokens), sepToken].map(BigInt))

async function runModel(session: Session, inputs: Parameters<Session['run']>[0]): Promise<Float32Array> {
  const result = await session.run(inputs)
  return result[session.outputNames[0]!]!.data as Float32Array
}

/** The mean over all tokens, at length one. */
function meanPooled(hidden: Float32Array, tokens: number): Float32Array {
  const sum = new Float32Array(dimensions)
  for (let at = 0; at < tokens * dimensions; at += dimensions)
    for (let d = 0; d < dimensions; d++) sum[d]! += hidden[at + d]!
  return normalizeInPlace(sum)
}

/** Scales a vector to length one. */
export function normalizeInPlace(vector: Float32Array): Float32Array {
  let squares = 0
  for (let d = 0; d < vector.length; d++) squares += vector[d]! * vector[d]!
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares)
  for (let d = 0; d < vector.length; d++) vector[d]! *= scale
  return vector
}
