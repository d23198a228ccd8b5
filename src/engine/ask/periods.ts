import { answerTexts, filled } from './answer-texts.ts'
import type { QuestionLanguage } from './translate-question.ts'

/* Calendar arithmetic in UTC; a range ends before `to`. */

export type Range = { from: Date; to: Date }
export type PeriodUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

export const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day))
export const addDays = (date: Date, days: number) => new Date(date.getTime() + days * 86_400_000)

/** The same day of another month, or the last day of a shorter one. */
export function addMonths(date: Date, months: number): Date {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastDay = utc(year, month + 1, 0).getUTCDate()
  const moved = utc(year, month, Math.min(date.getUTCDate(), lastDay))
  return new Date(moved.getTime() + (date.getTime() % 86_400_000))
}

/** The day, week (from Monday), month, quarter or year of a date. */
export function startOf(unit: PeriodUnit, date: Date): Range {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const from = {
    day: utc(year, month, day),
    week: utc(year, month, day - ((date.getUTCDay() + 6) % 7)),
    month: utc(year, month, 1),
    quarter: utc(year, month - (month % 3), 1),
    year: utc(year, 0, 1),
  }[unit]
  if (unit === 'day' || unit === 'week') return { from, to: addDays(from, unit === 'day' ? 1 : 7) }
  return { from, to: addMonths(from, { month: 1, quarter: 3, year: 12 }[unit]) }
}

const formatOf = (locale: string) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const dayFormats = { en: formatOf('en-GB'), de: formatOf('de-DE') }

/** "1 May 2026". */
export const describeDay = (day: Date, language: QuestionLanguage = 'en') => dayFormats[language].format(day)

/** "1 May 2026 to 31 May 2026", "since 1 May 2026", "until 30 April 2026". */
export function describePeriod(
  { from, to }: { from: Date | null; to: Date | null },
  now: Date,
  language: QuestionLanguage = 'en',
): string {
  const { since, until, range } = answerTexts(language).labels
  const day = (date: Date) => describeDay(date, language)
  const last = to && new Date(to.getTime() - 1)
  if (from && (!last || last.getTime() >= now.getTime() - 1)) return filled(since, { from: day(from) })
  if (!from) return filled(until, { to: day(last!) })
  const [first, final] = [day(from), day(last!)]
  return first === final ? first : filled(range, { from: first, to: final })
}
