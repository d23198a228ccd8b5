import type { Case } from './cases.ts'
import { reasonToGrow } from './growing.ts'
import type { Cost, Costs } from './measure.ts'

export const maxRatio = 1.3

/** Each row of a page is looked up in B-trees that may have two more levels; what is read beyond a page is not. */
const slackBuffers = ({ rows }: Cost) => 100 + 2 * Math.min(rows, 300)

export type Comparison = { name: string; costs: Cost[]; ratio: number; grows: boolean; reason: string | undefined }

/** The second size against the first. */
export function compareCosts(cases: readonly Case[], sizes: readonly Costs[]): Comparison[] {
  return cases.map(({ name }) => {
    const costs = sizes.map((size) => size.get(name)!)
    const [small, large] = costs as [Cost, Cost]
    const grows = large.buffers > small.buffers * maxRatio + slackBuffers(small)
    return { name, costs, ratio: large.buffers / Math.max(1, small.buffers), grows, reason: reasonToGrow(name) }
  })
}

export function printComparisons(comparisons: readonly Comparison[], sizes: readonly number[]) {
  const columns = sizes.map((size) => `${size.toLocaleString('en')}: p50 ms, rows, buffers`.padStart(38)).join(' ')
  console.log(`${'ratio'.padStart(7)} ${columns}  request`)
  for (const { name, costs, ratio, grows, reason } of comparisons.toSorted((a, b) => b.ratio - a.ratio)) {
    const cells = costs.map(
      ({ ms, rows, buffers }) =>
        `${ms.toFixed(1).padStart(12)} ${String(rows).padStart(12)} ${String(buffers).padStart(12)}`,
    )
    const verdict = grows ? ` GROWS${reason === undefined ? '' : `: ${reason}`}` : ''
    console.log(`${ratio.toFixed(2).padStart(7)} ${cells.join(' ')}  ${name}${verdict}`)
  }
}
