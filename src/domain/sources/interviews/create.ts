import type { Static } from 'typebox'
import type { interviews } from '#contract/resources/interviews.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import { resolveContact } from '#domain/sources/contacts/resolve.ts'
import { enqueueAnalysis } from '#domain/sources/feedback/enqueue-analysis.ts'
import { insertFeedback } from '#domain/sources/feedback/queries-batch.ts'
import { toFeedbackRow } from '#domain/sources/feedback/batch-rows.ts'
import { maskRecord } from '#domain/sources/masking/mask-intake.ts'
import { newId } from '#store/ids.ts'
import { composeInterview } from './compose.ts'
import { insertSegments } from './queries-segments.ts'
import { insertInterview } from './queries.ts'
import { assignParticipants, newParticipants, renameInSegments, requireKnownNames } from './speakers.ts'
import { readTranscriptInput } from './transcript-input.ts'
import { initialState } from './update-feedback.ts'
import type { NewFeedback } from '#domain/sources/feedback/table.ts'

export type CreateInterviewInput = Static<(typeof interviews.createInterview)['body']>
type CreatedInterview = { id: string; job_id: string | null; queued: boolean }

/** Stores an interview and enqueues the analysis of the customer's text. */
export async function createInterview(ctx: Ctx, fields: CreateInterviewInput): Promise<CreatedInterview> {
  const stored =
    (await insertNewInterview(ctx, fields)) ??
    throwApiError('DUPLICATE', 'There is an interview or feedback of this source with this external_id already.')
  return { ...stored, job_id: stored.queued ? await enqueueAnalysis(ctx, [stored.id]) : null }
}

/** Undefined when there is feedback of this source with this external_id already. */
export async function insertNewInterview(
  ctx: Pick<Ctx, 'db' | 'org' | 'emit'>,
  fields: CreateInterviewInput,
): Promise<{ id: string; queued: boolean } | undefined> {
  const { db, org } = ctx
  const { source } = fields
  const transcript = await maskRecord(db, org, 'transcript', { source, fields: readTranscriptInput(fields) })
  const input = await maskRecord(db, org, 'interview', { source, fields })
  const contact_id = (await resolveContact(ctx, input)) ?? null
  const interviewer_ids = input.interviewer_ids ?? []
  const { participants, names } = await assignParticipants(
    ctx,
    newParticipants(transcript.segments, transcript.roles),
    input.participants ?? [],
  )
  const segments = renameInSegments(transcript.segments, names)
  const knownNames = await requireKnownNames(ctx, contact_id, interviewer_ids)
  const { content, ...columns } = composeInterview(segments, participants, knownNames)
  const id = newId()
  const feedback = rowOfInterview(input, { id, contact_id, content })
  if (!(await insertFeedback(db, org, [feedback])).has(id)) return undefined
  await insertInterview(db, org, {
    ...columns,
    id,
    interview_date: input.interview_date,
    interviewer_ids,
    transcript_format: transcript.format,
  })
  await insertSegments(db, org, id, segments)
  ctx.emit('feedback.created', { object: { id } })
  return { id, queued: feedback.status === 'queued' }
}

const rowOfInterview = (
  { source, external_id, title, language, recording_url, tags, interview_date, analyze }: CreateInterviewInput,
  { id, contact_id, content }: Pick<NewFeedback, 'id' | 'contact_id' | 'content'>,
): NewFeedback => ({
  ...toFeedbackRow(
    {
      content,
      source,
      source_type: 'interview',
      title,
      occurred_at: `${interview_date}T00:00:00.000Z`,
      analyze,
      ...(external_id !== undefined && { external_id }),
      ...(language && { language }),
      ...(recording_url && { url: recording_url }),
      ...(tags && { tags }),
    },
    contact_id,
    {},
  ),
  id,
  ...initialState(content, analyze),
})
