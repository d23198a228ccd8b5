import { eachNearPair } from './products.ts'
import { emptyMatrix, lengthOf, type Matrix, normalised, rowOf } from './vectors.ts'

export { breath } from './products.ts'

/** The nearest others of every vector, nearest first: `places` and `closeness` hold `each` entries a vector. */
export type Neighbours = { each: number; places: Int32Array; closeness: Float32Array }

/** The vectors have length one. Each pair is measured once and entered at both ends. */
export async function neighboursOf(vectors: Matrix, wanted: number): Promise<Neighbours> {
  const each = Math.max(0, Math.min(wanted, vectors.count - 1))
  const found = noneYet(vectors.count, each)
  if (each === 0) return found
  const { closeness } = found
  await eachNearPair(vectors, vectors, true, {
    min: (i, j) => Math.min(closeness[(i + 1) * each - 1]!, closeness[(j + 1) * each - 1]!),
    found(i, j, value) {
      enter(found, i, j, value)
      enter(found, j, i, value)
    },
  })
  return found
}

/** For every one of some vectors its nearest among others. */
export async function nearestIn(some: Matrix, among: Matrix, each: number): Promise<Neighbours> {
  const found = noneYet(some.count, each)
  if (each === 0) return found
  await eachNearPair(some, among, false, {
    min: (i) => found.closeness[(i + 1) * each - 1]!,
    found: (i, j, value) => enter(found, i, j, value),
  })
  return found
}

const noneYet = (count: number, each: number): Neighbours => ({
  each,
  places: new Int32Array(count * each).fill(-1),
  closeness: new Float32Array(count * each).fill(-2),
})

function enter({ each, places, closeness }: Neighbours, of: number, other: number, value: number) {
  const start = of * each
  let at = start + each - 1
  if (value <= closeness[at]!) return
  for (; at > start && closeness[at - 1]! < value; at--) {
    closeness[at] = closeness[at - 1]!
    places[at] = places[at - 1]!
  }
  closeness[at] = value
  places[at] = other
}

const sharpness = 4

/** Every vector moves half-way to where its neighbours stand: what lies between two groups is drawn to the one it belongs to. */
export function smoothed(vectors: Matrix, { each, places, closeness }: Neighbours, by = 10): Matrix {
  const moved = emptyMatrix(vectors.count, vectors.width)
  for (let i = 0; i < vectors.count; i++) {
    const mean = new Float32Array(vectors.width)
    for (let at = i * each; at < i * each + Math.min(by, each); at++) {
      const weight = Math.max(0, closeness[at]!) ** sharpness
      const other = rowOf(vectors, places[at]!)
      for (let d = 0; d < vectors.width; d++) mean[d]! += weight * other[d]!
    }
    const length = lengthOf(mean) || 1
    for (let d = 0; d < vectors.width; d++)
      moved.data[i * vectors.width + d] = 0.5 * vectors.data[i * vectors.width + d]! + (0.5 * mean[d]!) / length
  }
  return normalised(moved)
}
