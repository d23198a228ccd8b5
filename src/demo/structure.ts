import { palette } from '#engine/palette.ts'
import { type StoredAnalysis, readStoredAnalysis, readVectors } from './stored-analysis.ts'
import { demoThemes } from './content.ts'
import { idAt } from './ids.ts'
import { type DatedInsight, timestamps } from './dated-insight.ts'
import type { Size } from './feedback-rows.ts'

/* Themes and subthemes of the demo, and the insights assigned to them. */

const earliest = (all: readonly { at: Date }[]) => new Date(Math.min(...all.map((one) => one.at.getTime())))

/** Theme keys per insight: the authored ones, or else those that the analysis assigned. */
function themeKeysOf(insights: readonly DatedInsight[], analysis: StoredAnalysis | undefined): string[][] {
  const keys = insights.map((one) => new Set<string>(one.themes))
  for (const { insight, theme } of analysis?.matches ?? [])
    if (insights[insight]!.themes.length === 0) keys[insight]!.add(theme)
  return keys.map((set) => [...set])
}

export function structureRows(insights: readonly DatedInsight[], size: Size) {
  const analysis = size === 'full' ? readStoredAnalysis() : undefined
  const keys = themeKeysOf(insights, analysis)
  const allThemes = [
    ...demoThemes.map((theme) => ({ ...theme, pinned: true, area: null })),
    ...(analysis?.themes ?? []).map(({ name, area }, n) => ({
      key: String(n),
      name,
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
  { model, mean, subthemes, findings, matches, suggestions }: StoredAnalysis,
  themeIds: ReadonlyMap<string, string>,
) {
  const subtheme = subthemes.map(({ name, description, theme, centre, subject, aspect, members }) => {
    const at = earliest(members.map((n) => insights[n]!))
    return {
      id: idAt(at, `subtheme/${name}`),
      theme_id: themeIds.get(theme)!,
      name,
      description,
      model,
      centroid: `\\x${centre}`,
      subject,
      aspect,
      ...timestamps(at),
    }
  })
  return {
    insight_vector: vectorRows(insights, model, { findings, matches, suggestions }, themeIds),
    embedding_space: [
      {
        model,
        mean: `\\x${mean}`,
        unclustered_count: suggestions.length,
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

type StoredConfidences = Pick<StoredAnalysis, 'findings' | 'matches' | 'suggestions'>

/** Insights of the stored findings come last, in their order. */
function vectorRows(
  insights: readonly DatedInsight[],
  model: string,
  { findings, matches, suggestions }: StoredConfidences,
  themeIds: ReadonlyMap<string, string>,
) {
  const confidences = new Map(matches.map(({ insight, confidence }) => [insight, confidence]))
  const suggested = new Map(suggestions.map(({ insight, themes }) => [insight, themes]))
  return readVectors().map((vector, n, all) => {
    const finding = findings[n - (all.length - findings.length)]
    const themes = suggested.get(n)
    return {
      insight_id: insights[n]!.id,
      model,
      vector: `\\x${vector}`,
      clustered_at: insights[n]!.at.toISOString(),
      area: finding?.area?.name ?? null,
      area_probability: finding?.area?.probability ?? null,
      mention: finding?.mention ?? null,
      aspects: finding?.aspects ?? null,
      theme_confidence: confidences.get(n) ?? null,
      theme_suggestions:
        themes?.map(({ theme, confidence }) => ({ theme_id: themeIds.get(theme)!, confidence })) ?? null,
    }
  })
}
