import { sentimentClasses } from '#engine/labels.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'
import { mostCommon } from '#engine/most-common.ts'
import { groupTopics, type TopicPhrase } from '#engine/naming/group-topics.ts'
import { describeSubtheme } from '#engine/naming/subtheme-description.ts'
import { subthemeName, topicName, topicNames, typicalMember } from '#engine/naming/subtheme-name.ts'
import { MIN_POINT_SHARE, MIN_PREVAILING_SENTIMENT } from '#engine/thresholds/names.ts'
import { MAX_NAME_CANDIDATES, MIN_DESCRIPTION_SIMILARITY } from '#engine/thresholds/subthemes.ts'
import { asMatrix, dotRows, matrixOf, rowOf } from '#engine/vectors/matrix.ts'
import { assignThemes, type ExistingThemes, type NewThemeTools } from './assign-themes.ts'
import { type NamedPoint, supportsPoint } from './supports-point.ts'
import type { InsightVector, NewSubtheme, NewTheme, SubthemeCluster, ThemeMatch } from './types.ts'
import { unusedName } from './unused-name.ts'

/* Names clusters of insights and puts them into themes. */

type CreatedSubthemes = { subthemes: NewSubtheme[]; themes: NewTheme[]; themeMatches: ThemeMatch[] }

/**
 * New subthemes with their names, in the themes they were assigned to. A cluster whose members have no topic in common
 * makes no subtheme: its members belong to the theme only.
 */
export async function createSubthemes(
  clusters: readonly SubthemeCluster[],
  existing: ExistingThemes,
  tools: NewThemeTools,
): Promise<CreatedSubthemes> {
  if (clusters.length === 0) return { subthemes: [], themes: [], themeMatches: [] }
  const { takenNames, newId, embedPhrases } = tools
  const { themeOf, themes } = await assignThemes(clusters, existing, tools)
  const catchAll = new Set([...existing.themes, ...themes].filter((one) => one.is_catch_all).map(({ id }) => id))
  const topics = await groupTopics(
    clusters.flatMap(({ members }, group) =>
      members.map(({ name, quote, mention, area }) => ({ text: quote ?? name, mention, area, group })),
    ),
    matrixOf(clusters.map(({ centroid }) => centroid)),
    embedPhrases,
  )
  const subthemes: NewSubtheme[] = []
  const themeMatches: CreatedSubthemes['themeMatches'] = []
  for (const [c, cluster] of clusters.entries()) {
    const [theme, topic] = [themeOf[c]!, topicName(topics[c]!, cluster.members.length)]
    if (topic !== undefined)
      subthemes.push(toSubtheme(cluster, { topic, phrases: topics[c]!.phrases }, { id: newId(), theme, takenNames }))
    else if (!catchAll.has(theme))
      themeMatches.push(...cluster.members.filter(({ themed }) => !themed).map(({ id }) => ({ insight: id, theme })))
  }
  return { subthemes, themes, themeMatches }
}

type Topic = { topic: string; phrases: readonly TopicPhrase[] }

function toSubtheme(
  cluster: SubthemeCluster,
  topic: Topic,
  { id, theme, takenNames }: { id: string; theme: string; takenNames: Set<string> },
): NewSubtheme {
  const ranked = rankedMembers(cluster)
  const { name, point } = namedPoint(cluster, ranked, topic, takenNames)
  const quotable = ranked.filter((member) => member.similarity >= MIN_DESCRIPTION_SIMILARITY)
  return {
    id,
    theme,
    name,
    description: describeSubtheme(
      name,
      quotable.map((member) => member.quote ?? member.name),
    ),
    centroid: cluster.centroid,
    point,
    members: cluster.members.map((member, n) => ({ insight: member.id, supports: supports(cluster, n, point) })),
  }
}

const supports = ({ members, vectors }: SubthemeCluster, n: number, point: NamedPoint) =>
  supportsPoint({ vector: rowOf(vectors, n), sentiment: members[n]!.sentiment }, point)

/** The point that enough members make; else what they are about, in more words than the topic. */
function namedPoint(
  cluster: SubthemeCluster,
  ranked: readonly RankedMember[],
  { topic, phrases }: Topic,
  takenNames: Set<string>,
): { name: string; point: NamedPoint } {
  const rows = cluster.members.map((_, n) => n)
  const candidates = ranked.slice(0, MAX_NAME_CANDIDATES).map((member) => {
    const point = { vector: member.centered, sentiment: member.sentiment }
    const others = rows.filter((n) => supports(cluster, n, point)).length - 1
    return { ...member, point, share: others / Math.max(1, rows.length - 1) }
  })
  const typical = typicalMember(candidates, topic)
  const isShared = typical.share >= MIN_POINT_SHARE
  const aboutTopic = isShared ? [] : topicNames(topic, phrases, prevailingSentiment(cluster.members))
  const free = aboutTopic.find((one) => !takenNames.has(one.toLowerCase()))
  return {
    name: unusedName([free ?? subthemeName(topic, typical.name)], typical.name, takenNames),
    point: free === undefined ? typical.point : { vector: cluster.centroid, sentiment: null },
  }
}

/** That of nearly all members. */
function prevailingSentiment(members: readonly InsightVector[]): Sentiment | undefined {
  const main = mostCommon(members.map(({ sentiment }) => sentiment))
  const share = members.filter(({ sentiment }) => sentiment === main).length / members.length
  return share >= MIN_PREVAILING_SENTIMENT ? main : undefined
}

type RankedMember = InsightVector & { centered: Float32Array; similarity: number }

/** Those of the prevailing sentiment (complaints, if there is as much praise), the nearest to the centroid first. */
function rankedMembers({ members, vectors, centroid }: SubthemeCluster): RankedMember[] {
  const center = asMatrix(centroid)
  const found = members.map(({ sentiment }) => sentiment)
  const main = mostCommon(sentimentClasses.flatMap((one) => found.filter((sentiment) => sentiment === one)))
  return members
    .map((member, n) => ({ ...member, centered: rowOf(vectors, n), similarity: dotRows(vectors, n, center, 0) }))
    .filter(({ sentiment }) => sentiment === main)
    .sort((a, b) => b.similarity - a.similarity || (a.name < b.name ? -1 : 1))
}
