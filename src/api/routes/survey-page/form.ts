import { type Answer, type GivenAnswer, readAnswers } from '#domain/sources/surveys/answer-rules.ts'
import type { QuestionRow } from '#domain/sources/surveys/queries.ts'
import { isChoice } from '#domain/sources/surveys/question-rules.ts'
import { fieldOf, type Filled } from './fields.ts'
import type { Words } from './words.ts'

/* From the texts of a form to answers. */

const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
const cleaned = (text: string) => text.replace(/\r\n?/g, '\n').replace(unprintable, '')
const maxTexts = 100

/** What was sent, question by question. */
export const filledBy = (sent: URLSearchParams, questions: readonly QuestionRow[]): Filled =>
  new Map(
    questions.map(({ id }) => [
      id,
      sent
        .getAll(fieldOf(id))
        .slice(0, maxTexts)
        .map(cleaned)
        .filter((text) => text.trim() !== ''),
    ]),
  )

/** What a link brings along, by the keys of the questions: `?score=9`. */
export const broughtBy = (query: Record<string, unknown>, questions: readonly QuestionRow[]): Filled =>
  new Map(
    questions.map(({ id, key }) => {
      const texts = [Object.hasOwn(query, key) ? query[key] : []].flat().filter((text) => typeof text === 'string')
      return [id, texts.slice(0, maxTexts).map(cleaned)]
    }),
  )

const numeral = /^[+-]?\d{1,15}([.,]\d{1,10})?$/

function givenIn({ id, type }: QuestionRow, texts: readonly string[]): GivenAnswer {
  const [text = ''] = texts
  if (texts.length === 0) return { question_id: id }
  if (isChoice(type)) return { question_id: id, option_ids: [...new Set(texts)] }
  if (type === 'open_text') return { question_id: id, value: text }
  if (type === 'boolean') return { question_id: id, value: text === 'true' ? true : text === 'false' ? false : text }
  if (type === 'date') return { question_id: id, value: text.trim() }
  return { question_id: id, value: numeral.test(text.trim()) ? Number(text.trim().replace(',', '.')) : text }
}

export type Read = { answers: Answer[]; problems: Map<string, string> }

/** Every question is looked at by itself, so that all that is wrong is said at once. */
export function readForm(questions: readonly QuestionRow[], filled: Filled, words: Words): Read {
  const problems = new Map<string, string>()
  const answers = questions.flatMap((question) => {
    const given = givenIn(question, filled.get(question.id) ?? [])
    const { answers, problem } = readAnswers([question], [given], true, 'form')
    if (problem)
      problems.set(
        question.id,
        given.value === undefined && given.option_ids === undefined ? words.missing : words.unfit,
      )
    return answers
  })
  return { answers, problems }
}
