import { dot, emptyMatrix, type Matrix, normalised, rowOf } from './vectors.ts'

/** The nearest others of every vector, nearest first: `places` and `closeness` hold `each` entries a vector. */
export type Neighbours = { each: number; places: Int32Array; closeness: Float32Array }

/** The vectors have length one. */
export function neighboursOf(vectors: Matrix, wanted: number): Neighbours {
  return nearestIn(vectors, vectors, Math.max(0, Math.min(wanted, vectors.count - 1)), true)
}

/** For every one of some vectors its nearest among others; of `same` sets nobody is their own neighbour. */
export function nearestIn(some: Matrix, among: Matrix, each: number, same = false): Neighbours {
  const places = new Int32Array(some.count * each).fill(-1)
  const closeness = new Float32Array(some.count * each).fill(-2)
  const { width } = some
  for (let i = 0; i < some.count && each > 0; i++) {
    const start = i * each
    const worst = start + each - 1
    for (let j = 0; j < among.count; j++) {
      const value = dot(some.data, i * width, among.data, j * width, width)
      if (value <= closeness[worst]! || (same && i === j)) continue
      let at = worst
      for (; at > start && closeness[at - 1]! < value; at--) {
        closeness[at] = closeness[at - 1]!
        places[at] = places[at - 1]!
      }
      closeness[at] = value
      places[at] = j
    }
  }
  return { each, places, closeness }
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
    const length = Math.sqrt(dot(mean, 0, mean, 0, vectors.width)) || 1
    for (let d = 0; d < vectors.width; d++) moved.data[i * vectors.width + d] = 0.5 * vectors.data[i * vectors.width + d]! + (0.5 * mean[d]!) / length
  }
  return normalised(moved)
}
