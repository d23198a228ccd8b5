import { conceptsOf } from '#engine/ask/expand-synonyms.ts'
import type { TopicSense } from '#engine/ask/topic-senses.ts'
import { type Sql, sql } from '#store/sql.ts'

/* Full-text queries. Synonyms are found as well; a row with the words as written ranks higher. */

/** All words of a text, or any of some stems or of some other ways to say them. */
export type WordQuery = { all: string } | { any: readonly string[]; synonyms?: readonly string[] }

/** The last word is matched as a prefix, because it may not be complete yet. */
const lastWordPattern = /^(.*?)([\p{L}\p{N}]{2,})$/su
/** Quotes, minus and OR say exactly what is wanted. A hyphen inside a word is not an operator. */
const operatorPattern = /"|(?:^|\s)-|\bor\b/i

/** The words as written. */
export function toExactTsQuery(words: WordQuery): Sql {
  if ('any' in words)
    return words.any.length
      ? sql`to_tsquery('english', ${words.any.map((word) => `${word}:*`).join(' | ')})`
      : sql`''::tsquery`
  const lastWord = /["-]/.test(words.all) ? null : lastWordPattern.exec(words.all)
  if (!lastWord || /\bor\s*$/i.test(lastWord[1]!)) return sql`websearch_to_tsquery('english', ${words.all})`
  return sql`(websearch_to_tsquery('english', ${lastWord[1]!}) && to_tsquery('english', ${`${lastWord[2]!}:*`}))`
}

/** `( single <-> sign <-> on )`; only letters and digits get in. */
const phraseQuery = (phrase: string) => `( ${(phrase.match(/[\p{L}\p{N}]+/gu) ?? []).join(' <-> ')} )`
export const anyPhrase = (phrases: readonly string[]) => `( ${phrases.map(phraseQuery).join(' | ')} )`

/** A pattern such as `crash*` as a query; a gap is any distance, and only the beginning of a word is looked up. */
function patternQuery(written: string): string | undefined {
  const words = written.split(/\s+/).filter((word) => word !== '…')
  if (words.some((word) => word.startsWith('*'))) return undefined
  const operator = written.includes('…') ? ' & ' : ' <-> '
  return `( ${words.map((word) => (word.endsWith('*') ? `${word.slice(0, -1)}:*` : word)).join(operator)} )`
}

/** The words of one part of a topic in any of its ways. */
export const anyPattern = ({ phrases, patterns }: TopicSense): string => {
  const queries = patterns.flatMap(({ written }) => patternQuery(written) ?? [])
  return [anyPhrase(phrases), ...queries].join(' | ')
}

/** The text of a query for the synonyms; undefined when there are none. */
function synonymQuery(words: WordQuery): string | undefined {
  if ('any' in words) return words.synonyms?.length ? anyPhrase(words.synonyms) : undefined
  if (operatorPattern.test(words.all)) return undefined
  const concepts = conceptsOf(words.all)
  return concepts.some((concept) => concept.length > 1) ? concepts.map(anyPhrase).join(' & ') : undefined
}

/** The words as written, or synonyms of them. */
export function toTsQuery(words: WordQuery): Sql {
  const synonyms = synonymQuery(words)
  const exact = toExactTsQuery(words)
  return synonyms === undefined ? exact : sql`(${exact} || to_tsquery('english', ${synonyms}))`
}
