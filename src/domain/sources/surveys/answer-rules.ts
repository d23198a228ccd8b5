import { formats } from '#contract/core/formats.ts'
import type { AnswerValue } from '#contract/resources/survey-responses.ts'
import { isChoice, isScaled, type Problem, type Shape } from './question-rules.ts'

/* What can be answered to a question; pure. */

export type Asked = Shape & { id: string }
export type GivenAnswer = { question_id?: string; key?: string; value?: AnswerValue; option_ids?: string[] }
/** As it is stored: what was counted, what was chosen, or what was said. */
export type Answer = { question: Asked; value: string | boolean | null; number: number | null; option_ids: string[] }

const maxText = 50_000
/** So that a page of responses stays one. */
const maxTextInAll = 200_000
type Read = Omit<Answer, 'question'> | string | null
const nothing = { value: null, number: null, option_ids: [] as string[] }

/** What somebody answered; null when nothing, a sentence when it is no answer to this question. */
function read(question: Asked, { value, option_ids }: GivenAnswer): Read {
  if (isChoice(question.type)) return readChoice(question, value, option_ids)
  if (option_ids?.length) return `takes no options: it is of type ${question.type}`
  if (value === undefined || value === null) return null
  if (question.type === 'open_text') return readText(value)
  if (question.type === 'boolean') return typeof value === 'boolean' ? { ...nothing, value } : 'must be true or false'
  if (question.type === 'date')
    return typeof value === 'string' && formats.date(value) ? { ...nothing, value } : 'must be a day like 2026-05-02'
  return readNumber(question, value)
}

function readText(value: AnswerValue): Read {
  if (typeof value !== 'string') return 'must be text'
  const text = value.trim()
  return text === ''
    ? null
    : text.length > maxText
      ? `must have at most ${maxText} characters`
      : { ...nothing, value: text }
}

function readNumber({ type, scale }: Asked, value: AnswerValue): Read {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number'
  if (isScaled(type) && !Number.isInteger(value)) return 'must be a whole number'
  const { min = null, max = null } = scale ?? {}
  if ((min !== null && value < min) || (max !== null && value > max))
    return `must lie ${min === null ? '' : `from ${min} `}${max === null ? '' : `to ${max}`}`.trimEnd()
  return { ...nothing, number: value }
}

/** By id, or by the words of the option; in the order of the question. */
function readChoice({ type, options }: Asked, value: AnswerValue | undefined, option_ids: string[] | undefined): Read {
  if (option_ids?.length && value !== undefined && value !== null) return 'takes either value or option_ids'
  const wanted = option_ids?.length
    ? option_ids
    : Array.isArray(value)
      ? value
      : typeof value === 'string'
        ? value.trim() === ''
          ? []
          : [value]
        : value === undefined || value === null
          ? []
          : undefined
  if (!wanted) return 'must name options'
  const chosen = wanted.map((word) => options.find(({ id, label }) => id === word || label === word)?.id)
  const stranger = chosen.indexOf(undefined)
  if (stranger >= 0) return `has no option ${JSON.stringify(wanted[stranger])}`
  const ids = new Set(chosen as string[])
  if (type === 'single_choice' && ids.size > 1) return 'takes one option'
  return ids.size === 0 ? null : { ...nothing, option_ids: options.flatMap(({ id }) => (ids.has(id) ? [id] : [])) }
}

/** The answers of one response; `path` is where its list stands. */
export function readAnswers(
  questions: readonly Asked[],
  given: readonly GivenAnswer[],
  completed: boolean,
  path: string,
): { answers: Answer[]; problem?: Problem } {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const byKey = new Map(questions.map((question) => [question.key, question]))
  const answers = new Map<string, Answer | null>()
  for (const [n, one] of given.entries()) {
    const at = `${path}.${n}`
    const refused = (where: string, message: string) => ({ answers: [], problem: { path: where, message } })
    if (one.question_id === undefined && one.key === undefined) return refused(at, 'needs a question_id or a key')
    const question = one.question_id === undefined ? byKey.get(one.key!) : byId.get(one.question_id)
    if (!question)
      return one.question_id === undefined
        ? refused(`${at}.key`, `there is no question ${one.key}`)
        : refused(`${at}.question_id`, `there is no question ${one.question_id}`)
    if (one.key !== undefined && one.key !== question.key)
      return refused(`${at}.key`, 'is not the key of this question')
    if (answers.has(question.id)) return refused(at, 'answers a question for the second time')
    const found = read(question, one)
    if (typeof found === 'string') return refused(`${at}.${one.option_ids?.length ? 'option_ids' : 'value'}`, found)
    answers.set(question.id, found && { question, ...found })
  }
  const words = [...answers.values()].reduce(
    (sum, answer) => sum + (typeof answer?.value === 'string' ? answer.value.length : 0),
    0,
  )
  if (words > maxTextInAll)
    return { answers: [], problem: { path, message: `holds more than ${maxTextInAll} characters of text` } }
  const missing = completed ? questions.find(({ id, required }) => required && !answers.get(id)) : undefined
  if (missing)
    return { answers: [], problem: { path, message: `leaves out the question ${missing.key}, which needs an answer` } }
  return { answers: questions.flatMap(({ id }) => answers.get(id) ?? []) }
}

/** An answer as the contract shows it. */
export function shownValue(
  { type, options }: Pick<Shape, 'type' | 'options'>,
  { value, number, option_ids }: Omit<Answer, 'question'>,
): AnswerValue {
  if (!isChoice(type)) return number ?? value
  const labels = options.filter(({ id }) => option_ids.includes(id)).map(({ label }) => label)
  return type === 'single_choice' ? (labels[0] ?? null) : labels
}
