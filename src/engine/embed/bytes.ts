/* A vector as it is kept: one signed byte a dimension, the largest of them 127. What is lost does not change who is near whom. */

export function toBytes(vector: ArrayLike<number>): Uint8Array {
  let top = 1e-9
  for (let d = 0; d < vector.length; d++) {
    const size = vector[d]! < 0 ? -vector[d]! : vector[d]!
    if (size > top) top = size
  }
  const bytes = new Int8Array(vector.length)
  // Rounded as Math.round does: what is cut off a number above zero is its fraction.
  for (let d = 0; d < vector.length; d++) bytes[d] = (((vector[d]! / top) * 127 + 128.5) | 0) - 128
  return new Uint8Array(bytes.buffer)
}

/** At length one again. */
export function fromBytes(bytes: Uint8Array): Float32Array {
  const vector = Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  let squares = 0
  for (let d = 0; d < vector.length; d++) squares += vector[d]! * vector[d]!
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares)
  for (let d = 0; d < vector.length; d++) vector[d]! *= scale
  return vector
}
