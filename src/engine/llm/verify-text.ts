import { detectLanguage } from '#engine/text/detect-language.ts'
import { stemmedWords } from '#engine/text/tf-idf.ts'
import { isVerbatim, quotedParts } from './quoted-parts.ts'
import { type CountedEvidence, unsupportedNumber } from './stated-numbers.ts'

/*
 * Whether a text of a language model may be stored: every quotation is a verbatim part of the evidence, every number
 * follows from the counts or is in the evidence, and the text is about the evidence at all.
 */

type TextEvidence = {
  /** The texts of the insights that the text is about. */
  texts: readonly string[]
  /** Without counts no number of insights or people may be stated. */
  counts?: CountedEvidence
}
type TextRules = {
  maxLength: number
  maxWords?: number
  /** A name has no quotations. */
  quotes?: false
  /** It may have no word of the evidence (“Packaging” of bags and crates): a quotation is checked beside it. */
  ownWords?: true
}
type VerifiedText = { text: string } | { refused: string }

const link = /https?:|www\.|\b[\w-]+\.(?:com|net|org|io|dev|app)\b|[\w.+-]+@[\w-]+\./i
const markup = /<\/?[a-z!]|\]\(|\*\*|__|```|\[\d+\]/i
/** “Charged twice” and “Double bookings” say that it happens again, not how often. */
const again =
  /\btwice\b(?! (?:as|the|a|an|per)\b)|\bdouble[- ](?!(?:as|the|a|an|of|what|that|since|this|last)\b)(?=\p{L})/giu
const isControl = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u

/** The text with the same quotation marks everywhere, or why it is refused. */
export function verifyText(value: unknown, evidence: TextEvidence, rules: TextRules): VerifiedText {
  if (typeof value !== 'string') return { refused: 'it is not a text' }
  const original = value.replace(/\s+/g, ' ').trim()
  const form = formProblem(original, rules)
  if (form) return { refused: form }
  const parts = quotedParts(original)
  if (!parts) return { refused: 'a quotation does not end' }
  if (rules.quotes === false && parts.quotes.length > 0) return { refused: 'it holds a quotation' }
  const invented = parts.quotes.find((quote) => !isVerbatim(quote, evidence.texts))
  if (invented !== undefined) return { refused: `nobody said “${invented}”` }
  const language = evidence.counts ? detectLanguage(original) : undefined
  // Number words of other languages are not recognized.
  if (language && language !== 'en') return { refused: 'it is not in English' }
  const stated = rules.ownWords ? parts.rest.replace(again, '') : parts.rest
  const number = unsupportedNumber(stated, evidence.texts, evidence.counts)
  if (number !== undefined) return { refused: `the evidence does not support “${number}”` }
  return rules.ownWords || isAbout(original, evidence)
    ? { text: parts.text }
    : { refused: 'it is about something else' }
}

function formProblem(text: string, { maxLength, maxWords }: TextRules): string | undefined {
  if (!/\p{L}/u.test(text)) return 'it is empty'
  if (text.length > maxLength) return 'it is too long'
  if (maxWords !== undefined && text.split(' ').length > maxWords) return 'it has too many words'
  if (isControl.test(text)) return 'it holds control characters'
  if (link.test(text)) return 'it holds an address'
  return markup.test(text) ? 'it holds markup' : undefined
}

/** Has a word in common with the evidence; a sentence of counts alone needs none. */
function isAbout(text: string, { texts, counts }: TextEvidence): boolean {
  const words = new Set(texts.flatMap(stemmedWords))
  return stemmedWords(text).some((word) => words.has(word)) || (counts !== undefined && /\p{N}/u.test(text))
}
