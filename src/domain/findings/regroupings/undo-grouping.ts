import type { Ctx } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import { lockLinkedThemes } from '#domain/findings/insights/links/queries.ts'
import { serializeCorrections } from '#domain/findings/subthemes/corrections.ts'
import { dissolveEmptySubthemes, updateSubthemeStates } from '#domain/findings/subthemes/queries-placements.ts'
import { followThemeName } from '#domain/findings/subthemes/queries-write.ts'
import { archiveEmptyThemes, type ThemeState, updateThemeStates } from '#domain/findings/themes/queries-grouped.ts'
import { nameProblems } from './check.ts'
import type { GroupingPlan, Placement, GroupableSubtheme } from './grouping.ts'
import { isDescribed, isMoved, isRenamed, isSamePlace, MovedSubthemes } from './plan.ts'
import { listGroupedThemes, type LockedTheme, lockGroupedSubthemes, lockPlacements } from './queries-stored.ts'
import { writePlacements } from './write-grouping.ts'

/** What changed, as it was and as the regrouping left it. */
export type GroupingUndo = {
  themes: { before: ThemeState; name: string; notes: string | null }[]
  subthemes: { before: GroupableSubtheme; theme_id: string; name: string }[]
  created_themes: string[]
  created_subthemes: string[]
  moves: GroupingPlan['moves']
}

type Themes = ReadonlyMap<string, LockedTheme>

export function undoOf({ themes, subthemes, moves }: GroupingPlan, stored: Themes): GroupingUndo {
  return {
    themes: themes
      .filter((one) => isRenamed(one) || isDescribed(one))
      .map(({ id, name, description }) => {
        const { notes, pinned, is_catch_all, name: oldName } = stored.get(id)!
        const before = { id, name: oldName, notes, pinned, is_catch_all }
        return { before, name, notes: description === undefined ? notes : description }
      }),
    subthemes: subthemes
      .filter((one) => isRenamed(one) || isMoved(one))
      .map(({ before, theme_id, name }) => ({ before: before!, theme_id, name })),
    created_themes: themes.filter((one) => one.before === null).map((one) => one.id),
    created_subthemes: subthemes.filter((one) => one.before === null).map((one) => one.id),
    moves,
  }
}

/** Puts back what nobody has changed since. */
export async function undoGrouping(ctx: Pick<Ctx, 'db' | 'org'>, undo: GroupingUndo) {
  const { db, org } = ctx
  await serializeCorrections(ctx)
  const current = await lockPlacements(db, org, {
    insights: undo.moves.map((one) => one.before.insight),
    membersOf: undo.subthemes.map((one) => one.before.id),
  })
  const { themes, subthemes } = await lockGroups(ctx, undo, current)
  const themeStates = themeStatesOf(undo, themes)
  const subthemeStates = subthemeStatesOf(undo, { themes, subthemes })
  requireFreeNames({ themes, subthemes }, { themeStates, subthemeStates })
  if (themeStates.length > 0) await updateThemeStates(db, org, themeStates)
  for (const { id, name } of themeStates) await followThemeName(db, org, id, { before: themes.get(id)!.name, name })
  if (subthemeStates.length > 0) await updateSubthemeStates(db, org, subthemeStates)
  const { restored, moves } = movesBack(undo, current, { themes, subthemes, subthemeStates })
  await writePlacements(ctx, moves, { movedSubthemes: subthemeStates.map((one) => one.id), releases: false })
  await dissolveEmptySubthemes(db, org, undo.created_subthemes)
  await archiveEmptyThemes(db, org, undo.created_themes)
  return { restored, kept: undo.moves.length - restored }
}

