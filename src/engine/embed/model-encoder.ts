import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadHeads, meanVector, type States, topicVector } from '#engine/reading/heads.ts'
import { joinVectors } from '#engine/vectors/joined-vector.ts'
import { type ReadingModel, readText } from '#engine/reading/read-text.ts'
import type { Point, TextToRead } from '#engine/reading/types.ts'
import { modelFolder } from '#engine/model-folders.ts'
import { loadOnnxRuntime } from './onnx-runtime.ts'
import { clsToken, parseVocabulary, sepToken, tokenizeWords } from '#engine/text/wordpiece.ts'

/* The analysis model, run on the calling thread: a process that serves requests runs it in a worker thread. */

const stateWidth = 384
/** More adds little to a point, and the time grows faster than the length. */
export const maxTokens = 126

type Encoder = {
  encode(text: string): Promise<Float32Array>
  read(text: TextToRead): Promise<Point[]>
  close(): Promise<void>
}

type Runtime = Awaited<ReturnType<typeof loadOnnxRuntime>>
type Session = Awaited<ReturnType<Runtime['InferenceSession']['create']>>

type ModelOptions = { folder?: string; threads?: number; graph?: Uint8Array }

export async function openModelEncoder(folder = modelFolder, threads = 1): Promise<Encoder> {
  const { model, close } = await openReadingModel({ folder, threads })
  return { encode: (text) => encodeText(model, text), read: (text) => readText(model, text), close }
}

/**
 * One text at a time: 8-bit activations are scaled by the whole batch, so that in a batch a text would get another
 * vector than alone. `graph` replaces the file of the folder.
 */
export async function openReadingModel({ folder = modelFolder, threads = 1, graph }: ModelOptions = {}) {
  const { InferenceSession, Tensor } = await loadOnnxRuntime()
  const options = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // The graph is exact as it is written (training/exact_graph.py); fused operators would add up in another order.
    graphOptimizationLevel: 'disabled',
    executionMode: 'sequential',
  } as const
  const session = await (graph
    ? InferenceSession.create(graph, options)
    : InferenceSession.create(join(folder, 'model.onnx'), options))
  const model: ReadingModel = {
    vocabulary: parseVocabulary(readFileSync(join(folder, 'vocab.txt'), 'utf8')),
    heads: loadHeads(folder),
    maxTokens,
    async states(ids) {
      const all = BigInt64Array.from([clsToken, ...ids, sepToken].map(BigInt))
      const data = await runModel(session, { input_ids: new Tensor('int64', all, [1, all.length]) })
      return { data: data.subarray(stateWidth), width: stateWidth }
    },
  }
  return { model, close: () => session.release() }
}

/** The vector of a whole text; of a text without words, zeros. */
async function encodeText(model: ReadingModel, text: string): Promise<Float32Array> {
  const { ids } = tokenizeWords(text, model.vocabulary, model.maxTokens)
  const all = { from: 0, to: ids.length }
  const states: States = ids.length === 0 ? { data: new Float32Array(0), width: stateWidth } : await model.states(ids)
  return joinVectors(meanVector(states, all), topicVector(states, all, model.heads.topic))
}

async function runModel(session: Session, inputs: Parameters<Session['run']>[0]): Promise<Float32Array> {
  const result = await session.run(inputs)
  return result[session.outputNames[0]!]!.data as Float32Array
}
