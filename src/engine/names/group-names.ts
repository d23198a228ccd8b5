import { dot, lengthOf, type Matrix, rowOf } from '#engine/themes/vectors.ts'

/* Names of groups in the words of their members: phrases that stand in many of them, in few others, and near their centre. */

const stop = new Set(
  `a an the and or but if of at by for with about to from in on off over under again then once here there all any both each few more most other some such no nor not
  only own same so than too very can will just don should now is are was were be been being have has had having do does did doing i me my we our you your he him
  his she her it its they them their what which who whom this that these those am as until while because through into up down out when where why how also get gets got
  would could may might must shall ive im id cant dont doesnt didnt wont isnt wasnt whats thats youre theyre lets let us one two even still ever much many really
  please thanks thank hi hello hey need needs want wants like make makes made way thing things lot always never every something anything everything nothing someone
  use using used after before since know think say said see look going go goes went come keep keeps seem seems try tried trying app product tool software
  nobody everybody somebody anybody else already instead whole half three four five six seven eight nine ten twelve twenty thirty forty fifty hundred thousand dozen third second first last next able cannot without until whenever
  across among between during today yesterday tomorrow day days week weeks month months year years hour hours minute minutes time times moment morning
  hand hands people person colleague colleagues costs cost works work working done missed afraid lives become becomes take takes took give gives
  tell tells told telling sends sent asks asked helps helped stays stayed miss misses shows showed customer customers company team teams department departments everyone
  wait waits waited waiting monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays
  'm 're 've 's 'd 'll n't hasn haven isn doesn didn wasn won couldn wouldn shouldn aren im yes ok okay etc per via`.split(
    /\s+/,
  ),
)
const opinion = new Set(
  `good great bad nice best worst better worse love hate terrible awful amazing awesome horrible excellent perfect annoying frustrating frustrated useless happy sad
  pretty super actually totally absolutely completely definitely probably maybe stupid ridiculous fantastic wonderful poor cool easy hard simple slow fast new old big small`.split(
    /\s+/,
  ),
)

const maxPhraseLength = 4

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

const bare = (word: Word) => stop.has(word.text.toLowerCase()) || stop.has(word.key)
const soft = (word: Word) => opinion.has(word.text.toLowerCase()) || /^\d+$/.test(word.key) || word.key.length < 3

/** Phrases of one to four words that neither begin nor end with a word that says nothing. */
export function phrasesOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const words of wordsOf(text)) {
    for (let from = 0; from < words.length; from++) {
      for (let to = from + 1; to <= Math.min(words.length, from + maxPhraseLength); to++) {
        const part = words.slice(from, to)
        const [head, tail] = [part[0]!, part.at(-1)!]
        if (bare(head) || bare(tail) || soft(tail) || (part.length === 1 && soft(head)) || part.every(soft)) continue
        if (part.filter(bare).length > 1) continue
        const key = part.map((word) => word.key).join(' ')
        if (!found.has(key)) found.set(key, part.map((word) => word.text).join(' '))
      }
    }
  }
  return found
}

export type Member = { text: string; group: number }
type Candidate = {
  key: string
  shown: Map<string, number>
  groups: Map<number, number>
  vector: Float32Array
  seen: number
}

/** How often members say a phrase, and what the members who say it have in common. */
function candidatesOf(members: readonly Member[], vectors: Matrix): Candidate[] {
  const all = new Map<string, Candidate>()
  for (const [place, { text, group }] of members.entries()) {
    for (const [key, shown] of phrasesOf(text.slice(0, 400))) {
      let one = all.get(key)
      if (!one)
        all.set(
          key,
          (one = { key, shown: new Map(), groups: new Map(), vector: new Float32Array(vectors.width), seen: 0 }),
        )
      one.shown.set(shown, (one.shown.get(shown) ?? 0) + 1)
      one.groups.set(group, (one.groups.get(group) ?? 0) + 1)
      one.seen++
      const row = rowOf(vectors, place)
      for (let d = 0; d < vectors.width; d++) one.vector[d]! += row[d]!
    }
  }
  return [...all.values()].filter((one) => one.seen > 1 || members.length < 30)
}

const lengthBonus = [0, 0.5, 1, 1.05, 0.9]
const large = 60
const fairShare = 0.2

