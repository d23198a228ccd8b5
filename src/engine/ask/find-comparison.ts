import { findPeriod, type AskedPeriod } from './parse-period.ts'
import { addDays, addMonths, describePeriod, type PeriodUnit, startOf } from './periods.ts'
import type { Found } from './question-text.ts'

/* What a question compares with: "compared with last quarter", "than the month before". */

/** Another period, or the one before that of the question, of a unit where the question names it. */
export type Compared = { period: AskedPeriod } | { before: PeriodUnit | undefined }

const comparators = new RegExp(
  String.raw`(?<!\p{L})(?:(?:as\s+)?compared\s+(?:with|to)|in\s+comparison\s+(?:with|to)|versus|vs\.?|than|` +
    String.raw`relative\s+to)\s+(?:in\s+)?`,
  'iu',
)
const units = 'day|week|month|quarter|year'
const earlier = String.raw`(?:previous|preceding|prior)`
const unitBefore = new RegExp(
  String.raw`^(?:the\s+)?(?:(?:same\s+)?(?<unit>${units})\s+(?:before(?!\s+last\b)|earlier)|` +
    String.raw`${earlier}\s+(?<other>${units})|before|${earlier}\s+period)\b`,
  'iu',
)
const trends = new RegExp(
  String.raw`(?<!\p{L})(?:(?:are|is|have|has|do|does)\b[^?]*?\b)?(?:getting|become|becoming|became|gone)\s+` +
    String.raw`(?:better|worse|more|less|up|down)\b|(?<!\p{L})(?:increas(?:e|ed|ing)|decreas(?:e|ed|ing)|` +
    String.raw`trend(?:s|ing)?(?=\s*[?]|$)|over\s+time)(?!\p{L})`,
  'iu',
)

/** “Getting worse”, “increasing”: words that ask for a comparison without naming a period. */
export function findTrend(text: string) {
  const trend = trends.exec(text)
  return trend ? { start: trend.index, end: trend.index + trend[0].length } : undefined
}

/** The comparison in a question; a comparator without a period after it is part of the topic. */
export function findComparison(text: string, now: Date): Found<Compared> | undefined {
  const comparator = comparators.exec(text)
  if (comparator) {
    const after = comparator.index + comparator[0].length
    const rest = text.slice(after)
    const relative = unitBefore.exec(rest)
    if (relative) {
      const unit = (relative.groups!.unit ?? relative.groups!.other)?.toLowerCase() as PeriodUnit | undefined
      return { value: { before: unit }, start: comparator.index, end: after + relative[0].length }
    }
    const period = findPeriod(rest, now)
    if (period && /^[\s\p{P}]*(?:the\s+)?$/u.test(rest.slice(0, period.start)))
      return { value: { period: period.value }, start: comparator.index, end: after + period.end }
  }
  const trend = findTrend(text)
  return trend ? { ...trend, value: { before: undefined } } : undefined
}

const asPeriod = (from: Date, to: Date, now: Date): AskedPeriod => ({
  from: from.toISOString(),
  to: to.toISOString(),
  label: describePeriod({ from, to }, now),
})

/** The months that a period has exactly, or undefined. */
function wholeMonths(from: Date, to: Date): number | undefined {
  for (const months of [1, 3, 6, 12]) if (addMonths(from, months).getTime() === to.getTime()) return months
  return undefined
}

/** The time of the same length before a period. */
function periodBefore(from: Date, to: Date, unit: PeriodUnit | undefined, now: Date): AskedPeriod {
  if (unit === 'year') return asPeriod(addMonths(from, -12), addMonths(to, -12), now)
  const months = wholeMonths(from, to)
  if (months !== undefined) return asPeriod(addMonths(from, -months), from, now)
  return asPeriod(addDays(from, (from.getTime() - to.getTime()) / 86_400_000), from, now)
}

const dayMs = 86_400_000

/** The unit of which a compared period is one: this one is compared with it. */
function unitOf({ from, to }: AskedPeriod): PeriodUnit {
  const days = from && to ? (Date.parse(to) - Date.parse(from)) / dayMs : 92
  if (days <= 1) return 'day'
  if (days <= 7) return 'week'
  if (days <= 31) return 'month'
  return days <= 92 ? 'quarter' : 'year'
}

/** Both periods of a comparison; without one of its own the question is about the current one. */
export function comparedPeriods(period: AskedPeriod | undefined, compared: Compared, now: Date) {
  if ('period' in compared) {
    const unit = unitOf(compared.period)
    const current = startOf(unit, now)
    return { period: period ?? asPeriod(current.from, current.to, now), with: compared.period }
  }
  const current = startOf(compared.before ?? 'quarter', now)
  const from = period?.from ? new Date(period.from) : current.from
  const to = period?.from ? new Date(period.to ?? now) : current.to
  return { period: asPeriod(from, to, now), with: periodBefore(from, to, compared.before, now) }
}
