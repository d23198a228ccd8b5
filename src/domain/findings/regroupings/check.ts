import type { ErrorDetail } from '#contract/core/errors.ts'
import type { Grouping, PlannedSubtheme, PlannedTheme, StoredGroups } from './grouping.ts'

/* What is wrong with a grouping: every problem, with the id or handle at fault. */

type Problems = ErrorDetail[]

const nameKey = (name: string) => name.trim().toLowerCase()

/** The places of values that an earlier place has already. */
function repeated<T>(items: readonly T[], keyOf: (item: T) => string | undefined): number[] {
  const seen = new Set<string>()
  return items.flatMap((item, n) => {
    const key = keyOf(item)
    if (key === undefined) return []
    if (seen.has(key)) return [n]
    seen.add(key)
    return []
  })
}

/** Of the grouping by itself: handles, and what is named twice. */
export function formProblems({ themes, subthemes, assignments }: Grouping): Problems {
  const themeHandles = new Set(themes.map((one) => one.handle))
  const themeOf = new Map(subthemes.map((one) => [one.handle, one.theme]))
  const twice = <T>(list: string, items: readonly T[], field: string, keyOf: (item: T) => string | undefined) =>
    repeated(items, keyOf).map((n) => ({
      path: `body.${list}.${n}.${field}`,
      message: `${keyOf(items[n]!)} is given twice`,
    }))
  return [
    ...twice('themes', themes, 'handle', (one) => one.handle),
    ...twice('themes', themes, 'id', (one) => one.id),
    ...twice('themes', themes, 'name', (one) => nameKey(one.name)),
    ...twice('subthemes', subthemes, 'handle', (one) => one.handle),
    ...twice('subthemes', subthemes, 'id', (one) => one.id),
    ...twice('assignments', assignments, 'insight_id', (one) => one.insight_id),
    ...subthemes.flatMap((one, n) =>
      themeHandles.has(one.theme) ? [] : [unknownHandle(`subthemes.${n}.theme`, 'theme', one.theme)],
    ),
    ...repeated(subthemes, (one) => `${one.theme}\n${nameKey(one.name)}`).map((n) => ({
      path: `body.subthemes.${n}.name`,
      message: `there are two subthemes called “${subthemes[n]!.name}” in the theme ${subthemes[n]!.theme}`,
    })),
    ...assignments.flatMap((one, n) => assignmentProblems(one, `assignments.${n}`, { themeHandles, themeOf })),
  ]
}

function assignmentProblems(
  { insight_id, theme, subtheme }: Grouping['assignments'][number],
  path: string,
  { themeHandles, themeOf }: { themeHandles: ReadonlySet<string>; themeOf: ReadonlyMap<string, string> },
): Problems {
  if (theme !== null && !themeHandles.has(theme)) return [unknownHandle(`${path}.theme`, 'theme', theme)]
  if (subtheme === undefined || subtheme === null) return []
  if (!themeOf.has(subtheme)) return [unknownHandle(`${path}.subtheme`, 'subtheme', subtheme)]
  if (themeOf.get(subtheme) === theme) return []
  const message = `the subtheme ${subtheme} of ${insight_id} is not one of the theme ${theme ?? 'null'}`
  return [{ path: `body.${path}.subtheme`, message }]
}

const unknownHandle = (path: string, noun: string, handle: string) => ({
  path: `body.${path}`,
  message: `there is no ${noun} with the handle ${handle}`,
})

type Reference = { path: string; noun: string; id: string; isKnown: boolean }

/** Ids that are not stored, or of what is archived, merged, dissolved or deleted. */
export function idProblems({ themes, subthemes, assignments }: Grouping, stored: StoredGroups): Problems {
  const isLive = (found: { live: boolean } | undefined) => found?.live === true
  const references: Reference[] = [
    ...themes.map(({ id = '' }, n) => ({
      path: `themes.${n}.id`,
      noun: 'theme',
      id,
      isKnown: id === '' || isLive(stored.themes.get(id)),
    })),
    ...subthemes.map(({ id = '' }, n) => ({
      path: `subthemes.${n}.id`,
      noun: 'subtheme',
      id,
      isKnown: id === '' || isLive(stored.subthemes.get(id)),
    })),
    ...assignments.map(({ insight_id: id }, n) => ({
      path: `assignments.${n}.insight_id`,
      noun: 'insight',
      id,
      isKnown: stored.placements.has(id),
    })),
  ]
  return references
    .filter((one) => !one.isKnown)
    .map(({ path, noun, id }) => ({ path: `body.${path}`, message: `there is no ${noun} ${id}` }))
}

/** Names that themes and subthemes outside of the grouping have. */
export function nameProblems(planned: { themes: PlannedTheme[]; subthemes: PlannedSubtheme[] }, stored: StoredGroups) {
  const { themes, subthemes } = planned
  const ownThemes = new Set(themes.map((one) => one.id))
  const ownSubthemes = new Set(subthemes.map((one) => one.id))
  const themeNames = new Map(
    [...stored.themes.values()]
      .filter((one) => one.live && !ownThemes.has(one.id))
      .map((one) => [nameKey(one.name), one.id]),
  )
  const subthemeKey = (one: { theme_id: string; name: string }) => `${one.theme_id} ${nameKey(one.name)}`
  const subthemeNames = new Map(
    [...stored.subthemes.values()]
      .filter((one) => one.live && !ownSubthemes.has(one.id))
      .map((one) => [subthemeKey(one), one.id]),
  )
  const taken = (list: string, n: number, name: string, by: string | undefined): Problems =>
    by === undefined ? [] : [{ path: `body.${list}.${n}.name`, message: `“${name}” is the name of ${by}` }]
  return [
    ...themes.flatMap((one, n) => taken('themes', n, one.name, themeNames.get(nameKey(one.name)))),
    ...subthemes.flatMap((one, n) => taken('subthemes', n, one.name, subthemeNames.get(subthemeKey(one)))),
  ]
}
