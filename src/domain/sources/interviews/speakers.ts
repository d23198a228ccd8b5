import type { Static } from 'typebox'
import type { interviews } from '#contract/resources/interviews.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, requireExist } from '#domain/errors.ts'
import { findContactIds } from '#domain/sources/contacts/queries.ts'
import type { SpeakerRole } from '#engine/transcript/assign-roles.ts'
import type { SpokenSegment } from '#engine/transcript/segment.ts'
import type { KnownNames, Participant } from './compose.ts'
import { listSpeakerNames } from './queries.ts'

type ParticipantInputs = NonNullable<Static<(typeof interviews.updateInterview)['body']>['participants']>

/** Applies the input to the participants; `names` maps renamed speakers to their new name. */
export async function assignParticipants(
  { db, org }: Pick<Ctx, 'db' | 'org'>,
  participants: readonly Participant[],
  inputs: ParticipantInputs,
): Promise<{ participants: Participant[]; names: Map<string, string> }> {
  const bySpeaker = new Map(participants.map((participant) => [participant.speaker, participant]))
  for (const [n, { speaker }] of inputs.entries())
    if (!bySpeaker.has(speaker)) invalidField(`body.participants.${n}.speaker`, 'does not speak in this transcript')
  const contacts = inputs.flatMap(({ contact_id }) => contact_id ?? [])
  if (contacts.length) requireExist('body.participants', 'contact', contacts, await findContactIds(db, org, contacts))
  const names = new Map<string, string>()
  for (const { speaker, role, name, contact_id } of inputs) {
    bySpeaker.set(speaker, {
      ...bySpeaker.get(speaker)!,
      ...(role && { role, confirmed: true }),
      ...(contact_id !== undefined && { contact_id }),
    })
    if (name !== undefined && name !== speaker) names.set(speaker, name)
  }
  const renamed = [...bySpeaker.values()].map((participant) => ({
    ...participant,
    speaker: names.get(participant.speaker) ?? participant.speaker,
  }))
  return { participants: renamed, names }
}

export const renameInSegments = (
  segments: readonly SpokenSegment[],
  names: ReadonlyMap<string, string>,
): SpokenSegment[] =>
  segments.map((segment) => ({
    ...segment,
    speaker: segment.speaker === null ? null : (names.get(segment.speaker) ?? segment.speaker),
  }))

/** One participant per speaker; roles of the transcript count as confirmed. */
export const newParticipants = (
  segments: readonly SpokenSegment[],
  roles: ReadonlyMap<string, SpeakerRole>,
): Participant[] =>
  [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))].map((speaker) => ({
    speaker,
    role: roles.get(speaker) ?? 'other',
    contact_id: null,
    confirmed: roles.has(speaker),
  }))

const namesOf = (rows: readonly { user_id: string | null; name: string | null }[]): KnownNames => ({
  customers: rows.filter((row) => row.user_id === null).flatMap(({ name }) => name ?? []),
  interviewers: rows.filter((row) => row.user_id !== null).flatMap(({ name }) => name ?? []),
})

export const findKnownNames = async (
  { db, org }: Pick<Ctx, 'db' | 'org'>,
  contact: string | null,
  interviewers: readonly string[],
) => namesOf(await listSpeakerNames(db, org, contact, interviewers))

/** As findKnownNames, and refuses interviewers who are not active members. */
export async function requireKnownNames(
  { db, org }: Pick<Ctx, 'db' | 'org'>,
  contact: string | null,
  interviewers: readonly string[],
): Promise<KnownNames> {
  const rows = await listSpeakerNames(db, org, contact, interviewers)
  const missing = interviewers.findIndex((id) => !rows.some((row) => row.user_id === id))
  if (missing >= 0) invalidField(`body.interviewer_ids.${missing}`, 'is not an active member of this organization')
  return namesOf(rows)
}
