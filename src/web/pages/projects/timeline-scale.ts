import type { ItemOf } from '#web/api/client.ts'

export type ProjectPlanItem = ItemOf<'listProjectPlans'>
export type Bar = { plan: ProjectPlanItem; from: number; to: number; openEnded: boolean; lateDays: number }
export type TimelineScale = { months: readonly number[]; offset: (time: number) => string; today: number }

const dayMs = 24 * 3600 * 1000
const startOfDay = (day: string) => Date.parse(`${day.slice(0, 10)}T00:00:00Z`)
/** Drawn length of a project without an end date. */
const openEndMs = 14 * dayMs
const maxMonths = 60

export const startOfToday = () => startOfDay(new Date().toISOString())

/** From when to when a project is drawn: its planned dates, or else its actual ones. */
function barOf(plan: ProjectPlanItem, today: number): Bar | null {
  const start = plan.start_date ?? plan.started_at
  const end = plan.target_date ?? plan.completed_at
  if (!start && !end) return null
  const from = startOfDay(start ?? end!)
  const to = end ? startOfDay(end) + dayMs : Math.max(from, today) + openEndMs
  return { plan, from: Math.min(from, to - dayMs), to, openEnded: !end, lateDays: lateDaysOf(plan, today) }
}

function lateDaysOf({ target_date, status }: ProjectPlanItem, today: number) {
  const isUnfinished = status === 'not_started' || status === 'in_progress'
  if (!target_date || !isUnfinished) return 0
  return Math.max(0, Math.round((today - startOfDay(target_date)) / dayMs))
}

export const barsOf = (plans: readonly ProjectPlanItem[], today: number): Bar[] =>
  plans
    .map((plan) => barOf(plan, today))
    .filter((bar) => bar !== null)
    .sort((a, b) => a.from - b.from || a.to - b.to)

/** The first days of the months that cover the given time, at least three months. */
function monthsBetween(from: number, to: number): number[] {
  const first = new Date(from)
  const months: number[] = []
  for (let n = 0; n < maxMonths; n++) {
    const month = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + n, 1)
    months.push(month)
    if (month >= to && n >= 3) break
  }
  return months
}

export function scaleOf(bars: readonly Bar[], today: number): TimelineScale & { begin: number; end: number } {
  const months = monthsBetween(
    Math.min(today, ...bars.map((bar) => bar.from)),
    Math.max(today, ...bars.map((bar) => bar.to)),
  )
  const [begin, end] = [months[0]!, months.at(-1)!]
  return { months, today, begin, end, offset: (time) => `${(100 * (time - begin)) / (end - begin)}%` }
}
