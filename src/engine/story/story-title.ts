import { namedThemes } from '#engine/naming/named-themes.ts'
import {
  MAX_NAMED_THEMES,
  MAX_STORY_TITLE_LENGTH,
  MAX_TITLE_POINTS,
  MIN_TITLE_SHARE,
} from '#engine/thresholds/stories.ts'
import type { Values } from '#i18n/fill.ts'
import { countEvidenceContacts, countPeople, unitOf } from './count-evidence.ts'
import { isRequest } from './kinds.ts'
import { countValues, shareInWords } from './phrases.ts'
import type { SentenceKey, Sentences } from './sentences.ts'
import { mainTheme, themeOf, underTheme } from './themes-of.ts'
import type { Evidence, StoryFinding } from './types.ts'

/**
 * The title of a story: the first finding and how many support it; where few do, what the evidence is about; and where
 * that has no name, or there are few findings, the first and how many points follow.
 */
export function storyTitle(
  sentences: Sentences,
  insights: readonly Evidence[],
  findings: readonly StoryFinding[],
): string {
  const [first, ...others] = findings as [StoryFinding, ...StoryFinding[]]
  const { point, members } = first
  const people = countPeople(members)
  if (people > 1 && people >= MIN_TITLE_SHARE * countPeople(insights))
    return shortenedTitle(sentences, isRequest(point, members) ? 'title_request' : 'title_shared', {
      point,
      share: shareInWords(sentences, members, insights),
    })
  const topics = findings.length > MAX_TITLE_POINTS ? topicsInWords(sentences, insights) : undefined
  const [all, customers] = [insights.length, countEvidenceContacts(insights)]
  if (topics !== undefined)
    return unitOf(insights) === 'customer'
      ? shortenedTitle(sentences, 'title_topics_from', { point: topics, insights: all, customers })
      : shortenedTitle(sentences, 'title_topics', { point: topics, insights: all })
  const theme = themeOf(first)
  const isMain = insights.length > 1 && theme === mainTheme(insights)
  const named = isMain ? underTheme(sentences, theme, point) : point
  return others.length === 0
    ? shortenedTitle(sentences, 'title_alone', { point: named })
    : shortenedTitle(sentences, 'title_with_more', { point: named, n: others.length })
}

/** “Reminders, Sign-in and more”: themes of several insights, the main one alone where there is one. */
function topicsInWords({ say, list }: Sentences, insights: readonly Evidence[]): string | undefined {
  const main = mainTheme(insights)
  const several = countValues(insights.flatMap(namedThemes)).filter(([, count]) => count > 1)
  const themes = main === null ? several.slice(0, MAX_NAMED_THEMES).map(([theme]) => theme) : [main]
  if (themes.length === 0) return undefined
  const areAll = insights.every((one) => namedThemes(one).some((theme) => themes.includes(theme)))
  return list(areAll ? themes : [...themes, say('other_topics')])
}

type Title = Extract<SentenceKey, `title_${string}`>

/** The point is cut so that all has room. */
function shortenedTitle({ say }: Sentences, title: Title, values: Values & { point: string }): string {
  const { point } = values
  const room = MAX_STORY_TITLE_LENGTH - say(title, { ...values, point: '' }).length
  return say(title, {
    ...values,
    point: point.length > room ? `${[...point].slice(0, room - 1).join('')}…` : point,
  })
}
