/*
 * Vectors of the model tier join two of length one: the meaning of a text, and its topic, which is the same for praise
 * and complaint. Their cosine is the mean of both cosines. Vectors of the static tier have the meaning alone.
 */

export const meaningDimensions = 384
const topicDimensions = 128
/** Of a vector of the model tier. */
export const vectorDimensions = meaningDimensions + topicDimensions

export function joinVectors(meaning: Float32Array, topic: Float32Array): Float32Array {
  const joined = new Float32Array(vectorDimensions)
  for (let d = 0; d < meaningDimensions; d++) joined[d] = meaning[d]! * Math.SQRT1_2
  for (let d = 0; d < topicDimensions; d++) joined[meaningDimensions + d] = topic[d]! * Math.SQRT1_2
  return joined
}

/** The meaning alone, at length one. */
export const meaningOf = (vector: Float32Array): Float32Array =>
  vector.length !== vectorDimensions ? vector : normalizeInPlace(vector.slice(0, meaningDimensions))

/** The same with another weight of the topic, from 0 to 1; a half is what it has. */
export function withTopicWeight(vector: Float32Array, weight: number): Float32Array {
  if (vector.length !== vectorDimensions) return vector
  const [meaning, topic] = [Math.sqrt(2 * (1 - weight)), Math.sqrt(2 * weight)]
  return normalizeInPlace(vector.map((value, d) => value * (d < meaningDimensions ? meaning : topic)))
}

/** Scales a vector to length one. */
export function normalizeInPlace(vector: Float32Array): Float32Array {
  let squares = 0
  for (let d = 0; d < vector.length; d++) squares += vector[d]! * vector[d]!
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares)
  for (let d = 0; d < vector.length; d++) vector[d]! *= scale
  return vector
}
