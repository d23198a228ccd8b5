import { nameGroups, phrasesIn } from '#engine/naming/group-names.ts'
import {
  MAX_UNGROUPED_SUBTHEMES,
  MIN_SUBTHEMES_IN_THEME,
  MIN_THEME_NAME_SIMILARITY,
  SUBTHEMES_PER_THEME,
  THEME_CANDIDATE_FACTOR,
} from '#engine/thresholds.ts'
import { centroidOfRows, centroidsOf, matrixOf, rowOf, similarity } from './matrix.ts'
import { mergeToCount } from './merge-clusters.ts'
import type { NewId, NewTheme, SubthemeCluster } from './types.ts'
import { unusedName } from './unused-name.ts'

/* New themes for subthemes that no existing theme attracts. */

/** `themeOf` has the theme of each cluster; `catchAllId` is the theme of those that fit no other. */
export type CreatedThemes = { themeOf: string[]; themes: NewTheme[]; catchAllId: string }

const catchAllNames = ['Everything else', 'Other feedback']

const insightCount = (clusters: readonly SubthemeCluster[]) =>
  clusters.reduce((sum, cluster) => sum + cluster.members.length, 0)

export type CreateThemesInput = {
  clusters: readonly SubthemeCluster[]
  /** Subthemes that have a theme already; what they say too names no new theme. */
  others: readonly SubthemeCluster[]
  takenNames: Set<string>
  maxThemes: number
  /** The existing catch-all theme. */
  catchAllId: string | undefined
  newId: NewId
}

/**
 * At most `maxThemes`, each of subthemes similar to the members that contain its name; the others go to the catch-all
 * theme.
 */
export function createThemes(input: CreateThemesInput): CreatedThemes {
  const { clusters, others, takenNames, maxThemes, newId } = input
  const merged = mergeToCount(
    matrixOf(clusters.map((cluster) => cluster.centroid)),
    clusters.map((cluster) => cluster.members.length),
    candidateCount(clusters.length, maxThemes),
  )
  const kept = selectCandidates(clusters, merged, themeCandidates(clusters, merged, others), maxThemes)
  const themes = kept.map(({ names, group }): NewTheme => ({
    id: newId(),
    name: unusedName(names, clusters[merged.indexOf(group)]!.members[0]!.name, takenNames),
    is_catch_all: false,
  }))
  const themeOf = clusters.map((cluster, c) => themes[bestCandidate(cluster, merged[c]!, kept)]?.id)
  const catchAllId = input.catchAllId ?? newId()
  if (themeOf.includes(undefined) && catchAllId !== input.catchAllId)
    themes.push({ id: catchAllId, name: unusedName(catchAllNames, catchAllNames[0]!, takenNames), is_catch_all: true })
  return { themeOf: themeOf.map((id) => id ?? catchAllId), themes, catchAllId }
}

function candidateCount(clusters: number, maxThemes: number): number {
  if (clusters <= MAX_UNGROUPED_SUBTHEMES) return clusters
  const byPlaces = Math.round(THEME_CANDIDATE_FACTOR * maxThemes)
  return Math.max(MAX_UNGROUPED_SUBTHEMES, Math.min(byPlaces, Math.round(clusters / SUBTHEMES_PER_THEME)))
}

/** `speakers` is the centroid of the members that contain the first name. */
type ThemeCandidate = { group: number; names: string[]; speakers: Float32Array }

/** Those with enough subthemes, the largest first; one place is left for the catch-all theme. */
function selectCandidates(
  clusters: readonly SubthemeCluster[],
  merged: Int32Array,
  candidates: readonly ThemeCandidate[],
  maxThemes: number,
): ThemeCandidate[] {
  const isUngrouped = clusters.length <= MAX_UNGROUPED_SUBTHEMES
  const clustersIn = ({ speakers, group }: ThemeCandidate) =>
    clusters.filter(
      (cluster, c) => merged[c] === group && similarity(cluster.centroid, speakers) >= MIN_THEME_NAME_SIMILARITY,
    )
  return candidates
    .map((one) => ({ ...one, inside: clustersIn(one) }))
    .filter(({ inside }) => inside.length >= (isUngrouped ? 1 : MIN_SUBTHEMES_IN_THEME))
    .sort((a, b) => insightCount(b.inside) - insightCount(a.inside) || a.group - b.group)
    .slice(0, Math.max(0, isUngrouped ? maxThemes : maxThemes - 1))
}

/** The candidate of its own group if it is similar, else the most similar one, else -1. */
function bestCandidate(cluster: SubthemeCluster, ownGroup: number, kept: readonly ThemeCandidate[]): number {
  const similarities = kept.map(({ speakers }) => similarity(cluster.centroid, speakers))
  const own = kept.findIndex(({ group }) => group === ownGroup)
  if (own >= 0 && similarities[own]! >= MIN_THEME_NAME_SIMILARITY) return own
  const best = similarities.indexOf(Math.max(...similarities))
  return best >= 0 && similarities[best]! >= MIN_THEME_NAME_SIMILARITY ? best : -1
}

/** Merged groups that have a name; a group without a common phrase is no candidate. */
function themeCandidates(
  clusters: readonly SubthemeCluster[],
  merged: Int32Array,
  others: readonly SubthemeCluster[],
): ThemeCandidate[] {
  const count = Math.max(...merged) + 1
  const rowsOf = (cluster: SubthemeCluster, group: number) =>
    cluster.members.map((member, n) => ({ text: member.name, group, vector: rowOf(cluster.vectors, n) }))
  const rows = [
    ...clusters.flatMap((cluster, c) => rowsOf(cluster, merged[c]!)),
    ...others.flatMap((cluster) => rowsOf(cluster, count)),
  ]
  const vectors = matrixOf(rows.map((row) => row.vector))
  const labels = Int32Array.from(rows, (row) => row.group)
  const named = nameGroups(rows, vectors, centroidsOf(vectors, labels, count + 1), { isTheme: true }).slice(0, count)
  return named.flatMap(({ names, is_catch_all }, group): ThemeCandidate[] => {
    if (is_catch_all) return []
    const phrase = names[0] === undefined ? undefined : longestPhrase(names[0])
    const speakers = rows.flatMap((row, n) =>
      row.group === group && (phrase === undefined || phrasesIn(row.text).has(phrase)) ? [n] : [],
    )
    return speakers.length === 0 ? [] : [{ group, names, speakers: centroidOfRows(vectors, speakers) }]
  })
}

/** The key of the longest phrase of a name. */
export const longestPhrase = (name: string): string | undefined =>
  [...phrasesIn(name).keys()].sort((a, b) => b.length - a.length)[0]
