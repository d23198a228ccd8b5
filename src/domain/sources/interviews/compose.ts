import { countWords, durationOf } from '#engine/transcript/parse-transcript.ts'
import { assignRoles, listSpeakers, type SpeakerRole, textOfRole } from '#engine/transcript/assign-roles.ts'
import type { SpokenSegment } from '#engine/transcript/segment.ts'

/* Derives the columns of an interview from its transcript and its participants; pure. */

/** A confirmed role was set by a person and is kept when the transcript changes. */
export type Participant = { speaker: string; role: SpeakerRole; contact_id: string | null; confirmed: boolean }

/** Names of the contact and of the interviewers, by which speakers are recognized. */
export type KnownNames = { customers: readonly string[]; interviewers: readonly string[] }

export type ComposedInterview = {
  participants: Participant[]
  role_guessed: boolean
  duration_seconds: number | null
  word_count: number
  segment_count: number
  /** The text of the customer. */
  content: string
}

const normalizeName = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

export function composeInterview(
  segments: readonly SpokenSegment[],
  participants: readonly Participant[],
  known: KnownNames,
): ComposedInterview {
  const customers = new Set(known.customers.map(normalizeName))
  const interviewers = new Set(known.interviewers.map(normalizeName))
  const bySpeaker = new Map(participants.map((participant) => [participant.speaker, participant]))
  const speakers = listSpeakers(segments)
  const knownRoles = new Map<string, SpeakerRole>()
  for (const speaker of speakers) {
    const participant = bySpeaker.get(speaker)
    if (participant?.confirmed) knownRoles.set(speaker, participant.role)
    else if (customers.has(normalizeName(speaker))) knownRoles.set(speaker, 'customer')
    else if (interviewers.has(normalizeName(speaker))) knownRoles.set(speaker, 'interviewer')
  }
  const { roles, guessed } = assignRoles(segments, knownRoles)
  return {
    participants: speakers.map((speaker) => ({
      speaker,
      role: roles.get(speaker)!,
      contact_id: bySpeaker.get(speaker)?.contact_id ?? null,
      confirmed: bySpeaker.get(speaker)?.confirmed ?? false,
    })),
    role_guessed: guessed,
    duration_seconds: durationOf(segments),
    word_count: segments.reduce((sum, { text }) => sum + countWords(text), 0),
    segment_count: segments.length,
    content: textOfRole(segments, roles, 'customer'),
  }
}

/** Segments without a speaker belong to the customer where there are no participants. */
export const rolesBySpeaker = (
  participants: readonly Pick<Participant, 'speaker' | 'role'>[],
): Map<string | null, SpeakerRole> =>
  new Map<string | null, SpeakerRole>([
    [null, participants.length ? 'other' : 'customer'],
    ...participants.map(({ speaker, role }): [string, SpeakerRole] => [speaker, role]),
  ])
