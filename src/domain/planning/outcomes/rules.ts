import { OUTCOME_LOOKS, OUTCOME_WEEKS_BEFORE } from '#engine/thresholds/outcomes.ts'
import type { OutcomeHistory } from '#engine/outcome/history.ts'
import { sumOfWeeks } from '#engine/outcome/history.ts'
import type { Part, ProjectEvidence } from './queries-evidence.ts'

const dayMs = 86_400_000
const weekMs = 7 * dayMs
const maxWeeksAfter = OUTCOME_LOOKS.at(-1)!.weeks

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Whole weeks since a day, as many as count. */
export const spanAt = (date: string, now: Date) => ({
  weeksBefore: OUTCOME_WEEKS_BEFORE,
  weeksAfter: Math.max(0, Math.min(maxWeeksAfter, Math.floor((now.getTime() - Date.parse(date)) / weekMs))),
})

/** The day on which more weeks are known than those of the last verdict. */
export function nextVerdictOn(date: string, weeksAfter: number): string | null {
  const next = OUTCOME_LOOKS.find(({ weeks }) => weeks > weeksAfter)
  return next ? isoDay(Date.parse(date) + next.weeks * weekMs) : null
}

export type OutcomeTarget = { type: 'subtheme' | 'theme'; parts: readonly Part[] }

/** Subthemes say more exactly what a Project is about; themes where they have less than half of the evidence. */
export function targetOf({ subthemes, themes, total }: ProjectEvidence): OutcomeTarget {
  const inSubthemes = subthemes.reduce((sum, { evidence }) => sum + evidence, 0)
  return inSubthemes * 2 >= total && subthemes.length > 0
    ? { type: 'subtheme', parts: subthemes }
    : { type: 'theme', parts: themes }
}

const perHundred = (customers: number, active: number) =>
  active === 0 ? null : Math.round((1000 * customers) / active) / 10

/** Customers who ask or complain for 100 active ones. */
export const ratesOf = ({ active, target: { asks }, weeksBefore }: OutcomeHistory) => ({
  rate_before: perHundred(sumOfWeeks(asks, 0, weeksBefore), sumOfWeeks(active, 0, weeksBefore)),
  rate_after: perHundred(sumOfWeeks(asks, weeksBefore, asks.length), sumOfWeeks(active, weeksBefore, active.length)),
})

export const weeksOf = ({ active, target: { asks }, weeksBefore }: OutcomeHistory, date: string) =>
  asks.map((customers, week) => ({
    week: isoDay(Date.parse(date) + (week - weeksBefore) * weekMs),
    customers,
    active_customers: active[week]!,
  }))
