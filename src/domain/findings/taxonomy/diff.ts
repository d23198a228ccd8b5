import type { Static } from 'typebox'
import type { taxonomy } from '#contract/resources/taxonomy.ts'
import type { ErrorDetail } from '#contract/core/errors.ts'
import { throwApiError } from '#domain/errors.ts'
import type { TaxonomySubthemeRow, TaxonomyThemeRow } from './queries.ts'

/* What a document of themes changes: pure, without a database. */

type Body = Static<(typeof taxonomy.planTaxonomy)['body']>
export type WantedTheme = Body['themes'][number]
type WantedSubtheme = NonNullable<WantedTheme['subthemes']>[number]

export type CurrentTaxonomy = {
  themes: readonly TaxonomyThemeRow[]
  subthemes: readonly TaxonomySubthemeRow[]
  catchAllName: string | undefined
}
type ThemeTexts = Pick<TaxonomyThemeRow, 'name' | 'definition' | 'belongs' | 'does_not_belong'>
/** `key`: the id of a theme that exists, a name of its own for a new one. */
export type ThemeTarget = {
  key: string
  current: TaxonomyThemeRow | undefined
  texts: ThemeTexts
  isRenamed: boolean
  isDescribed: boolean
  /** Ids of the themes that are merged into it. */
  merges: readonly TaxonomyThemeRow[]
  subthemes: readonly SubthemeTarget[]
}
type SubthemeTarget = {
  current: TaxonomySubthemeRow | undefined
  name: string
  description: string | null
  isRenamed: boolean
  isDescribed: boolean
  /** From another theme. */
  isMoved: boolean
}
export type TaxonomyDiff = {
  targets: readonly ThemeTarget[]
  removed: readonly TaxonomyThemeRow[]
  removedSubthemes: readonly TaxonomySubthemeRow[]
}

const keyOf = (name: string) => name.trim().toLowerCase()
const newThemeKey = (name: string) => `new ${keyOf(name)}`

/** Refuses a document that is not clear, with the path of each field. */
export function diffTaxonomy(current: CurrentTaxonomy, wanted: readonly WantedTheme[]): TaxonomyDiff {
  const problems: ErrorDetail[] = []
  const claimed = claimThemes(current, wanted, problems)
  const merges = claimMerges(current, wanted, { claimed, problems })
  const subthemes = claimSubthemes(current, wanted, problems)
  if (problems[0])
    throwApiError('VALIDATION_ERROR', `${problems[0].path}: ${problems[0].message}`, { details: problems })
  const targets = wanted.map((theme, n) =>
    targetOf(theme, claimed[n], { merges: merges[n]!, subthemes: subthemes[n]! }),
  )
  const kept = new Set([...targets.map(({ key }) => key), ...merges.flat().map(({ id }) => id)])
  const keptSubthemes = new Set(subthemes.flat().flatMap((one) => one.current?.id ?? []))
  const listed = new Set(targets.filter((_, n) => wanted[n]!.subthemes).map(({ key }) => key))
  return {
    targets,
    removed: current.themes.filter(({ id }) => !kept.has(id)),
    removedSubthemes: current.subthemes.filter(({ id, theme_id }) => listed.has(theme_id) && !keptSubthemes.has(id)),
  }
}

/** Which theme each entry is: by its id, else by its name. */
function claimThemes(
  { themes, catchAllName }: CurrentTaxonomy,
  wanted: readonly WantedTheme[],
  problems: ErrorDetail[],
) {
  const seen = new Map<string, number>()
  const ids = new Set(wanted.flatMap(({ id }) => id ?? []))
  return wanted.map(({ id, name }, n) => {
    const path = `body.themes.${n}`
    const byName = themes.find((theme) => keyOf(theme.name) === keyOf(name) && !ids.has(theme.id))
    const found = id === undefined ? byName : themes.find((theme) => theme.id === id)
    if (id !== undefined && !found)
      problems.push({ path: `${path}.id`, message: 'there is no theme with this id; leave it out to create one' })
    for (const key of [`name ${keyOf(name)}`, ...(found ? [`id ${found.id}`] : [])]) {
      if (seen.has(key)) problems.push({ path: `${path}.name`, message: `“${name}” is in the document twice` })
      seen.set(key, n)
    }
    if (catchAllName !== undefined && keyOf(catchAllName) === keyOf(name))
      problems.push({ path: `${path}.name`, message: `“${name}” is the theme of what matches no other` })
    return found
  })
}

