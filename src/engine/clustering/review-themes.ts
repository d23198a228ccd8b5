import { groupTopics } from '#engine/naming/group-topics.ts'
import type { EmbedPhrases } from '#engine/naming/naming.ts'
import { containsPhrase } from '#engine/naming/noun-phrases.ts'
import { mainLanguage } from '#engine/text/detect-language.ts'
import { themeNames } from '#engine/naming/theme-name.ts'
import {
  MAX_REVIEW_THEMES,
  MAX_SPLIT_SIMILARITY,
  MIN_MERGE_SHARE,
  MIN_MERGE_SIMILARITY,
  MIN_RENAME_MEMBERS,
  MIN_RENAME_RATIO,
  MIN_REVIEW_THEMES,
  MIN_REVIEWED_INSIGHTS,
  MIN_SPLIT_SHARE,
} from '#engine/thresholds/themes.ts'
import { cluster } from './cluster.ts'
import {
  centered,
  centroidOfRows,
  centroidsOf,
  type Matrix,
  matrixOf,
  membersOf,
  similarity,
} from '#engine/vectors/matrix.ts'
import { mergeToCount } from './merge-clusters.ts'
import type { InsightVector, StoredTheme } from './types.ts'
import { unusedName } from './unused-name.ts'

/*
 * Clusters everything from scratch and proposes a merge, a split or a new name where the result differs from the
 * current themes.
 */

export type ClusteredInsight = Pick<InsightVector, 'vector' | 'area' | 'mention'> & {
  subtheme: string
  theme: string
  text: string
}
export type ThemeProposal = {
  kind: 'merge' | 'split' | 'rename'
  theme: string
  other: string | null
  subthemes: string[]
  name: string | null
  reason: string
  insights: number
}

/** `themes` are those large enough to review; `group` is the new cluster of each insight. */
type Review = {
  themes: StoredTheme[]
  allThemes: readonly StoredTheme[]
  insights: readonly ClusteredInsight[]
  group: Int32Array
  groups: number
  vectors: Matrix
  embedPhrases: EmbedPhrases
}

export async function reviewThemes(
  mean: Float32Array,
  allThemes: readonly StoredTheme[],
  insights: readonly ClusteredInsight[],
  embed: (texts: readonly string[]) => Promise<Float32Array[]>,
): Promise<ThemeProposal[]> {
  const themes = allThemes.filter(
    ({ id }) => insights.filter(({ theme }) => theme === id).length >= MIN_REVIEWED_INSIGHTS,
  )
  if (themes.length === 0) return []
  const matrix = matrixOf(insights.map(({ vector }) => vector))
  const vectors = centered(matrix, mean)
  const { labels, groups } = await cluster(matrix)
  const sizes = membersOf(labels, groups).map((rows) => rows.length)
  const count = Math.min(MAX_REVIEW_THEMES, Math.max(MIN_REVIEW_THEMES, allThemes.length))
  const merged = mergeToCount(centroidsOf(vectors, labels, groups), sizes, count)
  const review: Review = {
    themes,
    allThemes,
    insights,
    vectors,
    group: labels.map((label) => merged[label]!),
    groups: Math.max(...merged) + 1,
    embedPhrases: async (phrases) => centered(matrixOf(await embed(phrases), mean.length), mean),
  }
  return oneForEachTheme([
    ...mergeProposals(review),
    ...(await splitProposals(review)),
    ...(await renameProposals(review)),
  ])
}

/** A theme that is to be merged is not renamed as well. */
function oneForEachTheme(proposals: readonly ThemeProposal[]): ThemeProposal[] {
  const used = new Set<string>()
  return proposals.filter(({ theme, other }) => {
    const isFree = !used.has(theme) && !(other && used.has(other))
    used.add(theme)
    if (other) used.add(other)
    return isFree
  })
}

const rowsOf = ({ insights }: Review, theme: string) => [...insights.keys()].filter((n) => insights[n]!.theme === theme)

/** How many insights of a theme are in each new cluster. */
function sharesOf(review: Review, theme: string): { size: number; counts: number[] } {
  const counts = Array<number>(review.groups).fill(0)
  const rows = rowsOf(review, theme)
  for (const n of rows) counts[review.group[n]!]! += 1
  return { size: rows.length, counts }
}

/**
 * Themes most of whose insights share a new cluster. A pinned theme is never merged away, and the catch-all theme
 * absorbs none.
 */
function mergeProposals(review: Review): ThemeProposal[] {
  const shares = review.themes.map((theme) => ({ theme, ...sharesOf(review, theme.id) }))
  return Array.from({ length: review.groups }, (_, g) => g).flatMap((g) => {
    const [first, ...others] = shares
      .filter(({ counts, size }) => counts[g]! >= MIN_MERGE_SHARE * size)
      .sort(
        (a, b) =>
          Number(a.theme.is_catch_all) - Number(b.theme.is_catch_all) ||
          Number(b.theme.pinned) - Number(a.theme.pinned) ||
          b.size - a.size,
      )
    if (!first) return []
    return others
      .filter((other) => !other.theme.pinned && areSimilar(review, first.theme.id, other.theme.id))
      .map((other): ThemeProposal => ({
        kind: 'merge',
        theme: first.theme.id,
        other: other.theme.id,
        subthemes: [],
        name: null,
        insights: first.size + other.size,
        reason:
          `${first.counts[g]} of ${first.size} insights of “${first.theme.name}” and ` +
          `${other.counts[g]} of ${other.size} of “${other.theme.name}” fall together.`,
      }))
  })
}

