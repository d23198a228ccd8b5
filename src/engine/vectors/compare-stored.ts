import { productsOf } from './dot-products.ts'
import { asMatrix, dotRows, emptyMatrix, type Matrix, matrixOf } from './matrix.ts'

/*
 * Similarities of many stored vectors to a few prototypes, without making a vector of each: the stored bytes are
 * multiplied as they are, and centered and scaled afterwards.
 */

/** Of the stored vectors by rows, to the prototypes by columns; both centered on `mean` and of length one. */
export function similaritiesOfStored(
  stored: readonly Uint8Array[],
  prototypes: readonly Float32Array[],
  mean: Float32Array,
): Matrix {
  const rows = emptyMatrix(stored.length, mean.length)
  for (const [n, bytes] of stored.entries())
    rows.data.set(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), n * rows.width)
  const columns = matrixOf([mean, ...prototypes], mean.length)
  const products = productsOf(rows, columns)
  const result = emptyMatrix(stored.length, prototypes.length)
  const [meanSquares, meanProducts] = [dotRows(asMatrix(mean), 0, asMatrix(mean), 0), productsWith(mean, prototypes)]
  for (let n = 0; n < stored.length; n++) {
    const own = n * products.width
    const scale = 1 / (Math.sqrt(dotRows(rows, n, rows, n)) || 1)
    const length = Math.sqrt(Math.max(1e-12, 1 - 2 * scale * products.data[own]! + meanSquares))
    for (let p = 0; p < prototypes.length; p++)
      result.data[n * result.width + p] = (scale * products.data[own + p + 1]! - meanProducts[p]!) / length
  }
  return result
}

const productsWith = (vector: Float32Array, others: readonly Float32Array[]) =>
  others.map((one) => dotRows(asMatrix(vector), 0, asMatrix(one), 0))
