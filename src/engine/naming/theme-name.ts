import {
  MIN_AREA_SHARE,
  MIN_BANK_TOPIC,
  MIN_BANK_TOPIC_ALONE,
  MIN_PHRASE_OF_MOST,
  MIN_THEME_PHRASE,
  MIN_THEME_PHRASE_OF_TWO,
} from '#engine/thresholds/themes.ts'
import type { TopicPhrase } from './group-phrases.ts'
import type { GroupTopic, TopicArea } from './group-topics.ts'
import { keyOfWord } from './noun-phrases.ts'
import type { SharedTopic } from './shared-topics.ts'
import { wordingIn } from './wordings.ts'

/* Names that a theme can have, the best first. */

/** `area`: the product area that the name is; `topic`: the one of the topic bank. */
export type ThemeName = { name: string; area: string | null; topic: number | null }

type Limits = { count: number; share: number; similarity: number; similarityOfWord: number }

const areaName = ({ name }: TopicArea, language: string): ThemeName => ({
  name: wordingIn('areas', language, name) ?? name,
  area: name,
  topic: null,
})

/** “Support” is no theme beside “Support and help”. */
const isPartOf = (phrase: string, area: TopicArea | undefined) =>
  area?.name.split(' ').some((word) => keyOfWord(word) === phrase) ?? false

/**
 * Phrases that members use and topics of the bank whose words they use, in one list by how many do and how near the
 * name is to them; else what most of them say; else what two of them say; else their product area.
 */
export function themeNames({ phrases, topics, area, language }: GroupTopic): ThemeName[] {
  const byScore = (names: ScoredName[]) => names.sort((a, b) => b.score - a.score)
  const those = (isEnough: (one: TopicPhrase) => boolean) =>
    phrases.filter(isEnough).map((one) => ofPhrase(one, area, language))
  const strong = byScore([
    ...those((one) => isShared(one, MIN_THEME_PHRASE)),
    ...topics.filter(isSupported).map(ofTopic),
  ])
  const most = byScore(those(isOfMost))
  const weak = byScore(those((one) => isShared(one, MIN_THEME_PHRASE_OF_TWO)))
  const areas = area && area.share >= MIN_AREA_SHARE ? [areaName(area, language)] : []
  const all = [...([strong, most].find((names) => names.length > 0) ?? weak).map(({ name }) => name), ...areas]
  return all.filter(({ name }, n) => all.findIndex((other) => other.name === name) === n)
}

const isShared = ({ key, count, share, similarity }: TopicPhrase, min: Limits) =>
  count >= min.count && share >= min.share && similarity >= (key.includes(' ') ? min.similarity : min.similarityOfWord)

/** A word that most members use, and few others, names them also where it is not near to them: “Lift”. */
const isOfMost = ({ count, share, purity, similarity }: TopicPhrase) =>
  count >= MIN_PHRASE_OF_MOST.count &&
  share >= MIN_PHRASE_OF_MOST.share &&
  purity >= MIN_PHRASE_OF_MOST.purity &&
  similarity >= MIN_PHRASE_OF_MOST.similarity

/** The nearer the name of a topic is to the members, the fewer of them need to use its words. */
const isSupported = ({ count, share, similarity, isOfKind }: SharedTopic) =>
  MIN_BANK_TOPIC.some((min) => count >= min.count && share >= min.share && similarity >= min.similarity) ||
  (!isOfKind && similarity >= MIN_BANK_TOPIC_ALONE)

type ScoredName = { name: ThemeName; score: number }

const shareExponent = 0.4
const lengthFactor = { word: 0.85, words: 1.1, topic: 1 }

const ofPhrase = (phrase: TopicPhrase, area: TopicArea | undefined, language: string): ScoredName => ({
  name: isPartOf(phrase.key, area) ? areaName(area!, language) : { name: phrase.name, area: null, topic: null },
  score:
    (phrase.key.includes(' ') ? lengthFactor.words : lengthFactor.word) *
    phrase.share ** shareExponent *
    phrase.similarity,
})

const ofTopic = ({ name, topic, share, similarity }: SharedTopic): ScoredName => ({
  name: { name, area: null, topic },
  score: lengthFactor.topic * (share + 0.1) ** shareExponent * similarity,
})
