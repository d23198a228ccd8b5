import { pluralize } from '#engine/text/pluralize.ts'
import type { DashboardFigures, ThemeChange } from './queries.ts'

type PeriodCounts = { current: number; previous: number }

/** At least three, and a quarter more than in the previous period. */
export const isRising = ({ current, previous }: PeriodCounts) => current >= 3 && current >= 1.25 * previous
/** At least three in the previous period, and now at most two fifths of that. */
export const isQuiet = ({ current, previous }: PeriodCounts) => previous >= 3 && current <= 0.4 * previous

/** The catch-all theme has no trend of its own. */
export const withoutCatchAll = <T extends { is_catch_all: boolean }>(themes: readonly T[]) =>
  themes.filter((theme) => !theme.is_catch_all)

const oneDecimal = (value: number) => Math.round(value * 10) / 10

export const changePct = ({ current, previous }: { current: number; previous: number }): number | null =>
  previous === 0 ? null : oneDecimal((100 * (current - previous)) / previous)

export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : oneDecimal((100 * part) / whole)

/** The figures as sentences. */
export function dashboardSummary(
  { insights, feedback }: DashboardFigures,
  period: string,
  [complaint]: readonly ThemeChange[],
  [praise]: readonly ThemeChange[],
): string {
  if (insights.current === 0 && feedback.current === 0) return `Nothing came in during ${period}.`
  const difference = insights.current - insights.previous
  const compared =
    difference === 0
      ? 'as many as in the period before'
      : `${Math.abs(difference)} ${difference > 0 ? 'more' : 'fewer'} than in the period before`
  const negative = share(insights.negative, insights.current)
  const sentences = [
    `${pluralize(insights.current, 'insight')} and ${pluralize(feedback.current, 'piece')} of feedback in ${period}: ` +
      `${compared}.`,
    negative !== null && `${negative} % of the insights are negative.`,
    complaint && `Complaints rise most about ${complaint.name} (${complaint.previous} to ${complaint.current}).`,
    praise && `Praise rises most for ${praise.name} (${praise.previous} to ${praise.current}).`,
  ]
  return sentences.filter(Boolean).join(' ')
}
