import type { Handlers } from '#contract/core/route.ts'
import type { firstRun } from '#contract/resources/setup.ts'
import type { settings } from '#contract/resources/settings.ts'
import { invitationLetter } from '#domain/account/mail/letters.ts'
import { lettersSealedBy } from '#domain/account/mail/outbox.ts'
import { countAttempt } from '#domain/account/identity/attempts.ts'
import { verifyPassword } from '#domain/account/identity/password.ts'
import { claimEmail, createUser, findPerson, normalEmail } from '#domain/account/identity/people.ts'
import { joinOrganization } from '#domain/account/members/changes.ts'
import { findMembership } from '#domain/account/members/queries.ts'
import { lockOrganization, readOrganization, readUser } from '#domain/account/organizations/queries.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'
import { pageOf } from '#store/page.ts'
import {
  findByToken,
  insertInvitation,
  isMember,
  listInvitations,
  markAccepted,
  readInvitation,
  revokeInvitation,
  revokePending,
} from './queries.ts'
import { hashToken, linkOf, newToken, requirePending } from './rules.ts'

type Subset = Pick<typeof settings, 'listInvitations' | 'createInvitation' | 'revokeInvitation' | 'acceptInvitation'> &
  Pick<typeof firstRun, 'lookAtInvitation'>

const daysToAccept = 7

export const handlers: Handlers<Subset, Ctx> = {
  async listInvitations(ctx, { cursor, limit }) {
    const before = cursor === undefined ? undefined : String(ctx.cursors.read(cursor)[0])
    return pageOf(await listInvitations(ctx.db, ctx.org, { limit, before }), limit, (last) =>
      ctx.cursors.write([last.id]),
    )
  },

  async createInvitation(ctx, { email: given, role }) {
    const email = normalEmail(given)
    await lockOrganization(ctx.db, ctx.org)
    const me = await findMembership(ctx.db, ctx.org, ctx.user)
    if (me?.role !== 'admin') throwApiError('ROLE_NOT_ALLOWED', 'Only organization admins may do this.')
    if (await isMember(ctx.db, ctx.org, email))
      throwApiError('DUPLICATE', 'This person belongs to the organization already.')
    await revokePending(ctx.db, ctx.org, email)
    const token = newToken()
    const invitation = { email, role, tokenHash: hashToken(token), invitedBy: ctx.user, days: daysToAccept }
    const row = await insertInvitation(ctx.db, ctx.org, invitation)
    const url = linkOf(ctx.settings.publicUrl, token)
    if (ctx.settings.mail) await mailInvitation(ctx, email, url)
    return { ...row!, token, url }
  },

  async revokeInvitation(ctx, { invitationId }) {
    await lockOrganization(ctx.db, ctx.org)
    const found = (await readInvitation(ctx.db, ctx.org, invitationId)) ?? notFound('invitation')
    if (found.status === 'accepted') requirePending(found.status)
    await revokeInvitation(ctx.db, ctx.org, invitationId)
    return { ...found, status: 'revoked' }
  },

  async lookAtInvitation({ db }, { token }) {
    const { org_id, email, role, status } =
      (await findByToken(db, hashToken(token))) ?? throwApiError('NOT_FOUND', 'There is no such invitation.')
    const organization = await readOrganization(db, org_id)
    return {
      email,
      role,
      status,
      organization_name: organization!.name,
      has_account: (await findPerson(db, email)) !== undefined,
    }
  },

  async acceptInvitation(ctx, { token, name, password }) {
    const { org_id, id, email, role } = await pending(ctx.db, token)
    const user_id = await personFor(ctx.db, { email, name, password })
    await lockOrganization(ctx.db, org_id)
    // Checking a password takes its time, and meanwhile the same link may have been used.
    await pending(ctx.db, token)
    await joinOrganization(ctx.db, org_id, { userId: user_id, role })
    await markAccepted(ctx.db, org_id, id)
    return { org_id, user_id, email }
  },
}

async function mailInvitation({ db, org, user, vault }: Ctx, email: string, url: string) {
  const [organization, by] = [await readOrganization(db, org), await readUser(db, user)]
  await lettersSealedBy(vault)(
    db,
    org,
    invitationLetter(email, { organization: organization!.name, by: by!.name, url, days: daysToAccept }),
  )
}

async function pending(db: Db, token: string) {
  const found = (await findByToken(db, hashToken(token))) ?? throwApiError('NOT_FOUND', 'There is no such invitation.')
  requirePending(found.status)
  return found
}

type Applicant = { email: string; name?: string | undefined; password: string }

/** Somebody who has an account proves that it is theirs; anybody else gets one. */
async function personFor(db: Db, { email, name, password }: Applicant): Promise<string> {
  countAttempt(email)
  await claimEmail(db, email)
  const known = await findPerson(db, email)
  if (known && !(await verifyPassword(known.password, password)))
    throwApiError('UNAUTHORIZED', 'This password is not the one of your account.')
  if (known) return known.id
  return (
    await createUser(db, {
      email,
      name: name ?? invalidField('body.name', 'is required to create an account'),
      password,
    })
  ).id
}
