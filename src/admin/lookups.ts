import { randomBytes } from 'node:crypto'
import { claimEmail, createUser, findPerson } from '#domain/account/identity/people.ts'
import { findMembership, type Membership } from '#domain/account/members/queries.ts'
import { type OrganizationRow, readOrganization } from '#domain/account/organizations/queries.ts'
import { throwApiError } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'

export const orgOf = async (db: Db, org: string): Promise<OrganizationRow> =>
  (await readOrganization(db, org)) ?? throwApiError('NOT_FOUND', `There is no organization ${org}.`)

/** By email or by user id. */
export async function memberOf(
  db: Db,
  org: string,
  who: { email?: string | undefined; user?: string | undefined },
): Promise<Membership> {
  await orgOf(db, org)
  const userId = who.email === undefined ? who.user! : (await findPerson(db, who.email))?.id
  const member = userId?.startsWith('user_') ? await findMembership(db, org, userId) : undefined
  return member ?? throwApiError('NOT_FOUND', `${who.email ?? who.user} is not a member of ${org}.`)
}

type Newcomer = { email: string; name?: string | undefined; password?: string | undefined }
export type Arrival = { id: string; isNew: boolean; generated?: string }

/** Somebody known stays as they are; somebody new gets a password, made up here unless one was given. */
export async function personFor(db: Db, { email, name, password }: Newcomer): Promise<Arrival> {
  await claimEmail(db, email)
  const known = await findPerson(db, email)
  if (known) return { id: known.id, isNew: false }
  const generated = password === undefined ? randomBytes(15).toString('base64url') : undefined
  const { id } = await createUser(db, {
    email,
    name: name ?? email.split('@', 1)[0]!,
    password: password ?? generated!,
  })
  return { id, isNew: true, ...(generated !== undefined && { generated }) }
}

export const passwordOf = ({ generated }: Arrival) => (generated === undefined ? {} : { password: generated })

export const passwordLine = ({ isNew, generated }: Arrival) =>
  generated !== undefined
    ? `\npassword  ${generated}`
    : isNew
      ? ''
      : '\nThe account was there already; its password is unchanged.'
