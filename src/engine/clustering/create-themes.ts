import { normalizeInPlace } from '#engine/vectors/joined-vector.ts'
import { type EmbedPhrases, groupTopics } from '#engine/naming/group-topics.ts'
import { type ThemeName, themeNames } from '#engine/naming/theme-name.ts'
import {
  MAX_AREA_THEME_SHARE,
  MIN_THEME_SIMILARITY,
  MIN_THEME_SIZE,
  THEMES_TO_LOOK_FOR,
} from '#engine/thresholds/themes.ts'
import { averageLinkage, cutMerges } from './average-linkage.ts'
import { matrixOf, membersOf, normalizeRows, similarity } from '#engine/vectors/matrix.ts'
import type { NewId, NewTheme, SubthemeCluster } from './types.ts'
import { unusedName } from './unused-name.ts'

/*
 * New themes for subthemes that no existing theme attracts: groups of similar subthemes, each named by a phrase that
 * its members share or, where they share none, by their product area.
 */

/** `themeOf` has the theme of each cluster; `catchAllId` is the theme of those that fit no other. */
export type CreatedThemes = { themeOf: string[]; themes: NewTheme[]; catchAllId: string }

const catchAllNames = ['Other', 'Other feedback']

export type CreateThemesInput = {
  clusters: readonly SubthemeCluster[]
  takenNames: Set<string>
  /** Existing themes by their name in lower case: a group with such a name belongs to that theme. */
  existing: ReadonlyMap<string, string>
  maxThemes: number
  /** The existing catch-all theme. */
  catchAllId: string | undefined
  newId: NewId
  embedPhrases: EmbedPhrases
}

const insightCount = (clusters: readonly SubthemeCluster[]) =>
  clusters.reduce((sum, cluster) => sum + cluster.members.length, 0)

/** A group of clusters with its name. */
type Candidate = { name: string; area: string | null; clusters: number[] }

export async function createThemes(input: CreateThemesInput): Promise<CreatedThemes> {
  const { clusters, takenNames, newId } = input
  const candidates = await themeCandidates(input)
  const minSize = Math.min(MIN_THEME_SIZE.count, Math.ceil(insightCount(clusters) * MIN_THEME_SIZE.share))
  const sizeOf = (one: Candidate) => insightCount(one.clusters.map((c) => clusters[c]!))
  const kept = candidates
    .filter((one) => sizeOf(one) >= minSize)
    .sort((a, b) => sizeOf(b) - sizeOf(a))
    .slice(0, Math.max(0, input.maxThemes - 1))
  const themes: NewTheme[] = []
  const ownTheme = new Map<number, string>()
  for (const { name, area, clusters: own } of kept) {
    const known = input.existing.get(name.toLowerCase())
    const id = known ?? newId()
    if (!known) themes.push({ id, name: unusedName([name], name, takenNames), is_catch_all: false, area })
    for (const c of own) ownTheme.set(c, id)
  }
  const themeOf = clusters.map((cluster, c) => ownTheme.get(c) ?? nearestTheme(cluster, clusters, ownTheme))
  const catchAllId = input.catchAllId ?? newId()
  if (themeOf.includes(undefined) && catchAllId !== input.catchAllId)
    themes.push({
      id: catchAllId,
      name: unusedName(catchAllNames, catchAllNames[0]!, takenNames),
      is_catch_all: true,
      area: null,
    })
  return { themeOf: themeOf.map((id) => id ?? catchAllId), themes, catchAllId }
}

/** The theme of the most similar subtheme that has one. */
function nearestTheme(
  { centroid }: SubthemeCluster,
  clusters: readonly SubthemeCluster[],
  ownTheme: ReadonlyMap<number, string>,
): string | undefined {
  let best: { theme: string; similarity: number } | undefined
  for (const [c, theme] of ownTheme) {
    const near = similarity(centroid, clusters[c]!.centroid)
    if (near >= (best?.similarity ?? MIN_THEME_SIMILARITY)) best = { theme, similarity: near }
  }
  return best?.theme
}

/**
 * Groups of similar subthemes that have a name; groups of one name are one, unless that would be a large part of all.
 */
async function themeCandidates(input: CreateThemesInput): Promise<Candidate[]> {
  const { clusters, embedPhrases } = input
  const { labels, groups } = mergeClusters(input)
  const members = clusters.flatMap((cluster, c) =>
    cluster.members.map(({ name, quote, mention, area }) => ({
      text: quote ?? name,
      mention,
      area,
      group: labels[c]!,
    })),
  )
  const clustersOf = membersOf(labels, groups)
  const centroids = clustersOf.map((own) => centroidOfClusters(own.map((c) => clusters[c]!)))
  const topics = await groupTopics(members, matrixOf(centroids), embedPhrases)
  const byName = new Map<string, Candidate>()
  const maxSize = MAX_AREA_THEME_SHARE * members.length
  const sizeOf = (own: readonly number[]) => insightCount(own.map((c) => clusters[c]!))
  for (const group of [...clustersOf.keys()].sort((a, b) => sizeOf(clustersOf[b]!) - sizeOf(clustersOf[a]!))) {
    const own = clustersOf[group]!
    const isFull = ({ name }: ThemeName) =>
      sizeOf([...(byName.get(name.toLowerCase())?.clusters ?? []), ...own]) > maxSize
    const names = themeNames(topics[group]!)
    const named = names.find((one) => !byName.has(one.name.toLowerCase()) || !isFull(one)) ?? names[0]
    if (!named) continue
    const known = byName.get(named.name.toLowerCase())
    if (known) known.clusters.push(...own)
    else byName.set(named.name.toLowerCase(), { ...named, clusters: [...own] })
  }
  return [...byName.values()]
}

function centroidOfClusters(clusters: readonly SubthemeCluster[]): Float32Array {
  const sum = new Float32Array(clusters[0]!.centroid.length)
  for (const { centroid, members } of clusters)
    for (let d = 0; d < sum.length; d++) sum[d]! += members.length * centroid[d]!
  return normalizeInPlace(sum)
}

function mergeClusters({ clusters, maxThemes, existing }: CreateThemesInput) {
  const sizes = clusters.map(({ members }) => members.length)
  const wanted = Math.max(
    THEMES_TO_LOOK_FOR.min,
    Math.round(Math.sqrt(insightCount(clusters)) * THEMES_TO_LOOK_FOR.factor),
  )
  const target = Math.max(1, Math.min(maxThemes, wanted - existing.size))
  const merges = averageLinkage(normalizeRows(matrixOf(clusters.map(({ centroid }) => centroid))), sizes)
  return cutMerges(
    clusters.length,
    merges,
    ({ similarity: near }, groups) => groups > target && near >= MIN_THEME_SIMILARITY,
  )
}
