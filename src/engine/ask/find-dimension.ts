import { readWords } from '#engine/words/read-words.ts'
import type { Found } from './question-text.ts'

/* What the insights are counted by: "which company", "who", "by source". */

export type Dimension = 'company' | 'contact' | 'source' | 'country' | 'plan' | 'tag'

const words = readWords('ask/dimensions').map((line) => {
  const at = line.indexOf(' | ')
  return { dimension: line.slice(0, at) as Dimension, words: line.slice(at + 3) }
})
const before =
  String.raw`(?:which|what)\s+(?:of\s+(?:the|our)\s+|kinds?\s+of\s+|are\s+the\s+|our\s+|the\s+)?` +
  String.raw`(?:\p{L}+est\s+|most\s+\p{L}+\s+)?`
const split =
  String.raw`(?:(?:broken\s+down\s+|grouped\s+|split\s+)?by|per|for\s+each|(?:in|from|at)\s+(?:which|what))\s+` +
  String.raw`(?:the\s+)?`
const counted = String.raw`how\s+many\s+(?:different\s+|of\s+(?:the|our)\s+)?`
const end = String.raw`(?![\p{L}\p{N}])`

const rules = words.flatMap(({ dimension, words }) => [
  { dimension, regex: new RegExp(String.raw`\b(?:${split})(?:${words})${end}`, 'iu') },
  { dimension, regex: new RegExp(String.raw`\b(?:${before})(?:${words})${end}`, 'iu') },
  // “How many customers” counts contacts, which needs no groups.
  ...(dimension === 'contact'
    ? []
    : [{ dimension, regex: new RegExp(String.raw`\b(?:${counted})(?:${words})${end}`, 'iu') }]),
])
const who = /(?<![\p{L}\p{N}])who(?:m|se)?(?![\p{L}\p{N}])/iu
const customersFor = /\bby\s+customers?\b/i

/** The first that the question names; a clause such as “customers who” names none. */
export function findDimension(text: string): Found<Dimension> | undefined {
  for (const { dimension, regex } of rules) {
    const match = regex.exec(text)
    // “Requested by customers” and “by customers in France” say who, not how to count.
    if (match && !(dimension === 'contact' && customersFor.test(match[0])))
      return { value: dimension, start: match.index, end: match.index + match[0].length }
  }
  const match = who.exec(text)
  if (!match || /\p{L}+\s+$/u.exec(text.slice(0, match.index))?.[0].match(/^(?:customers|users|people|those)\s/i))
    return undefined
  return { value: 'contact', start: match.index, end: match.index + match[0].length }
}
