/*
 * Stored vectors: one signed byte a dimension, scaled so that the largest is 127. The loss does not change the order of
 * neighbours.
 */

export function quantize(vector: ArrayLike<number>): Uint8Array {
  let max = 1e-9
  for (let d = 0; d < vector.length; d++) {
    const size = vector[d]! < 0 ? -vector[d]! : vector[d]!
    if (size > max) max = size
  }
  const bytes = new Int8Array(vector.length)
  // Rounds as Math.round does: truncating a positive number drops its fraction.
  for (let d = 0; d < vector.length; d++) bytes[d] = (((vector[d]! / max) * 127 + 128.5) | 0) - 128
  return new Uint8Array(bytes.buffer)
}

/** The vector at length one. */
export function dequantize(bytes: Uint8Array): Float32Array {
  const vector = Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  let squares = 0
  for (let d = 0; d < vector.length; d++) squares += vector[d]! * vector[d]!
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares)
  for (let d = 0; d < vector.length; d++) vector[d]! *= scale
  return vector
}
