import type { KnownColumn } from './known-exports.ts'
import type { DateEvidence } from './parse-date.ts'
import { isCommentQuestion } from './comment-question.ts'
import { exactSynonyms, synonyms } from './column-synonyms.ts'
import { isFamilyName, isGivenName } from './name-parts.ts'
import { plainName } from './plain-name.ts'
import { MAX_NUMBER_SHARE_OF_TEXT, MIN_KIND_SHARE, MIN_TEXT_COLUMN_LENGTH } from '#engine/thresholds/imports.ts'

/* Suggests which column is which field, by its name and its values. */

type Confidence = 'high' | 'medium' | 'low'
/** Statistics over the values of one column. */
export type ColumnFacts = {
  header: string
  filled: number
  emails: number
  numbers: number
  min: number
  max: number
  length: number
  dates: DateEvidence
  /** Absent in columns that were read before ratings were recognized. */
  ratings?: { ratings: number }
  samples: string[]
  choices: string[]
}
type Kind =
  | 'text'
  | 'name'
  | 'integer'
  | 'rating'
  | 'date'
  | 'email'
  | 'phone'
  | 'slug'
  | 'url'
  | 'language'
  | 'tags'
  | 'status'
  | 'priority'
type Target = { target: string; kind: Kind; required: boolean; range?: readonly [number, number] }
export type Suggestion = { header: string; target: string | null; confidence: Confidence }

/** What a comment is in each type. */
const commentTargets = new Set(['reason', 'content', 'body'])

/** 3 for the same name, about 2 for a synonym, 1 for a name that contains a synonym, 0 otherwise. */
function nameScore(header: string, target: string): number {
  const name = plainName(header)
  // “Company” is the same name as “contact.company”.
  if (name === plainName(target) || name === plainName(target.split('.').at(-1)!)) return 3
  const known = synonyms[target] ?? []
  if (known.includes(name)) return 2.5 - known.indexOf(name) / 100
  if (exactSynonyms[target]?.includes(name)) return 2
  if (commentTargets.has(target) && isCommentQuestion(header)) return 2
  return known.some((other) => other.length > 3 && name.includes(other)) ? 1 : 0
}

/** 1 when the values are of this kind, 0 when they may be, -1 when they are not. */
function valueScore(
  { filled, emails, numbers, min, max, dates, ratings, length, samples }: ColumnFacts,
  { kind, range }: Target,
): number {
  if (filled === 0) return 0
  const share = (count: number) => count / filled
  if (kind === 'email') return share(emails) > MIN_KIND_SHARE ? 1 : -1
  if (kind === 'date') return share(dates.dates) > MIN_KIND_SHARE ? 1 : -1
  if (kind === 'rating') return share(ratings?.ratings ?? 0) > MIN_KIND_SHARE ? 1 : -1
  if (kind === 'integer')
    return share(numbers) > MIN_KIND_SHARE && (!range || (min >= range[0] && max <= range[1])) ? 1 : -1
  if (share(emails) > MIN_KIND_SHARE || (kind !== 'slug' && kind !== 'name' && share(dates.dates) > MIN_KIND_SHARE))
    return -1
  if (kind !== 'text') return 0
  if (samples.length > 0 && samples.every((text) => /^https?:\/\/\S+$/.test(text))) return -1
  if (share(numbers) > MAX_NUMBER_SHARE_OF_TEXT) return -1
  return length > MIN_TEXT_COLUMN_LENGTH ? 1 : 0
}

type Pair = { column: number; target: string; name: number; value: number; score: number }

/** By name; an email column is recognized by its values alone. */
function pairScore(name: number, value: number, kind: Kind): number {
  if (value < 0 && name < 3) return 0
  if (name > 0) return name * 2 + value
  return value > 0 && kind === 'email' ? 1 : 0
}

const isQuestion = (header: string) => /[?？]\s*$/.test(header)
/** Kinds of which a question can ask; “Which plan do you use?” is no plan of a contact. */
const askedKinds: ReadonlySet<Kind> = new Set(['text', 'integer', 'rating', 'email'])

function scorePair(facts: ColumnFacts, column: number, target: Target): Pair {
  if (isQuestion(facts.header) && !askedKinds.has(target.kind))
    return { column, target: target.target, name: 0, value: 0, score: 0 }
  const [name, value] = [nameScore(facts.header, target.target), valueScore(facts, target)]
  return { column, target: target.target, name, value, score: pairScore(name, value, target.kind) }
}

