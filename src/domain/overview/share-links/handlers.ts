import type { shareLinks } from '#contract/resources/share-links.ts'
import type { Input } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, notFound, throwApiError } from '#domain/errors.ts'
import { hashPassword } from '#domain/identity/password.ts'
import { type Handlers, staged } from '#domain/operation-handlers.ts'
import { newId } from '#store/ids.ts'
import { rowPage } from '#store/lists/row-list.ts'
import {
  areLinksAllowed,
  countUsableLinks,
  findShareLink,
  findSharedTitle,
  insertShareLink,
  shareLinkRows,
  updateToRevoked,
} from './queries.ts'
import { newShareToken, shareTokenHash } from './token.ts'

const maxLinks = 500

type NewLink = Input<typeof shareLinks.createShareLink>

const nouns: Partial<Record<NewLink['kind'], string>> = {
  theme: 'theme',
  opportunity: 'opportunity',
  evidence_story: 'Project with an evidence story',
}

/** Without what is archived or merged. */
async function requireTarget({ db, org }: Ctx, { kind, target_id }: NewLink) {
  const noun = nouns[kind]
  if (noun === undefined && target_id !== null) invalidField('body.target_id', `a link to the ${kind} has no target`)
  if (noun === undefined) return
  if (target_id === null) return invalidField('body.target_id', `must be the id of the ${noun}`)
  if ((await findSharedTitle(db, org, { kind, target_id })) === null)
    invalidField('body.target_id', `there is no ${noun} with this id`)
}

async function createLink(ctx: Ctx & { readonly prepared: string | null }, input: NewLink) {
  const { db, org, user, settings, prepared } = ctx
  if (!(await areLinksAllowed(db, org)))
    throwApiError('INVALID_STATE', 'The organization does not allow share links; an admin can change that.')
  await requireTarget(ctx, input)
  if ((await countUsableLinks(db, org)) >= maxLinks)
    throwApiError('INVALID_STATE', `There are already ${maxLinks} share links; revoke one first.`)
  const { kind, target_id, names, expires_in_days, frame_origin = null } = input
  const token = newShareToken()
  const id = newId()
  await insertShareLink(db, org, {
    id,
    kind,
    target_id,
    token_hash: shareTokenHash(token),
    password_hash: prepared,
    names,
    frame_origin,
    expires_in_days,
    created_by: user,
  })
  return { ...(await findShareLink(db, org, id))!, url: `${settings.publicUrl}/share/${token}` }
}

export const handlers: Handlers<typeof shareLinks, 'createShareLink'> = {
  listShareLinks: (ctx, query) => rowPage(ctx, shareLinkRows, query),

  getShareLink: async ({ db, org }, { shareLinkId }) =>
    (await findShareLink(db, org, shareLinkId)) ?? notFound('share link'),

  // The hash takes long on purpose, so it is made before the transaction.
  createShareLink: staged({
    before: async ({ password }: NewLink) => (password === undefined ? null : hashPassword(password)),
    handle: createLink,
  }),

  async revokeShareLink({ db, org, user, role }, { shareLinkId }) {
    const link = (await findShareLink(db, org, shareLinkId)) ?? notFound('share link')
    if (role !== 'admin' && link.created_by !== user)
      throwApiError('ROLE_NOT_ALLOWED', 'Only its maker and admins may revoke a share link.')
    await updateToRevoked(db, org, shareLinkId)
    return (await findShareLink(db, org, shareLinkId))!
  },
}
