import type { Loaded } from './load-items.ts'
import { hasTopic } from './figures.ts'
import { matchPoints } from './match-points.ts'

const hitsPerQuery = 5
const minPoints = 4

export type Query = { topic: string; q: string; points: number; hits: { name: string; relevant: boolean }[] }

/** Asks the search of the product for every topic that has enough points. */
export async function searchTopics({ client, items }: Loaded): Promise<Query[]> {
  const points = matchPoints(items).filter(hasTopic)
  const queries: Query[] = []
  for (const [topic, own] of Map.groupBy(points, ({ point }) => point.topic)) {
    if (own.length < minPoints) continue
    const q = topic.replaceAll('-', ' ')
    const { data } = await client.search({ q, types: ['insight'], limit: hitsPerQuery })
    const relevant = new Set(own.map(({ insight }) => insight?.id))
    const hits = data.map(({ id, title }) => ({ name: title, relevant: relevant.has(id) }))
    queries.push({ topic, q, points: own.length, hits })
  }
  return queries
}

/** The mean number of results; the search leaves out what is not similar enough. */
export const resultsPerQuery = (queries: readonly Pick<Query, 'hits'>[]): number | null =>
  queries.length === 0
    ? null
    : Math.round((10 * queries.reduce((sum, { hits }) => sum + hits.length, 0)) / queries.length) / 10

/** The mean share of relevant results among the first five, or among as many as there are points. */
export function precisionOf(queries: readonly Pick<Query, 'points' | 'hits'>[]): number | null {
  if (queries.length === 0) return null
  const shares = queries.map(
    ({ points, hits }) => hits.filter(({ relevant }) => relevant).length / Math.min(hitsPerQuery, points),
  )
  return Math.round((1000 * shares.reduce((a, b) => a + b, 0)) / shares.length) / 10
}
