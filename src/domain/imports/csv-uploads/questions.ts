import type { ColumnFacts, Suggestion } from '#engine/csv/suggest.ts'
import { keyOf } from '#engine/csv/key.ts'

export type QuestionType =
  | 'open_text'
  | 'single_choice'
  | 'multi_choice'
  | 'rating'
  | 'nps'
  | 'csat'
  | 'ces'
  | 'number'
  | 'boolean'
  | 'date'
export type Question = { header: string; type: QuestionType; key: string }

/** What survey tools note about an answer sheet, which nobody was asked. */
const aside = new Set([
  'start date',
  'startdate',
  'end date',
  'enddate',
  'recorded date',
  'recordeddate',
  'response type',
  'status',
  'ip address',
  'ipaddress',
  'progress',
  'duration (in seconds)',
  'finished',
  'response id',
  'responseid',
  'respondent id',
  'collector id',
  'date created',
  'date modified',
  'recipient last name',
  'recipient first name',
  'recipient email',
  'first name',
  'last name',
  'external data reference',
  'external reference',
  'location latitude',
  'location longitude',
  'distribution channel',
  'user language',
  'custom data',
  'network id',
  'start date (utc)',
  'submit date (utc)',
  'stage date (utc)',
  'tags',
  'ending',
  '#',
])

/** The columns that are answers: all that are nothing else and that somebody filled in. */
export function suggestQuestions(facts: readonly ColumnFacts[], columns: readonly Suggestion[]): Question[] {
  const taken = new Set<string>()
  return facts.flatMap((fact, i) => {
    if (columns[i]!.target !== null || fact.filled === 0 || aside.has(fact.header.toLowerCase())) return []
    return [{ header: fact.header, type: typeOf(fact), key: freeKey(fact.header, taken) }]
  })
}

function typeOf({ header, filled, numbers, min: min, max: max, dates, length, choices }: ColumnFacts): QuestionType {
  if (numbers / filled > 0.8) {
    if (min >= 0 && max <= 10 && /recommend|likely|nps/i.test(header)) return 'nps'
    return min >= 1 && max <= 5 ? 'rating' : 'number'
  }
  if (dates.dates / filled > 0.8) return 'date'
  if (choices.every((choice) => /^(yes|no|true|false)$/i.test(choice))) return 'boolean'
  return length > 25 || choices.length > 12 || filled < choices.length * 2 ? 'open_text' : 'single_choice'
}

function freeKey(header: string, taken: Set<string>): string {
  const plain = keyOf(header, 56).replaceAll('-', '_') || 'question'
  let free = plain
  for (let n = 2; taken.has(free); n++) free = `${plain}_${n}`
  taken.add(free)
  return free
}
