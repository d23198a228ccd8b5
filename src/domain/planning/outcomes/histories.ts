import type { OutcomeHistory, WeeklyCounts } from '#engine/outcome/history.ts'
import type { WeekRow } from './queries-weeks.ts'

export type OutcomeSpan = { weeksBefore: number; weeksAfter: number }

const noCounts = ({ weeksBefore, weeksAfter }: OutcomeSpan) => {
  const zeros = () => Array<number>(weeksBefore + weeksAfter).fill(0)
  return { asks: zeros(), negative: zeros(), all: zeros() }
}

type Counts = { of(key: string): WeeklyCounts; keys(): string[] }

/** Counts by key, with zero for weeks without rows. */
export function countsByKey(rows: readonly WeekRow[], span: OutcomeSpan): Counts {
  const found = new Map<string, ReturnType<typeof noCounts>>()
  for (const { key, week, asks, negative, total } of rows) {
    const counts = found.get(key ?? allOfThem) ?? noCounts(span)
    found.set(key ?? allOfThem, counts)
    const at = week + span.weeksBefore
    counts.asks[at] = asks
    counts.negative[at] = negative
    counts.all[at] = total
  }
  return { of: (key) => found.get(key) ?? noCounts(span), keys: () => [...found.keys()] }
}

/** The key of all rows together. */
export const allOfThem = ''

/** The themes without evidence are the comparison. */
export const historyOf = (
  themes: Counts,
  target: WeeklyCounts,
  evidenceThemes: ReadonlySet<string>,
  { weeksBefore }: OutcomeSpan,
): OutcomeHistory => ({
  weeksBefore,
  active: themes.of(allOfThem).all,
  target,
  controls: themes
    .keys()
    .filter((id) => id !== allOfThem && !evidenceThemes.has(id))
    .map((id) => themes.of(id)),
})
