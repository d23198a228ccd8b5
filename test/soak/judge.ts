/* Whether a server that runs for long stays as it is: the last third of the samples is compared with the first. */

export type Sample = {
  /** Of the server after garbage collection. */
  heapBytes: number
  rssBytes: number
  descriptors: number
  databaseBytes: number
  liveRows: number
  deadRows: number
  /** Age of the oldest job that is not finished. */
  queueAgeSeconds: number
}

type Measure = { name: string; of(sample: Sample): number; growth: number; slack: number }

const megabyte = 1024 * 1024
/** `growth` is what noise explains; `slack` keeps small figures from deciding. */
const measures: Measure[] = [
  { name: 'heap (MB)', of: ({ heapBytes }) => heapBytes / megabyte, growth: 1.1, slack: 8 },
  { name: 'resident memory (MB)', of: ({ rssBytes }) => rssBytes / megabyte, growth: 1.15, slack: 24 },
  { name: 'file descriptors', of: ({ descriptors }) => descriptors, growth: 1, slack: 8 },
  {
    name: 'database bytes per row',
    of: ({ databaseBytes, liveRows }) => databaseBytes / liveRows,
    growth: 1.2,
    slack: 0,
  },
  // PostgreSQL cleans a table when a fifth of it is dead.
  { name: 'dead rows per row', of: ({ deadRows, liveRows }) => deadRows / liveRows, growth: 1, slack: 0.3 },
  { name: 'age of the oldest job (s)', of: ({ queueAgeSeconds }) => queueAgeSeconds, growth: 1.5, slack: 5 },
]

export type Verdict = { name: string; first: number; last: number; isFlat: boolean }

const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

export function judge(samples: readonly Sample[]): Verdict[] {
  const third = Math.floor(samples.length / 3)
  if (third === 0) throw new Error('inconclusive: fewer than three samples')
  return measures.map(({ name, of, growth, slack }) => {
    const [first, last] = [mean(samples.slice(0, third).map(of)), mean(samples.slice(-third).map(of))]
    return { name, first, last, isFlat: last <= first * growth + slack }
  })
}
