export type Found = { start: number; end: number }

const doubleMarks = /[“”„‟«»″]/
const singleMarks = /[‘’‚‛′`]/

const fold = (c: string) => (doubleMarks.test(c) ? '"' : singleMarks.test(c) ? "'" : c)

/** Folds white space and quote marks; `places[i]` is where the i-th folded character stood. */
function normalise(text: string) {
  let folded = ''
  const places: number[] = []
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!
    const space = /\s/.test(c)
    if (space && (folded === '' || folded.endsWith(' '))) continue
    folded += space ? ' ' : fold(c)
    places.push(i)
  }
  return { folded, places }
}

/** Where a quote stands in its source, whatever became of white space and quote marks; undefined when the words are not there. */
export function findQuote(quote: string, source: string): Found | undefined {
  const wanted = normalise(quote).folded.trimEnd()
  if (wanted === '') return undefined
  const { folded, places } = normalise(source)
  const at = folded.indexOf(wanted)
  return at < 0 ? undefined : { start: places[at]!, end: places[at + wanted.length - 1]! + 1 }
}
