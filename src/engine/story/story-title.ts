import { namedThemes } from '#engine/naming/named-themes.ts'
import { pluralize } from '#engine/text/pluralize.ts'
import {
  MAX_NAMED_THEMES,
  MAX_STORY_TITLE_LENGTH,
  MAX_TITLE_POINTS,
  MIN_TITLE_SHARE,
} from '#engine/thresholds/stories.ts'
import { countPeople, unitOf } from './count-evidence.ts'
import { isRequest } from './kinds.ts'
import { countInWords, countValues, joinWithAnd, shareInWords } from './phrases.ts'
import { mainTheme, themeOf, underTheme } from './themes-of.ts'
import type { Evidence, StoryFinding } from './types.ts'

/**
 * The title of a story: the first finding and how many support it; where few do, what the evidence is about; and where
 * that has no name, or there are few findings, the first and how many points follow.
 */
export function storyTitle(insights: readonly Evidence[], findings: readonly StoryFinding[]): string {
  const [first, ...others] = findings as [StoryFinding, ...StoryFinding[]]
  const { point, members } = first
  const people = countPeople(members)
  if (people > 1 && people >= MIN_TITLE_SHARE * countPeople(insights))
    return shortenedTitle(
      point,
      ` (${isRequest(point, members) ? 'requested by ' : ''}${shareInWords(members, insights)})`,
    )
  const topics = findings.length > MAX_TITLE_POINTS ? topicsInWords(insights) : undefined
  if (topics !== undefined) return shortenedTitle(topics, `: ${countOf(insights)}`)
  const theme = themeOf(first)
  const isMain = insights.length > 1 && theme === mainTheme(insights)
  const suffix = others.length === 0 ? '' : ` (and ${pluralize(others.length, 'more point')})`
  return shortenedTitle(isMain ? underTheme(theme, point) : point, suffix)
}

/** “Reminders, Sign-in and more”: themes of several insights, the main one alone where there is one. */
function topicsInWords(insights: readonly Evidence[]): string | undefined {
  const main = mainTheme(insights)
  const several = countValues(insights.flatMap(namedThemes)).filter(([, count]) => count > 1)
  const themes = main === null ? several.slice(0, MAX_NAMED_THEMES).map(([theme]) => theme) : [main]
  if (themes.length === 0) return undefined
  const areAll = insights.every((one) => namedThemes(one).some((theme) => themes.includes(theme)))
  return joinWithAnd(areAll ? themes : [...themes, 'more'])
}

/** “9 insights from 8 customers” */
const countOf = (insights: readonly Evidence[]) =>
  unitOf(insights) === 'customer'
    ? `${pluralize(insights.length, 'insight')} from ${countInWords(insights)}`
    : pluralize(insights.length, 'insight')

function shortenedTitle(point: string, suffix: string): string {
  const room = MAX_STORY_TITLE_LENGTH - suffix.length
  return `${point.length > room ? `${[...point].slice(0, room - 1).join('')}…` : point}${suffix}`
}
