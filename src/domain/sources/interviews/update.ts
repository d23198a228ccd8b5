import type { Static } from 'typebox'
import type { interviews } from '#contract/resources/interviews.ts'
import type { Ctx } from '#domain/context.ts'
import { resolveContact } from '#domain/sources/contacts/resolve.ts'
import { maskRecord } from '#domain/sources/masking/mask-intake.ts'
import { enqueueAnalysis } from '#domain/sources/feedback/enqueue-analysis.ts'
import type { SpokenSegment } from '#engine/transcript/segment.ts'
import { composeInterview, type KnownNames, type Participant } from './compose.ts'
import { deleteSegments, insertSegments, listSegments, renameSpeakers } from './queries-segments.ts'
import { type LockedInterview, updateComposed, updateInterviewColumns } from './queries.ts'
import { assignParticipants, findKnownNames, newParticipants, requireKnownNames } from './speakers.ts'
import type { ParsedTranscript } from './transcript-input.ts'
import { updateInterviewFeedback } from './update-feedback.ts'

type UpdateInterviewInput = Static<(typeof interviews.updateInterview)['body']>
type Composition = { segments: readonly SpokenSegment[]; participants: readonly Participant[]; names: KnownNames }

/** Recomputes the interview; changed text of the customer is queued for analysis. Returns the job, if any. */
async function recompose(
  ctx: Ctx,
  before: LockedInterview,
  { segments, participants, names }: Composition,
): Promise<string | null> {
  const { db, org, now } = ctx
  const composed = composeInterview(segments, participants, names)
  await updateComposed(db, org, before.id, composed)
  const contentChanged = composed.content !== before.content
  await updateInterviewFeedback(db, org, before.id, { now, ...(contentChanged && { content: composed.content }) })
  ctx.emit('feedback.updated', { object: { id: before.id } })
  return contentChanged && composed.content !== '' ? enqueueAnalysis(ctx, [before.id]) : null
}

export async function replaceTranscript(
  ctx: Ctx,
  before: LockedInterview,
  fields: ParsedTranscript,
): Promise<string | null> {
  const { db, org } = ctx
  const { source } = before
  const { segments, roles, format } = await maskRecord(db, org, 'transcript', { source, fields })
  await deleteSegments(db, org, before.id)
  await insertSegments(db, org, before.id, segments)
  await updateInterviewColumns(db, org, before.id, { transcript_format: format })
  const bySpeaker = new Map(before.participants.map((participant) => [participant.speaker, participant]))
  const participants = newParticipants(segments, roles).map((participant) =>
    participant.confirmed ? participant : (bySpeaker.get(participant.speaker) ?? participant),
  )
  const names = await findKnownNames(ctx, before.contact_id, before.interviewer_ids)
  return recompose(ctx, before, { segments, participants, names })
}

export const recomposeInterview = async (ctx: Ctx, before: LockedInterview) =>
  recompose(ctx, before, {
    segments: await listSegments(ctx.db, ctx.org, before.id),
    participants: before.participants,
    names: await findKnownNames(ctx, before.contact_id, before.interviewer_ids),
  })

export async function updateInterview(
  ctx: Ctx,
  before: LockedInterview,
  { participants: inputs = [], interviewer_ids, interview_date, ...input }: UpdateInterviewInput,
) {
  const { db, org, now } = ctx
  const fields = await maskRecord(db, org, 'interview', { source: before.source, fields: input })
  const contact_id = await resolveContact(ctx, fields)
  const { title, tags, language, recording_url } = fields
  await updateInterviewFeedback(db, org, before.id, {
    now,
    columns: {
      title,
      tags,
      language,
      url: recording_url,
      contact_id,
      ...(interview_date && { occurred_at: `${interview_date}T00:00:00.000Z` }),
    },
  })
  if (interview_date || interviewer_ids)
    await updateInterviewColumns(db, org, before.id, { interview_date, interviewer_ids })
  const { participants, names: newNames } = await assignParticipants(ctx, before.participants, inputs)
  if (newNames.size) await renameSpeakers(db, org, before.id, newNames)
  const updated = contact_id === undefined ? before : { ...before, contact_id }
  const segments = await listSegments(db, org, before.id)
  const names = interviewer_ids
    ? await requireKnownNames(ctx, updated.contact_id, interviewer_ids)
    : await findKnownNames(ctx, updated.contact_id, before.interviewer_ids)
  await recompose(ctx, updated, { segments, participants: mergeSameSpeakers(participants), names })
}

/** Two speakers can get the same name; a confirmed role wins, else the first one. */
function mergeSameSpeakers(participants: readonly Participant[]): Participant[] {
  const bySpeaker = new Map<string, Participant>()
  for (const participant of participants) {
    const first = bySpeaker.get(participant.speaker)
    const kept = first && (first.confirmed || !participant.confirmed)
    bySpeaker.set(
      participant.speaker,
      kept ? { ...first, contact_id: first.contact_id ?? participant.contact_id } : participant,
    )
  }
  return [...bySpeaker.values()]
}
