import type { Static } from 'typebox'
import type { interviews } from '#contract/resources/interviews.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, requireKnown } from '#domain/errors.ts'
import type { Role } from '#engine/transcript/roles.ts'
import type { Segment } from '#engine/transcript/segment.ts'
import { knownContacts } from '#domain/sources/feedback/queries.ts'
import type { Known, Person } from './compose.ts'
import { namesOf } from './queries.ts'

type Given = NonNullable<Static<(typeof interviews.updateInterview)['body']>['participants']>

/** What is said of the speakers, put on what was known of them; and who goes by another name from now on. */
export async function seat(
  { db, org }: Ctx,
  people: readonly Person[],
  given: Given,
): Promise<{ people: Person[]; names: Map<string, string> }> {
  const seated = new Map(people.map((person) => [person.speaker, person]))
  for (const [n, { speaker }] of given.entries())
    if (!seated.has(speaker)) invalidField(`body.participants.${n}.speaker`, 'does not speak in this transcript')
  const contacts = given.flatMap(({ contact_id }) => contact_id ?? [])
  if (contacts.length)
    requireKnown(
      'body.participants',
      'contact',
      contacts,
      (await knownContacts(db, org, contacts)).map((row) => row.id),
    )
  const names = new Map<string, string>()
  for (const { speaker, role, name, contact_id } of given) {
    const before = seated.get(speaker)!
    seated.set(speaker, {
      ...before,
      ...(role && { role, told: true }),
      ...(contact_id !== undefined && { contact_id }),
    })
    if (name !== undefined && name !== speaker) names.set(speaker, name)
  }
  return {
    people: [...seated.values()].map((person) => ({ ...person, speaker: names.get(person.speaker) ?? person.speaker })),
    names,
  }
}

export const renamed = (segments: readonly Segment[], names: ReadonlyMap<string, string>): Segment[] =>
  segments.map((segment) => ({
    ...segment,
    speaker: segment.speaker === null ? null : (names.get(segment.speaker) ?? segment.speaker),
  }))

/** Speakers nothing is known of but their part, if they were given one. */
export const newcomers = (segments: readonly Segment[], roles: ReadonlyMap<string, Role>): Person[] =>
  [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))].map((speaker) => ({
    speaker,
    role: roles.get(speaker) ?? 'other',
    contact_id: null,
    told: roles.has(speaker),
  }))

/** Whom we know by name; every interviewer is a member now. */
export async function knownBy(
  { db, org }: Ctx,
  contact: string | null,
  interviewers: readonly string[],
  required: boolean,
): Promise<Known> {
  const found = await namesOf(db, org, contact, interviewers)
  if (required) {
    const missing = interviewers.findIndex((id) => !found.some((row) => row.user_id === id))
    if (missing >= 0) invalidField(`body.interviewer_ids.${missing}`, 'is not an active member of this organization')
  }
  const named = (of: (row: { user_id: string | null }) => boolean) => found.filter(of).flatMap(({ name }) => name ?? [])
  return { customers: named((row) => row.user_id === null), interviewers: named((row) => row.user_id !== null) }
}
