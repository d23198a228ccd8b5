import { percent } from './nps.ts'

/* Which themes come up more among those who are unhappy, or happy, than among everybody. */

export type Group = 'DETRACTOR' | 'PROMOTER'
/** How many answers with a reason mention a theme; without a theme: how many there are. */
export type Mentions = { promoters: number; passives: number; detractors: number }
export type ThemeMentions = Mentions & { theme_id: string; name: string; color: string; is_catch_all: boolean }
export type Driver = {
  theme_id: string
  name: string
  color: string
  group: Group
  count: number
  group_size: number
  share: number
  baseline_count: number
  baseline_size: number
  baseline_share: number
  lift: number
}

/** In a smaller group every theme looks like a cause. */
export const minInGroup = 5

const groups = [
  ['DETRACTOR', 'detractors'],
  ['PROMOTER', 'promoters'],
] as const
const sizeOf = ({ promoters, passives, detractors }: Mentions) => promoters + passives + detractors

/** The strongest first: by how much the share exceeds that of everybody, then by how many say it. */
export function driversOf(themes: readonly ThemeMentions[], all: Mentions): Driver[] {
  const total = sizeOf(all)
  const found: Driver[] = []
  for (const [group, key] of groups) {
    if (all[key] < minInGroup) continue
    for (const { theme_id, name, color, is_catch_all, ...mentions } of themes) {
      // What has nothing in common drives nothing.
      if (is_catch_all) continue
      const [count, everywhere] = [mentions[key], sizeOf(mentions)]
      // count / group against everywhere / total, without a fraction.
      if (count * total <= everywhere * all[key]) continue
      found.push({
        theme_id,
        name,
        color,
        group,
        count,
        group_size: all[key],
        share: percent(count, all[key])!,
        baseline_count: everywhere,
        baseline_size: total,
        baseline_share: percent(everywhere, total)!,
        lift: Math.round((100 * count * total) / (everywhere * all[key])) / 100,
      })
    }
  }
  const excess = (one: Driver) => one.count / one.group_size - one.baseline_count / one.baseline_size
  return found.sort((a, b) => excess(b) - excess(a) || b.count - a.count || (a.theme_id < b.theme_id ? -1 : 1))
}
