const dayMs = 86_400_000
/** Monday is sent from this hour on, UTC, when people in Europe begin their week. */
const sendingHour = 6

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const monthDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** `from` is a Monday, `to` the Sunday after it. */
export type Week = { from: string; to: string; label: string }

function weekBefore(at: Date): Week {
  const today = Math.floor(at.getTime() / dayMs) * dayMs
  const daysSinceMonday = (at.getUTCDay() + 6) % 7
  const monday = today - (daysSinceMonday + 7) * dayMs
  return { from: isoDay(monday), to: isoDay(monday + 6 * dayMs), label: `the week of ${monthDay.format(monday)}` }
}

/** The last whole week, Monday to Sunday, UTC. */
export const lastWeek = (now: Date): Week => weekBefore(now)

/** The week whose digest is due: on Monday mornings still the one before. */
export const dueWeek = (now: Date): Week => weekBefore(new Date(now.getTime() - sendingHour * 3_600_000))
