import { studentTail } from './quantiles.ts'
import type { LogChange } from './changes.ts'

/** How many times as many as without the change, with the bounds of an interval. */
export type Ratio = { ratio: number; low: number; high: number }
export type ComparedChange = Ratio & {
  /** In logarithms: the quantile of the interval, and the variance that more answers would not lessen. */
  quantile: number
  fixedVariance: number
}

const weightedMean = (changes: readonly LogChange[], between: number) => {
  let [weights, sum] = [0, 0]
  for (const { value, variance } of changes) {
    weights += 1 / (variance + between)
    sum += value / (variance + between)
  }
  return { mean: sum / weights, weights }
}

const spread = (changes: readonly LogChange[], between: number) => {
  const { mean } = weightedMean(changes, between)
  return changes.reduce((sum, { value, variance }) => sum + (value - mean) ** 2 / (variance + between), 0)
}

const maxVariance = 25

/** How much themes change by themselves beyond counting: the variance that explains their spread (Paule and Mandel). */
function varianceBetween(changes: readonly LogChange[]): number {
  const free = changes.length - 1
  if (spread(changes, 0) <= free) return 0
  let [low, high] = [0, maxVariance]
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (spread(changes, middle) > free) low = middle
    else high = middle
  }
  return high
}

/** The change of one theme beside the changes of others in the same weeks. */
export function compareChanges(target: LogChange, controls: readonly LogChange[], level: number): ComparedChange {
  const between = varianceBetween(controls)
  const { mean, weights } = weightedMean(controls, between)
  const fixedVariance = between + 1 / weights
  const quantile = studentTail(level / 2, controls.length - 1)
  const value = target.value - mean
  const halfWidth = quantile * Math.sqrt(target.variance + fixedVariance)
  return {
    ratio: Math.exp(value),
    low: Math.exp(value - halfWidth),
    high: Math.exp(value + halfWidth),
    quantile,
    fixedVariance,
  }
}
