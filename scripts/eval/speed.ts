import { analyze } from '#engine/analyze.ts'
import type { Embedder } from '#engine/embed/embedder.ts'
import { cluster } from '#engine/clustering/cluster.ts'
import { matrixOf } from '#engine/vectors/matrix.ts'
import { textsIn } from './quotes.ts'
import { sampled } from './rows.ts'

/* Throughput and memory of the analysis. */

const minItems = 300

/**
 * Items a second from text to classified findings, embedding included, and the time of clustering; on a busy machine
 * compare CPU seconds.
 */
export async function evaluateSpeed(folder: string, embedder: Embedder, max: number) {
  const texts = textsIn(folder, Infinity)
  if (texts.length === 0) return []
  const maxItems = Math.min(max, embedder.tier === 'static' ? 6000 : 600)
  const some = sampled(texts, Math.min(texts.length, Math.max(minItems, maxItems)))
  await analyze([{ content: 'To warm up.', title: null, rating: null, max: 8 }], embedder.read)
  const [start, cpuStart] = [performance.now(), process.cpuUsage()]
  const found = await analyze(
    some.map((content) => ({ content, title: null, rating: null, max: 8 })),
    embedder.read,
  )
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpuStart)
  const vectors = matrixOf(found.flat().map(({ vector }) => vector))
  const before = performance.now()
  const { groups } = await cluster(vectors)
  return [
    {
      model: embedder.model,
      items: some.length,
      findings: vectors.count,
      'items a second': Math.round(some.length / seconds),
      'items a CPU second': Math.round((some.length * 1e6) / (user + system)),
      groups,
      'seconds to cluster': Math.round((performance.now() - before) / 100) / 10,
      'memory MB': Math.round(process.memoryUsage().rss / 2 ** 20),
    },
  ]
}
