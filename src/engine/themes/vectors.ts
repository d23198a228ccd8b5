/* Many vectors in one array, so that a hundred thousand of them are one piece of memory. */

export type Matrix = { data: Float32Array; count: number; width: number }

export const emptyMatrix = (count: number, width: number): Matrix => ({
  data: new Float32Array(count * width),
  count,
  width,
})

export function matrixOf(vectors: readonly ArrayLike<number>[], width = vectors[0]?.length ?? 0): Matrix {
  const matrix = emptyMatrix(vectors.length, width)
  for (const [place, vector] of vectors.entries()) matrix.data.set(vector, place * width)
  return matrix
}

export const rowOf = ({ data, width }: Matrix, place: number): Float32Array =>
  data.subarray(place * width, (place + 1) * width)

/** Eight at a time: what the engine of JavaScript turns into the fastest loop. */
export function dot(a: Float32Array, from: number, b: Float32Array, to: number, width: number): number {
  let sum = 0
  let d = 0
  for (; d + 7 < width; d += 8)
    sum +=
      a[from + d]! * b[to + d]! +
      a[from + d + 1]! * b[to + d + 1]! +
      a[from + d + 2]! * b[to + d + 2]! +
      a[from + d + 3]! * b[to + d + 3]! +
      a[from + d + 4]! * b[to + d + 4]! +
      a[from + d + 5]! * b[to + d + 5]! +
      a[from + d + 6]! * b[to + d + 6]! +
      a[from + d + 7]! * b[to + d + 7]!
  for (; d < width; d++) sum += a[from + d]! * b[to + d]!
  return sum
}

/** Of two vectors of length one, how near they point. */
export const closeness = (a: Float32Array, b: Float32Array): number => dot(a, 0, b, 0, a.length)

export const lengthOf = (vector: Float32Array): number => Math.sqrt(closeness(vector, vector))

/** The same of vectors of any length. */
export const cosine = (a: Float32Array, b: Float32Array): number => closeness(a, b) / (lengthOf(a) * lengthOf(b) || 1)

export function normalised(matrix: Matrix): Matrix {
  const { data, count, width } = matrix
  for (let i = 0; i < count; i++) {
    const squares = dot(data, i * width, data, i * width, width)
    const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares)
    for (let d = i * width; d < (i + 1) * width; d++) data[d]! *= scale
  }
  return matrix
}

export function meanOf({ data, count, width }: Matrix, places: Iterable<number> = Array(count).keys()): Float32Array {
  const mean = new Float32Array(width)
  let n = 0
  for (const place of places) {
    for (let d = 0; d < width; d++) mean[d]! += data[place * width + d]!
    n++
  }
  for (let d = 0; d < width; d++) mean[d]! /= n || 1
  return mean
}

/** The same vectors around another zero, at length one: what all texts of a product share says nothing about any of them. */
export function centred(matrix: Matrix, mean: ArrayLike<number>): Matrix {
  const moved = emptyMatrix(matrix.count, matrix.width)
  for (let i = 0; i < matrix.count; i++)
    for (let d = 0; d < matrix.width; d++)
      moved.data[i * matrix.width + d] = matrix.data[i * matrix.width + d]! - mean[d]!
  return normalised(moved)
}
