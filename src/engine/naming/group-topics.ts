import { dotRows, type Matrix } from '#engine/vectors/matrix.ts'
import { isEnglish } from '#engine/text/detect-language.ts'
import {
  AREA_VOTE_EXPONENT,
  MAX_PHRASE_CANDIDATES,
  MENTION_BONUS,
  MIN_LONGER_PHRASE_SHARE,
  MIN_PHRASE_MEMBERS,
  TOPIC_PHRASE_EXPONENTS,
  TOPIC_PHRASE_LENGTH_FACTOR,
} from '#engine/thresholds/names.ts'
import { keyOfPhrase, type NounPhrase, nounPhrases } from './noun-phrases.ts'
import { sentenceCase } from './sentence-case.ts'

/* What the members of a group have in common: a phrase that they use, and the product area that they belong to. */

export type TopicMember = {
  text: string
  mention: string | null
  area: { name: string; probability: number } | null
  group: number
}
/** `count` and `share`: of the group's members that use the phrase; `similarity`: to the group's centroid. */
export type TopicPhrase = {
  name: string
  /** As most members write it. */
  spelling: string
  key: string
  count: number
  share: number
  similarity: number
  score: number
}
/** `share`: of the group that belongs to the area, weighted by its probability. */
export type TopicArea = { name: string; share: number }
export type GroupTopic = { phrases: TopicPhrase[]; area: TopicArea | undefined }

type Candidate = {
  spellings: Map<string, number>
  groups: Map<number, number>
  mentions: Map<number, number>
  uses: number
}

const increment = <Key>(counts: Map<Key, number>, key: Key, by = 1) => counts.set(key, (counts.get(key) ?? 0) + by)

/** Phrases of a member: noun phrases of an English text, and the words that the model has marked. */
function phrasesOf({ text, mention }: TopicMember): { phrases: NounPhrase[]; mentioned: ReadonlySet<string> } {
  const own = isEnglish(text) ? nounPhrases(text) : []
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

function candidatesOf(members: readonly TopicMember[]): Map<string, Candidate> {
  const all = new Map<string, Candidate>()
  for (const member of members) {
    const { phrases, mentioned } = phrasesOf(member)
    for (const { key, text } of phrases) {
      let one = all.get(key)
      if (!one) all.set(key, (one = { spellings: new Map(), groups: new Map(), mentions: new Map(), uses: 0 }))
      increment(one.spellings, text)
      increment(one.groups, member.group)
      if (mentioned.has(key)) increment(one.mentions, member.group)
      one.uses++
    }
  }
  return all
}

/** Centered vectors of phrases. */
export type EmbedPhrases = (phrases: readonly string[]) => Promise<Matrix>

/** Row g of `centroids` belongs to group g. The best phrases of a group first. */
export async function groupTopics(
  members: readonly TopicMember[],
  centroids: Matrix,
  embedPhrases: EmbedPhrases,
): Promise<GroupTopic[]> {
  const sizes = new Float64Array(centroids.count)
  for (const { group } of members) sizes[group]! += 1
  const candidates = mostUsedCandidates(candidatesOf(members))
  const vectors = await embedPhrases(candidates.map(({ name }) => name))
  const phrases: TopicPhrase[][] = Array.from({ length: centroids.count }, () => [])
  for (const [n, { key, name, groups, mentions, uses }] of candidates.entries()) {
    for (const [group, count] of groups) {
      if (count < Math.min(MIN_PHRASE_MEMBERS, sizes[group]!)) continue
      const share = count / sizes[group]!
      const similarity = dotRows(vectors, n, centroids, group)
      const score =
        share ** TOPIC_PHRASE_EXPONENTS.share *
        (count / uses) ** TOPIC_PHRASE_EXPONENTS.purity *
        Math.max(0.01, similarity) ** TOPIC_PHRASE_EXPONENTS.similarity *
        TOPIC_PHRASE_LENGTH_FACTOR[key.split(' ').length]! *
        (1 + (MENTION_BONUS * (mentions.get(group) ?? 0)) / count)
      phrases[group]!.push({ name: sentenceCase(name), spelling: name, key, count, share, similarity, score })
    }
  }
  return phrases.map((list, group) => ({
    phrases: withoutParts(list.sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))),
    area: mainArea(members.filter((member) => member.group === group)),
  }))
}

function mostUsedCandidates(all: ReadonlyMap<string, Candidate>) {
  return [...all]
    .filter(([, { uses }]) => uses >= MIN_PHRASE_MEMBERS)
    .sort((a, b) => b[1].uses - a[1].uses || (a[0] < b[0] ? -1 : 1))
    .slice(0, MAX_PHRASE_CANDIDATES)
    .map(([key, candidate]) => ({ key, name: mostUsed(candidate.spellings), ...candidate }))
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

function mainArea(members: readonly TopicMember[]): TopicArea | undefined {
  const votes = new Map<string, number>()
  for (const { area } of members)
    if (area && area.name !== 'Other') increment(votes, area.name, area.probability ** AREA_VOTE_EXPONENT)
  const [best] = [...votes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return best && { name: best[0], share: best[1] / members.length }
}
