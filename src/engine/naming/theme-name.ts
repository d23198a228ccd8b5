import {
  MIN_AREA_SHARE,
  MIN_THEME_PHRASE,
  MIN_WEAK_AREA_SHARE,
  MIN_WEAK_THEME_PHRASE,
} from '#engine/thresholds/themes.ts'
import type { GroupTopic, TopicArea, TopicPhrase } from './group-topics.ts'
import { keyOfWord } from './noun-phrases.ts'

/* Names that a theme can have, the best first. */

/** `area`: the product area that the name is. */
export type ThemeName = { name: string; area: string | null }

const areaName = ({ name }: TopicArea): ThemeName => ({ name, area: name })

/** “Support” is no theme beside “Support and help”. */
const isPartOf = (phrase: string, area: TopicArea | undefined) =>
  area?.name.split(' ').some((word) => keyOfWord(word) === phrase) ?? false

/** The phrase that many members use, the area of many, the phrases and the area of some. */
export function themeNames({ phrases, area }: GroupTopic): ThemeName[] {
  const fits = (phrase: TopicPhrase, min: typeof MIN_THEME_PHRASE) =>
    phrase.count >= min.count && phrase.share >= min.share && phrase.similarity >= min.similarity
  const byPhrase = (min: typeof MIN_THEME_PHRASE) =>
    phrases
      .filter((phrase) => fits(phrase, min))
      .map(({ name, key }) => (isPartOf(key, area) ? areaName(area!) : { name, area: null }))
  const byArea = (min: number): ThemeName[] => (area && area.share >= min ? [areaName(area)] : [])
  return [
    ...byPhrase(MIN_THEME_PHRASE).slice(0, 1),
    ...byArea(MIN_AREA_SHARE),
    ...byPhrase(MIN_WEAK_THEME_PHRASE).slice(0, 2),
    ...byArea(MIN_WEAK_AREA_SHARE),
  ]
}
