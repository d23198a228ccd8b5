import {
  MIN_INSIGHTS_FOR_THEMES,
  MIN_MEMBER_SIMILARITY,
  MIN_SUBTHEME_SIMILARITY,
  MIN_SUBTHEME_SIZE,
  RECLUSTER_GROWTH,
} from '#engine/thresholds/subthemes.ts'
import { MIN_AREA_PROBABILITY, MIN_SAME_THEME_AS_SUBTHEME } from '#engine/thresholds/themes.ts'
import type { ExistingThemes } from './assign-themes.ts'
import { cluster } from './cluster.ts'
import { createSubthemes } from './create-subthemes.ts'
import {
  centered,
  centroidsOf,
  dotRows,
  type Matrix,
  matrixOf,
  meanOf,
  membersOf,
  rowOf,
} from '#engine/vectors/matrix.ts'
import { nearestAmong } from '#engine/vectors/nearest-neighbours.ts'
import { supportsPoint } from './supports-point.ts'
import { matchesDefinition } from './theme-definition.ts'
import type {
  DefinedTheme,
  EmbeddingSpace,
  InsightVector,
  NewId,
  NewSubtheme,
  NewTheme,
  SubthemeCentroid,
  SubthemeCluster,
  ThemeExample,
  ThemeMatch,
  ThemeIdentity,
} from './types.ts'

/*
 * Assigns insights to existing subthemes, and clusters those that fit none into new ones. Insights that have a subtheme
 * are not moved.
 */

export type SynthesisPlan = {
  mean: Float32Array
  /** New members of existing subthemes. */
  joins: { insight: string; subtheme: string; supports: boolean }[]
  subthemes: NewSubtheme[]
  themes: NewTheme[]
  /** Insights that match the definition of a theme, or fit no subtheme and belong to a theme all the same. */
  themeMatches: ThemeMatch[]
  unclusteredCount: number
}
export type SynthesisInput = {
  mean: Float32Array
  space: EmbeddingSpace | undefined
  /** Insights that were never compared with the subthemes. */
  unclustered: InsightVector[]
  /** Insights that were compared and fitted none. */
  unassigned: InsightVector[]
  subthemes: SubthemeCentroid[]
  defined: DefinedTheme[]
  examples: ThemeExample[]
  themes: readonly ThemeIdentity[]
}

/** Fixed by the first insights from which themes are made; undefined while there are too few. */
export const centeringMean = (
  space: EmbeddingSpace | undefined,
  unclustered: readonly InsightVector[],
): Float32Array | undefined => {
  if (space) return space.mean
  if (unclustered.length < MIN_INSIGHTS_FOR_THEMES) return undefined
  return meanOf(matrixOf(unclustered.map(({ vector }) => vector)))
}

/** Of the model that made the vectors. */
type Embed = (texts: readonly string[]) => Promise<Float32Array[]>

export async function planSynthesis(input: SynthesisInput, newId: NewId, embed: Embed): Promise<SynthesisPlan> {
  const { mean, space, unclustered, unassigned, subthemes, defined, examples, themes } = input
  const vectors = centered(matrixOf(unclustered.map(({ vector }) => vector)), mean)
  const joined = await nearestSubthemes(vectors, subthemes)
  const joins = joinsOf(unclustered, vectors, joined)
  const rest = [...unassigned, ...unclustered.filter((_, n) => !joined[n])]
  const isDue = isClusteringDue(rest.length, subthemes.length, space)
  const clusters = isDue ? await clusterInsights(rest, mean) : []
  const existing: ExistingThemes = {
    subthemes,
    defined,
    themes,
    examples: examples.length ? centered(matrixOf(examples.map(({ vector }) => vector)), mean) : undefined,
    exampleThemes: examples.map(({ theme }) => theme),
  }
  const created = await createSubthemes(clusters, existing, {
    takenNames: new Set([...themes, ...subthemes].map(({ name }) => name.toLowerCase())),
    newId,
    embedPhrases: async (phrases) => centered(matrixOf(await embed(phrases), mean.length), mean),
  })
  const inSubtheme = new Set(created.subthemes.flatMap(({ members }) => members.map(({ insight }) => insight)))
  const left = rest.filter(({ id }) => !inSubtheme.has(id))
  const alreadyMatched = new Set(created.themeMatches.map(({ insight }) => insight))
  const byTheme = await themesOfRest(
    left.filter(({ id, themed }) => !themed && !alreadyMatched.has(id)),
    mean,
    {
      subthemes: [...subthemes.map(({ theme_id, centroid }) => ({ theme: theme_id, centroid })), ...created.subthemes],
      themes: [...themes, ...created.themes],
    },
  )
  const themeMatches = [...definitionMatches(unclustered, vectors, defined), ...created.themeMatches, ...byTheme]
  const unclusteredCount = isDue ? left.length : (space?.unclustered_count ?? 0)
  return { mean, joins, subthemes: created.subthemes, themes: created.themes, themeMatches, unclusteredCount }
}

