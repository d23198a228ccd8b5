/*
 * The WordPiece tokenizer of the embedding model: lower case, no accents, punctuation apart, then the longest known
 * pieces of each word.
 */

const accents = /\p{Mn}/gu
const invisible = /[\u0000\ufffd]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu
const ideographs = new RegExp(
  '[\\u4e00-\\u9fff\\u3400-\\u4dbf\\u{20000}-\\u{2a6df}\\u{2a700}-\\u{2b73f}\\u{2b740}-\\u{2b81f}' +
    '\\u{2b820}-\\u{2ceaf}\\uf900-\\ufaff\\u{2f800}-\\u{2fa1f}]',
  'gu',
)
/** Punctuation and ideographs are words of their own. */
const wordInText = new RegExp(
  `[!-/:-@[-\`{-~]|\\p{P}|${ideographs.source}|(?:(?!${ideographs.source})[^\\s!-/:-@[-\`{-~\\p{P}])+`,
  'gu',
)
const wordOrPunctuation = /[!-/:-@[-`{-~]|\p{P}|[^\s!-/:-@[-`{-~\p{P}]+/gu
/** Most texts: printable ASCII, which needs no normalization. */
const isPlainAscii = /^[\t\n\r -~]*$/
const asciiWordOrPunctuation = /[a-z0-9]+|[!-/:-@[-`{-~]/g
const maxWordLength = 100

export type Vocabulary = ReadonlyMap<string, number>
export const parseVocabulary = (file: string): Vocabulary =>
  new Map(
    file
      .split(/\r?\n/)
      .map((token, id) => [token, id] as const)
      .filter(([token]) => token !== ''),
  )

export const clsToken = 101
export const sepToken = 102
const unknownToken = 100

/** The token ids of a text, without those that begin and end a sequence. */
export function tokenize(text: string, vocabulary: Vocabulary, max: number): number[] {
  const ids: number[] = []
  for (const word of splitWords(text)) {
    tokenizeWord(word, vocabulary, ids)
    if (ids.length >= max) break
  }
  return ids.length > max ? ids.slice(0, max) : ids
}

/** Where a word is in its text, and its tokens: `ids` from `firstToken` on. */
export type TokenizedWord = { start: number; end: number; firstToken: number; tokens: number }
export type TokenizedText = { ids: number[]; words: TokenizedWord[] }

/** The same tokens with the words they belong to; the words that no longer fit are left out. */
export function tokenizeWords(text: string, vocabulary: Vocabulary, max: number): TokenizedText {
  const ids: number[] = []
  const words: TokenizedWord[] = []
  for (const match of text.matchAll(wordInText)) {
    const plain = match[0].replace(invisible, '').normalize('NFD').replace(accents, '').toLowerCase()
    if (plain === '') continue
    const firstToken = ids.length
    tokenizeWord(plain, vocabulary, ids)
    if (ids.length > max) {
      ids.length = firstToken
      break
    }
    words.push({ start: match.index, end: match.index + match[0].length, firstToken, tokens: ids.length - firstToken })
  }
  return { ids, words }
}

function splitWords(text: string): readonly string[] {
  if (isPlainAscii.test(text)) return text.toLowerCase().match(asciiWordOrPunctuation) ?? []
  return (
    text
      .replace(invisible, '')
      .replace(ideographs, ' $& ')
      .normalize('NFD')
      .replace(accents, '')
      .toLowerCase()
      .match(wordOrPunctuation) ?? []
  )
}

function tokenizeWord(word: string, vocabulary: Vocabulary, ids: number[]) {
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
  ids.push(unknownToken)
}
