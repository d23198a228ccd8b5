import { scoreLexicon } from '#engine/classifiers/lexicon.ts'
import { isNegated } from './negation.ts'
import { isEnglish } from '#engine/text/detect-language.ts'
import {
  MAX_CLAUSE_WORDS,
  MAX_INSIGHT_NAME_WORDS,
  MAX_SENTENCE_WORDS,
  MAX_UNCUT_WORDS,
  MIN_CLAUSE_WORDS,
} from '#engine/thresholds/names.ts'
import { anyOf } from '#engine/words/read-words.ts'
import { isCircumstance } from './circumstance.ts'
import { countSpacedWords } from './count-spaced-words.ts'
import { cutToLength, withoutConjunctionAtEnd } from './cut-name.ts'

/* The clause of a sentence that makes the point. */

const clauseBoundary = new RegExp(String.raw`\s*[,;:–—]\s+|\s+(?=${anyOf('naming/clause-openings')}\b)`, 'i')

/** A short sentence is its own name; of a longer one the clause that makes the point, with those that fit after it. */
export function mainClause(sentence: string): string {
  const plain = countSpacedWords(sentence) > MAX_INSIGHT_NAME_WORDS ? withoutParenthesisAtEnd(sentence) : sentence
  if (countSpacedWords(plain) <= MAX_INSIGHT_NAME_WORDS) return plain
  const clauses = plain.split(clauseBoundary).filter((clause) => clause !== '')
  // The words of opinion are English.
  const point = isEnglish(plain) ? (clauseAfterBut(clauses) ?? laterPoint(clauses)) : undefined
  const isAlone = point !== undefined && !pronounFirst.test(point)
  if (!isAlone && countSpacedWords(plain) <= (point ? MAX_UNCUT_WORDS : MAX_SENTENCE_WORDS)) return plain
  if (point) return withoutConjunctionAtEnd(point)
  const [circumstance, outcome = clauses[1]] = splitCircumstance(clauses[0]!)
  return isCircumstance(circumstance) && outcome
    ? withCircumstance(plain, circumstance, outcome)
    : firstClauses(plain, clauses)
}

/** “… and that confuses everybody”: says nothing without what comes before. */
const pronounFirst = /^(?:it|its|that|this|these|those|they|them|he|she|which)\b/i

const withoutParenthesisAtEnd = (text: string) => text.replace(/(?<=\S \S+ \S+)\s+\([^()]*\)$/u, '')

/** As many as fit, and a longer one whole; what restricts a clause, and what it only leads up to, belongs to it. */
function firstClauses(plain: string, clauses: readonly string[]): string {
  let taken = ''
  for (const clause of clauses) {
    const longer = taken === '' ? clause : plain.slice(0, plain.indexOf(clause, taken.length) + clause.length)
    const belongs = countSpacedWords(taken) < MIN_CLAUSE_WORDS || completion.test(clause) || isPointOf(taken, clause)
    if (countSpacedWords(longer) > (belongs ? MAX_UNCUT_WORDS : MAX_INSIGHT_NAME_WORDS)) break
    taken = longer
  }
  return countSpacedWords(taken) >= MIN_CLAUSE_WORDS ? withoutConjunctionAtEnd(taken) : cutToLength(plain)
}

/** “We have been with you for years and the support has never let us down” */
const isPointOf = (before: string, clause: string) =>
  /^and\b/i.test(clause) &&
  scoreLexicon(before).score === 0 &&
  !requestWord.test(before) &&
  (scoreLexicon(clause).score !== 0 || isNegated(clause))

const completion = new RegExp(String.raw`^${anyOf('naming/completions')}(?!\p{L})`, 'iu')

const withoutConjunction = (clause: string) => clause.replace(/^(?:and|but|so)\s+/i, '').replace(/^now\s+/i, '')

/** “The app ran well, but now it does not start”: the part after the praise. */
function clauseAfterBut(clauses: readonly string[]): string | undefined {
  if (scoreLexicon(clauses[0]!).score <= 0 || requestWord.test(clauses[0]!)) return undefined
  const isComplaint = (clause: string) => scoreLexicon(clause).score < 0 || isNegated(clause)
  const found = clauses
    .slice(1)
    .find((clause) => /^but (?!not\b)/i.test(clause) && countSpacedWords(clause) >= 5 && isComplaint(clause))
  return found && cutToLength(withoutConjunction(found))
}

/** “When I open the claim from the email link I get a blank page”: a circumstance without a comma after it. */
const outcomeAfter = new RegExp(String.raw`^(.{12,70}?) (${anyOf('naming/outcome-openings')}\b.{6,})$`, 'i')
const splitCircumstance = (clause: string): [string, string?] => {
  const found = isCircumstance(clause) && outcomeAfter.exec(clause)
  return found ? [found[1]!, found[2]!] : [clause]
}
export const refersBack = /\b(?:it|this|that|them)\b/i

/** Both if there is room, else the point, unless what it refers to is in the circumstance. */
function withCircumstance(plain: string, circumstance: string, clause: string): string {
  const both = plain.slice(0, plain.indexOf(clause, circumstance.length) + clause.length)
  if (countSpacedWords(both) <= MAX_UNCUT_WORDS) return both
  // “After the update the gateway goes offline every night, I have to unplug it”: the point is what “it” refers to.
  return refersBack.test(clause) ? cutToLength(circumstance) : cutToLength(withoutConjunction(clause))
}

/** Beginnings of the clause that a narrative leads up to. */
const culmination = /^and (?:now|when)\b|^but\b/i
/** The point of a request is its object, not the reason given for it. */
const requestWord = /\b(?:would|could|should|please|let|add|need|want|wish)\b/i
const explanation = /^(?:so that|which|because|since|although|while)\b/i

/**
 * A later clause with an opinion where the first has none: “I wrote on the train and when I was back my text was gone”.
 */
function laterPoint(clauses: readonly string[]): string | undefined {
  const [first = '', ...others] = clauses
  const saysNothing = scoreLexicon(first).score === 0 && !requestWord.test(first) && !isNegated(first)
  if (clauses.length < 2 || !saysNothing) return undefined
  const fits = (clause: string) =>
    countSpacedWords(clause) >= MIN_CLAUSE_WORDS && countSpacedWords(clause) <= MAX_CLAUSE_WORDS
  const later = others.filter(
    (clause) => !explanation.test(clause) && !isCircumstance(clause) && fits(withoutConjunction(clause)),
  )
  const found =
    later.find((clause) => scoreLexicon(withoutConjunction(clause)).score < 0) ??
    later.find((clause) => culmination.test(clause))
  return found && withoutConjunction(found)
}