async function lockGroups({ db, org }: Pick<Ctx, 'db' | 'org'>, undo: GroupingUndo, current: readonly Placement[]) {
  const places = [...current, ...undo.moves.flatMap((move) => [move.before, move.after])]
  const themeIds = [
    ...undo.themes.map((one) => one.before.id),
    ...undo.created_themes,
    ...undo.subthemes.flatMap((one) => [one.theme_id, one.before.theme_id]),
    ...places.flatMap((place) => place.themes),
  ]
  const ids = [
    ...undo.subthemes.map((one) => one.before.id),
    ...undo.created_subthemes,
    ...places.flatMap((place) => place.subthemes.map((link) => link.id)),
  ]
  await lockLinkedThemes(db, org, [...new Set(themeIds)])
  const subthemes = await lockGroupedSubthemes(db, org, {
    ids: [...new Set(ids)],
    themes: undo.subthemes.map((one) => one.before.theme_id),
  })
  return {
    themes: new Map((await listGroupedThemes(db, org)).map((one) => [one.id, one])),
    subthemes: new Map(subthemes.map((one) => [one.id, one])),
  }
}

/** Themes whose name and notes are still those of the regrouping. */
const themeStatesOf = (undo: GroupingUndo, themes: Themes): ThemeState[] =>
  undo.themes.flatMap(({ before, name, notes }) => {
    const now = themes.get(before.id)
    return now?.live && now.name === name && now.notes === notes ? [before] : []
  })

type Groups = { themes: Themes; subthemes: ReadonlyMap<string, GroupableSubtheme> }

/** Subthemes whose name and theme are still those of the regrouping. */
const subthemeStatesOf = (undo: GroupingUndo, { themes, subthemes }: Groups): GroupableSubtheme[] =>
  undo.subthemes.flatMap(({ before, theme_id, name }) => {
    const now = subthemes.get(before.id)
    const isSame = now?.live && now.name === name && now.theme_id === theme_id
    return isSame && themes.get(before.theme_id)?.live ? [before] : []
  })

function requireFreeNames(
  { themes, subthemes }: Groups,
  { themeStates, subthemeStates }: { themeStates: ThemeState[]; subthemeStates: GroupableSubtheme[] },
) {
  const planned = { handle: '', before: null }
  const [taken] = nameProblems(
    {
      themes: themeStates.map((one) => ({ ...planned, ...one, description: undefined })),
      subthemes: subthemeStates.map((one) => ({ ...planned, ...one })),
    },
    { themes, subthemes, placements: new Map() },
  )
  if (taken) throwApiError('DUPLICATE', `A name cannot be taken back: ${taken.message}.`)
}

/**
 * Insights that are still where the regrouping put them go back; others that came to a subtheme since follow it to its
 * theme.
 */
function movesBack(
  undo: GroupingUndo,
  current: readonly Placement[],
  { themes, subthemes, subthemeStates }: Groups & { subthemeStates: GroupableSubtheme[] },
) {
  const moved = new MovedSubthemes(subthemes, new Map(subthemeStates.map((one) => [one.id, one.theme_id])))
  const moveOf = new Map(undo.moves.map((move) => [move.before.insight, move]))
  const back = ({ before }: { before: Placement }): Placement => {
    const liveThemes = before.themes.filter((id) => themes.get(id)?.live)
    const links = before.subthemes.filter(
      (link) => subthemes.get(link.id)?.live && liveThemes.includes(moved.themeAfter(link)),
    )
    return { ...before, themes: liveThemes, subthemes: links }
  }
  const restored = current.filter((place) => {
    const move = moveOf.get(place.insight)
    return move !== undefined && isSameAs(place, move.after)
  })
  const isRestored = new Set(restored.map((place) => place.insight))
  return {
    restored: restored.length,
    moves: current
      .map((place) => ({
        before: place,
        after: isRestored.has(place.insight) ? back(moveOf.get(place.insight)!) : moved.carried(place),
      }))
      .filter(({ before, after }) => !isSamePlace(before, after)),
  }
}

const placeOf = ({ themes, subthemes }: Placement) => [...themes, ...subthemes.map((link) => link.id)].sort().join()
const isSameAs = (a: Placement, b: Placement) => placeOf(a) === placeOf(b)
