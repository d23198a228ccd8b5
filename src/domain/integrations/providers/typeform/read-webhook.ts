import type { Rating } from '#contract/core/read-rating.ts'
import type { ContactFields } from '#domain/sources/contacts/rules.ts'
import { ratingFrom } from '#domain/integrations/mapping/ratings.ts'
import {
  accepted,
  ignored,
  maxContent,
  type ReadResult,
  type RecordDraft,
  rejected,
} from '#domain/integrations/mapping/records.ts'
import {
  asArray,
  cleanText,
  code,
  emailAddress,
  isObject,
  type JsonObject,
  line,
  utcTimestamp,
  nestedValue,
  withoutUndefined,
} from '#domain/integrations/mapping/sanitize.ts'

/* Typeform, sent to a generic integration: texts become feedback with the rating of the response, NPS answers NPS. */

export const isTypeform = (payload: JsonObject): boolean =>
  payload.event_type === 'form_response' && isObject(payload.form_response)

type Answer = { id: string; type: string; value: unknown; field: unknown }
type Response = { token: string; source: string; at: string | undefined; contact: ContactFields | undefined }

export function readTypeform(payload: JsonObject, source: string): ReadResult {
  const type = 'form_response'
  const form = payload.form_response as JsonObject
  const token = code(form.token, 100)
  if (token === undefined) return rejected(type, 'the response has no token')
  const answers = answersOf(form)
  const texts = textsOf(answers)
  if (texts.some(({ text }) => text.length > maxContent))
    return rejected(type, `a text is longer than ${maxContent} characters`)
  const response = { token, source, at: utcTimestamp(form.submitted_at), contact: contactOf(form, answers) }
  const score = answers.find((answer) => answer.type === 'nps' && npsScore(answer) !== undefined)
  const rating = answers.map(ratingOf).find((one) => one !== undefined)
  // The first text is the reason of the score.
  const others = score ? texts.slice(1) : texts
  const drafts = [
    ...(score ? [npsDraft(response, score, texts[0]?.text)] : []),
    ...others.map(({ answer, text }) => feedbackDraft(response, answer, text, rating)),
  ]
  return drafts.length > 0 ? accepted(type, ...drafts) : ignored(type, 'no_text')
}

const answersOf = (form: JsonObject): Answer[] => {
  const fields = new Map(
    asArray(nestedValue(form, 'definition', 'fields')).map((field) => [code(nestedValue(field, 'id'), 100), field]),
  )
  return asArray(form.answers).flatMap((answer) => {
    const [id, type] = [code(nestedValue(answer, 'field', 'id'), 99), code(nestedValue(answer, 'field', 'type'), 64)]
    if (id === undefined || type === undefined) return []
    return [{ id, type, value: nestedValue(answer, String(nestedValue(answer, 'type'))), field: fields.get(id) }]
  })
}

/** Long texts; short ones, which are often names, only when there is no long one. */
function textsOf(answers: readonly Answer[]) {
  const ofType = (type: string) =>
    answers.flatMap((answer) => {
      const text = answer.type === type ? cleanText(answer.value) : undefined
      return text === undefined ? [] : [{ answer, text }]
    })
  const long = ofType('long_text')
  return long.length > 0 ? long : ofType('short_text')
}

const npsScore = ({ value }: Answer) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 10 ? value : undefined

const defaultSteps: Record<string, number> = { rating: 5, opinion_scale: 11, nps: 11 }

/** Ratings start at one; opinion scales at zero unless their definition says otherwise. */
function ratingOf({ type, value, field }: Answer): Rating | undefined {
  if (typeof value !== 'number' || !Object.hasOwn(defaultSteps, type)) return undefined
  const steps = nestedValue(field, 'properties', 'steps')
  const min = type === 'rating' || nestedValue(field, 'properties', 'start_at_one') === true ? 1 : 0
  return ratingFrom(value, [min, min + (typeof steps === 'number' ? steps : defaultSteps[type]!) - 1])
}

function contactOf(form: JsonObject, answers: readonly Answer[]): ContactFields | undefined {
  const address =
    emailAddress(answers.find(({ type }) => type === 'email')?.value) ??
    emailAddress(nestedValue(form, 'hidden', 'email'))
  return address === undefined ? undefined : { email: address }
}

const npsDraft = (
  { token, source, at, contact }: Response,
  answer: Answer,
  reason: string | undefined,
): RecordDraft => ({
  type: 'nps_response',
  fields: {
    score: npsScore(answer)!,
    source,
    external_id: `${token}:${answer.id}`,
    analyze: true,
    ...withoutUndefined({ reason, responded_at: at, contact }),
  },
})

const feedbackDraft = (
  { token, source, at, contact }: Response,
  { id, field }: Answer,
  content: string,
  rating: Rating | undefined,
): RecordDraft => ({
  type: 'feedback',
  fields: {
    content,
    source,
    external_id: `${token}:${id}`,
    source_type: 'survey_response',
    analyze: true,
    ...withoutUndefined({ title: line(nestedValue(field, 'title'), 200), occurred_at: at, rating, contact }),
  },
})
