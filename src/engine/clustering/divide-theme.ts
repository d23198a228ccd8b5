import { aspectsOf, contradictsAspect, nameWithAspect } from '#engine/naming/aspects.ts'
import type { TopicPhrase } from '#engine/naming/group-phrases.ts'
import { groupTopics } from '#engine/naming/group-topics.ts'
import type { Naming } from '#engine/naming/naming.ts'
import { keyOfWord } from '#engine/naming/noun-phrases.ts'
import { describeSubtheme } from '#engine/naming/subtheme-description.ts'
import {
  ASPECT_WEIGHT,
  MIN_ASPECT,
  MIN_ASPECT_SHARE,
  MIN_DESCRIPTION_SIMILARITY,
  MIN_DIVIDED_SIMILARITY,
  MIN_SUBJECT_PHRASE,
  MIN_SUBTHEME_SIZE,
} from '#engine/thresholds/subthemes.ts'
import { asMatrix, centroidsOf, dotRows, matrixOf, membersOf, rowOf } from '#engine/vectors/matrix.ts'
import { cutMerges, linkBySimilarity } from './average-linkage.ts'
import { mixedSimilarities } from './mixed-similarity.ts'
import type { Centered, InsightVector, NewId, NewSubtheme } from './types.ts'

/*
 * Divides the members of a theme into subthemes: what they say (the aspect) about what (the subject, if it is narrower
 * than the theme). Members that say what no other says are in none.
 */

type DividedTheme = { id: string; name: string }
type Tools = Naming & { takenNames: Set<string>; newId: NewId }

export async function divideTheme(theme: DividedTheme, members: Centered, tools: Tools): Promise<NewSubtheme[]> {
  const { insights, vectors } = members
  if (insights.length < MIN_SUBTHEME_SIZE) return []
  const groups = await groupsOf(members)
  if (groups.length === 0) return []
  const labelled = groups.flatMap((rows, group) => rows.map((row) => ({ row, group })))
  const centroids = centroidsOf(
    matrixOf(labelled.map(({ row }) => rowOf(vectors, row))),
    Int32Array.from(labelled, ({ group }) => group),
    groups.length,
  )
  const topics = await groupTopics(
    labelled.map(({ row, group }) => {
      const { quote, name, mention, area } = insights[row]!
      return { text: quote ?? name, mention, area, group }
    }),
    centroids,
    tools,
  )
  const found = groups.map((all, group) => {
    const subject = subjectOf(theme, topics[group]!.phrases, all.length)
    const aspect = sharedAspect(all.map((row) => insights[row]!))
    return { rows: all.filter((row) => !contradictsAspect(insights[row]!, aspect)), subject, aspect }
  })
  const byName = Map.groupBy(
    found.filter(({ rows, subject, aspect }) => rows.length >= MIN_SUBTHEME_SIZE && (subject ?? aspect) !== null),
    ({ subject, aspect }) => nameWithAspect(subject ?? theme.name, aspect, tools.language),
  )
  return [...byName]
    .filter(([name]) => !tools.takenNames.has(name.toLowerCase()))
    .map(([name, same]) => {
      tools.takenNames.add(name.toLowerCase())
      const rows = same.flatMap((one) => one.rows)
      const { subject, aspect } = same[0]!
      const described = { id: tools.newId(), theme: theme.id, name, subject, aspect }
      return toSubtheme(members, rows, described, tools.language)
    })
}

/** Rows that are about the same and say the same of it. */
async function groupsOf({ insights, vectors }: Centered): Promise<number[][]> {
  const similarities = await mixedSimilarities(
    vectors,
    insights.map(({ quote, name, mention }) => ({ text: quote ?? name, mention })),
  )
  const aspects = insights.map(({ aspects: read, category }) => aspectsOf(read, category))
  for (let i = 0; i < insights.length; i++)
    for (let j = 0; j < insights.length; j++) {
      const at = i * insights.length + j
      similarities.data[at] =
        (1 - ASPECT_WEIGHT) * similarities.data[at]! + ASPECT_WEIGHT * sameAspect(aspects[i]!, aspects[j]!)
    }
  const { labels, groups } = cutMerges(
    insights.length,
    linkBySimilarity(similarities),
    ({ similarity }) => similarity >= MIN_DIVIDED_SIMILARITY,
  )
  return membersOf(labels, groups).filter((rows) => rows.length >= MIN_SUBTHEME_SIZE)
}

type Probabilities = Readonly<Record<string, number>>

/** The cosine of their probabilities. */
function sameAspect(a: Probabilities, b: Probabilities): number {
  let sum = 0
  for (const [aspect, probability] of Object.entries(a)) sum += probability * (b[aspect] ?? 0)
  return sum / (Math.hypot(...Object.values(a)) * Math.hypot(...Object.values(b)) || 1)
}

/** What most members say. */
function sharedAspect(members: readonly InsightVector[]): string | null {
  const sums = new Map<string, number>()
  for (const { aspects, category } of members)
    for (const [aspect, probability] of Object.entries(aspectsOf(aspects, category)))
      sums.set(aspect, (sums.get(aspect) ?? 0) + probability)
  const [best] = [...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  if (!best) return null
  const share = members.filter((member) => saysAspect(member, best[0])).length / members.length
  return share >= MIN_ASPECT_SHARE ? best[0] : null
}

export const saysAspect = ({ aspects, category }: Pick<InsightVector, 'aspects' | 'category'>, aspect: string) =>
  (aspectsOf(aspects, category)[aspect] ?? 0) >= MIN_ASPECT

/** A phrase that most members use, unless it is the name of the theme. */
function subjectOf({ name }: DividedTheme, phrases: readonly TopicPhrase[], members: number): string | null {
  const own = new Set(name.split(' ').map(keyOfWord))
  const subject = phrases.find(
    ({ count, share, similarity }) =>
      count >= Math.min(MIN_SUBJECT_PHRASE.count, members) &&
      share >= MIN_SUBJECT_PHRASE.share &&
      similarity >= MIN_SUBJECT_PHRASE.similarity,
  )
  return !subject || subject.key.split(' ').every((word) => own.has(word)) ? null : subject.name
}

type Described = Pick<NewSubtheme, 'id' | 'theme' | 'name' | 'subject' | 'aspect'>

function toSubtheme(
  { insights, vectors }: Centered,
  rows: readonly number[],
  described: Described,
  language: string,
): NewSubtheme {
  const own = matrixOf(rows.map((row) => rowOf(vectors, row)))
  const centroid = Float32Array.from(rowOf(centroidsOf(own, new Int32Array(rows.length), 1), 0))
  const ranked = rows
    .map((row, n) => ({ ...insights[row]!, similarity: dotRows(own, n, asMatrix(centroid), 0) }))
    .sort((a, b) => b.similarity - a.similarity || (a.name < b.name ? -1 : 1))
  const quotable = ranked.filter(({ similarity }) => similarity >= MIN_DESCRIPTION_SIMILARITY)
  return {
    ...described,
    description: describeSubtheme(
      described.name,
      quotable.map(({ quote, name }) => quote ?? name),
      language,
    ),
    centroid,
    members: rows.map((row) => ({
      insight: insights[row]!.id,
      supports: described.aspect === null || saysAspect(insights[row]!, described.aspect),
    })),
  }
}
