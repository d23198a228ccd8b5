import { groupTopics } from '#engine/naming/group-topics.ts'
import type { Naming } from '#engine/naming/naming.ts'
import { keyOfWords } from '#engine/naming/noun-phrases.ts'
import { type ThemeName, themeNames } from '#engine/naming/theme-name.ts'
import { MAX_THEMES, MIN_NEW_THEME } from '#engine/thresholds/themes.ts'
import { centroidsOf, matrixOf, type Matrix, rowOf } from '#engine/vectors/matrix.ts'
import { findGroups } from './find-groups.ts'
import type { InsightVector } from './types.ts'

/* New themes: groups of insights that are about the same and have a name that holds for them. */

/** `insights` are rows of what it was found among. */
export type FoundTheme = { name: string; area: string | null; insights: number[] }

/** Of themes that are looked for among so many insights. */
export const minNewTheme = (insights: number) =>
  Math.max(MIN_NEW_THEME.count, Math.round(MIN_NEW_THEME.share * insights))

/**
 * Groups without a name that holds make no theme; groups of one name are one. `vectors` are centered; the largest theme
 * first.
 */
export async function discoverThemes(
  insights: readonly InsightVector[],
  vectors: Matrix,
  existing: number,
  naming: Naming,
): Promise<FoundTheme[]> {
  const minSize = minNewTheme(insights.length)
  const texts = insights.map(({ quote, name, mention }) => ({ text: quote ?? name, mention }))
  const groups = await findGroups(vectors, texts, minSize)
  if (groups.length === 0) return []
  const named = await namedGroups(insights, vectors, groups, naming)
  const byName = new Map<string, FoundTheme>()
  for (const [group, names] of named.entries()) {
    const [best] = names
    if (!best) continue
    const known = byName.get(keyOfWords(best.name))
    if (known) known.insights.push(...groups[group]!)
    else byName.set(keyOfWords(best.name), { name: best.name, area: best.area, insights: [...groups[group]!] })
  }
  return [...byName.values()]
    .sort((a, b) => b.insights.length - a.insights.length)
    .slice(0, Math.max(0, MAX_THEMES - existing))
}

/** The names that each group can have. */
async function namedGroups(
  insights: readonly InsightVector[],
  vectors: Matrix,
  groups: readonly (readonly number[])[],
  naming: Naming,
): Promise<ThemeName[][]> {
  const grouped = groups.flatMap((rows, group) => rows.map((row) => ({ row, group })))
  const members = grouped.map(({ row, group }) => {
    const { quote, name, mention, area } = insights[row]!
    return { text: quote ?? name, mention, area, group }
  })
  const centroids = centroidsOf(
    matrixOf(grouped.map(({ row }) => rowOf(vectors, row))),
    Int32Array.from(grouped, ({ group }) => group),
    groups.length,
  )
  return (await groupTopics(members, centroids, naming)).map(themeNames)
}
