import { contradictsAspect } from '#engine/naming/aspects.ts'
import { MAX_LINKED_VECTORS } from '#engine/thresholds/clustering.ts'
import { MIN_JOINED_SIMILARITY } from '#engine/thresholds/subthemes.ts'
import { centered, matrixOf, rowOf, similarity } from '#engine/vectors/matrix.ts'
import { divideTheme, saysAspect } from './divide-theme.ts'
import type { InsightVector, NewSubtheme, SubthemeCentroid, ThemeIdentity, SubthemeJoin, Tools } from './types.ts'

/* Subthemes for insights that have a theme: an existing one that says the same, else a new one with others. */

type Existing = {
  mean: Float32Array
  subthemes: readonly SubthemeCentroid[]
  themes: readonly ThemeIdentityOrNew[]
  takenNames: readonly string[]
}
type ThemeIdentityOrNew = Pick<ThemeIdentity, 'id' | 'name'> & Partial<ThemeIdentity>
type SubthemePlan = { joins: SubthemeJoin[]; subthemes: NewSubtheme[] }

export async function planSubthemes(
  insights: readonly InsightVector[],
  { mean, subthemes, themes, takenNames: taken }: Existing,
  tools: Tools,
): Promise<SubthemePlan> {
  const plan: SubthemePlan = { joins: [], subthemes: [] }
  const sorted = insights.filter(({ themes: own, placed }) => own.length > 0 && !placed)
  const all = sorted.map(({ vector }) => vector)
  const vectors = centered(matrixOf(all, mean.length), mean)
  const inSubtheme = new Set<string>()
  for (const [n, insight] of sorted.entries()) {
    const own = subthemes.filter(({ theme_id }) => insight.themes.includes(theme_id))
    const subtheme = subthemeThatSaysTheSame(insight, rowOf(vectors, n), own)
    if (!subtheme) continue
    inSubtheme.add(insight.id)
    const supports = subtheme.aspect === null || saysAspect(insight, subtheme.aspect)
    plan.joins.push({ insight: insight.id, subtheme: subtheme.id, supports })
  }
  const takenNames = new Set(
    [...[...themes, ...subthemes].map(({ name }) => name), ...taken].map((name) => name.toLowerCase()),
  )
  for (const theme of themes.filter(({ is_catch_all }) => !is_catch_all)) {
    const rows = [...sorted.keys()]
      .filter((n) => sorted[n]!.themes.includes(theme.id) && !inSubtheme.has(sorted[n]!.id))
      .slice(-MAX_LINKED_VECTORS)
    const own = rows.map((n) => rowOf(vectors, n))
    const members = { insights: rows.map((n) => sorted[n]!), vectors: matrixOf(own, mean.length) }
    const found = await divideTheme(theme, members, { ...tools, takenNames })
    for (const subtheme of found) for (const { insight } of subtheme.members) inSubtheme.add(insight)
    plan.subthemes.push(...found)
  }
  return plan
}

/** The nearest one with the same aspect, or else the nearest. */
function subthemeThatSaysTheSame(
  insight: InsightVector,
  vector: Float32Array,
  subthemes: readonly SubthemeCentroid[],
): SubthemeCentroid | undefined {
  const near = subthemes
    .filter(({ aspect }) => !contradictsAspect(insight, aspect))
    .map((subtheme) => {
      const isSame = subtheme.aspect !== null && saysAspect(insight, subtheme.aspect)
      const limit = minSimilarity(subtheme, isSame)
      return { subtheme, isSame, similarity: similarity(vector, subtheme.centroid), limit }
    })
    .filter((one) => one.similarity >= one.limit)
    .sort((a, b) => Number(b.isSame) - Number(a.isSame) || b.similarity - a.similarity)
  return near[0]?.subtheme
}

function minSimilarity({ is_name_alone }: SubthemeCentroid, isSame: boolean): number {
  if (is_name_alone) return MIN_JOINED_SIMILARITY.nameAlone
  return isSame ? MIN_JOINED_SIMILARITY.sameAspect : MIN_JOINED_SIMILARITY.otherAspect
}
