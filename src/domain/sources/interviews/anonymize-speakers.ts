import type { Db } from '#store/open.ts'
import type { Participant } from './compose.ts'
import { renameSpeakers } from './queries-segments.ts'
import { lockInterviewsWithContacts, updateParticipants } from './queries.ts'

const placeholder = 'Customer'

/** Replaces the names of erased contacts in the transcripts of their interviews. */
export async function anonymizeSpeakers(db: Db, org: string, contacts: readonly string[]) {
  for (const { id, participants, own } of await lockInterviewsWithContacts(db, org, contacts)) {
    const isErased = ({ role, contact_id }: Participant) =>
      contact_id === null ? own && role === 'customer' : contacts.includes(contact_id)
    const usedNames = new Set(participants.map(({ speaker }) => speaker))
    const names = new Map<string, string>()
    for (const { speaker } of participants.filter(isErased)) {
      let name = placeholder
      for (let n = 2; usedNames.has(name); n++) name = `${placeholder} ${n}`
      usedNames.add(name)
      names.set(speaker, name)
    }
    await renameSpeakers(db, org, id, names)
    await updateParticipants(
      db,
      org,
      id,
      participants.map((participant) => ({
        ...participant,
        speaker: names.get(participant.speaker) ?? participant.speaker,
      })),
    )
  }
}
