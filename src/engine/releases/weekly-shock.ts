import { MIN_WEEKLY_SHOCK } from '#engine/thresholds/releases.ts'
import type { DailyCounts } from './daily-counts.ts'

const week = 7

/** The variance of weeks before a day beyond chance, as part of the square of their mean. */
export function weeklyShock({ theme, others }: DailyCounts, day: number): number {
  const weeks = Math.floor(day / week)
  if (weeks < 4) return MIN_WEEKLY_SHOCK
  let [own, volume] = [0, 0]
  const counted: { own: number; volume: number }[] = []
  for (let n = 0; n < weeks; n++) {
    const from = day - (n + 1) * week
    const one = { own: 0, volume: 0 }
    for (let at = from; at < from + week; at++) {
      one.own += theme[at]!
      one.volume += others[at]!
    }
    own += one.own
    volume += one.volume
    counted.push(one)
  }
  if (own === 0 || volume === 0) return MIN_WEEKLY_SHOCK
  let [excess, squares] = [0, 0]
  for (const one of counted) {
    const expected = (own * one.volume) / volume
    excess += (one.own - expected) ** 2 * (weeks / (weeks - 1)) - expected
    squares += expected ** 2
  }
  return Math.max(MIN_WEEKLY_SHOCK, squares === 0 ? 0 : excess / squares)
}
