import { readWords } from '#engine/words/read-words.ts'
import { asciiKey } from './ascii-key.ts'
import type { ColumnFacts, Suggestion } from './suggest-mapping.ts'

type QuestionType =
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
export type SuggestedQuestion = { header: string; type: QuestionType; key: string }

/** Columns that survey tools add and that are no answers. */
const metadataHeaders = new Set(readWords('csv/metadata-headers'))

/** Columns with values that are not mapped and not known otherwise are answers. */
export function suggestQuestions(
  facts: readonly ColumnFacts[],
  columns: readonly Suggestion[],
  known: ReadonlyMap<number, unknown>,
): SuggestedQuestion[] {
  const usedKeys = new Set<string>()
  return facts.flatMap((fact, i) => {
    if (
      columns[i]!.target !== null ||
      known.has(i) ||
      fact.filled === 0 ||
      metadataHeaders.has(fact.header.toLowerCase())
    )
      return []
    return [{ header: fact.header, type: typeOf(fact), key: uniqueKey(fact.header, usedKeys) }]
  })
}

function typeOf({ header, filled, numbers, min, max, dates, length, choices }: ColumnFacts): QuestionType {
  if (numbers / filled > 0.8) {
    if (min >= 0 && max <= 10 && /recommend|likely|nps/i.test(header)) return 'nps'
    return min >= 1 && max <= 5 ? 'rating' : 'number'
  }
  if (dates.dates / filled > 0.8) return 'date'
  if (choices.every((choice) => /^(yes|no|true|false)$/i.test(choice))) return 'boolean'
  return length > 25 || choices.length > 12 || filled < choices.length * 2 ? 'open_text' : 'single_choice'
}

function uniqueKey(header: string, usedKeys: Set<string>): string {
  const base = asciiKey(header, 56).replaceAll('-', '_') || 'question'
  let key = base
  for (let n = 2; usedKeys.has(key); n++) key = `${base}_${n}`
  usedKeys.add(key)
  return key
}
