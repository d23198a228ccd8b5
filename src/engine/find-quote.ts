type QuoteSpan = { start: number; end: number }

const doubleMarks = /[“”„‟«»″]/
const singleMarks = /[‘’‚‛′`]/

function foldMark(character: string): string {
  if (doubleMarks.test(character)) return '"'
  return singleMarks.test(character) ? "'" : character
}

/** Folds white space and quotation marks; `positions[i]` is the position of the i-th folded character in the text. */
function foldCharacters(text: string) {
  let folded = ''
  const positions: number[] = []
  for (let i = 0; i < text.length; i++) {
    const isSpace = /\s/.test(text[i]!)
    if (isSpace && (folded === '' || folded.endsWith(' '))) continue
    folded += isSpace ? ' ' : foldMark(text[i]!)
    positions.push(i)
  }
  return { folded, positions }
}

/**
 * The position of a quote in its source, ignoring differences of white space and quotation marks; undefined when it is
 * not there.
 */
export function findQuote(quote: string, source: string): QuoteSpan | undefined {
  const foldedQuote = foldCharacters(quote).folded.trimEnd()
  if (foldedQuote === '') return undefined
  const { folded, positions } = foldCharacters(source)
  const at = folded.indexOf(foldedQuote)
  return at < 0 ? undefined : { start: positions[at]!, end: positions[at + foldedQuote.length - 1]! + 1 }
}
