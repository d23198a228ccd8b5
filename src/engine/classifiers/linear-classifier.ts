/* A linear classifier over an embedding and the features of its text. */

export type LinearClassifier = {
  classes: readonly string[]
  /** Factor of the embedding relative to the features. */
  scale: number
  bias: readonly number[]
  /** One row for each class: the dimensions of the embedding, then the features. */
  weights: readonly (readonly number[])[]
}

/** The probability of each class, in their order. */
export function probabilities(
  { scale, bias, weights }: LinearClassifier,
  vector: ArrayLike<number>,
  features: readonly number[],
): number[] {
  const scores = weights.map((row, k) => {
    let sum = bias[k]!
    for (let d = 0; d < vector.length; d++) sum += row[d]! * vector[d]! * scale
    for (let f = 0; f < features.length; f++) sum += row[vector.length + f]! * features[f]!
    return sum
  })
  return softmax(scores)
}

export function softmax(scores: readonly number[]): number[] {
  const top = Math.max(...scores)
  const raised = scores.map((score) => Math.exp(score - top))
  const sum = raised.reduce((a, b) => a + b, 0)
  return raised.map((value) => value / sum)
}

export function argmax(shares: readonly number[]): number {
  let best = 0
  for (let k = 1; k < shares.length; k++) if (shares[k]! > shares[best]!) best = k
  return best
}
