import { createHash, randomBytes } from 'node:crypto'
import { passwordResetEmail } from '#domain/outbox/templates.ts'
import type { WriteMail } from '#domain/outbox/outbox.ts'
import type { Db } from '#store/open.ts'
import { findFirstOrganizationOfUser, findUserByResetIdentifier, insertReset } from './queries-password-resets.ts'
import { findUserByEmail } from './queries-users.ts'

/* Reset links work once, within an hour. The database holds only a hash of the token in the link. */

export const resetMinutes = 60

export const resetLink = (publicUrl: string, token: string) =>
  `${publicUrl.replace(/\/+$/, '')}/reset-password/${token}`

/** Must equal what better-auth stores for a reset token. */
const identifierOf = (token: string) => createHash('sha256').update(`reset-password:${token}`).digest('base64url')

/** For an admin who creates a link on request; undefined when no user has this email. */
export async function createPasswordReset(db: Db, email: string): Promise<{ user: string; token: string } | undefined> {
  const user = await findUserByEmail(db, email)
  if (!user) return undefined
  const token = randomBytes(24).toString('base64url')
  await insertReset(db, { identifier: identifierOf(token), user: user.id, minutes: resetMinutes })
  return { user: user.id, token }
}

export const findResetUser = (db: Db, token: string) => findUserByResetIdentifier(db, identifierOf(token))

/** Only for users with a password and an organization: the others sign in through an identity provider. */
export async function sendPasswordReset(
  db: Db,
  writeMail: WriteMail,
  { id, email }: { id: string; email: string },
  url: string,
) {
  if (!(await findUserByEmail(db, email))?.password) return
  const membership = await findFirstOrganizationOfUser(db, id)
  if (membership) await writeMail(db, membership.org_id, passwordResetEmail(email, { url, minutes: resetMinutes }))
}
