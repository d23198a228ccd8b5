import { isFunctionWord } from '#engine/reading/function-words.ts'
import { type TaggedWord, taggedWords } from '#engine/text/parts-of-speech.ts'
import { MAX_PHRASE_TEXT_LENGTH } from '#engine/thresholds.ts'

/* Noun phrases of English texts: the names that a topic can have. */

/** Nouns that name no topic by themselves. */
const genericNouns = new Set(
  `app application product tool software thing stuff time day week month year hour minute second moment people person
  user customer client team company business way lot bit kind sort type problem issue trouble bug error fault mistake
  feature function option point reason fact case example question answer work job place side end part half rest
  everyone everybody anyone someone nobody one two three other colleague boss manager owner guy man woman kid child
  son daughter husband wife friend partner mother father morning afternoon evening night today yesterday tomorrow
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
  october november december star thank thanks hello regard idea sense matter chance help need wish request change
  number amount couple dozen percent euro dollar pound cent life world home house hand eye head money year
  version update experience quality feedback review comment suggestion improvement use try bonus plus joke shame pity
  hell god love hate fun mess nightmare disaster pleasure gem blessing cherry star anything something nothing
  everything while time lunch dinner ok okay yes no please reply line page step middle top bottom front back
  kg km cm mm lb gb mb kb ms mile meter metre degree inch am pm prospect sale call proposal deal customer opinion fan word way i im it`.split(
    /\s+/,
  ),
)
/** Adjectives that judge instead of telling apart. */
const opinionAdjectives = new Set(
  `good great bad nice best worst better worse terrible awful amazing awesome horrible excellent perfect annoying
  frustrating useless happy sad stupid ridiculous fantastic wonderful poor cool easy hard simple slow fast new old big
  small large little huge whole entire same other different several many few much more most own only real actual last
  first next second third final previous current latest recent sure able free full empty main possible available due
  long short high low late early lovely brilliant broken wrong right missing extra additional single clear unclear
  expensive cheap confusing impossible strong weak super top quick outstanding fabulous decent solid`.split(/\s+/),
)

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
  for (let words = 1; words <= Math.min(3, tokens.length); words++) {
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
  return tokens.length <= 3 && isTopic(tokens) && !tokens.some(({ text }) => isFunctionWord(text))
    ? toPhrase(tokens)
    : undefined
}

const keyOfWords = (text: string) =>
  text
    .split(/[^\p{L}\p{N}'’-]+/u)
    .map(keyOfWord)
    .join(' ')

/** Whether a text contains the words of a phrase one after the other, in any case and number. */
export const containsPhrase = (text: string, phrase: string): boolean =>
  ` ${keyOfWords(text)} `.includes(` ${keyOfWords(phrase)} `)
