import { isFunctionWord } from '#engine/text/function-words.ts'
import { isEnglish } from '#engine/text/detect-language.ts'
import { isNegated } from './negation.ts'
import { endsWithAbbreviation } from '#engine/text/sentences.ts'
import {
  MAX_CLAUSE_WORDS,
  MAX_INSIGHT_NAME_LENGTH,
  MAX_UNCUT_WORDS,
  MID_PHRASE_PENALTY,
  MIN_KEPT_WORDS,
} from '#engine/thresholds/names.ts'
import { anyOf } from '#engine/words/read-words.ts'
import { isCircumstance } from './circumstance.ts'
import { countSpacedWords } from './count-spaced-words.ts'

/* Cuts a clause that is too long for a name where a phrase ends, without turning its meaning. */

const trailing = new RegExp(String.raw`[\s,;:–—-]+${anyOf('naming/unfinished-endings')}$`, 'iu')

/** Verbs without their object at the end of a cut name. */
const danglingVerb = new RegExp(String.raw`\s${anyOf('naming/dangling-verbs')}$`, 'i')

/** Words that begin a new clause, and words that begin another part of one. */
const clauseStart = new RegExp(String.raw`^${anyOf('naming/clause-starts')}$`, 'i')
const phraseStart = new RegExp(String.raw`^${anyOf('naming/phrase-starts')}$`, 'i')

/** How well a name can end before the word `next`. */
function endScore(last: string, next: string): number {
  if (isClauseEnd(last, next)) return 2
  return phraseStart.test(bare(next)) || isFunctionWord(bare(next)) ? 0 : -MID_PHRASE_PENALTY
}

const bare = (word: string) => word.replace(/[^\p{L}']/gu, '')
const isClauseEnd = (last: string, next: string) => /[,;:–—]$/u.test(last) || clauseStart.test(bare(next))

/** At a boundary: the later the better, before a clause better than before a phrase. */
export function cutToLength(text: string): string {
  const words = text.split(' ')
  if (words.length <= MAX_UNCUT_WORDS) return text
  const isUnfinished = unfinishedIn(text)
  let [length, best] = [MAX_CLAUSE_WORDS, MAX_CLAUSE_WORDS - MID_PHRASE_PENALTY]
  for (let n = MIN_KEPT_WORDS; n <= MAX_CLAUSE_WORDS; n++) {
    const score = n + endScore(words[n - 1]!, words[n]!) - (isUnfinished(` ${words.slice(0, n).join(' ')}`) ? 2 : 0)
    if (score >= best) [length, best] = [n, score]
  }
  const cut = withoutDanglingEnd(words.slice(0, length).join(' '), isUnfinished)
  return withNegation(cut, words)
}

/** “… zeigt die Pause | nicht an”: the rest of the clause belongs to it, however long it then is. */
function withNegation(cut: string, words: readonly string[]): string {
  let end = countSpacedWords(cut)
  while (end < words.length && !isClauseEnd(words[end - 1]!, words[end]!)) end++
  const clause = words.slice(0, end).join(' ')
  const isTurned = isNegated(words.slice(countSpacedWords(cut), end).join(' '))
  return isTurned && clause.length <= MAX_INSIGHT_NAME_LENGTH ? clause : cut
}

/** Of a circumstance the verb is kept, or only the circumstance would be left. */
function unfinishedIn(text: string): (text: string) => boolean {
  if (!isEnglish(text)) return (one) => endsWithAbbreviation(one) || isFunctionWord(one.slice(one.lastIndexOf(' ') + 1))
  const isUnfinished = isCircumstance(text)
    ? (one: string) => trailing.test(one)
    : (one: string) => trailing.test(one) || danglingVerb.test(one)
  return (one) => endsWithAbbreviation(one) || isUnfinished(one)
}

function withoutLast(text: string): string {
  const shorter = trailing.test(text) ? text.replace(trailing, '') : text.replace(danglingVerb, '')
  return shorter === text ? text.replace(/[\s,;:–—-]+\S+$/u, '') : shorter
}

function withoutDanglingEnd(text: string, isUnfinished: (text: string) => boolean): string {
  let short = withoutMarkAtEnd(text)
  for (let turns = 0; turns < 6 && isUnfinished(short) && countSpacedWords(short) > 3; turns++)
    short = withoutLast(short)
  return short
}

const withoutMarkAtEnd = (text: string) => text.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, '')
const conjunctionAtEnd = new RegExp(String.raw`\s${anyOf('naming/conjunctions-at-end')}$`, 'i')

/** Of a whole clause nothing else is taken away: its end can be its verb, or “not”. */
export const withoutConjunctionAtEnd = (clause: string): string =>
  withoutMarkAtEnd(withoutMarkAtEnd(clause).replace(conjunctionAtEnd, ''))
