import { asMatrix, dotRows, type Matrix, rowOf, vectorLength } from '#engine/clustering/matrix.ts'
import {
  FULL_PHRASE_SHARE,
  LARGE_GROUP_SIZE,
  MAX_CATCH_ALL_COHERENCE,
  MAX_PHRASE_TEXT_LENGTH,
  MAX_PHRASE_WORDS,
  MIN_CATCH_ALL_SIZE,
  MIN_LONGER_PHRASE_SHARE,
  MIN_LONGER_PHRASE_SHARE_OF_WORD,
  OPINION_PHRASE_FACTOR,
  PHRASE_EXPONENTS,
  PHRASE_LENGTH_FACTOR,
} from '#engine/thresholds.ts'
import { sentenceCase } from './sentence-case.ts'

/* Names groups by phrases of their members: frequent inside, rare outside, and similar to the centroid. */

const stopWords = new Set(
  `a an the and or but if of at by for with about to from in on off over under again then once here there all any
  both each few more most other some such no nor not only own same so than too very can will just don should now
  is are was were be been being have has had having do does did doing i me my we our you your he him his she her
  it its they them their what which who whom this that these those am as until while because through into up down
  out when where why how also get gets got would could may might must shall ive im id cant dont doesnt didnt wont
  isnt wasnt whats thats youre theyre lets let us one two even still ever much many really please thanks thank hi
  hello hey need needs want wants like make makes made way thing things lot always never every something anything
  everything nothing someone use using used after before since know think say said see look going go goes went
  come keep keeps seem seems try tried trying app product tool software nobody everybody somebody anybody else
  already instead whole half three four five six seven eight nine ten twelve twenty thirty forty fifty hundred
  thousand dozen third second first last next able cannot without until whenever across among between during today
  yesterday tomorrow day days week weeks month months year years hour hours minute minutes time times moment
  morning hand hands people person colleague colleagues costs cost works work working done missed afraid lives
  become becomes take takes took give gives tell tells told telling sends sent asks asked helps helped stays
  stayed miss misses shows showed customer customers company team teams department departments everyone wait waits
  waited waiting monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday
  saturdays sunday sundays 'm 're 've 's 'd 'll n't hasn haven isn doesn didn wasn won couldn wouldn shouldn aren
  im yes ok okay etc per via`.split(/\s+/),
)
const opinionWords = new Set(
  `good great bad nice best worst better worse love hate terrible awful amazing awesome horrible excellent perfect
  annoying frustrating frustrated useless happy sad pretty super actually totally absolutely completely definitely
  probably maybe stupid ridiculous fantastic wonderful poor cool easy hard simple slow fast new old big small`.split(
    /\s+/,
  ),
)

type Word = { text: string; key: string }

const keyOf = (word: string) =>
  word
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replace(/(?<=\w{3})s$/, '')

function wordsOf(text: string): Word[][] {
  return text
    .split(/[.!?,;:()"“”\n–—/]+/)
    .map((part) =>
      (part.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []).map((word) => ({ text: word, key: keyOf(word) })),
    )
}

const isStopWord = (word: Word) => stopWords.has(word.text.toLowerCase()) || stopWords.has(word.key)
const isWeak = (word: Word) =>
  opinionWords.has(word.text.toLowerCase()) || /^\d+$/.test(word.key) || word.key.length < 3

function isPhrase(words: readonly Word[]): boolean {
  const [first, last] = [words[0]!, words.at(-1)!]
  if (isStopWord(first) || isStopWord(last) || isWeak(last) || words.every(isWeak)) return false
  return words.filter(isStopWord).length <= 1
}

/** Phrases of one to four words, by a key without case and plural, that neither begin nor end with a stop word. */
export function phrasesIn(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const words of wordsOf(text)) {
    for (let from = 0; from < words.length; from++) {
      for (let to = from + 1; to <= Math.min(words.length, from + MAX_PHRASE_WORDS); to++) {
        const part = words.slice(from, to)
        if (!isPhrase(part)) continue
        const key = part.map((word) => word.key).join(' ')
        if (!found.has(key)) found.set(key, part.map((word) => word.text).join(' '))
      }
    }
  }
  return found
}

export type Member = { text: string; group: number }
/** A phrase: its spellings, how many members of each group use it, and the sum of the vectors of those members. */
type Candidate = {
  key: string
  spellings: Map<string, number>
  groups: Map<number, number>
  vector: Float32Array
  uses: number
}

const increment = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1)

function candidatesOf(members: readonly Member[], vectors: Matrix): Candidate[] {
  const all = new Map<string, Candidate>()
  for (const [row, { text, group }] of members.entries()) {
    for (const [key, spelling] of phrasesIn(text.slice(0, MAX_PHRASE_TEXT_LENGTH))) {
      let one = all.get(key)
      if (!one) {
        one = { key, spellings: new Map(), groups: new Map(), vector: new Float32Array(vectors.width), uses: 0 }
        all.set(key, one)
      }
      increment(one.spellings, spelling)
      increment(one.groups, group)
      one.uses++
      const vector = rowOf(vectors, row)
      for (let d = 0; d < vectors.width; d++) one.vector[d]! += vector[d]!
    }
  }
  return [...all.values()].filter((one) => one.uses > 1 || members.length < 30)
}

