import { palette } from '#engine/palette.ts'
import { type StoredAnalysis, readStoredAnalysis, readVectors } from './stored-analysis.ts'
import { demoThemes } from './content.ts'
import { idAt } from './ids.ts'
import { type DatedInsight, timestamps } from './dated-insight.ts'
import type { Size } from './feedback-rows.ts'

/* Themes and subthemes of the demo, and the insights assigned to them. */

const earliest = (all: readonly { at: Date }[]) => new Date(Math.min(...all.map((one) => one.at.getTime())))

/** Theme keys per insight: the authored ones, or else that of its subtheme and those matched by theme definitions. */
function themeKeysOf(insights: readonly DatedInsight[], analysis: StoredAnalysis | undefined): string[][] {
  const keys = insights.map((one) => new Set<string>(one.themes))
  for (const { theme, members } of analysis?.subthemes ?? [])
    for (const n of members) if (insights[n]!.themes.length === 0) keys[n]!.add(theme)
  for (const { insight, theme } of analysis?.steered ?? [])
    if (insights[insight]!.themes.length === 0) keys[insight]!.add(theme)
  return keys.map((set) => [...set])
}

export function structureRows(insights: readonly DatedInsight[], size: Size) {
  const analysis = size === 'full' ? readStoredAnalysis() : undefined
  const keys = themeKeysOf(insights, analysis)
  const allThemes = [
    ...demoThemes.map((theme) => ({ ...theme, pinned: true, is_catch_all: false, area: null })),
    ...(analysis?.themes ?? []).map(({ name, is_catch_all, area }, n) => ({
      key: String(n),
      name,
      is_catch_all,
      area,
      color: palette[n % palette.length]!,
      notes: null,
      definition: null,
      pinned: false,
    })),
  ]
  const insightsByTheme = new Map(allThemes.map(({ key }) => [key, insights.filter((_, n) => keys[n]!.includes(key))]))
  // A theme is created with its first insight.
  const theme = allThemes
    .filter(({ key }) => insightsByTheme.get(key)!.length > 0)
    .map(({ key, ...rest }) => {
      const at = earliest(insightsByTheme.get(key)!)
      return {
        id: idAt(at, `theme/${key}`),
        ...rest,
        origin: 'auto',
        insight_count: insightsByTheme.get(key)!.length,
        key,
        ...timestamps(at),
      }
    })
  const ids = new Map(theme.map(({ key, id }) => [key, id]))
  return {
    theme: theme.map(({ key: _, ...row }) => row),
    themeIds: keys.map((list) => list.map((key) => ids.get(key)!)),
    ...(analysis && subthemeRows(insights, analysis, ids)),
  }
}

function subthemeRows(
  insights: readonly DatedInsight[],
  { model, mean, subthemes, findings }: StoredAnalysis,
  themeIds: ReadonlyMap<string, string>,
) {
  const subtheme = subthemes.map(({ name, description, theme, centre, point, pointSentiment, members }) => {
    const at = earliest(members.map((n) => insights[n]!))
    return {
      id: idAt(at, `subtheme/${name}`),
      theme_id: themeIds.get(theme)!,
      name,
      description,
      model,
      centroid: `\\x${centre}`,
      point: `\\x${point}`,
      point_sentiment: pointSentiment,
      ...timestamps(at),
    }
  })
  const clusteredCount = subthemes.reduce((sum, { members }) => sum + members.length, 0)
  return {
    insight_vector: vectorRows(insights, model, findings),
    embedding_space: [
      {
        model,
        mean: `\\x${mean}`,
        unclustered_count: insights.length - clusteredCount,
        ...timestamps(earliest(insights)),
      },
    ],
    subtheme,
    subtheme_insight: subthemes.flatMap(({ members, others }, n) =>
      members.map((member) => ({
        subtheme_id: subtheme[n]!.id,
        insight_id: insights[member]!.id,
        supports: !others.includes(member),
      })),
    ),
  }
}

/** Insights of the stored findings come last, in their order. */
const vectorRows = (insights: readonly DatedInsight[], model: string, findings: StoredAnalysis['findings']) =>
  readVectors().map((vector, n, all) => {
    const finding = findings[n - (all.length - findings.length)]
    return {
      insight_id: insights[n]!.id,
      model,
      vector: `\\x${vector}`,
      clustered_at: insights[n]!.at.toISOString(),
      area: finding?.area?.name ?? null,
      area_probability: finding?.area?.probability ?? null,
      mention: finding?.mention ?? null,
    }
  })
