import { durationOf, wordsIn } from '#engine/transcript/read.ts'
import { type Role, rolesOf, speakersOf, wordsOf } from '#engine/transcript/roles.ts'
import type { Segment } from '#engine/transcript/segment.ts'

/* What follows from a transcript and from what is known of its speakers. */

/** `told`: somebody said so; it holds when the transcript changes. */
export type Person = { speaker: string; role: Role; contact_id: string | null; told: boolean }

/** Names of people we know to be on one side of the table. */
export type Known = { customers: readonly string[]; interviewers: readonly string[] }

export type Composed = {
  participants: Person[]
  role_guessed: boolean
  duration_seconds: number | null
  word_count: number
  segment_count: number
  /** What the customer said. */
  content: string
}

const folded = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

export function compose(segments: readonly Segment[], people: readonly Person[], known: Known): Composed {
  const customers = new Set(known.customers.map(folded))
  const interviewers = new Set(known.interviewers.map(folded))
  const before = new Map(people.map((person) => [person.speaker, person]))
  const told = new Map<string, Role>()
  for (const speaker of speakersOf(segments)) {
    const person = before.get(speaker)
    if (person?.told) told.set(speaker, person.role)
    else if (customers.has(folded(speaker))) told.set(speaker, 'customer')
    else if (interviewers.has(folded(speaker))) told.set(speaker, 'interviewer')
  }
  const { roles, guessed } = rolesOf(segments, told)
  return {
    participants: speakersOf(segments).map((speaker) => ({
      speaker,
      role: roles.get(speaker)!,
      contact_id: before.get(speaker)?.contact_id ?? null,
      told: before.get(speaker)?.told ?? false,
    })),
    role_guessed: guessed,
    duration_seconds: durationOf(segments),
    word_count: segments.reduce((sum, { text }) => sum + wordsIn(text), 0),
    segment_count: segments.length,
    content: wordsOf(segments, roles, 'customer'),
  }
}

export const rolesIn = (people: readonly Person[]): Map<string | null, Role> =>
  new Map<string | null, Role>([
    [null, people.length ? 'other' : 'customer'],
    ...people.map(({ speaker, role }): [string, Role] => [speaker, role]),
  ])