const joinsOf = (
  insights: readonly InsightVector[],
  vectors: Matrix,
  joined: readonly (SubthemeCentroid | undefined)[],
): SynthesisPlan['joins'] =>
  insights.flatMap(({ id, sentiment }, n) => {
    const subtheme = joined[n]
    if (!subtheme) return []
    const point = { vector: subtheme.point ?? subtheme.centroid, sentiment: subtheme.point_sentiment }
    const supports = supportsPoint({ vector: rowOf(vectors, n), sentiment }, point)
    return [{ insight: id, subtheme: subtheme.id, supports }]
  })

const definitionMatches = (insights: readonly InsightVector[], vectors: Matrix, defined: readonly DefinedTheme[]) =>
  insights.flatMap(({ id }, n) =>
    defined
      .filter(({ definition }) => matchesDefinition(rowOf(vectors, n), definition))
      .map(({ theme }) => ({ insight: id, theme })),
  )

type ThemesForRest = {
  subthemes: readonly { theme: string; centroid: Float32Array }[]
  themes: readonly { id: string; is_catch_all: boolean; area: string | null }[]
}

/** The theme of each insight without a subtheme: of its area if it is certain, else of a similar subtheme. */
async function themesOfRest(
  rest: readonly InsightVector[],
  mean: Float32Array,
  { subthemes, themes }: ThemesForRest,
): Promise<ThemeMatch[]> {
  if (rest.length === 0 || subthemes.length === 0) return []
  const vectors = centered(matrixOf(rest.map(({ vector }) => vector)), mean)
  const { rows, similarities } = await nearestAmong(vectors, matrixOf(subthemes.map(({ centroid }) => centroid)), 1)
  const catchAll = themes.find(({ is_catch_all }) => is_catch_all)?.id
  return rest.flatMap(({ id, area }, n) => {
    const near = similarities[n]! >= MIN_SAME_THEME_AS_SUBTHEME ? subthemes[rows[n]!]!.theme : undefined
    const certainArea = area && area.probability >= MIN_AREA_PROBABILITY ? area.name : undefined
    const byArea = certainArea && themes.find((theme) => theme.area === certainArea)?.id
    const theme = near && near !== catchAll ? near : (byArea ?? near)
    return theme ? [{ insight: id, theme }] : []
  })
}

function isClusteringDue(rest: number, subthemes: number, space: EmbeddingSpace | undefined): boolean {
  if (rest < MIN_INSIGHTS_FOR_THEMES) return false
  return subthemes === 0 || rest >= (space?.unclustered_count ?? 0) * RECLUSTER_GROWTH.factor + RECLUSTER_GROWTH.count
}

/** The subtheme each vector joins, if one is similar enough. */
async function nearestSubthemes(
  vectors: Matrix,
  subthemes: readonly SubthemeCentroid[],
): Promise<(SubthemeCentroid | undefined)[]> {
  if (subthemes.length === 0) return []
  const { rows, similarities } = await nearestAmong(vectors, matrixOf(subthemes.map(({ centroid }) => centroid)), 1)
  return Array.from({ length: vectors.count }, (_, n) =>
    similarities[n]! >= MIN_SUBTHEME_SIMILARITY ? subthemes[rows[n]!] : undefined,
  )
}

async function clusterInsights(insights: readonly InsightVector[], mean: Float32Array): Promise<SubthemeCluster[]> {
  const vectors = matrixOf(insights.map(({ vector }) => vector))
  const relative = centered(vectors, mean)
  const { labels, groups } = await cluster(vectors)
  const centroids = centroidsOf(relative, labels, groups)
  return membersOf(labels, groups)
    .map((rows, group) => {
      const inside = rows.filter((row) => dotRows(relative, row, centroids, group) >= MIN_MEMBER_SIMILARITY)
      return {
        centroid: Float32Array.from(rowOf(centroids, group)),
        members: inside.map((row) => insights[row]!),
        vectors: matrixOf(
          inside.map((row) => rowOf(relative, row)),
          relative.width,
        ),
      }
    })
    .filter(({ members }) => members.length >= MIN_SUBTHEME_SIZE)
}
