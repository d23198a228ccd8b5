import { classScore, clusterScore, purity } from '../scores.ts'
import type { FoundInsight, Loaded } from './load-items.ts'
import { isTakenApart, type MatchedPoint, matchPoints, spuriousInsights } from './match-points.ts'

/* Figures of one organization, in percent unless they are counts; null where nothing was to be measured. */

/** Topics that stand for no common subject. */
export const unspecificTopics = new Set(['other', 'overall'])
export const hasTopic = ({ point }: MatchedPoint) => !unspecificTopics.has(point.topic)

const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((1000 * part) / whole) / 10)

export type Labels = { sentiment: number | null; category: number | null }

/** Macro-F1 of the sentiment and accuracy of the category; a point that was not found is wrong. */
export function labelFigures(points: readonly MatchedPoint[]): Labels {
  const score = (label: 'sentiment' | 'category') =>
    classScore(
      points.map(({ point }) => point[label]),
      points.map(({ insight }) => insight?.[label] ?? 'not found'),
    )
  if (points.length === 0) return { sentiment: null, category: null }
  return { sentiment: score('sentiment').macro, category: score('category').accuracy }
}

/** Items in which nothing is said, and those of them that were made an insight of. */
function emptyFigures({ items }: Loaded) {
  const empty = items.filter(({ item }) => item.gold.length === 0)
  return {
    emptyItems: empty.length,
    emptyWithInsight: percent(empty.filter(({ insights }) => insights.length > 0).length, empty.length),
  }
}

function aspectFigures(points: readonly Found[]) {
  const labelled = points.filter(({ point }) => point.aspect)
  const shown = labelled.filter(({ insight }) => insight.aspect !== null)
  return {
    aspectShown: percent(shown.length, labelled.length),
    aspectRight: percent(shown.filter(({ point, insight }) => point.aspect === insight.aspect).length, shown.length),
  }
}

function pointFigures({ items }: Loaded, points: readonly MatchedPoint[]) {
  const insights = items.reduce((sum, item) => sum + item.insights.length, 0)
  const several = items.filter(({ item }) => item.gold.length > 1)
  return {
    items: items.length,
    skipped: items.filter(({ status }) => status === 'skipped').length,
    points: points.length,
    insights,
    found: percent(points.filter(({ insight }) => insight).length, points.length),
    multiPointItems: several.length,
    takenApart: percent(several.filter(isTakenApart).length, several.length),
    spurious: percent(spuriousInsights(items).length, insights),
    insightsPerPoint: points.length === 0 ? null : Math.round((100 * insights) / points.length) / 100,
  }
}

type Found = MatchedPoint & { insight: FoundInsight }

/** Compares groups of insights with the topics of their points; an insight without a group is one of its own. */
function groupScore(points: readonly Found[], groupOf: (insight: FoundInsight) => string | undefined) {
  if (points.length < 2) return { ari: null, purity: null }
  const topics = points.map(({ point }) => point.topic)
  const groups = points.map(({ insight }) => groupOf(insight) ?? `alone ${insight.id}`)
  return { ari: clusterScore(topics, groups).ari, purity: purity(topics, groups) }
}

function subthemeFigures({ subthemes }: Loaded, points: readonly Found[]) {
  const shared = subthemes.filter(({ insights }) => insights.length > 1)
  const sharedIds = new Set<string | undefined>(shared.map(({ id }) => id))
  const score = groupScore(points, ({ subtheme }) => subtheme)
  return {
    subthemeAri: score.ari,
    subthemePurity: score.purity,
    inSharedSubtheme: percent(points.filter(({ insight }) => sharedIds.has(insight.subtheme)).length, points.length),
    subthemes: subthemes.length,
    sharedSubthemes: shared.length,
  }
}

function themeFigures({ items, themes }: Loaded, points: readonly Found[]) {
  const insights = items.flatMap((item) => item.insights)
  const score = groupScore(points, ({ theme }) => theme)
  const assigned = points.filter(({ insight }) => insight.theme !== undefined)
  const assignedScore = groupScore(assigned, ({ theme }) => theme)
  return {
    themeAri: score.ari,
    assigned: percent(assigned.length, points.length),
    assignedAri: assignedScore.ari,
    assignedPurity: assignedScore.purity,
    themes: themes.length,
    withoutTheme: percent(insights.filter(({ theme }) => !theme).length, insights.length),
    largestTheme: percent(Math.max(0, ...themes.map((theme) => theme.insights.length)), insights.length),
  }
}

export function figuresOf(loaded: Loaded) {
  const points = matchPoints(loaded.items)
  const found = points.filter((point): point is Found => point.insight !== undefined)
  const onTopic = found.filter(hasTopic)
  const labels = labelFigures(found)
  return {
    ...labelFigures(points),
    matchedSentiment: labels.sentiment,
    matchedCategory: labels.category,
    ...pointFigures(loaded, points),
    topics: new Set(points.filter(hasTopic).map(({ point }) => point.topic)).size,
    ...subthemeFigures(loaded, onTopic),
    ...themeFigures(loaded, onTopic),
    ...emptyFigures(loaded),
    ...aspectFigures(found),
  }
}

type SearchFigures = { queries: number; results: number | null; precision: number | null }
export type Figures = ReturnType<typeof figuresOf> & SearchFigures
