import { isDeepStrictEqual } from 'node:util'
import type {
  Assignment,
  Grouping,
  GroupingPlan,
  Placement,
  PlannedSubtheme,
  PlannedTheme,
  StoredGroups,
  GroupableSubtheme,
  SubthemeLink,
} from './grouping.ts'

/* What a grouping, whose handles and ids are known to be right, changes. */

export const isRenamed = ({ before, name }: { before: { name: string } | null; name: string }) =>
  before !== null && before.name !== name
export const isDescribed = ({ before, description }: PlannedTheme) =>
  before !== null && description !== undefined && before.notes !== description
export const isMoved = ({ before, theme_id }: PlannedSubtheme) => before !== null && before.theme_id !== theme_id

type Named = Pick<GroupingPlan, 'themes' | 'subthemes'>

export function planNames({ themes, subthemes }: Grouping, stored: StoredGroups, newId: () => string): Named {
  const planned = themes.map(({ handle, id, name, description }) => ({
    handle,
    id: id ?? newId(),
    name,
    description,
    before: (id !== undefined && stored.themes.get(id)) || null,
  }))
  const idOf = new Map(planned.map((one) => [one.handle, one.id]))
  return {
    themes: planned,
    subthemes: subthemes.map(({ handle, id, theme, name }) => ({
      handle,
      id: id ?? newId(),
      theme_id: idOf.get(theme)!,
      name,
      before: (id !== undefined && stored.subthemes.get(id)) || null,
    })),
  }
}

export function planMoves({ assignments }: Grouping, named: Named, stored: StoredGroups): GroupingPlan['moves'] {
  const places = new Places(named, stored)
  const assigned = new Set(assignments.map((one) => one.insight_id))
  const after = [
    ...assignments.map((one) => places.assigned(one, stored.placements.get(one.insight_id)!)),
    ...[...stored.placements.values()].filter((one) => !assigned.has(one.insight)).map((one) => places.carried(one)),
  ]
  return after
    .map((one) => ({ before: stored.placements.get(one.insight)!, after: one }))
    .filter((move) => !isSamePlace(move.before, move.after))
}

const placeOf = ({ themes, subthemes }: Placement) => [
  [...themes].sort(),
  subthemes.map((one) => `${one.id} ${one.keeps_theme}`).sort(),
]
export const isSamePlace = (a: Placement, b: Placement) => isDeepStrictEqual(placeOf(a), placeOf(b))

class Places {
  readonly #themeIds: ReadonlyMap<string, string>
  readonly #subthemeIds: ReadonlyMap<string, string>
  readonly #moved: MovedSubthemes
  constructor({ themes, subthemes }: Named, stored: StoredGroups) {
    this.#themeIds = new Map(themes.map((one) => [one.handle, one.id]))
    this.#subthemeIds = new Map(subthemes.map((one) => [one.handle, one.id]))
    this.#moved = new MovedSubthemes(
      stored.subthemes,
      new Map(subthemes.filter(isMoved).map((one) => [one.id, one.theme_id])),
    )
  }

  /** The theme and the subtheme of the grouping alone. */
  assigned({ theme, subtheme }: Assignment, before: Placement): Placement {
    const { insight, overridden } = before
    if (theme === null) return { insight, themes: [], subthemes: [], overridden: false }
    const themeId = this.#themeIds.get(theme)!
    return { insight, themes: [themeId], subthemes: this.#links(themeId, subtheme, before), overridden }
  }

  #links(themeId: string, subtheme: string | null | undefined, before: Placement): SubthemeLink[] {
    if (subtheme === null) return []
    if (subtheme === undefined) return before.subthemes.filter((link) => this.#moved.themeAfter(link) === themeId)
    const id = this.#subthemeIds.get(subtheme)!
    const known = before.subthemes.find((link) => link.id === id)
    return [known ?? { id, supports: true, by_person: false, keeps_theme: false }]
  }

  carried = (before: Placement): Placement => this.#moved.carried(before)
}

/** Subthemes that come to another theme, each with that theme. */
export class MovedSubthemes {
  readonly #subthemes: ReadonlyMap<string, { theme_id: string }>
  readonly #movedTo: ReadonlyMap<string, string>
  constructor(subthemes: ReadonlyMap<string, { theme_id: string }>, movedTo: ReadonlyMap<string, string>) {
    this.#subthemes = subthemes
    this.#movedTo = movedTo
  }

  /** The insights of a subtheme that is moved come along; they leave its theme unless they are in it otherwise. */
  carried(before: Placement): Placement {
    const moved = before.subthemes.filter((link) => this.#movedTo.has(link.id))
    const themes = new Set(before.themes)
    for (const link of moved) if (this.#leaves(link, before)) themes.delete(this.#themeBefore(link))
    for (const link of moved) themes.add(this.#movedTo.get(link.id)!)
    const subthemes = before.subthemes
      .filter((link) => themes.has(this.themeAfter(link)))
      .map((link) => {
        const theme = this.#movedTo.get(link.id)
        return theme === undefined ? link : { ...link, keeps_theme: before.themes.includes(theme) }
      })
    return { ...before, themes: [...themes], subthemes }
  }

  #leaves(link: SubthemeLink, { subthemes }: Placement): boolean {
    const theme = this.#themeBefore(link)
    return !link.keeps_theme && !subthemes.some((one) => !this.#movedTo.has(one.id) && this.#themeBefore(one) === theme)
  }

  #themeBefore = (link: SubthemeLink) => this.#subthemes.get(link.id)!.theme_id
  themeAfter = (link: SubthemeLink) => this.#movedTo.get(link.id) ?? this.#themeBefore(link)
}

export type PeoplesDecisions = { insights: string[]; themes: string[]; subthemes: string[] }

/** What the plan changes although people placed, named or pinned it. */
export const peoplesDecisions = ({ themes, subthemes, moves }: GroupingPlan): PeoplesDecisions => ({
  insights: moves
    .filter(({ before }) => before.overridden || before.subthemes.some((link) => link.by_person))
    .map((move) => move.before.insight),
  themes: themes.filter((one) => one.before?.byPerson && (isRenamed(one) || isDescribed(one))).map((one) => one.id),
  subthemes: subthemes
    .filter((one) => one.before !== null && isByPerson(one.before) && (isRenamed(one) || isMoved(one)))
    .map((one) => one.id),
})

const isByPerson = ({ pinned, origin, generated_name }: GroupableSubtheme) =>
  pinned || origin === 'manual' || generated_name !== null
