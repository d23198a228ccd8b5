import { scoreLexicon } from '#engine/classifiers/lexicon.ts'
import { isFunctionWord } from '#engine/text/function-words.ts'
import { MAX_INSIGHT_NAME_WORDS } from '#engine/thresholds/names.ts'
import { capitalized } from '#engine/text/capitalized.ts'
import { isEnglish } from '#engine/text/detect-language.ts'
import { anyOf } from '#engine/words/read-words.ts'
import {
  MAX_DROPPED_ARTICLES,
  MAX_INSIGHT_NAME_LENGTH,
  MAX_SHORT_POINT_WORDS,
  MID_PHRASE_PENALTY,
  MIN_KEPT_WORDS,
} from '#engine/thresholds/names.ts'
import { withoutLoneMarks } from './lone-marks.ts'

/* Names an insight with the writer's own words, at most twelve, without introductory phrases. */

/** What a form or a colleague has put before the words of the customer. */
const labels = [
  /^(?:nps|csat|rating|score)?:? ?(?:\d{1,2}(?:\/(?:5|10))?|[★☆⭐]{1,5})\s*[:–-]\s*/i,
  /^(?:feature|product|new)? ?(?:idea|request|suggestion|wish|feedback|bug|bug report)\s*:\s*/i,
  /^(?:pros?|cons?|likes?|dislikes?)\s*:\s*/i,
]
const leadIns = [
  /^(?:re|fwd?)?:?\s*(?:ticket|case|request|issue)\s+#?\d+\s*[:,–-]\s*/i,
  /^(?:@[\p{L}\p{N}_]+[\s,:;.!–-]*)+/u,
  new RegExp(String.raw`^(and |but |oh,? )?${anyOf('naming/asides')}\s*[:,–-]\s*`, 'i'),
  /^(hi|hello|hey|dear)\b[^,.!?]{0,30}[,.!]\s*/i,
  new RegExp(String.raw`^${anyOf('naming/openers')}\b[\s,:;–-]*`, 'i'),
  // Only before punctuation, because these may belong to the statement: “no way to export”, “first day”, “team plan”.
  new RegExp(String.raw`^${anyOf('naming/openers-before-mark')}\b(?:\s*[,:;!]\s*|\s+[–-]+\s+)`, 'i'),
  new RegExp(
    String.raw`^(i|we) (really |also |just |still |do |would )*${anyOf('naming/opinion-verbs')}( that)?\s+`,
    'i',
  ),
  new RegExp(String.raw`^${anyOf('naming/introductions')}[\s,:]*`, 'i'),
  /^it (?:took|takes|cost|costs) (?:me|us) [\p{L}\d ]{2,24} to (?:find out|understand|see|work out)\s+/iu,
  /^(?:i|we) (?=(?:could not|couldn't|cannot|can't|never) (?:find out|figure out|work out)\b)/i,
  /^(?:our|my|the) [\p{L} ]{3,40} (?:wants?|needs?|asks?) to know\s+/iu,
]
const requests = new RegExp(String.raw`^${anyOf('naming/requests')}\s+`, 'i')
const trailing = new RegExp(String.raw`[\s,;:–—-]+${anyOf('naming/unfinished-endings')}$`, 'iu')

/** Verbs without their object at the end of a cut name. */
const danglingVerb = new RegExp(String.raw`\s${anyOf('naming/dangling-verbs')}$`, 'i')

/** Emoji, bold marks and code marks. */
const decoration = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f)+|\*\*|__|`+/gu

/** Removes introductory phrases; of a request its object is left. */
function withoutLeadIns(text: string): string {
  let plain = text
    .replace(/https?:\/\/\S+/g, '')
    .replace(decoration, ' ')
    .replace(/^["“”'`(\s]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
  for (const label of labels) plain = plain.replace(label, '') || plain
  for (let turns = 0; turns < 4; turns++) {
    const before = plain
    for (const lead of leadIns) {
      const shorter = plain.replace(lead, '')
      if (shorter !== plain && shorter.split(' ').length >= 3) plain = shorter
    }
    const object = plain.replace(requests, '').replace(/^to (?=\p{L})/iu, '')
    if (object !== plain && object.split(' ').length >= 2) plain = object
    if (plain === before) break
  }
  return plain
}

const countWords = (text: string) => text.split(' ').length
const clauseBoundary = new RegExp(String.raw`\s*[,;:–—]\s+|\s+(?=${anyOf('naming/clause-openings')}\b)`, 'i')

