import type { SimilarTo } from './theme-definition.ts'
import { isExcluded } from './theme-definition.ts'
import { rankThemes, sureThemes, type ThemeFit, type ThemeProfile } from './theme-profiles.ts'
import type { ComparedInsight } from './theme-profiles.ts'
import {
  MAX_THEME_SUGGESTIONS,
  MIN_SUGGESTION_CONFIDENCE,
  MIN_WORTH_COMPARING,
  THEME_SCORE,
} from '#engine/thresholds/themes.ts'

/*
 * Which insights move when themes are changed. Only the change moves an insight: it goes to a changed theme that it now
 * surely belongs to, and leaves a changed theme that it would not be put into any more.
 */

/** Themes before and after a change; profiles of themes that stay as they are, are the same objects in both. */
export type ThemesChange = {
  before: readonly ThemeProfile[]
  after: readonly ThemeProfile[]
  /** Created, renamed or described anew. */
  changed: ReadonlySet<string>
  /** Where the insights of a theme go that is merged; null if it is removed. */
  replaced: ReadonlyMap<string, string | null>
}
type PlacedInsight = { id: string; themes: readonly string[] }
export type ThemeMove = PlacedInsight & {
  to: readonly ThemeFit[]
  suggestions: readonly { theme: string; confidence: number }[]
}

/** The themes that remain of those that an insight has. */
export function remainingThemes(
  { themes }: Pick<PlacedInsight, 'themes'>,
  { replaced }: Pick<ThemesChange, 'replaced'>,
): string[] {
  const remaining = themes.flatMap((theme) => (replaced.has(theme) ? (replaced.get(theme) ?? []) : theme))
  return [...new Set(remaining)]
}

/** Whether its words can matter: without them it is compared with what has changed alone. */
export function isWorthComparing(insight: PlacedInsight, similarTo: SimilarTo, change: ThemesChange): boolean {
  if (insight.themes.some((theme) => change.changed.has(theme) || change.replaced.get(theme) === null)) return true
  return change.after.some((profile) => change.changed.has(profile.theme) && mayFit(profile, similarTo))
}

function mayFit({ nameVector, sum, members, definition }: ThemeProfile, similarTo: SimilarTo): boolean {
  if (definition?.include.some((one) => similarTo(one) >= MIN_WORTH_COMPARING)) return true
  const byName = similarTo(nameVector)
  const byMembers = members.size > 0 ? similarTo(sum) / members.size : THEME_SCORE.nameWithoutMembers * byName
  return byMembers + THEME_SCORE.name * byName + THEME_SCORE.words >= MIN_WORTH_COMPARING
}

/** Undefined if it stays where it is, or goes where its theme was merged. */
export function planMove(
  insight: PlacedInsight,
  compared: ComparedInsight,
  change: ThemesChange,
): ThemeMove | undefined {
  const { changed, before, after } = change
  const remaining = remainingThemes(insight, change)
  const to = sureThemes(after, compared)
  const isHomeless = insight.themes.length > 0 && remaining.length === 0
  if (!isHomeless) {
    const was = new Set(sureThemes(before, compared).map(({ theme }) => theme))
    const isGained = to.some(({ theme }) => changed.has(theme) && !was.has(theme) && !remaining.includes(theme))
    const isLost = remaining.some(
      (theme) =>
        changed.has(theme) &&
        to.every((fit) => fit.theme !== theme) &&
        (was.has(theme) || isExcludedAnew(theme, compared.similarTo, change)),
    )
    if (!isGained && !isLost) return undefined
  }
  return { ...insight, to, suggestions: to.length > 0 ? [] : suggestedThemes(after, compared) }
}

function isExcludedAnew(theme: string, similarTo: SimilarTo, { before, after }: ThemesChange): boolean {
  const excludes = (profiles: readonly ThemeProfile[]) => {
    const definition = profiles.find((profile) => profile.theme === theme)?.definition
    return definition !== undefined && isExcluded(similarTo, definition)
  }
  return excludes(after) && !excludes(before)
}

const suggestedThemes = (profiles: readonly ThemeProfile[], compared: ComparedInsight) =>
  rankThemes(profiles, compared)
    .slice(0, MAX_THEME_SUGGESTIONS)
    .filter(({ confidence }) => confidence >= MIN_SUGGESTION_CONFIDENCE)
    .map(({ theme, confidence }) => ({ theme, confidence: Math.round(confidence * 100) / 100 }))
