import { anyOf } from '#engine/words/read-words.ts'
import type { ParsedQuestion } from './parsed-question.ts'

/* A question that goes on with the one before it: "and from Germany?", "only last quarter", "which companies?". */

const continues = new RegExp(String.raw`^\s*${anyOf('ask/follow-ups')}(?!\p{L})`, 'iu')
const pointsBack = new RegExp(
  String.raw`(?<!\p{L})(?:of\s+(?:those|these|them)|` +
    String.raw`(?:said|say|says|mentions?|about|for|on|in)\s+(?:that|this|it|them|those))(?!\p{L})`,
  'iu',
)

const isEmpty = (value: object) => Object.keys(value).length === 0

/** `text` is the question in English words. */
export const isFollowUp = ({ topic, kind }: ParsedQuestion, text: string): boolean =>
  continues.test(text) || pointsBack.test(text) || (topic === '' && isEmpty(kind))

/** The question with what the one before it says and it leaves open. */
export function continueQuestion(before: ParsedQuestion, next: ParsedQuestion): ParsedQuestion {
  const kinds = new Set(next.names.map((name) => name.kind))
  return {
    ...next,
    intent: next.intent === 'describe' ? before.intent : next.intent,
    unit: next.intent === 'count' ? next.unit : before.unit,
    kind: isEmpty(next.kind) ? before.kind : next.kind,
    period: next.period ?? before.period,
    compared: next.compared ?? before.compared,
    names: [...before.names.filter((name) => !kinds.has(name.kind)), ...next.names],
    by: next.by ?? before.by,
    forms: [...new Set([...before.forms, ...next.forms])],
    topic: next.topic || before.topic,
    isFollowUp: true,
  }
}
