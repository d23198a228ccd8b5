import type { SemanticSearch } from '#domain/context.ts'
import { findCenteringMean } from '#domain/findings/semantic/queries.ts'
import { listThemeMembers } from '#domain/findings/synthesis/queries.ts'
import type { ThemesChange } from '#engine/clustering/plan-moves.ts'
import { embedDefinition, isDefined, type ThemeTexts } from '#engine/clustering/theme-definition.ts'
import { themeProfile, type ThemeProfile } from '#engine/clustering/theme-profiles.ts'
import { mainLanguage } from '#engine/text/detect-language.ts'
import { centered, matrixOf, rowOf } from '#engine/vectors/matrix.ts'
import type { Db } from '#store/open.ts'
import type { TaxonomyThemeRow } from './queries.ts'
import type { TaxonomyDiff, ThemeTarget } from './diff.ts'

/* What insights are compared with before and after a change of the themes. */

export type ComparedThemes = ThemesChange & { model: string; mean: Float32Array }
type Member = { id: string; vector: Float32Array }
type Embed = (texts: readonly string[]) => Promise<Float32Array[]>
type Space = { mean: Float32Array; embed: Embed; language: string; members: ReadonlyMap<string, readonly Member[]> }

const isChanged = ({ current, isRenamed, isDescribed }: ThemeTarget) => !current || isRenamed || isDescribed

export async function compareThemes(
  db: Db,
  org: string,
  search: SemanticSearch,
  { current, diff }: { current: readonly TaxonomyThemeRow[]; diff: TaxonomyDiff },
): Promise<ComparedThemes> {
  const { model, embed } = await search.embedder(db, org)
  const mean = await findCenteringMean(db, org, model)
  const language = mainLanguage(current.map(({ name, definition }) => `${name}. ${definition ?? ''}`))
  const space = { mean, embed, language, members: await centeredMembers(db, org, { model, mean }) }
  const before = new Map<string, ThemeProfile>()
  for (const theme of current) before.set(theme.id, await profileOf(theme.id, theme, [theme.id], space))
  const after: ThemeProfile[] = []
  for (const target of diff.targets) after.push(await profileAfter(target, before, space))
  return {
    model,
    mean,
    before: [...before.values()],
    after,
    changed: new Set(diff.targets.filter(isChanged).map(({ key }) => key)),
    replaced: new Map([
      ...diff.removed.map(({ id }) => [id, null] as const),
      ...diff.targets.flatMap(({ key, merges }) => merges.map(({ id }) => [id, key] as const)),
    ]),
  }
}

async function centeredMembers(db: Db, org: string, { model, mean }: { model: string; mean: Float32Array }) {
  const rows = await listThemeMembers(db, org, model)
  const vectors = centered(
    matrixOf(
      rows.map(({ vector }) => vector),
      mean.length,
    ),
    mean,
  )
  const members = new Map<string, Member[]>()
  for (const [n, { theme, id }] of rows.entries())
    members.set(theme, [...(members.get(theme) ?? []), { id, vector: rowOf(vectors, n) }])
  return members
}

/** The same object as before where nothing has changed. */
async function profileAfter(target: ThemeTarget, before: ReadonlyMap<string, ThemeProfile>, space: Space) {
  const { key, current, texts, merges } = target
  if (current && !isChanged(target) && merges.length === 0) return before.get(current.id)!
  const members = [...(current ? [current.id] : []), ...merges.map(({ id }) => id)]
  return profileOf(key, { ...texts, origin: current?.origin ?? 'manual' }, members, space)
}

async function profileOf(key: string, theme: ThemeTexts, from: readonly string[], space: Space): Promise<ThemeProfile> {
  const { mean, embed, language, members } = space
  const [name] = await embed([theme.name])
  const definition = isDefined(theme) ? await embedDefinition(embed, mean, theme) : undefined
  const nameVector = rowOf(centered(matrixOf([name!]), mean), 0)
  const own = from.flatMap((id) => members.get(id) ?? [])
  return themeProfile({ id: key, name: theme.name }, nameVector, own, { language, definition })
}
