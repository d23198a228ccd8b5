import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Tier } from '#engine/heads/classify.ts'
import { openCrew } from './crew.ts'
import { dimensions } from './encoder.ts'
import { openStatic } from './static.ts'

/* Vectors for texts, from the best tier that runs here. Each vector belongs to a model and is only compared with its own kind. */

export type { Tier }
export type Embedder = {
  tier: Tier
  model: string
  embed(texts: readonly string[]): Promise<Float32Array[]>
  close(): Promise<void>
}

export const modelIds: Record<Tier, string> = { model: 'gte-small-int8', static: 'gte-small-static' }

/** A thread gets so many texts at a time: enough to keep it busy, few enough to share them out. */
const portion = 16
const textsAtOnce = 64

/** `auto`: the model, or the token table where the model's runtime does not load. */
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

/** Whether the model's runtime loads. */
export const modelRunsHere = () =>
  import('onnxruntime-node').then(
    () => true,
    () => false,
  )

function staticEmbedder(): Embedder {
  const encode = openStatic()
  const embed = async (texts: readonly string[]) => {
    const vectors: Float32Array[] = []
    for (const text of texts) {
      // Whoever waits for this thread gets it in between.
      if (vectors.length % textsAtOnce === textsAtOnce - 1) await new Promise<void>((resolve) => setImmediate(resolve))
      vectors.push(encode(text))
    }
    return vectors
  }
  return { tier: 'static', model: modelIds.static, embed, close: async () => {} }
}

async function threadedEmbedder(threads: number): Promise<Embedder> {
  const crew = await openCrew(join(import.meta.dirname, 'thread.ts'), threads)
  const encode = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const all = await crew.ask<Float32Array>(texts)
    return texts.map((_, place) => all.subarray(place * dimensions, (place + 1) * dimensions))
  }
  return {
    tier: 'model',
    model: modelIds.model,
    async embed(texts) {
      const parts: (readonly string[])[] = []
      for (let at = 0; at < texts.length; at += portion) parts.push(texts.slice(at, at + portion))
      return (await Promise.all(parts.map(encode))).flat()
    },
    close: crew.close,
  }
}
