import { mostCommon } from '#engine/most-common.ts'
import { namedThemes } from '#engine/naming/named-themes.ts'
import { keyOfWord } from '#engine/naming/noun-phrases.ts'
import { MIN_MAIN_THEME_SHARE } from '#engine/thresholds/stories.ts'
import type { Sentences } from './sentences.ts'
import type { Evidence, StoryFinding } from './types.ts'

export const themeOf = ({ source }: StoryFinding): string | null => namedThemes(source)[0] ?? null

/** The theme of most of the evidence, which findings need not repeat. */
export function mainTheme(insights: readonly Evidence[]): string | null {
  const theme = mostCommon(insights.flatMap(namedThemes))
  const count = insights.filter((one) => namedThemes(one).includes(theme ?? '')).length
  return theme !== undefined && count >= MIN_MAIN_THEME_SHARE * insights.length ? theme : null
}

const keysOf = (text: string) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).map(keyOfWord)

/** “Reminders: Sent at night”, but not “Reminders: Reminders are sent at night”. */
export function underTheme({ say }: Sentences, theme: string | null, point: string): string {
  if (theme === null) return point
  const words = new Set(keysOf(point))
  return keysOf(theme).every((word) => words.has(word)) ? point : say('under_theme', { theme, point })
}
