import type { Static } from 'typebox'
import type { interviews } from '#contract/resources/interviews.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import { contactOf } from '#domain/sources/feedback/change.ts'
import { announce } from '#domain/sources/feedback/pipeline.ts'
import { wordsHash } from '#domain/sources/feedback/rules.ts'
import { insertNew } from '#domain/sources/feedback/store-batch.ts'
import { newId } from '#store/ids.ts'
import { type Composed, compose } from './compose.ts'
import { knownBy, newcomers, renamed, seat } from './speakers.ts'
import { heardIn } from './transcript-input.ts'
import { insertInterview, insertSegments, lineOf } from './writes.ts'

type Given = Static<(typeof interviews.createInterview)['body']>
export type StoredInterview = { id: string; job_id: string | null; queued: boolean }

/** Takes an interview in and hands what the customer said to the analysis. */
export async function storeInterview(ctx: Ctx, given: Given): Promise<StoredInterview> {
  const { db, org } = ctx
  const heard = heardIn(given)
  const contact_id = (await contactOf(ctx, given)) ?? null
  const interviewer_ids = given.interviewer_ids ?? []
  const { people, names } = await seat(ctx, newcomers(heard.segments, heard.roles), given.participants ?? [])
  const segments = renamed(heard.segments, names)
  const composed = compose(segments, people, await knownBy(ctx, contact_id, interviewer_ids, true))
  const id = newId()
  const line = lineOf(composed.content, given.analyze)
  if (!(await insertNew(db, org, [rowOf(id, given, contact_id, composed, line)])).has(id))
    throwApiError('DUPLICATE', 'There is an interview or feedback of this source with this external_id already.')
  const { content: _, ...columns } = composed
  await insertInterview(db, org, {
    ...columns,
    id,
    interview_date: given.interview_date,
    interviewer_ids,
    transcript_format: heard.format,
  })
  await insertSegments(db, org, id, segments)
  const queued = line.status === 'queued'
  ctx.emit('feedback.created', { object: { id } })
  return { id, job_id: queued ? await announce(ctx, [id]) : null, queued }
}

const rowOf = (
  id: string,
  given: Given,
  contact_id: string | null,
  { content }: Composed,
  line: ReturnType<typeof lineOf>,
) => ({
  id,
  source: given.source,
  source_type: 'interview',
  external_id: given.external_id ?? null,
  title: given.title,
  content,
  language: given.language ?? null,
  rating_value: null,
  rating_min: null,
  rating_max: null,
  contact_id,
  url: given.recording_url ?? null,
  tags: given.tags ?? null,
  metadata: null,
  occurred_at: `${given.interview_date}T00:00:00.000Z`,
  ...line,
  batch_id: null,
  csv_upload_id: null,
  content_hash: wordsHash(content),
})
