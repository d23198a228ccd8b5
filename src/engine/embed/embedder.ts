import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Tier } from '#engine/heads/classify.ts'
import { dimensions } from './encoder.ts'
import { openStatic } from './static.ts'

/* Vectors for texts, from the best tier that runs here. Each vector belongs to a model and is only compared with its own kind. */

export type { Tier }
export type Embedder = { tier: Tier; model: string; embed(texts: readonly string[]): Promise<Float32Array[]>; close(): Promise<void> }

export const modelIds: Record<Tier, string> = { model: 'gte-small-int8', static: 'gte-small-static' }

/** A thread gets so many texts at a time: enough to keep it busy, few enough to share them out. */
const portion = 16
const textsAtOnce = 64
const startWithinMs = 60_000

/** `auto`: the model, or the token table where the model's runtime does not load. */
export async function openEmbedder(tier: Tier | 'auto' = 'auto', threads = Math.min(2, availableParallelism())): Promise<Embedder> {
  if (tier === 'static') return staticEmbedder()
  try {
    return await threadedEmbedder(threads)
  } catch (error) {
    if (tier === 'model') throw error
    return staticEmbedder()
  }
}

/** Whether the model's runtime loads. */
export const modelRunsHere = () => import('onnxruntime-node').then(() => true, () => false)

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

type Answer = { ready?: true; all?: Float32Array; error?: string }

async function threadedEmbedder(threads: number): Promise<Embedder> {
  const crew = await Promise.all(Array.from({ length: threads }, startThread))
  const idle = [...crew]
  const waiting: (() => void)[] = []
  const take = async (): Promise<Worker> => {
    while (idle.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    return idle.pop()!
  }
  const encode = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const worker = await take()
    try {
      return await ask(worker, texts)
    } finally {
      idle.push(worker)
      waiting.shift()?.()
    }
  }
  return {
    tier: 'model',
    model: modelIds.model,
    async embed(texts) {
      const parts: (readonly string[])[] = []
      for (let at = 0; at < texts.length; at += portion) parts.push(texts.slice(at, at + portion))
      return (await Promise.all(parts.map(encode))).flat()
    },
    close: async () => void (await Promise.all(crew.map((worker) => worker.terminate()))),
  }
}

function startThread(): Promise<Worker> {
  const worker = new Worker(join(import.meta.dirname, 'thread.ts'))
  worker.unref()
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the embedding model did not start')), startWithinMs)
    worker.once('error', reject)
    worker.once('message', () => {
      clearTimeout(late)
      resolve(worker)
    })
  })
}

/** Holds the process only while somebody waits for an answer. */
function ask(worker: Worker, texts: readonly string[]): Promise<Float32Array[]> {
  worker.ref()
  return new Promise<Float32Array[]>((resolve, reject) => {
    const failed = (error: Error) => reject(error)
    worker.once('error', failed)
    worker.once('message', ({ all, error }: Answer) => {
      worker.off('error', failed)
      if (!all) return reject(new Error(error ?? 'the embedding model gave no answer'))
      resolve(texts.map((_, place) => all.subarray(place * dimensions, (place + 1) * dimensions)))
    })
    worker.postMessage({ texts: [...texts] })
  }).finally(() => worker.unref())
}
