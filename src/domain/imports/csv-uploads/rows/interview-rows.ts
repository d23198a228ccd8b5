import type { Static } from 'typebox'
import type { interviews } from '#contract/resources/interviews.ts'
import { ApiError } from '#domain/errors.ts'
import type { UpsertOutcome } from '#domain/sources/batch/upsert-batch.ts'
import { resolveContacts } from '#domain/sources/contacts/resolve.ts'
import { findFeedbackIdsByReference } from '#domain/sources/feedback/queries.ts'
import { createInterview } from '#domain/sources/interviews/create.ts'
import { parseTranscriptText } from '#domain/sources/interviews/transcript-input.ts'
import type { TranscriptHeader } from '#engine/transcript/header.ts'
import { handlerContext } from './handler-context.ts'
import { contactFieldsOf, dedupeKey, filledFields, normalizeText, rowSource } from './row-fields.ts'
import type { RowImporter, StoredRows } from './row-importer.ts'

type InterviewFields = Static<(typeof interviews.createInterview)['body']>
type InterviewValues = {
  transcript: string
  title?: string
  interview_date?: string
  interviewee_name?: string
  interviewee_email?: string
}

const titleOf = ({ interviewee_name, interviewee_email }: InterviewValues) =>
  `Interview with ${interviewee_name ?? interviewee_email ?? 'a customer'}`.slice(0, 200)

const headerOf = (text: string) => parseTranscriptText({ format: 'auto', text }, 'transcript').header

/** Each row is one interview; a row with a known reference changes nothing. */
export const interviewRows: RowImporter<InterviewFields> = {
  events: { created: 'feedback.created', updated: null },
  toInput(row, options) {
    const values = row.values as InterviewValues
    const { transcript: text, interview_date } = values
    let header: TranscriptHeader
    try {
      header = headerOf(text)
    } catch (error) {
      if (error instanceof ApiError)
        return [{ header: null, code: 'INVALID_VALUE', message: error.message, value: null }]
      throw error
    }
    const { contact } = contactFieldsOf('user_interview', row)
    return {
      ...filledFields<InterviewFields>('user_interview', row),
      title: values.title ?? header.title ?? titleOf(values),
      interview_date: (interview_date ?? header.date ?? new Date().toISOString()).slice(0, 10),
      transcript: { format: 'auto' as const, text },
      source: rowSource(row, options),
      analyze: options.analyze,
      ...(contact && { contact }),
    }
  },
  hasDateInText: ({ values }) => headerOf((values as InterviewValues).transcript).date !== null,
  dedupeKeyOf: ({ source, external_id, transcript, contact, interview_date }, options) =>
    dedupeKey(options, {
      reference: [source, external_id],
      content: [normalizeText(transcript?.text), contact?.email?.toLowerCase(), interview_date],
    }),
  async store(db, inputs, batch): Promise<StoredRows> {
    const { org, changeLog } = batch
    const existing = await findFeedbackIdsByReference(
      db,
      org,
      inputs.flatMap(({ source, external_id }) => (external_id === undefined ? [] : [{ source, external_id }])),
    )
    const contacts = await resolveContacts(db, org, inputs, changeLog)
    const ctx = handlerContext(db, batch)
    const outcomes: UpsertOutcome[] = []
    for (const [n, { contact, ...input }] of inputs.entries()) {
      const existingId =
        input.external_id === undefined ? undefined : existing.get(JSON.stringify([input.source, input.external_id]))
      if (existingId) {
        outcomes.push({ id: existingId, result: 'unchanged' })
        continue
      }
      const { id } = await createInterview(ctx, { ...input, ...(contact && { contact_id: contacts[n]! }) })
      await changeLog.created('feedback', [id])
      outcomes.push({ id, result: 'created' })
    }
    return { outcomes, queued: [] }
  },
}
