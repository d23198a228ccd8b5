import { softmax } from '#engine/classifiers/linear-classifier.ts'

/* Multinomial logistic regression with an L2 penalty, by L-BFGS; deterministic. */

/** `buckets` are features of the value `bucketValue`; all others have the value 0. */
export type Row = {
  x: Float64Array
  buckets: readonly number[]
  bucketValue: number
  y: number
  weight: number
}
export type Fitted = { bias: number[]; weights: number[][]; bucketWeights: Float64Array[] }

/** Past steps that L-BFGS keeps. */
const memory = 8

export type FitOptions = { classes: number; bucketCount: number; penalty: number; rounds: number }

/** `penalty` is divided by the total weight of the rows, so that it need not change with the amount of data. */
export function fit(rows: readonly Row[], { classes, bucketCount, penalty, rounds }: FitOptions): Fitted {
  const width = rows[0]!.x.length
  const total = rows.reduce((sum, row) => sum + row.weight, 0)
  const shape = { classes, width, stride: width + bucketCount + 1, penalty: penalty / total, total }
  const w = minimize(new Float64Array(classes * shape.stride), (at) => lossAndGradient(rows, at, shape), rounds)
  const parts = Array.from({ length: classes }, (_, k) => w.subarray(k * shape.stride, (k + 1) * shape.stride))
  return {
    weights: parts.map((part) => Array.from(part.subarray(0, width))),
    bucketWeights: parts.map((part) => part.slice(width, width + bucketCount)),
    bias: parts.map((part) => part.at(-1)!),
  }
}

/** The weights of a class: `width` features, the buckets, and the bias; `stride` in all. */
type Shape = { classes: number; width: number; stride: number; penalty: number; total: number }
type Point = { loss: number; gradient: Float64Array }

function lossAndGradient(rows: readonly Row[], w: Float64Array, shape: Shape): Point {
  const { classes, width, stride, penalty, total } = shape
  const gradient = new Float64Array(w.length)
  let loss = 0
  for (const row of rows) {
    const { x, buckets, bucketValue, y, weight } = row
    const shares = softmax(Array.from({ length: classes }, (_, k) => scoreOf(row, w, k, shape)))
    const part = weight / total
    loss -= part * Math.log(Math.max(shares[y]!, 1e-12))
    for (let k = 0; k < classes; k++) {
      const error = part * (shares[k]! - (k === y ? 1 : 0))
      const start = k * stride
      for (let d = 0; d < width; d++) gradient[start + d]! += error * x[d]!
      for (const bucket of buckets) gradient[start + width + bucket]! += error * bucketValue
      gradient[start + stride - 1]! += error
    }
  }
  for (let d = 0; d < w.length; d++) {
    if (d % stride === stride - 1) continue
    loss += 0.5 * penalty * w[d]! * w[d]!
    gradient[d]! += penalty * w[d]!
  }
  return { loss, gradient }
}

function scoreOf({ x, buckets, bucketValue }: Row, w: Float64Array, k: number, { width, stride }: Shape): number {
  const start = k * stride
  let sum = w[start + stride - 1]!
  for (let d = 0; d < width; d++) sum += w[start + d]! * x[d]!
  for (const bucket of buckets) sum += w[start + width + bucket]! * bucketValue
  return sum
}

const dotProduct = (a: Float64Array, b: Float64Array) => {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

type Step = { s: Float64Array; y: Float64Array; rho: number }

function minimize(start: Float64Array, evaluate: (w: Float64Array) => Point, rounds: number): Float64Array {
  let w = start
  let here = evaluate(w)
  const steps: Step[] = []
  for (let round = 0; round < rounds; round++) {
    const direction = searchDirection(here.gradient, steps)
    const slope = dotProduct(here.gradient, direction)
    let length = round === 0 ? 1 / Math.sqrt(dotProduct(here.gradient, here.gradient)) : 1
    let next = w
    let there = here
    for (let tries = 0; tries < 20; tries++, length /= 2) {
      next = w.map((value, i) => value + length * direction[i]!)
      there = evaluate(next)
      if (there.loss <= here.loss + 1e-4 * length * slope) break
    }
    const s = next.map((value, i) => value - w[i]!)
    const y = there.gradient.map((value, i) => value - here.gradient[i]!)
    const curvature = dotProduct(s, y)
    if (curvature > 1e-12) steps.push({ s, y, rho: 1 / curvature })
    if (steps.length > memory) steps.shift()
    const improvement = here.loss - there.loss
    ;[w, here] = [next, there]
    if (improvement < 1e-7) break
  }
  return w
}

function searchDirection(gradient: Float64Array, steps: readonly Step[]): Float64Array {
  const q = Float64Array.from(gradient)
  const alphas = steps
    .toReversed()
    .map(({ s, y, rho }) => {
      const alpha = rho * dotProduct(s, q)
      for (let i = 0; i < q.length; i++) q[i]! -= alpha * y[i]!
      return alpha
    })
    .toReversed()
  const last = steps.at(-1)
  if (last) {
    const scale = 1 / (last.rho * dotProduct(last.y, last.y))
    for (let i = 0; i < q.length; i++) q[i]! *= scale
  }
  for (const [n, { s, y, rho }] of steps.entries()) {
    const beta = rho * dotProduct(y, q)
    for (let i = 0; i < q.length; i++) q[i]! += (alphas[n]! - beta) * s[i]!
  }
  return q.map((value) => -value)
}
