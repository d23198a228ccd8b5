import { MIN_DRIVER_GROUP_SIZE } from '#engine/thresholds/nps.ts'
import { percent, responseCount } from './score.ts'
import type { NpsTally, NpsType } from '#vocabulary/nps.ts'

/* Themes that detractors, or promoters, mention more often than all respondents. */

export type DriverGroup = Exclude<NpsType, 'PASSIVE'>
/** Responses with a reason that mention a theme, or all responses with a reason. */
export type Mentions = NpsTally
export type ThemeMentions = Mentions & { theme_id: string; name: string; color: string; is_catch_all: boolean }
export type Driver = {
  theme_id: string
  name: string
  color: string
  group: DriverGroup
  count: number
  group_size: number
  share: number
  baseline_count: number
  baseline_size: number
  baseline_share: number
  lift: number
}

const groups = [
  ['DETRACTOR', 'detractors'],
  ['PROMOTER', 'promoters'],
] as const

/** The strongest first: by how much its share exceeds that of all respondents, then by mentions. */
export function findDrivers(themes: readonly ThemeMentions[], all: Mentions): Driver[] {
  const total = responseCount(all)
  const found: Driver[] = []
  for (const [group, key] of groups) {
    if (all[key] < MIN_DRIVER_GROUP_SIZE) continue
    for (const { theme_id, name, color, is_catch_all, ...mentions } of themes) {
      if (is_catch_all) continue
      const [count, baseline] = [mentions[key], responseCount(mentions)]
      // Compares count / group with baseline / total in integers.
      if (count * total <= baseline * all[key]) continue
      found.push({
        theme_id,
        name,
        color,
        group,
        count,
        group_size: all[key],
        share: percent(count, all[key])!,
        baseline_count: baseline,
        baseline_size: total,
        baseline_share: percent(baseline, total)!,
        lift: Math.round((100 * count * total) / (baseline * all[key])) / 100,
      })
    }
  }
  const excess = (one: Driver) => one.count / one.group_size - one.baseline_count / one.baseline_size
  return found.sort((a, b) => excess(b) - excess(a) || b.count - a.count || (a.theme_id < b.theme_id ? -1 : 1))
}