const areSimilar = (review: Review, a: string, b: string) =>
  similarity(centroidOfRows(review.vectors, rowsOf(review, a)), centroidOfRows(review.vectors, rowsOf(review, b))) >=
  MIN_MERGE_SIMILARITY

async function splitProposals(review: Review): Promise<ThemeProposal[]> {
  const open = review.themes.filter((theme) => !theme.pinned)
  const found = await Promise.all(open.map((theme) => splitProposal(review, theme)))
  return found.filter((proposal) => proposal !== undefined)
}

/** A theme of two dissimilar parts: the smaller part, in whole subthemes, would become a theme of its own. */
async function splitProposal(review: Review, theme: StoredTheme): Promise<ThemeProposal | undefined> {
  const { size, counts } = sharesOf(review, theme.id)
  const parts = counts
    .map((count, g) => ({ count, g }))
    .filter(({ count }) => count >= Math.max(MIN_REVIEWED_INSIGHTS, MIN_SPLIT_SHARE * size))
    .sort((a, b) => b.count - a.count)
  if (parts.length < 2) return undefined
  const subthemes = subthemesMostlyIn(review, theme.id, parts[1]!.g)
  const leaves = (n: number) => subthemes.has(review.insights[n]!.subtheme)
  const rows = rowsOf(review, theme.id)
  const [leaving, staying] = [rows.filter(leaves), rows.filter((n) => !leaves(n))]
  if (leaving.length < MIN_REVIEWED_INSIGHTS || staying.length < MIN_REVIEWED_INSIGHTS) return undefined
  const partSimilarity = similarity(centroidOfRows(review.vectors, leaving), centroidOfRows(review.vectors, staying))
  const name = partSimilarity > MAX_SPLIT_SIMILARITY ? undefined : await nameOfPart(review, leaving)
  return name === undefined
    ? undefined
    : {
        kind: 'split',
        theme: theme.id,
        other: null,
        subthemes: [...subthemes],
        name,
        insights: leaving.length,
        reason: `${leaving.length} of ${size} insights of “${theme.name}” are about something else than the others.`,
      }
}

/** Undefined when nothing names the part: then it is no theme. */
async function nameOfPart(review: Review, rows: readonly number[]): Promise<string | undefined> {
  const inPart = new Set(rows)
  const [topic] = await topicsOf(review, (_, n) => (inPart.has(n) ? 0 : 1), 2)
  const names = themeNames(topic!).map(({ name }) => name)
  return names.length === 0 ? undefined : unusedName(names, names[0]!, namesTaken(review.allThemes))
}

function topicsOf(
  { insights, vectors, embedPhrases }: Review,
  groupOf: (insight: ClusteredInsight, n: number) => number,
  groups: number,
) {
  const members = insights.map((insight, n) => ({ ...insight, group: groupOf(insight, n) }))
  const labels = Int32Array.from(members, ({ group }) => group)
  const naming = { language: mainLanguage(members.map(({ text }) => text)), embedPhrases }
  return groupTopics(members, centroidsOf(vectors, labels, groups), naming)
}

const namesTaken = (themes: readonly StoredTheme[]) => new Set(themes.map(({ name }) => name.toLowerCase()))

/** The subthemes of a theme more than half of whose insights are in a new cluster. */
function subthemesMostlyIn(review: Review, theme: string, group: number): Set<string> {
  const counts = new Map<string, { inside: number; all: number }>()
  for (const n of rowsOf(review, theme)) {
    const { subtheme } = review.insights[n]!
    const { inside, all } = counts.get(subtheme) ?? { inside: 0, all: 0 }
    counts.set(subtheme, { inside: inside + (review.group[n] === group ? 1 : 0), all: all + 1 })
  }
  return new Set([...counts].filter(([, { inside, all }]) => inside * 2 > all).map(([id]) => id))
}

/**
 * Names that few insights of the theme contain, where another one is far more common. A theme that is named after its
 * product area, and the catch-all theme, keep theirs.
 */
async function renameProposals(review: Review): Promise<ThemeProposal[]> {
  const { themes } = review
  const groupOf = new Map(themes.map(({ id }, n) => [id, n]))
  const others = themes.length
  const topics = await topicsOf(review, ({ theme }) => groupOf.get(theme) ?? others, others + 1)
  const taken = namesTaken(review.allThemes)
  return themes
    .filter((theme) => !theme.pinned && !theme.is_catch_all && theme.origin === 'auto' && theme.area === null)
    .flatMap((theme) => {
      const names = themeNames(topics[groupOf.get(theme.id)!]!)
      const best = names.find(({ name, area }) => area === null && !taken.has(name.toLowerCase()))
      return (best && renameProposal(review, theme, best.name)) ?? []
    })
}

function renameProposal(review: Review, theme: StoredTheme, name: string): ThemeProposal | undefined {
  const rows = rowsOf(review, theme.id)
  const usesOf = (phrase: string) => rows.filter((n) => containsPhrase(review.insights[n]!.text, phrase)).length
  const [better, current] = [usesOf(name), usesOf(theme.name)]
  if (better < Math.max(MIN_RENAME_MEMBERS, MIN_RENAME_RATIO * current)) return undefined
  return {
    kind: 'rename',
    theme: theme.id,
    other: null,
    subthemes: [],
    name,
    insights: rows.length,
    reason: `${better} of ${rows.length} insights mention “${name}”, ${current} mention “${theme.name}”.`,
  }
}
