import { formats } from '#contract/core/formats.ts'
import type { AnswerValue } from '#contract/resources/survey-response-shapes.ts'
import {
  type AnswerableQuestion,
  isChoice,
  isScaled,
  type Problem,
  type QuestionDefinition,
} from '#domain/sources/surveys/question-rules.ts'

/* Rules for answers; pure. */

export type AnswerInput = { question_id?: string; key?: string; value?: AnswerValue; option_ids?: string[] }
/** As stored: a number, the chosen options, or a value. */
export type Answer = {
  question: AnswerableQuestion
  value: string | boolean | null
  number: number | null
  option_ids: string[]
}

const maxText = 50_000
/** Per response, to limit the size of a page of responses. */
const maxTotalText = 200_000
/** Null without an answer, a message for an invalid one. */
type ParsedAnswer = Omit<Answer, 'question'> | string | null
const emptyAnswer = { value: null, number: null, option_ids: [] as string[] }

function parseAnswer(question: AnswerableQuestion, { value, option_ids }: AnswerInput): ParsedAnswer {
  if (isChoice(question.type)) return parseChoice(question, value, option_ids)
  if (option_ids?.length) return `takes no options: it is of type ${question.type}`
  if (value === undefined || value === null) return null
  if (question.type === 'open_text') return parseText(value)
  if (question.type === 'boolean')
    return typeof value === 'boolean' ? { ...emptyAnswer, value } : 'must be true or false'
  if (question.type === 'date')
    return typeof value === 'string' && formats.date(value)
      ? { ...emptyAnswer, value }
      : 'must be a day like 2026-05-02'
  return parseNumber(question, value)
}

function parseText(value: AnswerValue): ParsedAnswer {
  if (typeof value !== 'string') return 'must be text'
  const text = value.trim()
  if (text === '') return null
  return text.length > maxText ? `must have at most ${maxText} characters` : { ...emptyAnswer, value: text }
}

function parseNumber({ type, scale }: AnswerableQuestion, value: AnswerValue): ParsedAnswer {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number'
  if (isScaled(type) && !Number.isInteger(value)) return 'must be a whole number'
  const { min = null, max = null } = scale ?? {}
  if ((min !== null && value < min) || (max !== null && value > max))
    return `must be ${min === null ? '' : `from ${min} `}${max === null ? '' : `to ${max}`}`.trimEnd()
  return { ...emptyAnswer, number: value }
}

function optionNames(value: AnswerValue | undefined): string[] | undefined {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return undefined
  return value.trim() === '' ? [] : [value]
}

/** Options by id or label, in the order of the question. */
function parseChoice(
  { type, options }: AnswerableQuestion,
  value: AnswerValue | undefined,
  option_ids: string[] | undefined,
): ParsedAnswer {
  if (option_ids?.length && value !== undefined && value !== null) return 'takes either value or option_ids'
  const names = option_ids?.length ? option_ids : optionNames(value)
  if (!names) return 'must name options'
  const chosen = names.map((name) => options.find(({ id, label }) => id === name || label === name)?.id)
  const unknown = chosen.indexOf(undefined)
  if (unknown >= 0) return `has no option ${JSON.stringify(names[unknown])}`
  const ids = new Set(chosen as string[])
  if (type === 'single_choice' && ids.size > 1) return 'takes one option'
  return ids.size === 0 ? null : { ...emptyAnswer, option_ids: options.flatMap(({ id }) => (ids.has(id) ? [id] : [])) }
}

type ParsedAnswers = { answers: Answer[]; problem?: Problem }
const refuse = (path: string, message: string): ParsedAnswers => ({ answers: [], problem: { path, message } })

/** Parses the answers of one response; `path` is the path of its list. */
export function parseAnswers(
  questions: readonly AnswerableQuestion[],
  inputs: readonly AnswerInput[],
  completed: boolean,
  path: string,
): ParsedAnswers {
  const index = {
    byId: new Map(questions.map((question) => [question.id, question])),
    byKey: new Map(questions.map((question) => [question.key, question])),
  }
  const answers = new Map<string, Answer | null>()
  for (const [n, input] of inputs.entries()) {
    const at = `${path}.${n}`
    const found = findQuestion(index, input, at)
    if ('message' in found) return refuse(found.path, found.message)
    if (answers.has(found.id)) return refuse(at, 'answers a question for the second time')
    const parsed = parseAnswer(found, input)
    if (typeof parsed === 'string') return refuse(`${at}.${input.option_ids?.length ? 'option_ids' : 'value'}`, parsed)
    answers.set(found.id, parsed && { question: found, ...parsed })
  }
  const length = [...answers.values()].reduce(
    (sum, answer) => sum + (typeof answer?.value === 'string' ? answer.value.length : 0),
    0,
  )
  if (length > maxTotalText) return refuse(path, `holds more than ${maxTotalText} characters of text`)
  const missing = completed ? questions.find(({ id, required }) => required && !answers.get(id)) : undefined
  if (missing) return refuse(path, `leaves out the question ${missing.key}, which needs an answer`)
  return { answers: questions.flatMap(({ id }) => answers.get(id) ?? []) }
}

type QuestionIndex = { byId: Map<string, AnswerableQuestion>; byKey: Map<string, AnswerableQuestion> }

function findQuestion(
  { byId, byKey }: QuestionIndex,
  { question_id, key }: AnswerInput,
  at: string,
): AnswerableQuestion | Problem {
  if (question_id === undefined && key === undefined) return { path: at, message: 'needs a question_id or a key' }
  const question = question_id === undefined ? byKey.get(key!) : byId.get(question_id)
  if (!question && question_id === undefined) return { path: `${at}.key`, message: `there is no question ${key}` }
  if (!question) return { path: `${at}.question_id`, message: `there is no question ${question_id}` }
  if (key !== undefined && key !== question.key)
    return { path: `${at}.key`, message: 'is not the key of this question' }
  return question
}

/** An answer in the form of the contract. */
export function displayValue(
  { type, options }: Pick<QuestionDefinition, 'type' | 'options'>,
  { value, number, option_ids }: Omit<Answer, 'question'>,
): AnswerValue {
  if (!isChoice(type)) return number ?? value
  const labels = options.filter(({ id }) => option_ids.includes(id)).map(({ label }) => label)
  return type === 'single_choice' ? (labels[0] ?? null) : labels
}
