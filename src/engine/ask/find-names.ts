import { stem } from '#engine/text/tf-idf.ts'
import { anyOf } from '#engine/words/read-words.ts'
import { countryName, countryWords } from './countries.ts'
import { type Found, type Word, questionWords } from './question-text.ts'

/*
 * Finds the names of segments, companies, contacts, plans, sources, tags and countries in a question. A word such as
 * "enterprise" may be a segment or a topic, so a name counts only in a place where one is expected: before "customers",
 * after "from", and so on.
 */

const nameKinds = ['segment', 'plan', 'company', 'contact', 'source', 'tag', 'country'] as const
export type NameKind = (typeof nameKinds)[number]
/** A name in the organization; `value` is what the data is filtered by. */
export type KnownName = { kind: NameKind; name: string; value: string }

const people = new RegExp(String.raw`^${anyOf('ask/people')}$`, 'i')
const plans = /^(?:plans?|tiers?|subscriptions?)$/i
const channels =
  /^(?:tickets?|reviews?|messages?|feedback|surveys?|interviews?|conversations?|comments?|calls?|posts?)$/i
/** Words that belong to a name and are often left out or replaced. */
const suffixes = new RegExp(String.raw`^${anyOf('ask/name-suffixes')}$`, 'i')
const beforePeople = /^(?:from|by|of|among|amongst|for|in|to|across|within)$/i
const beforeCompany = /^(?:from|by|of|at|for|with|does|did|do|has|have|had|is|was|are|were|would|will)$/i
const beforeSource = /^(?:from|in|on|via|through|by)$/i
const beforeTag = /^(?:on|tag|tags|tagged|labelled|labeled|label)$/i
const beforeCountry = /^(?:from|in|of|across|within)$/i
/** Words after which a new part of the sentence begins. */
const nextClause = new RegExp(String.raw`^${anyOf('ask/clause-starts')}$`, 'i')

/** A name and the words around it. */
type Place = {
  words: readonly Word[]
  first: number
  /** One past the last word. */
  end: number
  text: string
  isPossessive: boolean
  /** The kind of the name before it, where only "and" or "or" is between them. */
  joinedTo: NameKind | undefined
}

const wordAt = ({ words }: Place, n: number) => words[n]?.text ?? ''
const skipArticle = (place: Place, n: number) => (/^(?:the|our|all|your)$/i.test(wordAt(place, n)) ? n - 1 : n)
const wordBefore = (place: Place) => wordAt(place, skipArticle(place, place.first - 1))
const wordAfter = (place: Place) => wordAt(place, place.end)

/** Nothing, a punctuation mark, an understood part or a new clause follows. */
function endsClause(place: Place): boolean {
  const next = place.words[place.end]
  if (!next || nextClause.test(next.text)) return true
  return /[^\s\p{L}\p{N}]/u.test(place.text.slice(place.words[place.end - 1]!.end, next.start))
}

const isAskedFor = (place: Place) =>
  /^(?:ask(?:s|ed|ing)?|wish(?:es|ed)?|requests?|look(?:s|ed|ing)?|need|needs)$/i.test(
    wordAt(place, skipArticle(place, place.first - 1) - 1),
  )

const follows = (place: Place, before: RegExp) =>
  before.test(wordBefore(place)) && !(/^for$/i.test(wordBefore(place)) && isAskedFor(place)) && endsClause(place)

const isBeforePeople = (place: Place) =>
  people.test(wordAfter(place)) || (plans.test(wordAfter(place)) && people.test(wordAt(place, place.end + 1)))

/** "Of" and "for" also precede a topic: a single word in lower case is a company only where it acts or owns. */
function isCompany(place: Place): boolean {
  const isWritten = /^\p{Lu}/u.test(wordAt(place, place.first)) && place.first > 0
  if (isWritten || place.isPossessive) return true
  if (place.end - place.first > 1) return beforeCompany.test(wordBefore(place)) || isBeforePeople(place)
  return /^(?:from|at|does|did|has)$/i.test(wordBefore(place))
}

const expectedAt: Record<NameKind, (place: Place) => boolean> = {
  segment: (place) => isBeforePeople(place) || place.isPossessive || follows(place, beforePeople),
  plan: (place) => plans.test(wordAfter(place)) || isBeforePeople(place) || follows(place, beforePeople),
  company: isCompany,
  contact: (place) => place.end - place.first > 1 && isCompany(place),
  source: (place) => channels.test(wordAfter(place)) || follows(place, beforeSource),
  tag: (place) => place.text.slice(0, place.words[place.first]!.start).endsWith('#') || follows(place, beforeTag),
  country: (place) => isBeforePeople(place) || follows(place, beforeCountry),
}

