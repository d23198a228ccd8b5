import { stemmedWords } from '#engine/text/tf-idf.ts'
import { anyOf, anyWord, readWords } from '#engine/words/read-words.ts'
import { answerTexts, filled } from './answer-texts.ts'
import { comparedPeriods, findComparison, findTrend } from './find-comparison.ts'
import { findDimension } from './find-dimension.ts'
import { findForms } from './find-forms.ts'
import { findKinds, type LabelFilter } from './find-kinds.ts'
import { findNames, type KnownName, type NameKind } from './find-names.ts'
import { findPeriod, type AskedPeriod } from './parse-period.ts'
import { continueQuestion, isFollowUp } from './follow-up.ts'
import type { Intent, ParsedQuestion } from './parsed-question.ts'
import { describePeriod } from './periods.ts'
import { remainingText, withoutPart } from './question-text.ts'
import { sensePhraseLength } from './topic-senses.ts'
import { type QuestionLanguage, questionLanguage, toEnglish } from './translate-question.ts'

/* A question as a filter: what is asked for, of whom, when, and about what. Plain rules, no model. */

const countOf = '(?:how many|number of|how often|count of|how much (?:feedback|praise))'
const countPattern = new RegExp(String.raw`\b${countOf}\b(?:\s+(?:of\s+)?(?:the|our|different|distinct|unique))*`, 'i')
const peoplePattern =
  /^\s*(?:\p{L}+\s+){0,2}(?:people|persons|customers|users|contacts|clients|respondents|promoters|detractors)\b/iu
const rankPattern = anyWord('ask/rank-words', 'iu')

/** Words that form a question without being its topic. */
const questionWords = new Set(readWords('ask/question-words').flatMap(stemmedWords))
/** Of these only the verb is a question word: "reports" may be a topic, "reported last week" is not. */
const nounsOfTopics = /^(?:reports?|requests?|comments?|lists?|summary|contacts?|scores?|accounts?|segments?)$/i
const afterBe = String.raw`(?:was|were|been|be|is|are|got|get|being)\s+(?:most\s+)?${anyOf('ask/verbs-after-be')}`
/** At the end of the question, at that of a part of it, or before “about”. */
const beforeTopic = String.raw`(?=\s*(?:$|[?.,;!]|\u0001)|\s+(?:about|in|on|since|with)\b)`
const afterDo = String.raw`(?:did|do|does|has|have)\b[^?]*?\b${anyOf('ask/verbs-after-do')}${beforeTopic}`
/** “Customers report crashes”. */
const afterPeople = String.raw`${anyOf('ask/people')}\s+(?:who\s+|that\s+)?${anyOf('ask/verbs-after-do')}(?=\s+\p{L})`
const verbPattern = new RegExp(String.raw`\b(?:${afterBe}|${afterDo}|${afterPeople})`, 'iu')

/** Blanks out the last word of a match of `verbPattern`. */
function withoutVerb(text: string): string {
  const match = verbPattern.exec(text)
  if (!match) return text
  const end = match.index + match[0].length
  return withoutPart(text, { start: end - /\p{L}+$/u.exec(match[0])![0].length, end })
}

/** “List the requests”: a list is no topic there. */
const imperative =
  /^\s*(?:(?:please|can you|could you)\s+)*(?:list|name|collect|describe|explain|summari[sz]e)\b(?=\s+\S)/i
/** “Do members complain”: who asks for or complains of something is no topic, whatever they are called. */
const subject = new RegExp(
  String.raw`(?<=\b(?:do|does|did|have|has|how many|which|what)\s+(?:(?:the|our|any|most)\s+)*)` +
    String.raw`${anyOf('ask/people')}(?=\s*\u0001)`,
  'giu',
)

const isTopicWord = (word: string) => {
  const [stem] = stemmedWords(word)
  return stem !== undefined && (!questionWords.has(stem) || nounsOfTopics.test(word))
}

const relationWords = new Set(readWords('ask/relation-words'))
const isName = (word: string) => /^\p{Lu}/u.test(word)

/** “Look at ClinicFlow” is about ClinicFlow: beside a name, what customers do with it is no topic. */
function withoutRelations(words: readonly string[]): readonly string[] {
  const isRelation = (word: string) => relationWords.has(word.toLowerCase())
  return words.some((word) => isName(word) && !isRelation(word)) ? words.filter((word) => !isRelation(word)) : words
}

