import type { Figures, Move } from './queries.ts'

type Moving = { current: number; previous: number }

/** Rising: at least three, and a quarter more than before. */
export const isRising = ({ current, previous }: Moving) => current >= 3 && current >= 1.25 * previous
/** Quiet: there were at least three, and now at most two fifths of that. */
export const isQuiet = ({ current, previous }: Moving) => previous >= 3 && current <= 0.4 * previous

/** What has nothing in common goes nowhere together. */
export const withoutMixed = <T extends { is_catch_all: boolean }>(themes: readonly T[]) =>
  themes.filter((theme) => !theme.is_catch_all)

const oneDecimal = (value: number) => Math.round(value * 10) / 10

export const changePct = ({ current, previous }: { current: number; previous: number }): number | null =>
  previous === 0 ? null : oneDecimal((100 * (current - previous)) / previous)

export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : oneDecimal((100 * part) / whole)

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** The numbers as a person would say them; nothing in it that the numbers do not carry. */
export function summaryOf(
  { insights, feedback }: Figures,
  period: string,
  negativeRising: readonly Move[],
  positiveRising: readonly Move[],
): string {
  if (insights.current === 0 && feedback.current === 0) return `Nothing came in during ${period}.`
  const difference = insights.current - insights.previous
  const compared =
    difference === 0
      ? 'as many as in the period before'
      : `${Math.abs(difference)} ${difference > 0 ? 'more' : 'fewer'} than in the period before`
  const negative = share(insights.negative, insights.current)
  const sentences = [
    `${counted(insights.current, 'insight', 'insights')} and ${counted(feedback.current, 'piece', 'pieces')} of feedback in ${period}: ${compared}.`,
    negative !== null && `${negative} % of the insights are negative.`,
    negativeRising[0] &&
      `Complaints rise most about ${negativeRising[0].name} (${negativeRising[0].previous} to ${negativeRising[0].current}).`,
    positiveRising[0] &&
      `Praise rises most for ${positiveRising[0].name} (${positiveRising[0].previous} to ${positiveRising[0].current}).`,
  ]
  return sentences.filter(Boolean).join(' ')
}
