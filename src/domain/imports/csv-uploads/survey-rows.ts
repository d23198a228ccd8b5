import type { Ctx } from '#domain/context.ts'
import { upsertContacts } from '#domain/sources/contacts/upsert.ts'
import { type Given as Contact } from '#domain/sources/contacts/plan.ts'
import { questionsOf, type QuestionRow, surveyToAnswer } from '#domain/sources/surveys/queries.ts'
import { isChoice, type Shape, slugFrom, unused } from '#domain/sources/surveys/question-rules.ts'
import { check, type Input as Response, isSound, storeResponses } from '#domain/sources/surveys/store-responses.ts'
import { changeQuestion, insertQuestions, insertSurvey } from '#domain/sources/surveys/writes.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { readAnswer } from './answers.ts'
import type { QuestionPlan } from './mapping.ts'
import { besides, keyBy, personOf, sameWords, sourceOf } from './feedback-rows.ts'
import { changeUpload } from './queries.ts'
import type { Batch, RowImporter, Stored } from './row-importer.ts'
import { answersGiven, planFor } from './survey-effects.ts'

type Value = string | number | boolean | string[]
type Input = {
  answers: { key: string; value: Value }[]
  contact?: Contact
  external_id?: string
  submitted_at?: string
  language?: string
  metadata: Record<string, unknown>
  source: string
}

/** The rows of one table are the responses to one survey, which is made with the first of them. */
export const surveyRows: RowImporter<Input> = {
  events: { created: 'survey.response_created', updated: null },
  inputOf(row, options) {
    const read = row.answers.map(({ key, text, question }) => ({ key, ...readAnswer(question, text) }))
    const issues = read.flatMap((one) => ('issue' in one ? [one.issue] : []))
    if (issues.length) return issues
    const answers = read.flatMap((one) => ('value' in one ? [{ key: one.key, value: one.value }] : []))
    if (answers.length === 0)
      return [{ header: null, code: 'REQUIRED', message: 'answers none of the questions', value: null }]
    const { contact, aside } = personOf(row, 'respondent')
    const { tags, url, ...rest } = besides(row, aside)
    const { submitted_date } = row.values as { submitted_date?: string }
    const metadata = { ...rest.metadata, ...(tags && { tags }), ...(url && { url }) }
    return {
      ...rest,
      metadata,
      answers,
      source: sourceOf(row, options),
      ...(contact && { contact }),
      ...(submitted_date && { submitted_at: submitted_date }),
    }
  },
  keyOf: ({ external_id, answers, contact }, _row, options) =>
    keyBy(options, [external_id], [sameWords(JSON.stringify(answers)), contact?.email?.toLowerCase()]),
  async store(db, inputs, batch): Promise<Stored> {
    const { org, user, upload, options, journal, jobs } = batch
    const survey_id = upload.survey_id ?? (await createSurvey(db, batch, inputs[0]!.source))
    const people = inputs.flatMap(({ contact }) => contact ?? [])
    const contacts = new Map((await upsertContacts(db, org, people, journal)).map(({ id }, n) => [people[n]!, id]))
    await addOptions(db, org, await questionsOf(db, org, [survey_id]), inputs)
    const ctx = { db, org, user, jobs, emit() {}, now: new Date() } as unknown as Ctx
    const responses = inputs.map(({ contact, source: _, ...input }): Response => ({
      ...input,
      completed: true,
      ...(contact && { contact_id: contacts.get(contact)! }),
    }))
    const checked = await check(ctx, await questionsOf(db, org, [survey_id]), responses, (n) => `row ${n}`)
    const sound = checked.filter(isSound)
    if (sound.length < checked.length)
      throw new Error(
        `an answer that was read does not fit its question: ${JSON.stringify(checked.find((one) => !isSound(one)))}`,
      )
    const { outcomes } = await storeResponses(
      ctx,
      (await surveyToAnswer(db, org, survey_id))!,
      options.analyze ? sound : sound.map(unread),
    )
    const made = outcomes.filter(({ result }) => result === 'created').map(({ id }) => id)
    const { feedback, nps } = await answersGiven(db, org, survey_id, made)
    await journal.created('survey_response', made)
    await journal.created('feedback', feedback)
    await journal.created('nps_response', nps)
    return { outcomes, queued: [] }
  },
}

/** What nobody asked to be analyzed is not. */
const unread = <S extends { answers: { question: { analyze: boolean } }[] }>(sound: S): S => ({
  ...sound,
  answers: sound.answers.map((answer) => ({ ...answer, question: { ...answer.question, analyze: false } })),
})

const shapeOf = ({ header, type, key, range }: QuestionPlan): Shape => ({
  key,
  type,
  text: header,
  required: false,
  options: [],
  analyze: type === 'open_text',
  scale: range ? { min: range[0], max: range[1], min_label: null, max_label: null } : null,
})

async function createSurvey(db: Db, { org, upload, journal }: Batch, source: string): Promise<string> {
  const id = newId()
  await insertSurvey(db, org, {
    id,
    title: upload.file_name.replace(/\.\w{2,4}$/, '').slice(0, 200),
    status: 'closed',
    source,
    external_id: null,
  })
  await insertQuestions(db, org, id, planFor(upload).questions.map(shapeOf), 0)
  await changeUpload(db, org, upload.id, { survey_id: id })
  await journal.created('survey', [id])
  return id
}

/** Whatever was chosen is a choice there was. */
async function addOptions(db: Db, org: string, questions: readonly QuestionRow[], inputs: readonly Input[]) {
  for (const question of questions.filter(({ type }) => isChoice(type))) {
    const known = new Set(question.options.map(({ label }) => label))
    const said = new Set(
      inputs.flatMap(({ answers }) =>
        answers.filter(({ key }) => key === question.key).flatMap(({ value }) => value as string | string[]),
      ),
    )
    const fresh = [...said].filter((label) => !known.has(label))
    if (fresh.length === 0) continue
    const taken = new Set(question.options.map(({ id }) => id))
    const added = fresh.map((label, n) => {
      const id = unused(slugFrom(label, `option_${question.options.length + n + 1}`), taken)
      taken.add(id)
      return { id, label }
    })
    const { key, type, text, required, scale, analyze } = question
    await changeQuestion(db, org, question.id, {
      key,
      type,
      text,
      required,
      scale,
      analyze,
      options: [...question.options, ...added],
    })
  }
}
