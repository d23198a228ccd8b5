import type { Kind } from './load.ts'
import type { Sample } from './alternate.ts'

const titles: Record<Kind, string> = {
  list: 'a list of 50 insights',
  one: 'one insight',
  themes: 'a list of themes',
  projects: 'a list of Projects',
  opportunities: 'opportunities',
  feedback: 'a list of feedback',
  contacts: 'a list of contacts',
  write: 'one idempotent write',
  build: 'one Build write',
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
    const medianOf = (read: (sample: Sample) => number) => median(of!.map(read))
    return {
      kind,
      variant,
      requestsPerSecond: medianOf((s) => s.requestsPerSecond),
      p50: medianOf((s) => s.p50),
      p99: medianOf((s) => s.p99),
      serverCpu: medianOf((s) => s.serverCpu),
      postgresCpu: postgresCpu === undefined ? null : medianOf((s) => s.postgresCpu!),
      loadCpu: medianOf((s) => s.loadCpu),
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
/** Which two variants are compared: numerator, denominator. */
export type Comparison = { samples: readonly Sample[]; kind: Kind; of: readonly [string, string] }

/** Requests per second of CPU time of the server and PostgreSQL: not affected by other load on the machine. */
export const perCpu = (sample: Sample) => 1e6 / (sample.serverCpu + (sample.postgresCpu ?? 0))

/** The median of the per-round ratios: a disturbance in a round affects both variants. */
export function ratio(
  { samples, kind, of: [numerator, denominator] }: Comparison,
  read: (sample: Sample) => number,
  { min, max, what }: Bar = {},
): Ratio {
  const samplesOf = (variant: string) =>
    samples.filter((s) => s.kind === kind && s.variant === variant).toSorted((a, b) => a.round - b.round)
  const denominators = samplesOf(denominator)
  const ratios = samplesOf(numerator)
    .map((sample, i) => read(sample) / read(denominators[i]!))
    .toSorted((a, b) => a - b)
  const value = median(ratios)
  return {
    name: `${numerator} / ${denominator}${what ? ` ${what}` : ''}`,
    kind,
    value,
    low: ratios[0]!,
    high: ratios.at(-1)!,
    ...verdict(value, { min, max }),
  }
}

function verdict(value: number, { min, max }: { min?: number | undefined; max?: number | undefined }) {
  if (min !== undefined) return { bar: `at least ${min}`, met: value >= min }
  if (max !== undefined) return { bar: `at most ${max}`, met: value <= max }
  return { bar: null, met: null }
}

const padded = (value: number, width: number, digits: number) => value.toFixed(digits).padStart(width)

export function print(heading: string, printed: readonly Line[], ratios: readonly Ratio[]) {
  console.log(`\n${heading}`)
  for (const kind of new Set(printed.map((line) => line.kind))) {
    console.log(
      `\n  ${titles[kind].padEnd(22)} requests/s   p50 ms   p99 ms   CPU µs: server  PostgreSQL  (load)  RSS MB`,
    )
    for (const line of printed.filter((each) => each.kind === kind)) {
      const postgres = line.postgresCpu === null ? '?'.padStart(12) : padded(line.postgresCpu, 12, 0)
      const latency = `${padded(line.p50, 8, 2)} ${padded(line.p99, 8, 2)}`
      const cpu = `${padded(line.serverCpu, 16, 0)}${postgres}${padded(line.loadCpu, 7, 0)}`
      const speed = padded(line.requestsPerSecond, 10, 0)
      console.log(`    ${line.variant.padEnd(20)} ${speed} ${latency} ${cpu}${padded(line.rssMegabytes, 9, 0)}`)
    }
    for (const each of ratios.filter((found) => found.kind === kind)) {
      const range = `(${each.low.toFixed(2)} to ${each.high.toFixed(2)})`
      const bar = each.bar === null ? '' : `   goal: ${each.bar}   ${each.met ? 'met' : 'MISSED'}`
      console.log(`    ${each.name.padEnd(38)} ${padded(each.value, 6, 2)}   ${range}${bar}`)
    }
  }
}