/** From the first to the last topic word, or to the end of a phrase with a sense; small words between them stay. */
function topicOf(rest: string): string {
  const words = rest.split(/\s+/).map((word) => word.replaceAll(/^[^\p{L}\p{N}#]+|[^\p{L}\p{N}]+$/gu, ''))
  const asked = words.filter((word) => word !== '' && !(stemmedWords(word).length > 0 && !isTopicWord(word)))
  const kept = withoutRelations(asked)
  const [first, last] = [kept.findIndex(isTopicWord), kept.findLastIndex(isTopicWord)]
  if (first < 0) return ''
  const phrase = phraseAround(kept, { first, last })
  return kept.slice(phrase.first, phrase.last + 1).join(' ')
}

type Span = { first: number; last: number }

/** The span with the phrases that begin or end outside it, such as “not open at all”. */
function phraseAround(words: readonly string[], { first, last }: Span): Span {
  const ends = words.map((_, at) => at + sensePhraseLength(words, at) - 1)
  const starts = ends.flatMap((end, at) => (at < first && end >= first ? [at] : []))
  return { first: Math.min(first, ...starts), last: Math.max(last, ...ends.slice(first, last + 1)) }
}

function intentOf(text: string): { intent: Intent; unit: ParsedQuestion['unit'] } {
  const counted = countPattern.exec(text)
  if (!counted) return { intent: rankPattern.test(text) ? 'rank' : 'describe', unit: 'insights' }
  const isPeople = peoplePattern.test(text.slice(counted.index + counted[0].length))
  return { intent: 'count', unit: isPeople ? 'contacts' : 'insights' }
}

type Known = { now: Date; names: readonly KnownName[] }

/** The parts that a question has besides its kind and topic, and the text without them. */
function findParts(question: string, { now, names: known }: Known) {
  const comparison = findComparison(question, now)
  let text = comparison ? withoutPart(question, comparison) : question
  const trend = findTrend(text)
  if (trend) text = withoutPart(text, trend)
  const period = findPeriod(text, now)
  if (period) text = withoutPart(text, period)
  const forms = findForms(text)
  for (const form of forms) text = withoutPart(text, form)
  const by = findDimension(text)
  const names = findNames(text, known)
  for (const name of names) text = withoutPart(text, name)
  return { text, by, names, forms, period: period?.value, compared: comparison?.value }
}

const topicText = (rest: string) =>
  remainingText(
    withoutVerb(rest)
      .replace(imperative, ' ')
      .replace(subject, ' ')
      .replace(countPattern, ' ')
      .replace(rankPattern, ' '),
  )

function parseEnglish(question: string, known: Known): Omit<ParsedQuestion, 'language'> {
  const { text, by, names, forms, ...periods } = findParts(question, known)
  const asked = intentOf(text)
  const { kind, parts } = findKinds(text)
  let rest = text
  for (const part of [...parts, ...(by ? [by] : [])]) rest = withoutPart(rest, part)
  return {
    ...asked,
    ...periods,
    kind,
    names: names.map((name) => name.value),
    by: by?.value,
    forms: [...new Set(forms.map((form) => form.value))],
    topic: topicOf(topicText(rest)),
    isFollowUp: false,
  }
}

/** The question, read after those before it in the conversation. */
export function parseQuestion(
  question: string,
  { previous = [], ...known }: Known & { previous?: readonly string[] },
): ParsedQuestion {
  let before: ParsedQuestion | undefined
  const names = known.names.map((name) => name.name)
  for (const turn of [...previous, question]) {
    const language = questionLanguage(turn, names)
    const text = language === 'en' ? turn : toEnglish(turn, names)
    const parsed = { ...parseEnglish(text, known), language }
    before = before && isFollowUp(parsed, text) ? continueQuestion(before, parsed) : parsed
  }
  return withPeriods(before!, known.now)
}

/** A comparison without a period of its own is with the current one. */
function withPeriods(parsed: ParsedQuestion, now: Date): ParsedQuestion {
  if (!parsed.compared) return parsed
  const periods = comparedPeriods(parsed.period, parsed.compared, now)
  return { ...parsed, period: periods.period, compared: { period: periods.with } }
}

type UnderstoodFilter = {
  field: 'category' | 'sentiment' | 'nps_type' | 'period' | NameKind
  values: string[]
  label: string
}
type Labels = Readonly<Record<string, string>>

function labelFilters({ category, sentiment, nps_type }: LabelFilter, labels: Labels): UnderstoodFilter[] {
  const listed = (category ?? []).map((key) => labels[key] ?? key)
  return [
    ...(category ? [{ field: 'category' as const, values: [...category], label: listed.join(` ${labels.or!} `) }] : []),
    ...(sentiment ? [{ field: 'sentiment' as const, values: [sentiment], label: labels[sentiment]! }] : []),
    ...(nps_type
      ? [{ field: 'nps_type' as const, values: [nps_type], label: filled(labels.nps!, { group: nps_type }) }]
      : []),
  ]
}

const asDate = (text: string | null) => (text === null ? null : new Date(text))

/** A period in the language of the question. */
export const periodLabel = ({ from, to }: AskedPeriod, now: Date, language: QuestionLanguage) =>
  describePeriod({ from: asDate(from), to: asDate(to) }, now, language)

/** The filters of a question for people to read; a period is an ISO 8601 interval. */
export function understoodFilters({ kind, period, names, language }: ParsedQuestion, now: Date): UnderstoodFilter[] {
  const labels: Labels = answerTexts(language).labels
  const kinds = [...new Set(names.map((name) => name.kind))]
  return [
    ...labelFilters(kind, labels),
    ...kinds.map((field) => {
      const ofKind = names.filter((name) => name.kind === field)
      const name = [...new Set(ofKind.map((one) => one.name))].join(` ${labels.or!} `)
      return { field, values: ofKind.map(({ value }) => value), label: filled(labels[field]!, { name }) }
    }),
    ...(period
      ? [
          {
            field: 'period' as const,
            values: [`${period.from ?? '..'}/${period.to ?? '..'}`],
            label: periodLabel(period, now, language),
          },
        ]
      : []),
  ]
}
