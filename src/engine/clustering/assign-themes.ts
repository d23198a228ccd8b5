import type { EmbedPhrases } from '#engine/naming/group-topics.ts'
import {
  CHANCE_SIMILARITY,
  EXAMPLE_VOTE_WEIGHT,
  EXAMPLE_VOTERS,
  MAX_THEMES,
  MEMBER_NEIGHBOURS,
  MEMBER_VOTERS,
  MIN_MEMBER_VOTE,
  MIN_MEMBER_VOTE_RATIO,
  MIN_SAME_THEME_SIMILARITY,
  MIN_SAME_THEME_SIMILARITY_SMALLER,
  MIN_THEME_SCORE,
  MIN_THEME_SCORE_MARGIN,
  MIN_THEME_SCORE_RETRY,
} from '#engine/thresholds/themes.ts'
import { createThemes } from './create-themes.ts'
import { type Matrix, matrixOf, rowOf, similarity } from '#engine/vectors/matrix.ts'
import { nearestAmong, type Neighbours } from '#engine/vectors/nearest-neighbours.ts'
import { definitionScore } from './theme-definition.ts'
import type { DefinedTheme, NewId, NewTheme, SubthemeCentroid, SubthemeCluster, StoredTheme } from './types.ts'

/*
 * Assigns each new subtheme to an existing theme, else to a new theme of similar subthemes, else to the catch-all
 * theme.
 */

export type ExistingThemes = {
  subthemes: readonly SubthemeCentroid[]
  defined: readonly DefinedTheme[]
  /** Centered vectors of example insights, and the theme of each. */
  examples: Matrix | undefined
  exampleThemes: readonly string[]
  themes: readonly Pick<StoredTheme, 'id' | 'name' | 'is_catch_all'>[]
}
export type Assignment = { themeOf: string[]; themes: NewTheme[] }

export type NewThemeTools = { takenNames: Set<string>; newId: NewId; embedPhrases: EmbedPhrases }

/** Names given to new themes are added to `takenNames`. */
export async function assignThemes(
  clusters: readonly SubthemeCluster[],
  existing: ExistingThemes,
  { takenNames, newId, embedPhrases }: NewThemeTools,
): Promise<Assignment> {
  const centroids = matrixOf(clusters.map(({ centroid }) => centroid))
  const examples = existing.examples
    ? await nearestAmong(centroids, existing.examples, Math.min(EXAMPLE_VOTERS, existing.examples.count))
    : undefined
  const themeOf = await assignToExisting(clusters, centroids, examples, existing)
  const withTheme = (theme: string | undefined) => [...clusters.keys()].filter((c) => themeOf[c] === theme)
  const create = (indices: readonly number[], maxThemes: number, catchAllId: string | undefined) =>
    createThemes({
      clusters: indices.map((c) => clusters[c]!),
      takenNames,
      existing: new Map(existing.themes.map(({ id, name }) => [name.toLowerCase(), id])),
      maxThemes,
      catchAllId,
      newId,
      embedPhrases,
    })
  const unassigned = withTheme(undefined)
  if (unassigned.length === 0) return { themeOf: themeOf as string[], themes: [] }
  const maxNew = MAX_THEMES - existing.themes.length
  const first = await create(unassigned, maxNew, existing.themes.find((theme) => theme.is_catch_all)?.id)
  for (const [n, c] of unassigned.entries()) themeOf[c] = first.themeOf[n]!
  // A weaker score is enough before a subtheme stays in the catch-all theme.
  for (const c of withTheme(first.catchAllId))
    themeOf[c] = bestTheme(clusters[c]!.centroid, themeVotes(examples, c, existing), existing, retry) ?? themeOf[c]
  await assignByMemberNeighbours(themeOf, clusters, first.catchAllId)
  const themes = first.themes.filter(({ id }) => themeOf.includes(id))
  return { themeOf: themeOf as string[], themes }
}

/** By examples and definitions, else by a similar existing subtheme, else by a similar new one. */
async function assignToExisting(
  clusters: readonly SubthemeCluster[],
  centroids: Matrix,
  examples: Neighbours | undefined,
  existing: ExistingThemes,
): Promise<(string | undefined)[]> {
  const { subthemes } = existing
  const nearest = subthemes.length
    ? await nearestAmong(centroids, matrixOf(subthemes.map(({ centroid }) => centroid)), 1)
    : undefined
  const themeOf = clusters.map(({ centroid }, c) => {
    const best = bestTheme(centroid, themeVotes(examples, c, existing), existing)
    if (best !== undefined) return best
    return nearest && nearest.similarities[c]! >= MIN_SAME_THEME_SIMILARITY
      ? subthemes[nearest.rows[c]!]!.theme_id
      : undefined
  })
  assignByNearestSubtheme(
    themeOf,
    clusters.map(({ centroid }) => centroid),
    clusters.map(({ members }) => members.length),
  )
  return themeOf
}