type Entry = KnownName & { stems: readonly string[]; isDemonym: boolean | undefined }

const stemsOf = (text: string) => questionWords(text).map((word) => stem(word.text.toLowerCase()))

/** A name, and the same without "Inc", "customers" and so on. */
function entriesOf(known: KnownName, isDemonym?: boolean): Entry[] {
  const stems = stemsOf(known.name)
  const words = questionWords(known.name)
  const shortened = stems.slice(0, words.findLastIndex((word) => !suffixes.test(word.text)) + 1)
  return [stems, ...(shortened.length > 0 && shortened.length < stems.length ? [shortened] : [])].map((stems) => ({
    ...known,
    stems,
    isDemonym,
  }))
}

/** Entries by their first word. */
function indexed(entries: readonly Entry[]): Map<string, Entry[]> {
  const byStem = new Map<string, Entry[]>()
  for (const entry of entries) {
    const [first] = entry.stems
    if (first !== undefined) byStem.set(first, [...(byStem.get(first) ?? []), entry])
  }
  return byStem
}

const countryEntries = indexed(
  countryWords.flatMap(({ code, word, isDemonym }) =>
    entriesOf({ kind: 'country', name: word.replace(/^the /, ''), value: code }, isDemonym),
  ),
)

function matchesAt(entry: Entry, place: Place): boolean {
  if (place.joinedTo === entry.kind) return true
  if (!expectedAt[entry.kind](place)) return false
  if (entry.kind !== 'country') return true
  // "US" and "IN" are also words.
  const written = place.text.slice(place.words[place.first]!.start, place.words[place.end - 1]!.end)
  if (written.length <= 2 && written !== written.toUpperCase()) return false
  return entry.isDemonym ? isBeforePeople(place) : follows(place, beforeCountry)
}

type Before = { kind: NameKind; end: number } | undefined
type Sentence = { text: string; words: readonly Word[]; stems: readonly string[] }

function nameAt({ text, words, stems }: Sentence, first: number, entries: readonly Entry[], before: Before) {
  const isJoined = before?.end === first - 1 && /^(?:and|or)$/i.test(words[first - 1]!.text)
  const joinedTo = isJoined ? before.kind : undefined
  let best: { entry: Entry; end: number } | undefined
  for (const entry of entries) {
    const end = first + entry.stems.length
    if (end > words.length || (best && end <= best.end && !isPreferred(entry, best.entry, words[end]))) continue
    if (entry.stems.some((one, n) => stems[first + n] !== one)) continue
    const isPossessive = /^['’]s?(?!\p{L})/u.test(text.slice(words[end - 1]!.end))
    if (matchesAt(entry, { words, first, end, text, isPossessive, joinedTo })) best = { entry, end }
  }
  return best
}

/** Of two names of one length the kind that comes first; a plan where "plan" follows. */
function isPreferred(entry: Entry, other: Entry, next: Word | undefined): boolean {
  if (entry.stems.length !== other.stems.length) return false
  const rank = ({ kind }: Entry) => (kind === 'plan' && plans.test(next?.text ?? '') ? -1 : nameKinds.indexOf(kind))
  return rank(entry) < rank(other)
}

/** One past the words after a name that belong to it: "plan", "customers", "Inc", "tickets" of a source. */
function endOfName(words: readonly Word[], end: number, kind: NameKind): number {
  const belongs = ({ text }: Word) =>
    suffixes.test(text) || people.test(text) || (kind === 'source' && channels.test(text))
  while (end < words.length && belongs(words[end]!)) end++
  return end
}

/** The names in a question, from left to right. */
export function findNames(text: string, known: readonly KnownName[]): Found<KnownName>[] {
  const entries = indexed(known.flatMap((name) => entriesOf(name)))
  const words = questionWords(text)
  const stems = words.map((word) => stem(word.text.toLowerCase()))
  const found: Found<KnownName>[] = []
  let before: Before
  for (let first = 0; first < words.length; first++) {
    const possible = [...(entries.get(stems[first]!) ?? []), ...(countryEntries.get(stems[first]!) ?? [])]
    const match = nameAt({ text, words, stems }, first, possible, before)
    if (!match) continue
    const { kind, name, value } = match.entry
    const end = endOfName(words, match.end, kind)
    const isLabelled = kind === 'tag' && /^(?:tag|label)/i.test(words[first - 1]?.text ?? '')
    found.push({
      value: { kind, name: kind === 'country' ? countryName(value) : name, value },
      start: words[isLabelled ? first - 1 : first]!.start,
      end: words[end - 1]!.end,
    })
    before = { kind, end }
    first = end - 1
  }
  return found
}
