/* How the embedding model cuts text: lower case, no accents, punctuation apart, then the longest known pieces of each word. */

const accents = /\p{Mn}/gu
const unseen = /[\u0000\ufffd]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu
const ideographs =
  /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b820}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu
const parts = /[!-/:-@[-`{-~]|\p{P}|[^\s!-/:-@[-`{-~\p{P}]+/gu
/** Most texts: nothing in them has to be taken off or apart first. */
const isPlain = /^[\t\n\r -~]*$/
const plainParts = /[a-z0-9]+|[!-/:-@[-`{-~]/g
const maxWordLength = 100

export type Vocabulary = ReadonlyMap<string, number>
export const vocabularyOf = (file: string): Vocabulary =>
  new Map(
    file
      .split(/\r?\n/)
      .map((piece, id) => [piece, id] as const)
      .filter(([piece]) => piece !== ''),
  )

export const first = 101
export const last = 102
const unknown = 100

/** The ids of the pieces of a text, without the marks that begin and end a sequence. */
export function piecesOf(text: string, vocabulary: Vocabulary, max: number): number[] {
  const ids: number[] = []
  for (const word of wordsOf(text)) {
    piecesOfWord(word, vocabulary, ids)
    if (ids.length >= max) break
  }
  return ids.length > max ? ids.slice(0, max) : ids
}

function wordsOf(text: string): readonly string[] {
  if (isPlain.test(text)) return text.toLowerCase().match(plainParts) ?? []
  return (
    text
      .replace(unseen, '')
      .replace(ideographs, ' $& ')
      .normalize('NFD')
      .replace(accents, '')
      .toLowerCase()
      .match(parts) ?? []
  )
}

function piecesOfWord(word: string, vocabulary: Vocabulary, ids: number[]) {
  const whole = vocabulary.get(word)
  if (whole !== undefined) return void ids.push(whole)
  const before = ids.length
  let start = 0
  while (start < word.length && word.length <= maxWordLength) {
    let end = word.length
    let id: number | undefined
    for (; end > start && id === undefined; end--)
      id = vocabulary.get(start === 0 ? word.slice(0, end) : `##${word.slice(start, end)}`)
    if (id === undefined) break
    ids.push(id)
    start = end + 1
  }
  if (start >= word.length && start > 0) return
  ids.length = before
  ids.push(unknown)
}