type ThemeScore = [theme: string, score: number]

const themeVotes = (examples: Neighbours | undefined, c: number, { exampleThemes }: ExistingThemes): ThemeScore[] =>
  examples ? neighbourScores(examples, c, (row) => exampleThemes[row]!, EXAMPLE_VOTE_WEIGHT) : []

type ScoreLimits = { minScore: number; minMargin: number }
const firstAttempt: ScoreLimits = { minScore: MIN_THEME_SCORE, minMargin: MIN_THEME_SCORE_MARGIN }
const retry: ScoreLimits = { minScore: MIN_THEME_SCORE_RETRY, minMargin: 0 }

/** The theme with the highest score of examples and definition; undefined when none is clearly ahead. */
function bestTheme(
  centroid: Float32Array,
  votes: readonly ThemeScore[],
  { defined }: ExistingThemes,
  { minScore, minMargin } = firstAttempt,
): string | undefined {
  const byDefinition = defined.map(({ theme, definition }): ThemeScore => [
    theme,
    Math.max(0, definitionScore(centroid, definition, CHANCE_SIMILARITY) ?? 0),
  ])
  const [first, second] = rankThemes([...votes, ...byDefinition])
  return first && first[1] >= minScore && first[1] >= (second?.[1] ?? 0) + minMargin ? first[0] : undefined
}

/** What each neighbour of the nth vector adds to the score of its theme. */
const neighbourScores = (
  { k, rows, similarities }: Neighbours,
  n: number,
  themeAt: (row: number) => string,
  weight: number,
): ThemeScore[] =>
  Array.from({ length: k }, (_, i) => [
    themeAt(rows[n * k + i]!),
    weight * Math.max(0, similarities[n * k + i]! - CHANCE_SIMILARITY),
  ])

function rankThemes(scores: readonly ThemeScore[]): ThemeScore[] {
  const sums = new Map<string, number>()
  for (const [theme, score] of scores) sums.set(theme, (sums.get(theme) ?? 0) + score)
  return [...sums].sort((a, b) => b[1] - a[1])
}

/**
 * An unassigned subtheme joins the theme of the most similar assigned one that is no smaller, or nearly identical; the
 * most similar pair first.
 */
export function assignByNearestSubtheme(
  themeOf: (string | undefined)[],
  centroids: readonly Float32Array[],
  sizes: readonly number[],
) {
  for (;;) {
    let best = { c: -1, theme: '', similarity: MIN_SAME_THEME_SIMILARITY }
    for (const [c, own] of themeOf.entries()) {
      if (own !== undefined) continue
      for (const [other, theme] of themeOf.entries()) {
        if (theme === undefined) continue
        const similar = similarity(centroids[c]!, centroids[other]!)
        if (sizes[other]! < sizes[c]! && similar < MIN_SAME_THEME_SIMILARITY_SMALLER) continue
        if (similar >= best.similarity) best = { c, theme, similarity: similar }
      }
    }
    if (best.c < 0) return
    themeOf[best.c] = best.theme
  }
}

/**
 * Moves a subtheme out of the catch-all theme when the neighbours of its members are in one other theme, twice as much
 * as in the next.
 */
export async function assignByMemberNeighbours(
  themeOf: (string | undefined)[],
  clusters: readonly SubthemeCluster[],
  catchAllId: string,
) {
  const typical = clusters.flatMap((cluster, c) => typicalVectors(cluster).map((vector) => ({ c, vector })))
  const assigned = typical.filter(({ c }) => themeOf[c] !== catchAllId)
  const open = typical.filter(({ c }) => themeOf[c] === catchAllId)
  if (assigned.length === 0 || open.length === 0) return
  const nearest = await nearestAmong(
    matrixOf(open.map(({ vector }) => vector)),
    matrixOf(assigned.map(({ vector }) => vector)),
    Math.min(MEMBER_NEIGHBOURS, assigned.length),
  )
  const votes = open.map(({ c }, n) => ({
    c,
    scores: neighbourScores(nearest, n, (row) => themeOf[assigned[row]!.c]!, 1 / nearest.k),
  }))
  for (const [c, ofCluster] of Map.groupBy(votes, (vote) => vote.c)) {
    const [first, second] = rankThemes(ofCluster.flatMap(({ scores }) => scores))
    const minScore = MIN_MEMBER_VOTE * Math.min(MEMBER_VOTERS, clusters[c]!.members.length)
    if (first && first[1] >= minScore && first[1] >= MIN_MEMBER_VOTE_RATIO * (second?.[1] ?? 0)) themeOf[c] = first[0]
  }
}

/** The members nearest to the centroid. */
const typicalVectors = ({ vectors, centroid }: SubthemeCluster): Float32Array[] =>
  Array.from({ length: vectors.count }, (_, n) => rowOf(vectors, n))
    .map((vector) => ({ vector, similarity: similarity(vector, centroid) }))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, MEMBER_VOTERS)
    .map(({ vector }) => vector)
