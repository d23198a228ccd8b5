import { analyse } from '#engine/analyse.ts'
import type { Embedder } from '#engine/embed/embedder.ts'
import { cluster } from '#engine/themes/cluster.ts'
import { matrixOf } from '#engine/themes/vectors.ts'
import { textsIn } from './quotes.ts'
import { sampled } from './rows.ts'

/* How long it takes from texts to labelled findings, and what it takes to hold many of them. */

const min = 300

/** Items a second from text to labelled findings, embedding included; on a busy machine those a CPU second tell more. And the division of the vectors into groups. */
export async function evaluateSpeed(folder: string, embedder: Embedder, max: number) {
  const texts = textsIn(folder, Infinity)
  if (texts.length === 0) return []
  const some = sampled(
    texts,
    Math.min(texts.length, Math.max(min, Math.min(max, embedder.tier === 'static' ? 6000 : 600))),
  )
  await analyse([{ content: 'To warm up.', title: null, rating: null, max: 8 }], embedder.embed, embedder.tier)
  const [start, work] = [performance.now(), process.cpuUsage()]
  const found = await analyse(
    some.map((content) => ({ content, title: null, rating: null, max: 8 })),
    embedder.embed,
    embedder.tier,
  )
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(work)
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
      'seconds to divide': Math.round((performance.now() - before) / 100) / 10,
      'memory MB': Math.round(process.memoryUsage().rss / 2 ** 20),
    },
  ]
}