/** The first of three words or more; one of two if the next refers to it: “Add chapters. Every host has them.” */
function mainSentence(text: string): string {
  const sentences = text.split(/(?<=[.!?…])\s+/)
  const found = sentences.find((sentence) => countWords(sentence) >= 3) ?? text
  const isAboutFirst = found !== sentences[0] && countWords(sentences[0]!) === 2 && refersBack.test(found)
  return isAboutFirst ? sentences[0]! : found
}

/** The first clause that makes the point, else as many words as fit. */
function mainClause(text: string): string {
  const plain = mainSentence(text)
    .replace(/(?<![\s.!?…,;:])[\s.!?…,;:]+$/u, '')
    .replace(/(?<=\S \S+)[\s,:–-]+(?:please|pls|plz)$/i, '')
  if (countWords(plain) <= MAX_INSIGHT_NAME_WORDS) return plain
  const clauses = plain.split(clauseBoundary)
  const point = clauseAfterBut(clauses) ?? laterPoint(clauses)
  if (point) return point
  const headline = isOnePoint(clauses) ? withoutArticles(plain) : undefined
  if (headline) return headline
  const [circumstance, outcome] = splitCircumstance(clauses[0]!)
  if (outcome) return withCircumstance(circumstance, outcome)
  let taken = ''
  for (const clause of clauses) {
    const longer = taken === '' ? clause : plain.slice(0, plain.indexOf(clause, taken.length) + clause.length)
    if (countWords(longer) > MAX_INSIGHT_NAME_WORDS) break
    taken = longer
  }
  if (taken === clauses[0] && clauses[1] && isCircumstance(taken)) return withCircumstance(taken, clauses[1])
  return countWords(taken) >= 4 ? withoutDanglingEnd(taken) : cutToLength(plain)
}

/** The second clause says when, or what happened: “Replaced the audio and the old one was still played”. */
const isOnePoint = ([first = '', second]: readonly string[]) =>
  second === undefined || movable.test(second) || (/^and\b/i.test(second) && scoreLexicon(first).score === 0)

const article = /^(?:the|an?)$/i

/** The whole sentence as a headline, if it fits without its first articles: its end often says when or where. */
function withoutArticles(text: string): string | undefined {
  const words = text.split(' ')
  const excess = words.length - MAX_INSIGHT_NAME_WORDS
  if (excess > MAX_DROPPED_ARTICLES || !isEnglish(text)) return undefined
  const dropped = words.flatMap((word, n) => (article.test(word) ? [n] : [])).slice(0, excess)
  return dropped.length < excess ? undefined : words.filter((_, n) => !dropped.includes(n)).join(' ')
}

