import type { ErrorDetail } from '#contract/core/errors.ts'
import type { ChangeLog, Ctx } from '#domain/context.ts'
import { invalidField, requireExist } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'
import { findContactIds } from './queries.ts'
import { type ContactFields, hasKey, missingKeyMessage } from './rules.ts'
import { upsertContacts } from './upsert.ts'

/* Requests refer to a contact by id or describe one; these functions validate and resolve the reference. */

export type ContactReference = { contact?: ContactFields | undefined; contact_id?: string | null | undefined }

const bothGiven = 'cannot be given together with contact_id'

/** Which of the referenced ids exist. */
export const findReferencedContacts = async (db: Db, org: string, references: readonly ContactReference[]) => {
  const ids = [...new Set(references.flatMap(({ contact_id }) => contact_id ?? []))]
  return ids.length ? findContactIds(db, org, ids) : new Set<string>()
}

/** What is wrong with a reference; `field` is the name under which requests describe the contact. */
export function referenceProblem(
  { contact, contact_id }: ContactReference,
  existing: ReadonlySet<string>,
  path: string,
  field = 'contact',
): ErrorDetail | null {
  if (contact_id && contact) return { path: `${path}.${field}`, message: bothGiven }
  if (contact_id && !existing.has(contact_id))
    return { path: `${path}.contact_id`, message: `there is no contact ${contact_id}` }
  if (contact && !hasKey(contact)) return { path: `${path}.${field}`, message: missingKeyMessage }
  return null
}

/** The contact of each reference; described contacts are found or created. */
export async function resolveContacts(
  db: Db,
  org: string,
  references: readonly ContactReference[],
  changeLog?: ChangeLog,
): Promise<(string | null)[]> {
  const described = references.flatMap(({ contact }, index) => (contact ? [{ index, contact }] : []))
  const ids = references.map(({ contact_id }) => contact_id ?? null)
  const outcomes = await upsertContacts(
    db,
    org,
    described.map(({ contact }) => contact),
    changeLog,
  )
  for (const [n, { id }] of outcomes.entries()) ids[described[n]!.index] = id
  return ids
}

/** The contact of one validated request body; undefined when the body does not mention one. */
export async function resolveContact(
  { db, org }: Pick<Ctx, 'db' | 'org'>,
  { contact, contact_id }: ContactReference,
): Promise<string | null | undefined> {
  if (contact && contact_id !== undefined) invalidField('body.contact', bothGiven)
  if (contact && !hasKey(contact)) invalidField('body.contact', missingKeyMessage)
  if (contact) return (await upsertContacts(db, org, [contact]))[0]!.id
  if (contact_id) requireExist('body.contact_id', 'contact', [contact_id], await findContactIds(db, org, [contact_id]))
  return contact_id
}
