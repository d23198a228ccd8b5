import { isEnglish } from '#engine/text/detect-language.ts'
import { taggedWords } from '#engine/text/parts-of-speech.ts'
import { stemmedWords } from '#engine/text/tf-idf.ts'
import { NAME_PENALTY, SHARED_WORDS_BONUS } from '#engine/thresholds/names.ts'
import { anyOf } from '#engine/words/read-words.ts'

/* How well the name of one insight states the point of its group, for a reader who has not seen the others. */

/** Begins with a pronoun, or refers to something said before. */
const dependent = new RegExp(String.raw`^${anyOf('naming/dependent-openings')}\b`, 'i')
const question = new RegExp(String.raw`^${anyOf('naming/question-openings')}\b`, 'i')
const greeting = new RegExp(String.raw`^${anyOf('naming/greeting-openings')}\b`, 'i')
const marks = /["“”*@#<>{}[\]|=…]|\d{3,}/
/** Of the writer, or of one occasion, in the middle of a name. */
const personal = new RegExp(String.raw`\s${anyOf('naming/personal-words')}\b`, 'i')

/** How much is subtracted from the similarity of a member to the centre of its group. */
export function namePenalty(name: string): number {
  const words = name.split(' ').length
  return (
    (dependent.test(name) ? NAME_PENALTY.dependent : 0) +
    (question.test(name) ? NAME_PENALTY.question : 0) +
    (greeting.test(name) ? NAME_PENALTY.greeting : 0) +
    (marks.test(name) ? NAME_PENALTY.marks : 0) +
    (/\d/.test(name) ? NAME_PENALTY.digits : 0) +
    (personal.test(name) ? NAME_PENALTY.personal : 0) +
    NAME_PENALTY.extraWord * Math.max(0, words - NAME_PENALTY.freeWords) +
    (words < NAME_PENALTY.minWords ? NAME_PENALTY.tooShort : 0) +
    (isEnglish(name) ? grammarPenalty(name) : 0)
  )
}

const unfinishedEnds = new Set(['AUX', 'ADP', 'DET', 'CCONJ', 'SCONJ'])

/** A point says something (a verb or an adjective) of something (a noun). */
function grammarPenalty(name: string): number {
  const words = taggedWords(name)
  const has = (...tags: string[]) => words.some(({ pos }) => tags.includes(pos))
  const properNames = words.filter(({ pos, text }, n) => n > 0 && pos === 'PROPN' && /^\p{Lu}\p{Ll}/u.test(text)).length
  return (
    (has('NOUN', 'PROPN') ? 0 : NAME_PENALTY.noNoun) +
    (has('VERB', 'AUX') ? 0 : NAME_PENALTY.noVerb) -
    (!has('VERB', 'AUX') && has('ADJ') ? NAME_PENALTY.noVerb / 2 : 0) +
    (properNames > 0 ? NAME_PENALTY.properName : 0) +
    (unfinishedEnds.has(words.at(-1)?.pos ?? '') ? NAME_PENALTY.unfinished : 0)
  )
}

/** What each name loses that is not in the language of most others. */
export function otherLanguagePenalties(names: readonly string[]): number[] {
  const english = names.map(isEnglish)
  const isMostlyEnglish = english.filter(Boolean).length * 2 > names.length
  return english.map((one) => (isMostlyEnglish && !one ? NAME_PENALTY.otherLanguage : 0))
}

/** What each name gains for words that other members use too. */
export function sharedWordBonuses(names: readonly string[]): number[] {
  const words = names.map((name) => [...new Set(stemmedWords(name))])
  const uses = new Map<string, number>()
  for (const word of words.flat()) uses.set(word, (uses.get(word) ?? 0) + 1)
  const others = Math.max(1, names.length - 1)
  return words.map((own) => {
    const shares = own.map((word) => (uses.get(word)! - 1) / others).sort((a, b) => b - a)
    return SHARED_WORDS_BONUS * Math.min(1, 2 * ((shares[0] ?? 0) + (shares[1] ?? 0)))
  })
}
