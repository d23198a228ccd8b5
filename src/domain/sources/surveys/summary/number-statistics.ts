/** Mean, median and bounds of numbers that were given `count` times each. */
export function numberStatistics(tallies: readonly { value: string; count: number }[]) {
  const sorted = tallies
    .map(({ value, count }) => ({ number: Number(value), count }))
    .toSorted((a, b) => a.number - b.number)
  const total = sorted.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return { mean: null, median: null, min: null, max: null }
  const at = (position: number) => {
    let seen = 0
    return sorted.find(({ count }) => (seen += count) > position)!.number
  }
  return {
    mean: sorted.reduce((sum, { number, count }) => sum + number * count, 0) / total,
    median: (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2,
    min: sorted[0]!.number,
    max: sorted.at(-1)!.number,
  }
}
