import { randomBytes } from 'node:crypto'
import { lockEmail, createUser, findUserByEmail } from '#domain/identity/queries-users.ts'
import { changesBetween } from '#domain/events/audit/rules.ts'
import { findMembership, type Membership } from '#domain/access/members/queries.ts'
import { type OrganizationRow, findOrganization, type PolicyRow } from '#domain/organizations/queries.ts'
import { throwApiError } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'

export const getOrganization = async (db: Db, org: string): Promise<OrganizationRow & PolicyRow> =>
  (await findOrganization(db, org)) ?? throwApiError('NOT_FOUND', `There is no organization ${org}.`)

/** By email or by user id. */
export async function getMember(
  db: Db,
  org: string,
  by: { email?: string | undefined; user?: string | undefined },
): Promise<Membership> {
  await getOrganization(db, org)
  const userId = by.email === undefined ? by.user! : (await findUserByEmail(db, by.email))?.id
  const member = userId?.startsWith('user_') ? await findMembership(db, org, userId) : undefined
  return member ?? throwApiError('NOT_FOUND', `${by.email ?? by.user} is not a member of ${org}.`)
}

type NewUser = { email: string; name?: string | undefined; password?: string | undefined }
type UserResult = { id: string; isNew: boolean; generated?: string }

/** An existing user is unchanged; a new one gets the given password or a generated one. */
export async function findOrCreateUser(db: Db, { email, name, password }: NewUser): Promise<UserResult> {
  await lockEmail(db, email)
  const existing = await findUserByEmail(db, email)
  if (existing) return { id: existing.id, isNew: false }
  const generated = password === undefined ? randomBytes(15).toString('base64url') : undefined
  const { id } = await createUser(db, {
    email,
    name: name ?? email.split('@', 1)[0]!,
    password: password ?? generated!,
  })
  return { id, isNew: true, ...(generated !== undefined && { generated }) }
}

export const passwordOf = ({ generated }: UserResult) => (generated === undefined ? {} : { password: generated })

export function passwordLine({ isNew, generated }: UserResult): string {
  if (generated !== undefined) return `\npassword  ${generated}`
  return isNew ? '' : '\nThe account exists already; its password is unchanged.'
}

/** The fields that a command changed, for the audit log. */
export const changedFrom = (before: object | null | undefined, after: object | null) =>
  changesBetween((before ?? null) as Fields | null, after as Fields | null) ?? { before: null, after: null }
type Fields = Record<string, unknown>
