import { type Handlers, staged } from '#domain/operation-handlers.ts'
import type { firstRun } from '#contract/resources/setup.ts'
import type { settings } from '#contract/resources/settings.ts'
import { invitationEmail } from '#domain/outbox/templates.ts'
import { mailOutbox } from '#domain/outbox/outbox.ts'
import { limitSignInAttempts } from '#domain/identity/sign-in-limits.ts'
import { verifyPassword } from '#domain/identity/password.ts'
import { lockEmail, createUser, findUser, findUserByEmail, normalizeEmail } from '#domain/identity/queries-users.ts'
import { joinOrganization } from '#domain/access/members/changes.ts'
import { findMembership } from '#domain/access/members/queries.ts'
import { findOrganization, lockOrganization } from '#domain/organizations/queries.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound, RefusedSignInError } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'
import { pageById } from '#store/page.ts'
import {
  findInvitationByToken,
  insertInvitation,
  hasMemberWithEmail,
  listInvitations,
  markInvitationAccepted,
  findInvitation,
  revokeInvitation,
  revokePendingInvitations,
} from './queries.ts'
import { hashToken, invitationUrl, newInvitationToken, requirePending } from './rules.ts'

type Subset = Pick<typeof settings, 'listInvitations' | 'createInvitation' | 'revokeInvitation' | 'acceptInvitation'> &
  Pick<typeof firstRun, 'lookAtInvitation'>

const daysToAccept = 7
type AcceptInput = { token: string; name?: string | undefined; password: string }

export const handlers: Handlers<Subset, 'acceptInvitation'> = {
  listInvitations: ({ db, org, cursors }, query) =>
    pageById(cursors, query, (before) => listInvitations(db, org, { limit: query.limit, before })),

  async createInvitation(ctx, { email: rawEmail, role }) {
    const email = normalizeEmail(rawEmail)
    await lockOrganization(ctx.db, ctx.org)
    const me = await findMembership(ctx.db, ctx.org, ctx.user)
    if (me?.role !== 'admin') throwApiError('ROLE_NOT_ALLOWED', 'Only organization admins may do this.')
    if (await hasMemberWithEmail(ctx.db, ctx.org, email))
      throwApiError('DUPLICATE', 'This person is already a member of the organization.')
    await revokePendingInvitations(ctx.db, ctx.org, email)
    const token = newInvitationToken()
    const invitation = { email, role, tokenHash: hashToken(token), invitedBy: ctx.user, days: daysToAccept }
    const row = await insertInvitation(ctx.db, ctx.org, invitation)
    const url = invitationUrl(ctx.settings.publicUrl, token)
    if (ctx.settings.mail) await mailInvitation(ctx, email, url)
    return { ...row!, token, url }
  },

  async revokeInvitation(ctx, { invitationId }) {
    await lockOrganization(ctx.db, ctx.org)
    const found = (await findInvitation(ctx.db, ctx.org, invitationId)) ?? notFound('invitation')
    if (found.status === 'accepted') requirePending(found.status)
    await revokeInvitation(ctx.db, ctx.org, invitationId)
    return { ...found, status: 'revoked' }
  },

  async lookAtInvitation({ db }, { token }) {
    const { org_id, email, role, status } =
      (await findInvitationByToken(db, hashToken(token))) ?? throwApiError('NOT_FOUND', 'There is no such invitation.')
    const organization = await findOrganization(db, org_id)
    return {
      email,
      role,
      status,
      organization_name: organization!.name,
      has_account: (await findUserByEmail(db, email)) !== undefined,
    }
  },

  acceptInvitation: staged({
    async before({ token }, { store }) {
      const { email } = await getPendingInvitation(store, token)
      await limitSignInAttempts(store, email)
    },
    handle: acceptInvitation,
  }),
}

async function acceptInvitation(ctx: Ctx, { token, name, password }: AcceptInput) {
  const { org_id, id, email, role } = await getPendingInvitation(ctx.db, token)
  const user_id = await resolveInvitedUser(ctx.db, { email, name, password })
  await lockOrganization(ctx.db, org_id)
  // The link may have been used while the password was being checked.
  await getPendingInvitation(ctx.db, token)
  await joinOrganization(ctx.db, org_id, { userId: user_id, role })
  await markInvitationAccepted(ctx.db, org_id, id)
  return { org_id, user_id, email }
}

async function mailInvitation({ db, org, user, vault }: Ctx, email: string, url: string) {
  const [organization, by] = [await findOrganization(db, org), await findUser(db, user)]
  await mailOutbox(vault)(
    db,
    org,
    invitationEmail(email, { organization: organization!.name, by: by!.name, url, days: daysToAccept }),
  )
}

async function getPendingInvitation(db: Db, token: string) {
  const found =
    (await findInvitationByToken(db, hashToken(token))) ?? throwApiError('NOT_FOUND', 'There is no such invitation.')
  requirePending(found.status)
  return found
}

type InvitedUser = { email: string; name?: string | undefined; password: string }

/** An existing account requires its password; otherwise an account is created. */
async function resolveInvitedUser(db: Db, { email, name, password }: InvitedUser): Promise<string> {
  await lockEmail(db, email)
  const known = await findUserByEmail(db, email)
  if (known && !(await verifyPassword(known.password, password)))
    throw new RefusedSignInError(known.id, 'The password is not correct.')
  if (known) return known.id
  return (
    await createUser(db, {
      email,
      name: name ?? invalidField('body.name', 'is required to create an account'),
      password,
    })
  ).id
}
