/** Customers by week. A customer counts once a week; where none is known, each item counts. */
export type WeeklyCounts = {
  /** Who complained or asked for something. */
  asks: readonly number[]
  /** Who was negative, and who spoke of it at all. */
  negative: readonly number[]
  all: readonly number[]
}

/** The weeks before a date, oldest first, and those after it. */
export type OutcomeHistory = {
  weeksBefore: number
  /** Customers who said something. */
  active: readonly number[]
  target: WeeklyCounts
  /** Other themes: how they changed is what would have happened anyway. */
  controls: readonly WeeklyCounts[]
}

export const sumOfWeeks = (values: readonly number[], from: number, to: number): number => {
  let sum = 0
  for (let week = from; week < to; week++) sum += values[week]!
  return sum
}
