import type { Handlers } from '#domain/operation-handlers.ts'
import type { settings } from '#contract/resources/settings.ts'
import type { ReadCtx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { pageById } from '#store/page.ts'
import { createKey } from './create.ts'
import { listKeys, findKey, revokeKey, type KeyOwnerFilter } from './queries.ts'

type Subset = Pick<typeof settings, 'listApiKeys' | 'createApiKey' | 'revokeApiKey'>

/** Admins manage every key of the organization, members their own. */
const ownerFilter = async ({ user, authorize }: ReadCtx): Promise<KeyOwnerFilter> =>
  (await authorize()).role === 'admin' ? {} : { user }

export const handlers: Handlers<Subset> = {
  listApiKeys: (ctx, query) =>
    pageById(ctx.cursors, query, async (before) =>
      listKeys(ctx.db, ctx.org, { ...(await ownerFilter(ctx)), limit: query.limit, before }),
    ),

  async createApiKey(ctx, { name, scopes, expires_in_days }) {
    const { id, key } = await createKey(
      ctx.db,
      ctx.org,
      { userId: ctx.user, name, scopes, expiresInDays: expires_in_days },
      ctx.settings,
    )
    return { ...(await findKey(ctx.db, ctx.org, id))!, key }
  },

  async revokeApiKey(ctx, { keyId }) {
    const found = (await findKey(ctx.db, ctx.org, keyId, await ownerFilter(ctx))) ?? notFound('key')
    await revokeKey(ctx.db, ctx.org, keyId, found.user_id === ctx.user ? 'revoked_by_owner' : 'revoked_by_admin')
    return (await findKey(ctx.db, ctx.org, keyId))!
  },
}
