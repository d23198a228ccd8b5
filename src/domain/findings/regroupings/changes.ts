import type { GroupingPlan, Placement, StoredGroups } from './grouping.ts'
import { isDescribed, isMoved, isRenamed, type PeoplesDecisions } from './plan.ts'

/* What a plan changes, as it is stored and shown: ids, names and counts, without the words of insights. */

type Origin = {
  theme_id: string | null
  theme_name: string | null
  subtheme_id: string | null
  subtheme_name: string | null
  insight_count: number
}
type Arrivals = { arriving_insight_count: number; origins: Origin[]; sample_ids: string[] }
type Group = { id: string; name: string; previous_name: string | null; created: boolean }
type ChangedGroup = Group & Arrivals & { insight_count: number; leaving_insight_count: number }
export type GroupingChanges = {
  themes: ChangedGroup[]
  subthemes: (ChangedGroup & { theme_id: string; theme_name: string; previous_theme_id: string | null })[]
  unsorted: Arrivals
  decided: PeoplesDecisions
}
/** The insights of each theme and subtheme after the change. */
export type GroupCounts = ReadonlyMap<string, number>

type Move = GroupingPlan['moves'][number]
const maxSamples = 3

type IdsOf = (place: Placement) => string[]
const themeIds: IdsOf = ({ themes }) => themes
const subthemeIds: IdsOf = ({ subthemes }) => subthemes.map((link) => link.id)

export function groupingChanges(
  plan: GroupingPlan,
  stored: StoredGroups,
  { counts, decided }: { counts: GroupCounts; decided: PeoplesDecisions },
): GroupingChanges {
  const themes = new Map(plan.themes.map((one) => [one.id, one]))
  const subthemes = new Map(plan.subthemes.map((one) => [one.id, one]))
  const named = plan.themes.filter((one) => one.before === null || isRenamed(one) || isDescribed(one))
  const namedSubthemes = plan.subthemes.filter((one) => one.before === null || isRenamed(one) || isMoved(one))
  const shown = (group: Group, idsOf: IdsOf): ChangedGroup => ({
    ...group,
    insight_count: counts.get(group.id) ?? 0,
    ...flowOf(group.id, plan.moves, { idsOf, stored }),
  })
  return {
    themes: changedIds(named, plan.moves, themeIds).map((id) =>
      shown(groupOf(id, themes.get(id), stored.themes.get(id)), themeIds),
    ),
    subthemes: changedIds(namedSubthemes, plan.moves, subthemeIds).map((id) => {
      const one = subthemes.get(id)
      const theme_id = one?.theme_id ?? stored.subthemes.get(id)!.theme_id
      return {
        ...shown(groupOf(id, one, stored.subthemes.get(id)), subthemeIds),
        theme_id,
        theme_name: (themes.get(theme_id) ?? stored.themes.get(theme_id)!).name,
        previous_theme_id: one && isMoved(one) ? one.before!.theme_id : null,
      }
    }),
    unsorted: arrivalsOf(
      plan.moves.filter((move) => move.before.themes.length > 0 && move.after.themes.length === 0),
      stored,
    ),
    decided,
  }
}

/** Groups that are new or named anew, and those that insights left or came to. */
const changedIds = (named: readonly { id: string }[], moves: readonly Move[], idsOf: IdsOf): string[] => [
  ...new Set([
    ...named.map((one) => one.id),
    ...moves.flatMap(({ before, after }) => [...new Set(idsOf(before)).symmetricDifference(new Set(idsOf(after)))]),
  ]),
]

/** Who leaves a group and who comes to it. */
function flowOf(id: string, moves: readonly Move[], { idsOf, stored }: { idsOf: IdsOf; stored: StoredGroups }) {
  const isIn = (place: Placement) => idsOf(place).includes(id)
  const arriving = moves.filter((move) => !isIn(move.before) && isIn(move.after))
  return {
    leaving_insight_count: moves.filter((move) => isIn(move.before) && !isIn(move.after)).length,
    ...arrivalsOf(arriving, stored),
  }
}

/** One that the grouping does not mention keeps its name. */
function groupOf(
  id: string,
  planned: { name: string; before: { name: string } | null } | undefined,
  stored: { name: string } | undefined,
): Group {
  if (!planned) return { id, name: stored!.name, previous_name: null, created: false }
  const previous_name = isRenamed(planned) ? planned.before!.name : null
  return { id, name: planned.name, previous_name, created: planned.before === null }
}

function arrivalsOf(moves: readonly Move[], stored: StoredGroups): Arrivals {
  const origins = new Map<string, Origin>()
  for (const { before } of moves) {
    const origin = originOf(before, stored)
    const key = `${origin.theme_id} ${origin.subtheme_id}`
    const known = origins.get(key) ?? origin
    origins.set(key, { ...known, insight_count: known.insight_count + 1 })
  }
  return {
    arriving_insight_count: moves.length,
    origins: [...origins.values()].sort((a, b) => b.insight_count - a.insight_count),
    sample_ids: moves
      .map((move) => move.before.insight)
      .sort()
      .slice(-maxSamples)
      .reverse(),
  }
}

/** An insight in several themes came from the first of them. */
function originOf({ themes: [theme], subthemes }: Placement, stored: StoredGroups): Origin {
  const from = subthemes.map((link) => stored.subthemes.get(link.id)!).find((one) => one.theme_id === theme)
  return {
    theme_id: theme ?? null,
    theme_name: (theme !== undefined && stored.themes.get(theme)?.name) || null,
    subtheme_id: from?.id ?? null,
    subtheme_name: from?.name ?? null,
    insight_count: 0,
  }
}