/** What stands for a theme or a large group should be said by a good part of it, and may be a single word if many say it. */
function fitness(words: number, share: number, wide: boolean): number {
  if (!wide) return lengthBonus[words]!
  return (words === 1 ? 0.5 + 0.5 * share : lengthBonus[words]!) * Math.sqrt(Math.min(1, share / fairShare))
}

/** Mixed: its members have so little in common that no phrase of some of them should stand for all. */
export type GroupNames = { names: string[]; is_catch_all: boolean }

/** For each group, or for each theme, its best names, best first; `vectors` are centred and stand beside the members, `centres` beside the groups. */
export function nameGroups(
  members: readonly Member[],
  vectors: Matrix,
  centres: Matrix,
  { max = 3, isTheme = false } = {},
): GroupNames[] {
  const sizes = new Float64Array(centres.count)
  for (const { group } of members) sizes[group]! += 1
  const names: Named[][] = Array.from({ length: centres.count }, () => [])
  for (const one of candidatesOf(members, vectors)) {
    const words = one.key.split(' ').length
    const length = lengthOf(one.vector) || 1
    for (const [group, count] of one.groups) {
      if (count < Math.min(2, sizes[group]!)) continue
      const share = count / sizes[group]!
      const purity = count / one.seen
      const near = Math.max(0.05, dot(one.vector, 0, centres.data, group * centres.width, centres.width) / length)
      const score =
        share ** 0.55 *
        purity ** 0.8 *
        near ** 1.5 *
        fitness(words, share, isTheme || sizes[group]! >= large) *
        softness(one.key) *
        (1 - (one.seen - count) / members.length) ** 3
      names[group]!.push({ name: maxShown(one.shown), key: one.key, score, count })
    }
  }
  const is_catch_all = mixedGroups(members, vectors, sizes)
  return names.map((list, group) => {
    const best = distinct(
      list.sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1)),
      max,
    )
    return {
      names: [...new Set(best.map((one) => sentenceCase(whole(one, list).name)))],
      is_catch_all: is_catch_all[group]!,
    }
  })
}

const littleInCommon = 0.3
const minMixed = 40

function mixedGroups(members: readonly Member[], vectors: Matrix, sizes: Float64Array): boolean[] {
  const sums = Array.from(sizes, () => new Float32Array(vectors.width))
  for (const [place, { group }] of members.entries())
    for (let d = 0; d < vectors.width; d++) sums[group]![d]! += vectors.data[place * vectors.width + d]!
  return sums.map((sum, group) => sizes[group]! >= minMixed && lengthOf(sum) / sizes[group]! < littleInCommon)
}

type Named = { name: string; key: string; score: number; count: number }
const nearlyAlways = 0.8
const mostly = 0.5

/** Where nearly everybody who says a phrase, or most of those who say a word, say a longer one, the longer one is meant. */
function whole(one: Named, all: readonly Named[]): Named {
  const enough = one.count * (one.key.includes(' ') ? nearlyAlways : mostly)
  const longer = all.filter((other) => other.count >= enough && ` ${other.key} `.includes(` ${one.key} `))
  return longer.reduce((best, other) => (other.key.split(' ').length > best.key.split(' ').length ? other : best), one)
}

const softness = (key: string) => (key.split(' ').some((word) => opinion.has(word)) ? 0.5 : 1)

const maxShown = (shown: ReadonlyMap<string, number>) =>
  [...shown].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]![0]

/** No name that only shortens or lengthens a better one. */
function distinct<T extends { key: string }>(sorted: readonly T[], max: number): T[] {
  const taken: T[] = []
  for (const one of sorted) {
    if (taken.length === max) break
    if (!taken.some((other) => ` ${other.key} `.includes(` ${one.key} `) || ` ${one.key} `.includes(` ${other.key} `)))
      taken.push(one)
  }
  return taken
}

export function sentenceCase(text: string): string {
  const acronym = (word: string) => /^(?:\p{Lu}{2,}\d*|\p{Lu}\p{Ll}*\p{Lu}\p{L}*|i\p{Lu}\p{L}+)$/u.test(word)
  const words = text.split(' ').map((word) => (acronym(word) ? word : word.toLowerCase()))
  return words
    .map((word, place) => (place === 0 && !acronym(word) ? word.charAt(0).toUpperCase() + word.slice(1) : word))
    .join(' ')
}
