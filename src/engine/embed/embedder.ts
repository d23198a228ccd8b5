import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Tier } from '#engine/classifiers/classify.ts'
import { yieldToEventLoop } from '#engine/yield-to-event-loop.ts'
import { dimensions } from './model-encoder.ts'
import { openStaticEncoder } from './static-encoder.ts'
import { openWorkerPool } from './worker-pool.ts'

/*
 * Embeds texts with the best tier that runs on this machine. A vector belongs to a model and is compared only with
 * vectors of the same model.
 */

export type { Tier }
export type Embedder = {
  tier: Tier
  model: string
  embed(texts: readonly string[]): Promise<Float32Array[]>
  close(): Promise<void>
}

export const modelIds: Record<Tier, string> = { model: 'gte-small-int8', static: 'gte-small-static' }

/** Texts in a message to a worker: enough to keep it busy, few enough to spread them over the workers. */
const textsPerMessage = 16
/** Texts embedded by the static tier before the thread is given up. */
const textsPerTurn = 64

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
  import('onnxruntime-node').then(
    () => true,
    () => false,
  )

function staticEmbedder(): Embedder {
  const encode = openStaticEncoder()
  const embed = async (texts: readonly string[]) => {
    const vectors: Float32Array[] = []
    for (const text of texts) {
      if (vectors.length % textsPerTurn === textsPerTurn - 1) await yieldToEventLoop()
      vectors.push(encode(text))
    }
    return vectors
  }
  return { tier: 'static', model: modelIds.static, embed, close: async () => {} }
}

async function threadedEmbedder(threads: number): Promise<Embedder> {
  const pool = await openWorkerPool<readonly string[], Float32Array>(join(import.meta.dirname, 'encoder-thread.ts'), {
    size: threads,
    warmUp: [],
  })
  const encode = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const all = await pool.send(texts)
    return texts.map((_, n) => all.subarray(n * dimensions, (n + 1) * dimensions))
  }
  return {
    tier: 'model',
    model: modelIds.model,
    async embed(texts) {
      const parts: (readonly string[])[] = []
      for (let at = 0; at < texts.length; at += textsPerMessage) parts.push(texts.slice(at, at + textsPerMessage))
      return (await Promise.all(parts.map(encode))).flat()
    },
    close: pool.close,
  }
}
