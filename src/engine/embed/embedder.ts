import { availableParallelism } from 'node:os'
import { extname, join } from 'node:path'
import { readByRules } from '#engine/reading/read-by-rules.ts'
import type { Point, TextToRead } from '#engine/reading/types.ts'
import { yieldToEventLoop } from '#engine/yield-to-event-loop.ts'
import { TEXTS_PER_MESSAGE, TEXTS_PER_TURN } from '#engine/thresholds/scheduling.ts'
import type { EncoderAnswer, EncoderTask } from './encoder-thread.ts'
import { vectorDimensions } from '#engine/vectors/joined-vector.ts'
import { loadOnnxRuntime } from './onnx-runtime.ts'
import { openStaticEncoder } from './static-encoder.ts'
import { openWorkerPool } from './worker-pool.ts'

/*
 * Embeds texts with the best tier that runs on this machine. A vector belongs to a model and is compared only with
 * vectors of the same model.
 */

export type Tier = 'model' | 'static'
export type Embedder = {
  tier: Tier
  model: string
  embed(texts: readonly string[]): Promise<Float32Array[]>
  /** The points of each text. */
  read(texts: readonly TextToRead[]): Promise<Point[][]>
  close(): Promise<void>
}

export const modelIds: Record<Tier, string> = { model: 'earshot-small-2', static: 'gte-small-static' }
/** The languages that each model was trained on, as ISO 639-1 codes; labels of other languages are of little worth. */
const languagesByModel: Record<string, readonly string[]> = {
  [modelIds.model]: ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ja'],
  [modelIds.static]: ['en'],
}
export const modelLanguages = (model: string): readonly string[] => languagesByModel[model] ?? ['en']

/** TypeScript in the repository, JavaScript in the published package. */
const threadFile = join(import.meta.dirname, `encoder-thread${extname(import.meta.filename)}`)

/** `auto`: the model, or the static tier where the model's runtime does not load. */
export async function openEmbedder(
  tier: Tier | 'auto' = 'auto',
  threads = Math.min(2, availableParallelism()),
): Promise<Embedder> {
  if (tier === 'static') return staticEmbedder()
  try {
    return await threadedEmbedder(threads)
  } catch (error) {
    if (tier === 'model') throw error
    return staticEmbedder()
  }
}

/** Whether the ONNX runtime loads on this machine. */
export const isModelAvailable = () =>
  loadOnnxRuntime().then(
    () => true,
    () => false,
  )

function staticEmbedder(): Embedder {
  const encode = openStaticEncoder()
  const embed = async (texts: readonly string[]) => {
    const vectors: Float32Array[] = []
    for (const text of texts) {
      if (vectors.length % TEXTS_PER_TURN === TEXTS_PER_TURN - 1) await yieldToEventLoop()
      vectors.push(encode(text))
    }
    return vectors
  }
  const read = async (texts: readonly TextToRead[]) => {
    const points: Point[][] = []
    for (const text of texts) {
      if (points.length % TEXTS_PER_TURN === TEXTS_PER_TURN - 1) await yieldToEventLoop()
      points.push(readByRules(encode, text))
    }
    return points
  }
  return { tier: 'static', model: modelIds.static, embed, read, close: async () => {} }
}

async function threadedEmbedder(threads: number): Promise<Embedder> {
  const pool = await openWorkerPool<EncoderTask, EncoderAnswer>(threadFile, {
    size: threads,
    warmUp: { kind: 'encode', texts: [] },
  })
  const encode = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const all = (await pool.send({ kind: 'encode', texts })) as Float32Array
    return texts.map((_, n) => all.subarray(n * vectorDimensions, (n + 1) * vectorDimensions))
  }
  const read = async (texts: readonly TextToRead[]) => (await pool.send({ kind: 'read', texts })) as Point[][]
  return {
    tier: 'model',
    model: modelIds.model,
    embed: async (texts) => (await Promise.all(messagesOf(texts).map(encode))).flat(),
    read: async (texts) => (await Promise.all(messagesOf(texts).map(read))).flat(),
    close: pool.close,
  }
}

const messagesOf = <T>(texts: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(texts.length / TEXTS_PER_MESSAGE) }, (_, n) =>
    texts.slice(n * TEXTS_PER_MESSAGE, (n + 1) * TEXTS_PER_MESSAGE),
  )
