import { seededRandom } from '#engine/seeded-random.ts'
import { MAX_LINKED_VECTORS } from '#engine/thresholds/clustering.ts'

const seed = 7

/** Of more texts than can be compared pair by pair, a sample, in order. */
export function sampleRows(count: number): number[] {
  const rows = [...Array(count).keys()]
  if (count <= MAX_LINKED_VECTORS) return rows
  const random = seededRandom(seed)
  return rows
    .map((row) => ({ row, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, MAX_LINKED_VECTORS)
    .map(({ row }) => row)
    .sort((a, b) => a - b)
}