function confidenceOf({ name, value }: Pair): Confidence {
  if (name >= 2) return value > 0 || (name === 3 && value === 0) ? 'high' : 'medium'
  return name >= 1 && value > 0 ? 'medium' : 'low'
}

/** Columns of a known export first; then greedy: the best pair first. A column without a match stays unmapped. */
export function suggestMapping(
  columns: readonly ColumnFacts[],
  targets: readonly Target[],
  known: ReadonlyMap<number, KnownColumn> = new Map(),
): Suggestion[] {
  const pairs = columns
    .flatMap((facts, column) => targets.map((target) => scorePair(facts, column, target)))
    .filter(({ score, column }) => score > 0 && !known.has(column) && !isNamePart(columns[column]!.header))
    .sort((a, b) => b.score - a.score || a.column - b.column)
  const [byColumn, taken] = [new Map<number, Pair>(), new Set<string>()]
  for (const [column, { target, certain }] of known) {
    if (target === null) continue
    byColumn.set(column, { column, target, name: certain ? 3 : 2, value: certain ? 1 : 0, score: 7 })
    taken.add(target)
  }
  for (const pair of pairs) {
    if (byColumn.has(pair.column) || taken.has(pair.target)) continue
    byColumn.set(pair.column, pair)
    taken.add(pair.target)
  }
  addNameParts(columns, targets, byColumn, taken)
  // The other columns of a known export are known to be something else.
  if (known.size === 0) fillRequired(columns, targets, byColumn, taken)
  addComments(columns, targets, byColumn, known)
  return columns.map(({ header }, column) => {
    const pair = byColumn.get(column)
    if (!pair) return { header, target: null, confidence: 'low' }
    return { header, target: pair.target, confidence: confidenceOf(pair) }
  })
}

/** Every comment is read: further columns that ask for one join the first. */
function addComments(
  columns: readonly ColumnFacts[],
  targets: readonly Target[],
  byColumn: Map<number, Pair>,
  known: ReadonlyMap<number, KnownColumn>,
) {
  const target = targets.find((one) => commentTargets.has(one.target))
  if (!target) return
  for (const [column, facts] of columns.entries())
    if (
      !byColumn.has(column) &&
      !known.has(column) &&
      facts.filled > 0 &&
      isCommentQuestion(facts.header) &&
      valueScore(facts, target) >= 0
    )
      byColumn.set(column, { column, target: target.target, name: 2, value: 1, score: 5 })
}

const isNamePart = (header: string) => isGivenName(header) || isFamilyName(header)

/** Where no column has the whole name, its parts make it; a given name alone only where nothing else is there. */
function addNameParts(
  columns: readonly ColumnFacts[],
  targets: readonly Target[],
  byColumn: Map<number, Pair>,
  taken: Set<string>,
) {
  const target = targets.find((one) => one.target.endsWith('_name'))?.target
  if (target === undefined || taken.has(target)) return
  const isFree = (column: number) => !byColumn.has(column) && columns[column]!.filled > 0
  const parts = [isGivenName, isFamilyName].flatMap((isPart) => {
    const column = columns.findIndex(({ header }, index) => isPart(header) && isFree(index))
    return column === -1 ? [] : [column]
  })
  for (const column of parts) byColumn.set(column, { column, target, name: 3, value: 1, score: 7 })
  if (parts.length > 0) taken.add(target)
}

/** A required target that no name matches gets a column by its values: the longest text, the numbers in range. */
function fillRequired(
  columns: readonly ColumnFacts[],
  targets: readonly Target[],
  byColumn: Map<number, Pair>,
  taken: Set<string>,
) {
  // A title is the text where there is no other; the longest column may be anything.
  const isMissing = ({ target, required }: Target) =>
    required && !taken.has(target) && !(target === 'content' && taken.has('title'))
  for (const target of targets.filter(isMissing)) {
    const free = columns
      .map((facts, column) => ({ facts, column }))
      .filter(({ facts, column }) => !byColumn.has(column) && facts.filled > 0 && valueScore(facts, target) >= 0)
    const best = free.sort((a, b) => b.facts.length - a.facts.length || a.column - b.column)[0]
    if (!best) continue
    byColumn.set(best.column, { column: best.column, target: target.target, name: 0, value: 0, score: 0 })
    taken.add(target.target)
  }
}
