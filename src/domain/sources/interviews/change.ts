import type { Static } from 'typebox'
import type { interviews } from '#contract/resources/interviews.ts'
import type { Ctx } from '#domain/context.ts'
import { contactOf } from '#domain/sources/feedback/change.ts'
import { announce } from '#domain/sources/feedback/pipeline.ts'
import type { Segment } from '#engine/transcript/segment.ts'
import { compose, type Person } from './compose.ts'
import { type Held, segmentsOf } from './queries.ts'
import { knownBy, newcomers, seat } from './speakers.ts'
import type { Heard } from './transcript-input.ts'
import {
  changeComposed,
  changeFeedbackOf,
  changeInterview,
  insertSegments,
  removeSegments,
  renameSpeakers,
} from './writes.ts'

type Given = Static<(typeof interviews.updateInterview)['body']>

/** Works out anew who says what; other words of the customer go into the analysis. Answers with the job that takes them. */
async function settle(
  ctx: Ctx,
  held: Held,
  segments: readonly Segment[],
  people: readonly Person[],
  more: { interviewers?: string[] } = {},
): Promise<string | null> {
  const { db, org, now } = ctx
  const interviewers = more.interviewers ?? held.interviewer_ids
  const composed = compose(
    segments,
    people,
    await knownBy(ctx, held.contact_id, interviewers, more.interviewers !== undefined),
  )
  await changeComposed(db, org, held.id, composed)
  const reworded = composed.content !== held.content
  await changeFeedbackOf(db, org, held.id, now, {}, reworded ? composed.content : undefined)
  ctx.emit('feedback.updated', { object: { id: held.id } })
  return reworded && composed.content !== '' ? announce(ctx, [held.id]) : null
}

export async function replaceTranscript(ctx: Ctx, held: Held, heard: Heard): Promise<string | null> {
  const { db, org } = ctx
  await removeSegments(db, org, held.id)
  await insertSegments(db, org, held.id, heard.segments)
  await changeInterview(db, org, held.id, { transcript_format: heard.format })
  const before = new Map(held.participants.map((person) => [person.speaker, person]))
  const people = newcomers(heard.segments, heard.roles).map((person) =>
    person.told ? person : (before.get(person.speaker) ?? person),
  )
  return settle(ctx, held, heard.segments, people)
}

export const settleAnew = async (ctx: Ctx, held: Held) =>
  settle(ctx, held, await segmentsOf(ctx.db, ctx.org, held.id), held.participants)

export async function changeInterviewBy(
  ctx: Ctx,
  held: Held,
  { participants = [], interviewer_ids, interview_date, ...given }: Given,
) {
  const { db, org, now } = ctx
  const contact_id = await contactOf(ctx, given)
  const { title, tags, language, recording_url } = given
  await changeFeedbackOf(db, org, held.id, now, {
    title,
    tags,
    language,
    url: recording_url,
    contact_id,
    ...(interview_date && { occurred_at: `${interview_date}T00:00:00.000Z` }),
  })
  if (interview_date || interviewer_ids) await changeInterview(db, org, held.id, { interview_date, interviewer_ids })
  const { people, names } = await seat(ctx, held.participants, participants)
  if (names.size) await renameSpeakers(db, org, held.id, names)
  const changed = contact_id === undefined ? held : { ...held, contact_id }
  await settle(
    ctx,
    changed,
    await segmentsOf(db, org, held.id),
    merged(people),
    interviewer_ids ? { interviewers: interviewer_ids } : {},
  )
}

/** Two speakers who turn out to be one are what was said of the first, or else of the other. */
function merged(people: readonly Person[]): Person[] {
  const known = new Map<string, Person>()
  for (const person of people) {
    const before = known.get(person.speaker)
    known.set(
      person.speaker,
      before && (before.told || !person.told)
        ? { ...before, contact_id: before.contact_id ?? person.contact_id }
        : person,
    )
  }
  return [...known.values()]
}
