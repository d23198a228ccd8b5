import {
  MAX_POINT_WORDS,
  MIN_AREA_OF_SUBTHEME,
  MIN_SHARED_PHRASE,
  MIN_WEAK_SHARED_PHRASE,
  NAME_PENALTY,
  TOPIC_IN_NAME_BONUS,
} from '#engine/thresholds.ts'
import type { GroupTopic, TopicPhrase } from './group-topics.ts'
import { containsPhrase, keyOfWord } from './noun-phrases.ts'

/* Names a subtheme: what its members are about, and the point that most of them make. */

/** Names that begin with a pronoun or refer to something said before do not read well alone. */
const pronoun =
  /^(i|we|my|our|me|us|it|its|this|that|these|those|they|them|he|she|you|your|nobody|everybody|here|there|one|which|who|then|so|and|but|or|because)\b/i
const greeting =
  /^(?:thanks?|thank you|hi|hello|hey|dear|re:?|fwd?:?|ticket|agent|customer|kind regards|best|cheers|regards|sincerely)\b/i

export type NamedMember = { name: string; similarity: number }

/** The member whose name says best what the group says: near to its centre, short, and readable alone. */
export function typicalMember<M extends NamedMember>(members: readonly M[], topic: string | undefined): M {
  const score = ({ name, similarity }: M) => {
    const words = name.split(' ').length
    return (
      similarity -
      (pronoun.test(name) ? NAME_PENALTY.pronoun : 0) -
      (greeting.test(name) ? 1 : 0) -
      (/["“”*@#<>{}[\]|]|\d{3,}/.test(name) ? NAME_PENALTY.marks : 0) +
      (topic && containsPhrase(name, topic) ? TOPIC_IN_NAME_BONUS : 0) -
      NAME_PENALTY.extraWord * Math.max(0, words - NAME_PENALTY.freeWords) -
      (words < NAME_PENALTY.minWords ? NAME_PENALTY.tooShort : 0)
    )
  }
  return members.reduce((best, one) => (score(one) > score(best) ? one : best))
}

/** The phrase that enough members share, else the area of most; undefined where they share none. */
export function topicName({ phrases, area }: GroupTopic): string | undefined {
  const isShared = ({ share, similarity }: TopicPhrase, min: typeof MIN_SHARED_PHRASE) =>
    share >= min.share && similarity >= min.similarity
  const phrase =
    phrases.find((one) => isShared(one, MIN_SHARED_PHRASE)) ??
    phrases.find((one) => isShared(one, MIN_WEAK_SHARED_PHRASE))
  return phrase?.name ?? (area && area.share >= MIN_AREA_OF_SUBTHEME ? area.name : undefined)
}

/** “Calendar sync: events appear an hour late”; without a topic in common, the point alone. */
export function subthemeName(topic: string | undefined, point: string): string {
  if (topic === undefined) return point
  const plain = withoutTopic(point.replace(/[\s.!?…,;:]+$/u, ''), topic)
  const words = plain.split(' ')
  const short = words.slice(0, MAX_POINT_WORDS).join(' ')
  return `${topic}: ${lowerFirst(words.length > MAX_POINT_WORDS ? `${short} …` : short)}`
}

const article = /^(?:the|a|an|my|our|your|their|this|that|these|those|no|some|any)\s+/i

/** “Refunds take three weeks” under “Refunds” is “take three weeks”. */
function withoutTopic(point: string, topic: string): string {
  const isNegated = /^no\s/i.test(point)
  const bare = point.replace(article, '')
  const topicWords = topic.split(' ')
  const own = bare.split(' ')
  const begins = topicWords.every((word, n) => own[n] !== undefined && keyOfWord(own[n]!) === keyOfWord(word))
  return begins && !isNegated && own.length - topicWords.length >= 2 ? own.slice(topicWords.length).join(' ') : point
}

/** Acronyms, “I” and names with capitals inside keep theirs. */
function lowerFirst(text: string): string {
  const [first = ''] = text.split(' ')
  return /^(?:I|I['’].*|\p{Lu}[\p{Lu}\d].*|\p{Lu}\p{Ll}+\p{Lu}.*)$/u.test(first)
    ? text
    : text.charAt(0).toLowerCase() + text.slice(1)
}
