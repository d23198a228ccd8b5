/* Vectors as rows of one array, so that a hundred thousand of them are a single allocation. */

export type Matrix = { data: Float32Array; count: number; width: number }

export const emptyMatrix = (count: number, width: number): Matrix => ({
  data: new Float32Array(count * width),
  count,
  width,
})

export function matrixOf(vectors: readonly ArrayLike<number>[], width = vectors[0]?.length ?? 0): Matrix {
  const matrix = emptyMatrix(vectors.length, width)
  for (const [row, vector] of vectors.entries()) matrix.data.set(vector, row * width)
  return matrix
}

/** A view of one row, not a copy. */
export const rowOf = ({ data, width }: Matrix, row: number): Float32Array =>
  data.subarray(row * width, (row + 1) * width)

/** A vector as a matrix of one row, without copying it. */
export const asMatrix = (vector: Float32Array): Matrix => ({ data: vector, count: 1, width: vector.length })

/** The dot product of row i of `a` and row j of `b`; eight numbers a step, which V8 compiles to the fastest loop. */
export function dotRows({ data: a, width }: Matrix, i: number, { data: b }: Matrix, j: number): number {
  const [from, to] = [i * width, j * width]
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

/** Cosine similarity of two vectors of length one. */
export const similarity = (a: Float32Array, b: Float32Array): number => dotRows(asMatrix(a), 0, asMatrix(b), 0)

export const vectorLength = (vector: Float32Array): number => Math.sqrt(similarity(vector, vector))

/** Cosine similarity of vectors of any length. */
export const cosineSimilarity = (a: Float32Array, b: Float32Array): number =>
  similarity(a, b) / (vectorLength(a) * vectorLength(b) || 1)

/** Scales every row to length one, in place. */
export function normalizeRows(matrix: Matrix): Matrix {
  const { data, count, width } = matrix
  for (let i = 0; i < count; i++) {
    const squares = dotRows(matrix, i, matrix, i)
    const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares)
    for (let d = i * width; d < (i + 1) * width; d++) data[d]! *= scale
  }
  return matrix
}

export function meanOf({ data, count, width }: Matrix, rows: Iterable<number> = Array(count).keys()): Float32Array {
  const mean = new Float32Array(width)
  let n = 0
  for (const row of rows) {
    for (let d = 0; d < width; d++) mean[d]! += data[row * width + d]!
    n++
  }
  for (let d = 0; d < width; d++) mean[d]! /= n || 1
  return mean
}

/** The vectors less `mean`, at length one: what all texts of a product share says nothing about any of them. */
export function centered(matrix: Matrix, mean: ArrayLike<number>): Matrix {
  const moved = emptyMatrix(matrix.count, matrix.width)
  for (let i = 0; i < matrix.count; i++)
    for (let d = 0; d < matrix.width; d++)
      moved.data[i * matrix.width + d] = matrix.data[i * matrix.width + d]! - mean[d]!
  return normalizeRows(moved)
}

/** The row numbers of each group's members, in their order. */
export function membersOf(labels: Int32Array, groups: number): number[][] {
  const members = Array.from({ length: groups }, (): number[] => [])
  for (const [row, group] of labels.entries()) members[group]!.push(row)
  return members
}

/** The mean of each group's rows, at length one. */
export function centroidsOf({ data, count, width }: Matrix, labels: Int32Array, groups: number): Matrix {
  const centroids = emptyMatrix(groups, width)
  for (let i = 0; i < count; i++)
    for (let d = 0; d < width; d++) centroids.data[labels[i]! * width + d]! += data[i * width + d]!
  for (let g = 0; g < groups; g++) {
    const length = Math.sqrt(dotRows(centroids, g, centroids, g)) || 1
    for (let d = g * width; d < (g + 1) * width; d++) centroids.data[d]! /= length
  }
  return centroids
}

/** The mean of some rows, at length one. */
export function centroidOfRows(matrix: Matrix, rows: readonly number[]): Float32Array {
  const part = matrixOf(
    rows.map((row) => rowOf(matrix, row)),
    matrix.width,
  )
  return rowOf(centroidsOf(part, new Int32Array(rows.length), 1), 0)
}
