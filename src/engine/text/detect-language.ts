import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { mostCommon } from '#engine/most-common.ts'
import { MAX_LANGUAGE_TEXT_LENGTH, MIN_LANGUAGE_WORDS, MIN_ENGLISH_SHARE } from '#engine/thresholds/statements.ts'
import { isAscii } from './is-ascii.ts'

/* Detects the language of a text. */

type Eld = typeof import('eld/small').eld

const load = createRequire(import.meta.url)
let detector: Eld | undefined
/** Loaded at first use: its tables take a tenth of a second, and starting the server needs none. */
const eld = (): Eld => (detector ??= (load(fileURLToPath(import.meta.resolve('eld/small'))) as { eld: Eld }).eld)

/** An ISO 639-1 code; undefined when there is too little text. */
export function detectLanguage(text: string): string | undefined {
  const part = text.slice(0, MAX_LANGUAGE_TEXT_LENGTH).replace(/\b(?:https?:\/\/|www\.)\S+/gi, '')
  const words = part.match(/\p{L}+/gu) ?? []
  if (words.length === 0) return undefined
  const found = eld().detect(part)
  if (found.language !== '' && (found.isReliable() || words.length >= MIN_LANGUAGE_WORDS))
    return likelyLanguage(found, part)
  return isAscii(part) ? 'en' : undefined
}

/** English where it is nearly as likely: a few words of a text in Latin letters say little. */
function likelyLanguage({ language, getScores }: ReturnType<Eld['detect']>, text: string): string {
  const scores = getScores()
  const english = scores['en'] ?? 0
  return isAscii(text) && english >= MIN_ENGLISH_SHARE * (scores[language] ?? 1) ? 'en' : language
}

export const isEnglish = (text: string): boolean => (detectLanguage(text) ?? 'en') === 'en'

/** The language of most of these texts. */
export const mainLanguage = (texts: readonly string[]): string =>
  mostCommon(texts.map((text) => detectLanguage(text) ?? 'en')) ?? 'en'
