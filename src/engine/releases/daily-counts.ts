/** Customers by day, oldest first; the last day is the newest whole one. */
export type DailyCounts = {
  theme: readonly number[]
  /** Who spoke of anything else: how much feedback a day brought. */
  others: readonly number[]
  /** Who spoke of the theme and named an update or the newest release. */
  mentions: readonly number[]
}
