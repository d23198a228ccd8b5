import type { Kind } from './load.ts'
import type { Sample } from './rounds.ts'

const titles: Record<Kind, string> = {
  list: 'a list of 50 insights',
  one: 'one insight',
  write: 'one idempotent write',
  build: 'one Build write beside its bare SQL',
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export type Line = {
  kind: Kind
  variant: string
  requestsPerSecond: number
  p50: number
  p99: number
  serverCpu: number
  postgresCpu: number | null
  loadCpu: number
  rssMegabytes: number
}

export function lines(samples: readonly Sample[]): Line[] {
  return Object.values(Object.groupBy(samples, ({ kind, variant }) => `${kind}/${variant}`)).map((of) => {
    const { kind, variant, postgresCpu } = of![0]!
    const middle = (read: (sample: Sample) => number) => median(of!.map(read))
    return {
      kind,
      variant,
      requestsPerSecond: middle((s) => s.requestsPerSecond),
      p50: middle((s) => s.p50),
      p99: middle((s) => s.p99),
      serverCpu: middle((s) => s.serverCpu),
      postgresCpu: postgresCpu === undefined ? null : middle((s) => s.postgresCpu!),
      loadCpu: middle((s) => s.loadCpu),
      rssMegabytes: of!.at(-1)!.rssBytes / 2 ** 20,
    }
  })
}

export type Ratio = {
  name: string
  kind: Kind
  value: number
  low: number
  high: number
  bar: string | null
  met: boolean | null
}
type Bar = { min?: number; max?: number; what?: string }

/** Requests per second of CPU that all processes used for them: unlike the clock, it does not see who else is at work on the machine. */
export const perCpu = (sample: Sample) => 1e6 / (sample.serverCpu + (sample.postgresCpu ?? 0) + sample.loadCpu)

/** The middle of the ratios of each round: what disturbs a round disturbs both of its sides. */
export function ratio(
  samples: readonly Sample[],
  kind: Kind,
  [over, under]: readonly [string, string],
  read: (sample: Sample) => number,
  { min: min, max: max, what }: Bar = {},
): Ratio {
  const of = (variant: string) =>
    samples.filter((s) => s.kind === kind && s.variant === variant).toSorted((a, b) => a.round - b.round)
  const below = of(under)
  const ratios = of(over)
    .map((sample, i) => read(sample) / read(below[i]!))
    .toSorted((a, b) => a - b)
  const value = median(ratios)
  return {
    name: `${over} / ${under}${what ? ` ${what}` : ''}`,
    kind,
    value,
    low: ratios[0]!,
    high: ratios.at(-1)!,
    bar: min !== undefined ? `at least ${min}` : max !== undefined ? `at most ${max}` : null,
    met: min !== undefined ? value >= min : max !== undefined ? value <= max : null,
  }
}

const right = (value: number, width: number, digits: number) => value.toFixed(digits).padStart(width)

export function print(heading: string, shown: readonly Line[], ratios: readonly Ratio[]) {
  console.log(`\n${heading}`)
  for (const kind of new Set(shown.map((line) => line.kind))) {
    console.log(
      `\n  ${titles[kind].padEnd(22)} requests/s   p50 ms   p99 ms   CPU µs: server  PostgreSQL   load   RSS MB`,
    )
    for (const line of shown.filter((each) => each.kind === kind)) {
      const postgres = line.postgresCpu === null ? '?'.padStart(12) : right(line.postgresCpu, 12, 0)
      console.log(
        `    ${line.variant.padEnd(20)} ${right(line.requestsPerSecond, 10, 0)} ${right(line.p50, 8, 2)} ${right(line.p99, 8, 2)} ${right(line.serverCpu, 16, 0)}${postgres}${right(line.loadCpu, 7, 0)}${right(line.rssMegabytes, 9, 0)}`,
      )
    }
    for (const each of ratios.filter((found) => found.kind === kind)) {
      const verdict = each.bar === null ? '' : `   bar: ${each.bar}   ${each.met ? 'met' : 'MISSED'}`
      console.log(
        `    ${each.name.padEnd(31)} ${right(each.value, 6, 2)}   (${each.low.toFixed(2)} to ${each.high.toFixed(2)})${verdict}`,
      )
    }
  }
}
