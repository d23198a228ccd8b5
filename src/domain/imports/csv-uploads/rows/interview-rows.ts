import type { Static } from 'typebox'
import type { interviews } from '#contract/resources/interviews.ts'
import { ApiError } from '#domain/errors.ts'
import type { UpsertOutcome } from '#domain/sources/batch/upsert-batch.ts'
import { resolveContacts } from '#domain/sources/contacts/resolve.ts'
import { findFeedbackIdsByReference } from '#domain/sources/feedback/queries.ts'
import { createInterview } from '#domain/sources/interviews/create.ts'
import { parseTranscriptText } from '#domain/sources/interviews/transcript-input.ts'
import { handlerContext } from './handler-context.ts'
import { contactFieldsOf, dedupeKey, normalizeText, rowSource } from './row-fields.ts'
import type { RowImporter, StoredRows } from './row-importer.ts'

type InterviewFields = Static<(typeof interviews.createInterview)['body']>
type InterviewValues = {
  transcript: string
  title?: string
  interview_date?: string
  interviewee_name?: string
  interviewee_email?: string
  external_id?: string
  tags?: string[]
  url?: string
  language?: string
}

const titleOf = ({ title, interviewee_name, interviewee_email }: InterviewValues) =>
  title ?? `Interview with ${interviewee_name ?? interviewee_email ?? 'a customer'}`.slice(0, 200)

/** Each row is one interview; a row with a known reference changes nothing. */
export const interviewRows: RowImporter<InterviewFields> = {
  events: { created: 'feedback.created', updated: null },
  toInput(row, options) {
    const values = row.values as InterviewValues
    const { transcript: text, interview_date, external_id, tags, url, language } = values
    const transcript = { format: 'auto' as const, text }
    try {
      parseTranscriptText(transcript, 'transcript')
    } catch (error) {
      if (error instanceof ApiError)
        return [{ header: null, code: 'INVALID_VALUE', message: error.message, value: null }]
      throw error
    }
    const { contact } = contactFieldsOf(row, 'interviewee')
    return {
      title: titleOf(values),
      interview_date: (interview_date ?? new Date().toISOString()).slice(0, 10),
      transcript,
      source: rowSource(row, options),
      analyze: options.analyze,
      ...(contact && { contact }),
      ...(external_id !== undefined && { external_id }),
      ...(tags !== undefined && { tags }),
      ...(url !== undefined && { recording_url: url }),
      ...(language !== undefined && { language }),
    }
  },
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
