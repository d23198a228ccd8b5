import { findQuote } from '#engine/find-quote.ts'

/* Quotations in a text that a model wrote: each must be a verbatim part of the evidence. */

const doubleMarks = /[“”„‟«»″]/g
/** At word boundaries only, because the same mark is an apostrophe. */
const singleQuoted = /(?<![\p{L}\p{N}])['‘‚‛`]([^'‘’‚‛`]+(?:['’](?=\p{L})[^'‘’‚‛`]*)*)['’`](?![\p{L}\p{N}])/gu
const isWordCharacter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

type QuotedParts = {
  quotes: string[]
  /** The text without its quotations. */
  rest: string
  /** The text with every quotation between the same marks. */
  text: string
}

/** Undefined when a quotation does not end. */
export function quotedParts(original: string): QuotedParts | undefined {
  const parts = original.replace(doubleMarks, '"').split('"')
  if (parts.length % 2 === 0) return undefined
  const quotes = parts.filter((_, n) => n % 2 === 1)
  const outside = parts.filter((_, n) => n % 2 === 0).map((part) => splitSingle(part))
  return {
    quotes: [...quotes, ...outside.flatMap((part) => part.quotes)],
    rest: outside.map((part) => part.rest).join(' … '),
    text: parts.map((part, n) => (n % 2 === 1 ? `“${part}”` : outside[n / 2]!.text)).join(''),
  }
}

function splitSingle(part: string): QuotedParts {
  const quotes = [...part.matchAll(singleQuoted)].map((match) => match[1]!)
  return {
    quotes,
    rest: part.replace(singleQuoted, ' … '),
    text: part.replace(singleQuoted, (_, quote: string) => `“${quote}”`),
  }
}

/** Whole words in one of the texts; white space and the kind of quotation marks may differ. */
export const isVerbatim = (quote: string, texts: readonly string[]): boolean =>
  /[\p{L}\p{N}]/u.test(quote) &&
  texts.some((text) => {
    const span = findQuote(quote.trim(), text)
    return (
      span !== undefined &&
      !(isWordCharacter(text[span.start - 1]) && isWordCharacter(text[span.start])) &&
      !(isWordCharacter(text[span.end - 1]) && isWordCharacter(text[span.end]))
    )
  })
