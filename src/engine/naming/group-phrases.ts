import {
  MAX_PHRASE_CANDIDATES,
  MAX_PHRASE_WORDS,
  MENTION_BONUS,
  MIN_LONGER_PHRASE_SHARE,
  MIN_PHRASE_MEMBERS,
  MIN_PLURAL_SHARE,
  TOPIC_PHRASE_EXPONENTS,
  TOPIC_PHRASE_LENGTH_FACTOR,
} from '#engine/thresholds/names.ts'
import { dotRows, type Matrix } from '#engine/vectors/matrix.ts'
import type { EmbedPhrases, MemberInLanguage } from './naming.ts'
import { isPlural, keyOfPhrase, keyOfWords, type NounPhrase, nounPhrases } from './noun-phrases.ts'
import { sentenceCase } from './sentence-case.ts'

/* Phrases that members of a group use, and how well each of them names it. */

/**
 * `count` and `share`: of the group's members that use the phrase; `purity`: of those who use it, the share in the
 * group; `similarity`: to the group's centroid.
 */
export type TopicPhrase = {
  name: string
  /** As most members write it. */
  spelling: string
  key: string
  count: number
  share: number
  purity: number
  similarity: number
  score: number
}

type Candidate = {
  spellings: Map<string, number>
  groups: Map<number, number>
  mentions: Map<number, number>
  languages: Map<string, number>
  uses: number
}

const increment = <Key>(counts: Map<Key, number>, key: Key, by = 1) => counts.set(key, (counts.get(key) ?? 0) + by)

/** Phrases of a member: noun phrases of an English text, and the words that the model has marked. */
function phrasesOf({ text, mention, language }: MemberInLanguage) {
  const own = language === 'en' ? nounPhrases(text) : []
  const marked = mention === null ? [] : phrasesOfMention(mention, own.length > 0)
  const known = new Set(own.map(({ key }) => key))
  return {
    phrases: [...own, ...marked.filter(({ key }) => !known.has(key))],
    mentioned: new Set(marked.map(({ key }) => key)),
  }
}

function phrasesOfMention(mention: string, inEnglish: boolean): NounPhrase[] {
  if (inEnglish) return nounPhrases(mention)
  const phrase = keyOfPhrase(mention)
  return phrase ? [phrase] : []
}

function candidatesOf(members: readonly MemberInLanguage[]): Map<string, Candidate> {
  const all = new Map<string, Candidate>()
  const byLanguage = phrasesByLanguage(members)
  for (const member of members) {
    const { phrases, mentioned } = phrasesOf(member)
    const spellings = new Map(phrases.map(({ key, text }) => [key, text]))
    const contained = containedPhrases(member.text, byLanguage.get(member.language)!)
    for (const key of new Set([...spellings.keys(), ...contained])) {
      let one = all.get(key)
      if (!one) all.set(key, (one = emptyCandidate()))
      if (spellings.has(key)) increment(one.spellings, spellings.get(key)!)
      increment(one.languages, member.language)
      increment(one.groups, member.group)
      if (mentioned.has(key)) increment(one.mentions, member.group)
      one.uses++
    }
  }
  return all
}

/** Phrases of any text by language: other texts use them as part of longer ones, “lift” in “lift queue”. */
function phrasesByLanguage(members: readonly MemberInLanguage[]): Map<string, Set<string>> {
  const byLanguage = Map.groupBy(members, ({ language }) => language)
  return new Map(
    [...byLanguage].map(([language, own]) => [
      language,
      new Set(own.flatMap((member) => phrasesOf(member).phrases).map(({ key }) => key)),
    ]),
  )
}

/** Those whose words follow each other in a text. */
function containedPhrases(text: string, phrases: ReadonlySet<string>): string[] {
  const words = keyOfWords(text).split(' ')
  const found: string[] = []
  for (let at = 0; at < words.length; at++)
    for (let count = 1; count <= MAX_PHRASE_WORDS; count++) {
      const key = words.slice(at, at + count).join(' ')
      if (phrases.has(key)) found.push(key)
    }
  return found
}

const emptyCandidate = (): Candidate => ({
  spellings: new Map(),
  groups: new Map(),
  mentions: new Map(),
  languages: new Map(),
  uses: 0,
})

/** For each group, the best first. */
export async function groupPhrases(
  members: readonly MemberInLanguage[],
  language: string,
  centroids: Matrix,
  embedPhrases: EmbedPhrases,
): Promise<TopicPhrase[][]> {
  const sizes = new Float64Array(centroids.count)
  for (const { group } of members) sizes[group]! += 1
  const candidates = phraseCandidates(members, language)
  const vectors = await embedPhrases(candidates.map(({ name }) => name))
  const phrases: TopicPhrase[][] = Array.from({ length: centroids.count }, () => [])
  for (const [n, { key, name, groups, mentions, uses }] of candidates.entries()) {
    for (const [group, count] of groups) {
      if (count < Math.min(MIN_PHRASE_MEMBERS, sizes[group]!)) continue
      const share = count / sizes[group]!
      const purity = count / uses
      const similarity = dotRows(vectors, n, centroids, group)
      const score =
        share ** TOPIC_PHRASE_EXPONENTS.share *
        purity ** TOPIC_PHRASE_EXPONENTS.purity *
        Math.max(0.01, similarity) ** TOPIC_PHRASE_EXPONENTS.similarity *
        TOPIC_PHRASE_LENGTH_FACTOR[key.split(' ').length]! *
        (1 + (MENTION_BONUS * (mentions.get(group) ?? 0)) / count)
      phrases[group]!.push({ name: sentenceCase(name), spelling: name, key, count, share, purity, similarity, score })
    }
  }
  return phrases.map((list) => withoutParts(list.sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))))
}

/** The phrases that most use, mostly in texts of the language that names are in. */
export const phraseCandidates = (members: readonly MemberInLanguage[], language: string) =>
  [...candidatesOf(members)]
    .filter(([, { uses, languages }]) => uses >= MIN_PHRASE_MEMBERS && 2 * (languages.get(language) ?? 0) >= uses)
    .sort((a, b) => b[1].uses - a[1].uses || (a[0] < b[0] ? -1 : 1))
    .slice(0, MAX_PHRASE_CANDIDATES)
    .map(([key, candidate]) => ({ key, name: spellingOf(candidate.spellings), ...candidate }))

/** What can be counted is named in the plural: “Holds”; what hardly anybody uses in the plural is not: “Delivery”. */
function spellingOf(spellings: ReadonlyMap<string, number>): string {
  const plurals = new Map([...spellings].filter(([spelling]) => isPlural(spelling)))
  const uses = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0)
  return mostUsed(uses(plurals) >= MIN_PLURAL_SHARE * uses(spellings) ? plurals : spellings)
}

const mostUsed = (counts: ReadonlyMap<string, number>) =>
  [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]![0]

/** A phrase that mostly occurs inside a longer one is replaced by it: “slot” by “delivery slot”. */
function withoutParts(sorted: readonly TopicPhrase[]): TopicPhrase[] {
  return sorted.filter(
    (one) =>
      !sorted.some(
        (other) =>
          other !== one &&
          ` ${other.key} `.includes(` ${one.key} `) &&
          other.count >= MIN_LONGER_PHRASE_SHARE * one.count,
      ),
  )
}
