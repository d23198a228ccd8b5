import { isExactNumber } from '#contract/core/exact-number.ts'
import { type Answer, type AnswerInput, parseAnswers } from '#domain/sources/surveys/responses/answer-rules.ts'
import type { QuestionRow } from '#domain/sources/surveys/queries.ts'
import { isChoice } from '#domain/sources/surveys/question-rules.ts'
import { fieldNameOf, type FieldValues } from './fields.ts'
import type { Messages } from './messages.ts'

/* Parses form fields into answers. */

const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
const cleaned = (text: string) => text.replace(/\r\n?/g, '\n').replace(unprintable, '')
const maxTexts = 100

export const submittedValues = (form: URLSearchParams, questions: readonly QuestionRow[]): FieldValues =>
  new Map(
    questions.map(({ id }) => [
      id,
      form
        .getAll(fieldNameOf(id))
        .slice(0, maxTexts)
        .map(cleaned)
        .filter((text) => text.trim() !== ''),
    ]),
  )

/** Values prefilled by the link, by question key: `?score=9`. */
export const prefilledValues = (query: Record<string, unknown>, questions: readonly QuestionRow[]): FieldValues =>
  new Map(
    questions.map(({ id, key }) => {
      const texts = [Object.hasOwn(query, key) ? query[key] : []].flat().filter((text) => typeof text === 'string')
      return [id, texts.slice(0, maxTexts).map(cleaned)]
    }),
  )

const numeral = /^[+-]?\d{1,15}([.,]\d{1,10})?$/

function answerInput({ id, type }: QuestionRow, texts: readonly string[]): AnswerInput {
  const [text = ''] = texts
  if (texts.length === 0) return { question_id: id }
  if (isChoice(type)) return { question_id: id, option_ids: [...new Set(texts)] }
  if (type === 'open_text') return { question_id: id, value: text }
  if (type === 'boolean')
    return { question_id: id, value: text === 'true' || text === 'false' ? text === 'true' : text }
  if (type === 'date') return { question_id: id, value: text.trim() }
  const plain = text.trim().replace(',', '.')
  return { question_id: id, value: numeral.test(plain) && isExactNumber(plain) ? Number(plain) : text }
}

type ParsedForm = { answers: Answer[]; problems: Map<string, string> }

/** Validates each question by itself, so that all problems are reported at once. */
export function parseForm(questions: readonly QuestionRow[], values: FieldValues, messages: Messages): ParsedForm {
  const problems = new Map<string, string>()
  const answers = questions.flatMap((question) => {
    const input = answerInput(question, values.get(question.id) ?? [])
    const { answers, problem } = parseAnswers([question], [input], true, 'form')
    if (problem)
      problems.set(
        question.id,
        input.value === undefined && input.option_ids === undefined ? messages.missing : messages.unfit,
      )
    return answers
  })
  return { answers, problems }
}
