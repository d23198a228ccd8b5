import { stemmedWords } from '#engine/text/tf-idf.ts'
import { anyOf, anyWord, readWords } from '#engine/words/read-words.ts'
import { findKinds, type LabelFilter } from './find-kinds.ts'
import { findNames, type KnownName, type NameKind } from './find-names.ts'
import { findPeriod, type AskedPeriod } from './parse-period.ts'
import { remainingText, withoutPart } from './question-text.ts'

/* A question as a filter: what is asked for, of whom, when, and about what. Plain rules, no model. */

export type Intent = 'describe' | 'rank' | 'count'

export type ParsedQuestion = {
  intent: Intent
  /** What "how many" counts. */
  unit: 'contacts' | 'insights'
  kind: LabelFilter
  period: AskedPeriod | undefined
  names: readonly KnownName[]
  /** The words of the topic in their order; empty when the question has none. */
  topic: string
}

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
const verbPattern = new RegExp(String.raw`\b(?:${afterBe}|${afterDo})`, 'iu')

/** Blanks out the last word of a match of `verbPattern`. */
function withoutVerb(text: string): string {
  const match = verbPattern.exec(text)
  if (!match) return text
  const end = match.index + match[0].length
  return withoutPart(text, { start: end - /\p{L}+$/u.exec(match[0])![0].length, end })
}

const isTopicWord = (word: string) => {
  const [stem] = stemmedWords(word)
  return stem !== undefined && (!questionWords.has(stem) || nounsOfTopics.test(word))
}

/** From the first to the last topic word; small words between them stay. */
function topicOf(rest: string): string {
  const words = rest.split(/\s+/).map((word) => word.replaceAll(/^[^\p{L}\p{N}#]+|[^\p{L}\p{N}]+$/gu, ''))
  const kept = words.filter((word) => word !== '' && !(stemmedWords(word).length > 0 && !isTopicWord(word)))
  const [first, last] = [kept.findIndex(isTopicWord), kept.findLastIndex(isTopicWord)]
  return first < 0 ? '' : kept.slice(first, last + 1).join(' ')
}

function intentOf(text: string): { intent: Intent; unit: ParsedQuestion['unit'] } {
  const counted = countPattern.exec(text)
  if (!counted) return { intent: rankPattern.test(text) ? 'rank' : 'describe', unit: 'insights' }
  const isPeople = peoplePattern.test(text.slice(counted.index + counted[0].length))
  return { intent: 'count', unit: isPeople ? 'contacts' : 'insights' }
}

export function parseQuestion(
  question: string,
  { now, names: known }: { now: Date; names: readonly KnownName[] },
): ParsedQuestion {
  const period = findPeriod(question, now)
  let text = period ? withoutPart(question, period) : question
  const names = findNames(text, known)
  for (const name of names) text = withoutPart(text, name)
  const { kind, parts } = findKinds(text)
  const asked = intentOf(text)
  for (const part of parts) text = withoutPart(text, part)
  return {
    ...asked,
    kind,
    period: period?.value,
    names: names.map((name) => name.value),
    topic: topicOf(remainingText(withoutVerb(text).replace(countPattern, ' ').replace(rankPattern, ' '))),
  }
}

const namedAs: Record<NameKind, string> = {
  segment: 'segment',
  plan: 'plan',
  company: 'company',
  contact: 'contact',
  source: 'source',
  tag: 'tag',
  country: 'country',
}
const categoryLabels: Record<string, string> = {
  PAIN_POINTS: 'pain points',
  DELIGHTS: 'delights',
  GENERAL_FEEDBACK: 'general feedback',
  FEATURE_REQUESTS: 'feature requests',
  USABILITY_ISSUES: 'usability issues',
  BUGS_AND_ERRORS: 'bugs and errors',
}

export type UnderstoodFilter = {
  field: 'category' | 'sentiment' | 'nps_type' | 'period' | NameKind
  values: string[]
  label: string
}

/** The filters of a question for people to read; a period is an ISO 8601 interval. */
export function understoodFilters({ kind, period, names }: ParsedQuestion): UnderstoodFilter[] {
  const { category, sentiment, nps_type } = kind
  const kinds = [...new Set(names.map((name) => name.kind))]
  return [
    ...(category
      ? [
          {
            field: 'category' as const,
            values: [...category],
            label: category.map((key) => categoryLabels[key] ?? key).join(' or '),
          },
        ]
      : []),
    ...(sentiment ? [{ field: 'sentiment' as const, values: [sentiment], label: sentiment.toLowerCase() }] : []),
    ...(nps_type ? [{ field: 'nps_type' as const, values: [nps_type], label: `NPS ${nps_type}s` }] : []),
    ...kinds.map((field) => {
      const ofKind = names.filter((name) => name.kind === field)
      const list = [...new Set(ofKind.map(({ name }) => name))].join(' or ')
      return { field, values: ofKind.map(({ value }) => value), label: `${namedAs[field]} ${list}` }
    }),
    ...(period
      ? [{ field: 'period' as const, values: [`${period.from ?? '..'}/${period.to ?? '..'}`], label: period.label }]
      : []),
  ]
}
