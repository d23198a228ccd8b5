import { isFunctionWord } from '#engine/text/function-words.ts'
import { type TaggedWord, taggedWords } from '#engine/text/parts-of-speech.ts'
import { MAX_PHRASE_TEXT_LENGTH, MAX_PHRASE_WORDS } from '#engine/thresholds/names.ts'
import { readWords } from '#engine/words/read-words.ts'

/* Noun phrases of English texts: the names that a topic can have. */

/** Nouns that name no topic by themselves. */
const genericNouns = new Set(readWords('naming/generic-nouns'))
/** Adjectives that judge instead of telling apart. */
const opinionAdjectives = new Set(readWords('naming/opinion-adjectives'))

export type NounPhrase = { key: string; text: string }

/** Without case, plural and possessive. */
export const keyOfWord = (word: string) =>
  word
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replace(/ies$/, 'y')
    .replace(/(?<=(?:ss|x|ch|sh))es$/, '')
    .replace(/(?<=[^su\W]{2})s$/, '')

/** Of one to three words; a phrase is there once, and its head alone too. */
export function nounPhrases(text: string): NounPhrase[] {
  const found = new Map<string, NounPhrase>()
  let open: TaggedWord[] = []
  const close = () => {
    for (const phrase of phrasesOf(open)) if (!found.has(phrase.key)) found.set(phrase.key, phrase)
    open = []
  }
  for (const { text: word, pos } of taggedWords(text.slice(0, MAX_PHRASE_TEXT_LENGTH))) {
    if (pos === 'NOUN' || pos === 'PROPN' || (pos === 'ADJ' && !open.some((token) => token.pos !== 'ADJ')))
      open.push({ text: word, pos })
    else close()
  }
  close()
  return [...found.values()]
}

/** The ends of a run of adjectives and nouns, each with the noun at its end. */
function phrasesOf(run: readonly TaggedWord[]): NounPhrase[] {
  if (run.at(-1)?.pos === 'ADJ') return []
  const tokens = run.filter(({ text }) => !opinionAdjectives.has(text.toLowerCase()))
  const phrases: NounPhrase[] = []
  for (let words = 1; words <= Math.min(MAX_PHRASE_WORDS, tokens.length); words++) {
    const part = tokens.slice(-words)
    if (isTopic(part)) phrases.push(toPhrase(part))
  }
  return phrases
}

function isTopic(tokens: readonly TaggedWord[]): boolean {
  const keys = tokens.map(({ text }) => keyOfWord(text))
  if (tokens.some(({ text }) => !/^[\p{L}\p{N}][\p{L}\p{N}'’+-]*$/u.test(text) || /^\d/.test(text))) return false
  if (keys.some((key) => key.length < 2)) return false
  return !keys.every((key) => genericNouns.has(key)) && !genericNouns.has(keys[0]!)
}

const toPhrase = (tokens: readonly TaggedWord[]): NounPhrase => ({
  key: tokens.map(({ text }) => keyOfWord(text)).join(' '),
  text: tokens.map(({ text }) => text).join(' '),
})

/** Words in any language as one phrase; undefined where they name no topic. */
export function keyOfPhrase(words: string): NounPhrase | undefined {
  const tokens = words
    .trim()
    .split(/\s+/)
    .map((text) => ({ text, pos: 'NOUN' }))
  return tokens.length <= MAX_PHRASE_WORDS && isTopic(tokens) && !tokens.some(({ text }) => isFunctionWord(text))
    ? toPhrase(tokens)
    : undefined
}

export const keyOfWords = (text: string) =>
  text
    .split(/[^\p{L}\p{N}'’-]+/u)
    .map(keyOfWord)
    .join(' ')

/** Of an English phrase its noun, which is the last word. */
export function isPlural(phrase: string): boolean {
  const noun = phrase.slice(phrase.lastIndexOf(' ') + 1).toLowerCase()
  return !/['’]s$/.test(noun) && keyOfWord(noun) !== noun
}

/** Whether a text contains the words of a phrase one after the other, in any case and number. */
export const containsPhrase = (text: string, phrase: string): boolean =>
  ` ${keyOfWords(text)} `.includes(` ${keyOfWords(phrase)} `)
