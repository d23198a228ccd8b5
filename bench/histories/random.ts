import { seededRandom } from '#engine/seeded-random.ts'

export type Random = ReturnType<typeof randomOf>

/** Draws of the distributions that histories are made of; the same for the same seed. */
export function randomOf(seed: number) {
  const uniform = seededRandom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * uniform() ** (1 / shape)
    // Marsaglia and Tsang.
    const d = shape - 1 / 3
    const c = 1 / Math.sqrt(9 * d)
    for (;;) {
      const x = normal()
      const v = (1 + c * x) ** 3
      if (v > 0 && Math.log(uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
    }
  }
  const poisson = (mean: number): number => {
    if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
    const limit = Math.exp(-mean)
    let [count, product] = [0, uniform()]
    for (; product > limit; count++) product *= uniform()
    return count
  }
  const between = (low: number, high: number) => low + (high - low) * uniform()
  return { uniform, normal, poisson, gamma, between, whole: (below: number) => Math.floor(uniform() * below) }
}
