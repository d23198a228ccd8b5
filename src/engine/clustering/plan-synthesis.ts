import { nameGroups } from '#engine/naming/group-names.ts'
import { describeSubtheme } from '#engine/naming/subtheme-description.ts'
import {
  MAX_SUBTHEME_NAME_WORDS,
  MAX_TYPICAL_NAMES,
  MIN_DESCRIPTION_SIMILARITY,
  MIN_INSIGHTS_FOR_THEMES,
  MIN_MEMBER_SIMILARITY,
  MIN_SUBTHEME_SIMILARITY,
  MIN_SUBTHEME_SIZE,
  NAME_PENALTY,
  RECLUSTER_GROWTH,
} from '#engine/thresholds.ts'
import { assignThemes, type ExistingThemes } from './assign-themes.ts'
import { cluster } from './cluster.ts'
import { asMatrix, centered, centroidsOf, dotRows, type Matrix, matrixOf, meanOf, membersOf, rowOf } from './matrix.ts'
import { nearestAmong } from './nearest-neighbours.ts'
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
  ThemeRef,
} from './types.ts'
import { unusedName } from './unused-name.ts'

/*
 * Assigns insights to existing subthemes, and clusters those that fit none into new ones. Insights that have a subtheme
 * are not moved.
 */

export type SynthesisPlan = {
  mean: Float32Array
  /** New members of existing subthemes. */
  joins: { insight: string; subtheme: string }[]
  subthemes: NewSubtheme[]
  themes: NewTheme[]
  /** Insights that match the definition of a theme. */
  definitionMatches: { insight: string; theme: string }[]
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
  themes: readonly ThemeRef[]
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

export async function planSynthesis(input: SynthesisInput, newId: NewId): Promise<SynthesisPlan> {
  const { mean, space, unclustered, unassigned, subthemes, defined, examples, themes } = input
  const vectors = centered(matrixOf(unclustered.map(({ vector }) => vector)), mean)
  const joined = await nearestSubthemes(vectors, subthemes)
  const joins = unclustered.flatMap(({ id }, n) => (joined[n] ? [{ insight: id, subtheme: joined[n] }] : []))
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
  const created = await createSubthemes(clusters, existing, [...themes, ...subthemes], newId)
  const definitionMatches = unclustered.flatMap(({ id }, n) =>
    defined
      .filter(({ definition }) => matchesDefinition(rowOf(vectors, n), definition))
      .map(({ theme }) => ({ insight: id, theme })),
  )
  const unclusteredCount = isDue
    ? rest.length - clusters.reduce((sum, { members }) => sum + members.length, 0)
    : (space?.unclustered_count ?? 0)
  return { mean, joins, ...created, definitionMatches, unclusteredCount }
}

function isClusteringDue(rest: number, subthemes: number, space: EmbeddingSpace | undefined): boolean {
  if (rest < MIN_INSIGHTS_FOR_THEMES) return false
  return subthemes === 0 || rest >= (space?.unclustered_count ?? 0) * RECLUSTER_GROWTH.factor + RECLUSTER_GROWTH.count
}

/** The subtheme each vector joins, if one is similar enough. */
async function nearestSubthemes(
  vectors: Matrix,
  subthemes: readonly SubthemeCentroid[],
): Promise<(string | undefined)[]> {
  if (subthemes.length === 0) return []
  const { rows, similarities } = await nearestAmong(vectors, matrixOf(subthemes.map(({ centroid }) => centroid)), 1)
  return Array.from({ length: vectors.count }, (_, n) =>
    similarities[n]! >= MIN_SUBTHEME_SIMILARITY ? subthemes[rows[n]!]!.id : undefined,
  )
}

async function clusterInsights(insights: readonly InsightVector[], mean: Float32Array): Promise<SubthemeCluster[]> {
  const vectors = matrixOf(insights.map(({ vector }) => vector))
  const relative = centered(vectors, mean)
  const { labels, groups } = await cluster(vectors)
  const centroids = centroidsOf(relative, labels, groups)
  const names = nameGroups(
    insights.map(({ name, quote }, n) => ({ text: quote ?? name, group: labels[n]! })),
    relative,
    centroids,
  )
  return membersOf(labels, groups)
    .map((rows, group) => {
      const inside = rows.filter((row) => dotRows(relative, row, centroids, group) >= MIN_MEMBER_SIMILARITY)
      return {
        centroid: Float32Array.from(rowOf(centroids, group)),
        members: inside.map((row) => insights[row]!),
        names: names[group]!.names,
        vectors: matrixOf(
          inside.map((row) => rowOf(relative, row)),
          relative.width,
        ),
      }
    })
    .filter(({ members }) => members.length >= MIN_SUBTHEME_SIZE)
}

/** New subthemes with their names, in the themes they were assigned to. */
async function createSubthemes(
  clusters: readonly SubthemeCluster[],
  existing: ExistingThemes,
  named: readonly { name: string }[],
  newId: NewId,
): Promise<{ subthemes: NewSubtheme[]; themes: NewTheme[] }> {
  if (clusters.length === 0) return { subthemes: [], themes: [] }
  const takenNames = new Set(named.map(({ name }) => name.toLowerCase()))
  const { themeOf, themes } = await assignThemes(clusters, existing, takenNames, newId)
  const subthemes = clusters.map((one, c): NewSubtheme => {
    const typical = typicalNames(one)
    const short = typical.filter(({ words }) => words <= MAX_SUBTHEME_NAME_WORDS).map(({ name }) => name)
    const name = unusedName([...short, ...one.names], one.members[0]!.name, takenNames)
    const quotable = typical.filter(({ similarity }) => similarity >= MIN_DESCRIPTION_SIMILARITY)
    return {
      id: newId(),
      theme: themeOf[c]!,
      name,
      description: describeSubtheme(
        name,
        quotable.map((member) => member.name),
      ),
      centroid: one.centroid,
      members: one.members.map(({ id }) => id),
    }
  })
  return { subthemes, themes }
}

/** Names that begin with a pronoun or refer to something said before do not read well alone. */
const pronoun = /^(i|we|my|our|it|its|this|that|these|they|he|she|you|your|nobody|everybody|here|there|no|not|one)\b/i

type TypicalName = { name: string; words: number; similarity: number }

/** The names of the members nearest to the centroid, those that read well alone first. */
function typicalNames({ members, vectors, centroid }: SubthemeCluster): TypicalName[] {
  const center = asMatrix(centroid)
  const scored = members.map(({ name }, n) => {
    const words = name.split(' ').length
    const similarity = dotRows(vectors, n, center, 0)
    const score =
      similarity -
      (pronoun.test(name) ? NAME_PENALTY.pronoun : 0) -
      NAME_PENALTY.extraWord * Math.max(0, words - NAME_PENALTY.freeWords) -
      (words < NAME_PENALTY.minWords ? NAME_PENALTY.tooShort : 0)
    return { name, words, similarity, score }
  })
  return scored.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1)).slice(0, MAX_TYPICAL_NAMES)
}