const withoutConjunction = (clause: string) => clause.replace(/^(?:and|but|so)\s+/i, '').replace(/^now\s+/i, '')
const negation = /\b(?:not|no|never|nothing|nobody|cannot|without)\b|n['’]t\b/i

/** “The app ran well, but now it does not start”: the part after the praise. */
function clauseAfterBut(clauses: readonly string[]): string | undefined {
  if (scoreLexicon(clauses[0]!).score <= 0 || requestWord.test(clauses[0]!)) return undefined
  const isComplaint = (clause: string) => scoreLexicon(clause).score < 0 || negation.test(clause)
  const found = clauses
    .slice(1)
    .find((clause) => /^but (?!not\b)/i.test(clause) && countWords(clause) >= 5 && isComplaint(clause))
  return found && cutToLength(withoutConjunction(found))
}

/** Circumstances, which say nothing without the point; the first kind can follow the point as well as precede it. */
const movable =
  /^(?:when|whenever|if|once|every ?time|each time|any ?time|as soon as|after|before|since|until|while)\b/i
const fixed = /^(?:by the time|because|with (?:the|this|your|my)|in addition|even (?:when|if|after|though))\b/i
const isCircumstance = (clause: string) => (movable.test(clause) || fixed.test(clause)) && !/ it /i.test(clause)
/** “When I open the claim from the email link I get a blank page”: a circumstance without a comma after it. */
const outcomeAfter = new RegExp(String.raw`^(.{12,70}?) (${anyOf('naming/outcome-openings')}\b.{6,})$`, 'i')
const splitCircumstance = (clause: string): [string, string?] => {
  const found = countWords(clause) > MAX_INSIGHT_NAME_WORDS && movable.test(clause) && outcomeAfter.exec(clause)
  return found ? [found[1]!, found[2]!] : [clause]
}
const refersBack = /\b(?:it|this|that|them)\b/i

/** The point first, then its circumstance if there is room. */
function withCircumstance(circumstance: string, clause: string): string {
  const point = withoutConjunction(clause)
  const both = `${point} ${circumstance.charAt(0).toLowerCase()}${circumstance.slice(1)}`
  const isShort = countWords(point) <= MAX_SHORT_POINT_WORDS && countWords(both) <= MAX_INSIGHT_NAME_WORDS + 2
  if (movable.test(circumstance) && isShort) return cutToLength(both)
  // “After the update the gateway goes offline every night, I have to unplug it”: the point is what “it” refers to.
  return refersBack.test(point) && countWords(circumstance) > MAX_SHORT_POINT_WORDS
    ? cutToLength(circumstance)
    : cutToLength(point)
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
  if (clauses.length < 2 || scoreLexicon(clauses[0]!).score !== 0 || requestWord.test(clauses[0]!)) return undefined
  const fits = (clause: string) => countWords(clause) >= 4 && countWords(clause) <= MAX_INSIGHT_NAME_WORDS
  const later = clauses.slice(1).filter((clause) => !explanation.test(clause) && fits(withoutConjunction(clause)))
  const found =
    later.find((clause) => scoreLexicon(withoutConjunction(clause)).score < 0) ??
    later.find((clause) => culmination.test(clause))
  return found && withoutConjunction(found)
}

/** Words that begin a new clause, and words that begin another part of one. */
const clauseStart = new RegExp(String.raw`^${anyOf('naming/clause-starts')}$`, 'i')
const phraseStart = new RegExp(String.raw`^${anyOf('naming/phrase-starts')}$`, 'i')

/** How well a name can end before the word `next`. */
function endScore(last: string, next: string): number {
  const word = next.replace(/[^\p{L}']/gu, '')
  if (/[,;:–—]$/u.test(last) || clauseStart.test(word)) return 2
  return phraseStart.test(word) ? 0 : -MID_PHRASE_PENALTY
}

/** At most twelve words, ending at a boundary: the later the better, before a clause better than before a phrase. */
function cutToLength(text: string): string {
  const words = text.split(' ')
  if (words.length <= MAX_INSIGHT_NAME_WORDS) return text
  // Of a circumstance the verb is kept, or only the circumstance would be left.
  const isUnfinished = isEnglish(text) ? unfinishedEnglish(text) : endsWithFunctionWordOfAnyLanguage
  let [length, best] = [MAX_INSIGHT_NAME_WORDS, MAX_INSIGHT_NAME_WORDS - MID_PHRASE_PENALTY]
  for (let n = MIN_KEPT_WORDS; n <= MAX_INSIGHT_NAME_WORDS; n++) {
    const score = n + endScore(words[n - 1]!, words[n]!) - (isUnfinished(` ${words.slice(0, n).join(' ')}`) ? 2 : 0)
    if (score >= best) [length, best] = [n, score]
  }
  return withoutDanglingEnd(words.slice(0, length).join(' '), isUnfinished)
}

const endsWithFunctionWord = (text: string) => trailing.test(text)
const endsWithFunctionWordOfAnyLanguage = (text: string) => isFunctionWord(text.slice(text.lastIndexOf(' ') + 1))
const unfinishedEnglish = (text: string) =>
  movable.test(text) || fixed.test(text) ? endsWithFunctionWord : endsWithDanglingWord
const endsWithDanglingWord = (text: string) => endsWithFunctionWord(text) || danglingVerb.test(text)

function withoutLast(text: string): string {
  if (endsWithFunctionWord(text)) return text.replace(trailing, '')
  return danglingVerb.test(text) ? text.replace(danglingVerb, '') : text.replace(/[\s,;:–—-]+\S+$/u, '')
}

function withoutDanglingEnd(text: string, isUnfinished = endsWithFunctionWord): string {
  let short = text.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, '')
  for (let turns = 0; turns < 6 && isUnfinished(short) && countWords(short) > 3; turns++) short = withoutLast(short)
  return short
}

export function insightName(statement: string): string {
  const name = withoutLoneMarks(mainClause(withoutLeadIns(statement)).replace(/\s+/g, ' ')).trim()
  const nonEmpty = /\p{L}|\p{N}/u.test(name) ? name : statement.replace(/\s+/g, ' ').trim()
  const begun = /^\p{Ll}\p{Lu}/u.test(nonEmpty) ? nonEmpty : capitalized(nonEmpty)
  const isAllCaps = /^[\P{Ll}]{8,}$/u.test(begun)
  const shown = isAllCaps ? begun.charAt(0) + begun.slice(1).toLowerCase() : begun
  return [...shown].slice(0, MAX_INSIGHT_NAME_LENGTH).join('') || 'Feedback'
}
