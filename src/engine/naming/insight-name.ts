import { MAX_INSIGHT_NAME_LENGTH, MAX_NAMED_TEXT_LENGTH } from '#engine/thresholds/names.ts'
import { capitalized } from '#engine/text/capitalized.ts'
import { isAboutWriter, isCircumstanceOfAnother } from '#engine/text/circumstances.ts'
import { abbreviationEnds } from '#engine/text/sentences.ts'
import { anyOf } from '#engine/words/read-words.ts'
import { countSpacedWords } from './count-spaced-words.ts'
import { withoutLoneMarks } from './lone-marks.ts'
import { mainClause, refersBack } from './main-clause.ts'

/* Names an insight with the writer's own words, without introductory phrases. */

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
/** “It would be great | if the calendar had a view”: no name without what comes before. */
const condition = /^(?:if|when)\b/i
const requests = new RegExp(String.raw`^${anyOf('naming/requests')}\s+`, 'i')

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
    if (object !== plain && object.split(' ').length >= 2 && !condition.test(object)) plain = object
    if (plain === before) break
  }
  return plain
}

/** Also before a small letter, but not after an abbreviation: “at 3 a.m. to forty patients”. */
function sentencesOfName(text: string): string[] {
  const abbreviations = abbreviationEnds(text)
  const found: string[] = []
  let start = 0
  for (const { index, 0: gap } of text.matchAll(/(?<=[.!?…])\s+|(?<=[。！？])/gu)) {
    if (
      abbreviations.has(index) ||
      abbreviationBeforeSmallLetter.test(text.slice(Math.max(0, index - 8), index + gap.length + 1))
    )
      continue
    found.push(text.slice(start, index))
    start = index + gap.length
  }
  return [...found, text.slice(start)].filter((sentence) => sentence !== '')
}

const abbreviationBeforeSmallLetter = /(?:(?<!\p{L})\p{L}\.\p{L}|(?<!\p{L})(?:etc|usw|itd|itp|enz|ecc))\.\s+\p{Ll}$/u
const isWithoutSpaces = (text: string) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
const isFull = (sentence: string) => countSpacedWords(sentence) >= 3 || isWithoutSpaces(sentence)

const makesPoint = (sentence: string) => !isCircumstanceOfAnother(sentence) && !isAboutWriter(sentence)

/**
 * The first of three words or more, if possible not only the circumstances of another; one of two if the next refers
 * to it: “Add chapters. Every host has them.”
 */
function mainSentence(text: string): string {
  const sentences = sentencesOfName(text)
  const full = sentences.filter(isFull)
  const found = full.find(makesPoint) ?? full[0] ?? text
  const isAboutFirst = found !== sentences[0] && countSpacedWords(sentences[0] ?? '') === 2 && refersBack.test(found)
  return isAboutFirst ? sentences[0]! : found
}

const withoutEnd = (sentence: string) =>
  sentence
    .replace(/(?<![\s.!?…。！？,;:])[\s.!?…。！？,;:]+$/u, '')
    .replace(/(?<=\S \S+)[\s,:–-]+(?:please|pls|plz|bitte|thanks|thank you|danke)$/i, '')

/** Too long a word, or a text without spaces. */
function shortened(text: string): string {
  if ([...text].length <= MAX_INSIGHT_NAME_LENGTH) return text
  const start = [...text].slice(0, MAX_INSIGHT_NAME_LENGTH - 1).join('')
  const end = start.lastIndexOf(' ')
  return `${end > MAX_INSIGHT_NAME_LENGTH / 2 ? start.slice(0, end) : start}…`
}

/** The sentence that makes the point; a question keeps its mark, unless it is named after its object. */
function pointOf(statement: string): string {
  const plain = withoutLeadIns(statement)
  const sentence = mainSentence(plain)
  const clause = mainClause(withoutEnd(sentence))
  const isWhole = sentence.startsWith(clause) && /[?？]$/u.test(sentence) && sentence.length - clause.length < 4
  const isUnchanged = !plain.startsWith(sentence) || statement.replace(/\s+/g, ' ').trim().startsWith(sentence)
  return isWhole && isUnchanged ? `${clause}?` : clause
}

export function insightName(text: string): string {
  const statement = text.slice(0, MAX_NAMED_TEXT_LENGTH)
  const clause = pointOf(statement)
  const name = withoutLoneMarks(clause.replace(/\s+/g, ' ')).trim()
  const nonEmpty = /\p{L}|\p{N}/u.test(name) ? name : statement.replace(/\s+/g, ' ').trim()
  const begun = /^\p{Ll}\p{Lu}/u.test(nonEmpty) ? nonEmpty : capitalized(nonEmpty)
  const isAllCaps = /^[\P{Ll}]{8,}$/u.test(begun) && /\p{Lu}/u.test(begun)
  const shown = isAllCaps ? begun.charAt(0) + begun.slice(1).toLowerCase() : begun
  return shortened(shown) || 'Feedback'
}