/**
 * The phrase of a theme or a large group should be used by a good part of it, and may be a single word if many use it.
 */
function lengthFactor(words: number, share: number, isLarge: boolean): number {
  const factor = PHRASE_LENGTH_FACTOR[words]!
  if (!isLarge) return factor
  return (words === 1 ? 0.5 + 0.5 * share : factor) * Math.sqrt(Math.min(1, share / FULL_PHRASE_SHARE))
}

/** A catch-all group has so little in common that no phrase of some members should name it. */
export type GroupNames = { names: string[]; is_catch_all: boolean }

/**
 * The best names of each group, best first; row n of `vectors` (centered) belongs to member n, row g of `centroids` to
 * group g.
 */
export function nameGroups(
  members: readonly Member[],
  vectors: Matrix,
  centroids: Matrix,
  { max = 3, isTheme = false } = {},
): GroupNames[] {
  const sizes = new Float64Array(centroids.count)
  for (const { group } of members) sizes[group]! += 1
  const names: ScoredName[][] = Array.from({ length: centroids.count }, () => [])
  for (const candidate of candidatesOf(members, vectors)) {
    const name = mostUsedSpelling(candidate.spellings)
    const length = vectorLength(candidate.vector) || 1
    for (const [group, count] of candidate.groups) {
      if (count < Math.min(2, sizes[group]!)) continue
      const use: PhraseUse = { group, count, length, size: sizes[group]!, total: members.length, isTheme }
      names[group]!.push({ name, key: candidate.key, score: phraseScore(candidate, use, centroids), count })
    }
  }
  const areCatchAll = catchAllGroups(members, vectors, sizes)
  return names.map((list, group) => {
    const best = distinctNames(
      list.sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1)),
      max,
    )
    return {
      names: [...new Set(best.map((one) => sentenceCase(longerName(one, list).name)))],
      is_catch_all: areCatchAll[group]!,
    }
  })
}

/**
 * `count` members of a group of `size` use the phrase; `total` are all members, `length` is that of the phrase's
 * vector.
 */
type PhraseUse = { group: number; count: number; length: number; size: number; total: number; isTheme: boolean }

function phraseScore(
  { key, vector, uses }: Candidate,
  { group, count, length, size, total, isTheme }: PhraseUse,
  centroids: Matrix,
): number {
  const share = count / size
  const similarity = Math.max(0.05, dotRows(asMatrix(vector), 0, centroids, group) / length)
  const hasOpinion = key.split(' ').some((word) => opinionWords.has(word))
  return (
    share ** PHRASE_EXPONENTS.share *
    (count / uses) ** PHRASE_EXPONENTS.purity *
    similarity ** PHRASE_EXPONENTS.similarity *
    lengthFactor(key.split(' ').length, share, isTheme || size >= LARGE_GROUP_SIZE) *
    (hasOpinion ? OPINION_PHRASE_FACTOR : 1) *
    (1 - (uses - count) / total) ** PHRASE_EXPONENTS.rarity
  )
}

function catchAllGroups(members: readonly Member[], vectors: Matrix, sizes: Float64Array): boolean[] {
  const sums = Array.from(sizes, () => new Float32Array(vectors.width))
  for (const [row, { group }] of members.entries())
    for (let d = 0; d < vectors.width; d++) sums[group]![d]! += vectors.data[row * vectors.width + d]!
  return sums.map((sum, group) => {
    const size = sizes[group]!
    return size >= MIN_CATCH_ALL_SIZE && vectorLength(sum) / size < MAX_CATCH_ALL_COHERENCE
  })
}

type ScoredName = { name: string; key: string; score: number; count: number }

/** The longest phrase that contains this one and is used in most places where this one is. */
function longerName(one: ScoredName, all: readonly ScoredName[]): ScoredName {
  const minShare = one.key.includes(' ') ? MIN_LONGER_PHRASE_SHARE : MIN_LONGER_PHRASE_SHARE_OF_WORD
  const minCount = one.count * minShare
  const longer = all.filter((other) => other.count >= minCount && ` ${other.key} `.includes(` ${one.key} `))
  return longer.reduce((best, other) => (other.key.split(' ').length > best.key.split(' ').length ? other : best), one)
}

const mostUsedSpelling = (spellings: ReadonlyMap<string, number>) =>
  [...spellings].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]![0]

/** Leaves out names that only shorten or lengthen a better one. */
function distinctNames<T extends { key: string }>(sorted: readonly T[], max: number): T[] {
  const kept: T[] = []
  const contains = (a: T, b: T) => ` ${a.key} `.includes(` ${b.key} `)
  for (const one of sorted) {
    if (kept.length === max) break
    if (!kept.some((other) => contains(other, one) || contains(one, other))) kept.push(one)
  }
  return kept
}