type Claimed = { claimed: readonly (TaxonomyThemeRow | undefined)[]; problems: ErrorDetail[] }

/** Themes that exist under names that are merged; names of themes that were merged before match none. */
function claimMerges({ themes }: CurrentTaxonomy, wanted: readonly WantedTheme[], { claimed, problems }: Claimed) {
  const names = new Set(wanted.map(({ name }) => keyOf(name)))
  const free = new Map(
    themes.filter((theme) => !claimed.includes(theme)).map((theme) => [keyOf(theme.name), theme] as const),
  )
  const seen = new Set<string>()
  return wanted.map(({ merged = [] }, n) =>
    merged.flatMap((name, m) => {
      const path = `body.themes.${n}.merged.${m}`
      if (names.has(keyOf(name)))
        problems.push({ path, message: `“${name}” is also a theme of the document; it can be only one of both` })
      else if (seen.has(keyOf(name)) && free.has(keyOf(name)))
        problems.push({ path, message: `“${name}” is merged into two themes` })
      seen.add(keyOf(name))
      return free.get(keyOf(name)) ?? []
    }),
  )
}

function claimSubthemes(
  { themes, subthemes }: CurrentTaxonomy,
  wanted: readonly WantedTheme[],
  problems: ErrorDetail[],
) {
  const seen = new Set<string>()
  return wanted.map((theme, n) => {
    const id = theme.id ?? themes.find((one) => keyOf(one.name) === keyOf(theme.name))?.id
    const names = new Set<string>()
    return (theme.subthemes ?? []).map((subtheme, s): SubthemeTarget => {
      const path = `body.themes.${n}.subthemes.${s}`
      const found = subthemes.find((one) =>
        subtheme.id === undefined
          ? one.theme_id === id && keyOf(one.name) === keyOf(subtheme.name)
          : one.id === subtheme.id,
      )
      if (subtheme.id !== undefined && !found)
        problems.push({ path: `${path}.id`, message: 'there is no subtheme of people with this id' })
      if (names.has(keyOf(subtheme.name)) || (found && seen.has(found.id)))
        problems.push({ path: `${path}.name`, message: `“${subtheme.name}” is in the document twice` })
      names.add(keyOf(subtheme.name))
      if (found) seen.add(found.id)
      return subthemeTarget(subtheme, found, id)
    })
  })
}

function subthemeTarget(
  { name, description }: WantedSubtheme,
  current: TaxonomySubthemeRow | undefined,
  theme: string | undefined,
): SubthemeTarget {
  const text = description === undefined ? (current?.description ?? null) : description
  return {
    current,
    name,
    description: text,
    isRenamed: current !== undefined && current.name !== name,
    isDescribed: current !== undefined && current.description !== text,
    isMoved: current !== undefined && current.theme_id !== theme,
  }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What the document leaves out stays as it is. */
function targetOf(
  wanted: WantedTheme,
  current: TaxonomyThemeRow | undefined,
  { merges, subthemes }: Pick<ThemeTarget, 'merges' | 'subthemes'>,
): ThemeTarget {
  const texts = {
    name: wanted.name,
    definition: (wanted.definition === undefined ? current?.definition : wanted.definition) ?? null,
    belongs: wanted.belongs ?? current?.belongs ?? [],
    does_not_belong: wanted.does_not_belong ?? current?.does_not_belong ?? [],
  }
  const described = ({ definition, belongs, does_not_belong }: ThemeTexts) => [definition, belongs, does_not_belong]
  return {
    key: current?.id ?? newThemeKey(wanted.name),
    current,
    texts,
    isRenamed: current !== undefined && current.name !== wanted.name,
    isDescribed: current !== undefined && !same(described(current), described(texts)),
    merges,
    subthemes,
  }
}
