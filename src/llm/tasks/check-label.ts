import { isCatchAllName } from '#engine/llm/catch-all-name.ts'
import { isVerbatim } from '#engine/llm/quoted-parts.ts'
import { verifyText } from '#engine/llm/verify-text.ts'
import { detectLanguage } from '#engine/text/detect-language.ts'
import { MAX_DESCRIPTION_LENGTH, MAX_GROUP_NAME_LENGTH } from '#engine/thresholds/language-model.ts'

/* Names and definitions that a model gives to groups of points. */

type Evidence = { texts: readonly string[]; language: string }

export const isSameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The name as it may be shown, or why it is refused. */
export function checkName(
  value: unknown,
  { texts }: Evidence,
  maxWords: number,
): { text: string } | { refused: string } {
  const rules = { maxLength: MAX_GROUP_NAME_LENGTH, maxWords, quotes: false, ownWords: true } as const
  const checked = verifyText(value, { texts }, rules)
  if ('refused' in checked) return checked
  const text = checked.text.replace(/[.:;,]+$/, '')
  return isCatchAllName(text) ? { refused: 'it says nothing about the points' } : { text }
}

/** A definition is long enough to tell its language by; a name alone is not. */
export function checkDefinition(value: unknown, { texts, language }: Evidence): { text: string } | { refused: string } {
  const checked = verifyText(value, { texts }, { maxLength: MAX_DESCRIPTION_LENGTH, ownWords: true })
  if ('refused' in checked) return checked
  return isIn(language, checked.text) ? checked : { refused: `it is not in the language “${language}”` }
}

export const isIn = (language: string, text: string) => (detectLanguage(text) ?? language) === language

/** Words that a member has said, copied exactly. */
export const isQuoteOf = (value: unknown, members: readonly string[]): value is string =>
  typeof value === 'string' && value.trim().length >= 3 && isVerbatim(value, members)
