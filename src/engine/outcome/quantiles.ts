/* Quantiles of the far tails alone: no level of a verdict is above 2 %. */

const numerator = [-0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734]
const numeratorRest = [4.374664141464968, 2.938163982698783]
const denominator = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1]

const polynomial = (coefficients: readonly number[], x: number) =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0)

/** Above which a standard normal variable is with this probability, at most 0.024 (Acklam's approximation). */
export function normalTail(probability: number): number {
  const q = Math.sqrt(-2 * Math.log(probability))
  return -polynomial([...numerator, ...numeratorRest], q) / polynomial(denominator, q)
}

/** The same of Student's t, by the expansion of Cornish and Fisher. */
export function studentTail(probability: number, degrees: number): number {
  const z = normalTail(probability)
  const first = (z ** 3 + z) / 4
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384
  return z + first / degrees + second / degrees ** 2 + third / degrees ** 3
}
