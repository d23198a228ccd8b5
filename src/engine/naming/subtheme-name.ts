import { MIN_SHARED_PHRASE, MIN_WEAK_SHARED_PHRASE } from '#engine/thresholds/subthemes.ts'
import { MIN_AREA_OF_SUBTHEME } from '#engine/thresholds/themes.ts'
import { MIN_SECOND_PHRASE, SHARED_POINT_BONUS, TOPIC_IN_NAME_BONUS } from '#engine/thresholds/names.ts'
import { capitalized } from '#engine/text/capitalized.ts'
import { isEnglish } from '#engine/text/detect-language.ts'
import { taggedWords } from '#engine/text/parts-of-speech.ts'
import type { GroupTopic, TopicPhrase } from './group-topics.ts'
import { containsPhrase, keyOfWord } from './noun-phrases.ts'
import { namePenalty, otherLanguagePenalties, sharedWordBonuses } from './point-quality.ts'
import { sentenceCase } from './sentence-case.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'

/* Names a subtheme: what its members are about, and the point that most of them make. */

/** `share`: of the other members, those that make the same point. */
export type NamedMember = { name: string; similarity: number; share: number }

/** The member whose name says best what the group says: near to its centre, in words of the others, readable alone. */
export function typicalMember<M extends NamedMember>(members: readonly M[], topic: string | undefined): M {
  const names = members.map(({ name }) => name)
  const shared = sharedWordBonuses(names)
  const foreign = otherLanguagePenalties(names)
  const scored = members.map((member, n) => ({
    member,
    score:
      member.similarity +
      SHARED_POINT_BONUS * member.share +
      shared[n]! +
      (topic && containsPhrase(member.name, topic) ? TOPIC_IN_NAME_BONUS : 0) -
      namePenalty(member.name) -
      foreign[n]!,
  }))
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).member
}

/** The phrase that enough members share, else the area of most; undefined where they share none. */
export function topicName({ phrases, area }: GroupTopic, members: number): string | undefined {
  const isShared = ({ share, similarity }: TopicPhrase, min: typeof MIN_SHARED_PHRASE) =>
    share >= min.share && similarity >= min.similarity
  const phrase =
    phrases.find((one) => isShared(one, MIN_SHARED_PHRASE)) ??
    phrases.find((one) => isShared(one, MIN_WEAK_SHARED_PHRASE))
  const minAreaShare = members <= MIN_AREA_OF_SUBTHEME.fewMembers ? MIN_AREA_OF_SUBTHEME.few : MIN_AREA_OF_SUBTHEME.many
  return phrase?.name ?? (area && area.share >= minAreaShare ? area.name : undefined)
}

/** “Calendar sync: events appear an hour late”. */
export function subthemeName(topic: string, point: string): string {
  const plain = point.replace(/(?<![\s.!?…,;:])[\s.!?…,;:]+$/u, '').replace(/^(?:and|but|or|so)\s+/i, '')
  const subject = topicAsSubject(plain, topic)
  if (subject && isPartOfSubject(plain, subject)) return capitalized(plain.replace(article, ''))
  return subject ? `${sentenceCase(subject.topic)}: ${subject.rest}` : `${topic}: ${lowerFirst(plain)}`
}

const kindOf: Partial<Record<Sentiment, string>> = { NEGATIVE: 'complaints', POSITIVE: 'praise' }

/** Names of a group whose members share a topic and no point: “Wages: labour cost”, “Wages: complaints”. */
export function topicNames(topic: string, phrases: readonly TopicPhrase[], sentiment: Sentiment | undefined): string[] {
  const own = new Set(topic.toLowerCase().split(' ').map(keyOfWord))
  const second = phrases.find(
    ({ key, share, similarity }) =>
      share >= MIN_SECOND_PHRASE.share &&
      similarity >= MIN_SECOND_PHRASE.similarity &&
      !key.split(' ').some((word) => own.has(word)),
  )
  const kind = sentiment && kindOf[sentiment]
  return [...(second ? [`${topic}: ${second.spelling}`] : []), ...(kind ? [`${topic}: ${kind}`] : []), topic]
}

const article = /^(?:the|a|an|my|our|your|their|this|that|these|those|some|any)\s+/i

const copula = /^(?:is|are|was|were)\s+(?!(?:it|there|the|this|that)\b)/i

/** “Recording with guests drops out”, “The feed redirect fails”: the subject goes on after the topic. */
function isPartOfSubject(point: string, { rest }: { rest: string }): boolean {
  const words = taggedWords(point)
  const next = words.length - taggedWords(rest).length
  return ['ADP', 'NOUN'].includes(words[next]?.pos ?? '')
}

/** “Refunds take three weeks” about a refund is “Refunds: take three weeks”; “Search is slow” is “Search: slow”. */
function topicAsSubject(point: string, topic: string): { topic: string; rest: string } | undefined {
  const own = point.replace(article, '').split(' ')
  const words = topic.split(' ')
  const begins = words.every((word, n) => own[n] !== undefined && keyOfWord(own[n]!) === keyOfWord(word))
  if (!begins || own.length - words.length < 2) return undefined
  return { topic: own.slice(0, words.length).join(' '), rest: own.slice(words.length).join(' ').replace(copula, '') }
}

/**
 * Acronyms, “I”, names and names with capitals inside keep theirs, and all words of languages that capitalize nouns.
 */
function lowerFirst(text: string): string {
  const [first = ''] = text.split(' ')
  const keepsCapital = /^(?:I|I['’].*|\p{Lu}[\p{Lu}\d].*|\p{Lu}\p{Ll}+\p{Lu}.*)$/u.test(first)
  const lower = text.charAt(0).toLowerCase() + text.slice(1)
  const isProperName = [text, lower].every((one) => ['PROPN', 'NOUN'].includes(taggedWords(one)[0]?.pos ?? ''))
  return keepsCapital || isProperName || !isEnglish(text) ? text : lower
}
