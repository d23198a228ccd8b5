import { anyOf } from '#engine/words/read-words.ts'

const word = `(?:${anyOf('story/negations')}|${anyOf('naming/negations')})`
/** Of the nine languages. */
const negation = new RegExp(
  String.raw`(?<!\p{L})${word}(?!\p{L})|n[’']t(?!\p{L})|ない|ませ[んず]|なかった|できず`,
  'iu',
)

export const isNegated = (text: string): boolean => negation.test(text)
