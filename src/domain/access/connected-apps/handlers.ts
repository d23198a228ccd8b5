import { randomBytes } from 'node:crypto'
import type { connectedApps } from '#contract/resources/connected-apps.ts'
import { insertKey, type KeyOwnerFilter, revokeKey } from '#domain/access/keys/queries.ts'
import { secretHash } from '#domain/access/keys/rules.ts'
import type { Ctx, ReadCtx } from '#domain/context.ts'
import { invalidField, notFound, throwApiError } from '#domain/errors.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { findPolicy } from '#domain/organizations/queries.ts'
import { policyOf } from '#domain/organizations/rules.ts'
import { newId } from '#store/ids.ts'
import { pageById } from '#store/page.ts'
import type { MemberRole } from '#vocabulary/roles.ts'
import { findApp, listApps } from './queries.ts'
import { findClient, type OAuthClient, updateGranted } from './queries-clients.ts'
import { insertToken } from './queries-tokens.ts'
import { isRegistered, redirectHost, redirectWith } from './redirects.ts'
import { codeSeconds, isOurResource, newToken, requestedScopes } from './rules.ts'

type AppRequest = { client: string; redirect_uri: string; resource?: string }

/** Admins manage every app of the organization, members their own. */
const ownerFilter = async ({ user, authorize }: ReadCtx): Promise<KeyOwnerFilter> =>
  (await authorize()).role === 'admin' ? {} : { user }

export const handlers: Handlers<typeof connectedApps> = {
  listConnectedApps: (ctx, query) =>
    pageById(ctx.cursors, query, async (before) =>
      listApps(ctx.db, ctx.org, { ...(await ownerFilter(ctx)), limit: query.limit, before }),
    ),

  async getAppRequest(ctx, { scope, state, ...request }) {
    const client = await requireClient(ctx, request, 'query')
    const { redirect_uri } = request
    return {
      name: client.name,
      redirect_host: redirectHost(redirect_uri),
      described_by: URL.canParse(client.id) ? new URL(client.id).host : null,
      scopes: requestedScopes(scope),
      allowed_scopes: await allowedScopes(ctx, (await ctx.authorize()).role),
      deny_url: redirectWith(redirect_uri, { error: 'access_denied', state, iss: issuerOf(ctx) }),
    }
  },

  async connectApp(ctx, { organization, scopes, state, code_challenge, ...request }) {
    const client = await requireClient(ctx, request, 'body')
    if (organization !== ctx.org)
      throwApiError('INVALID_STATE', 'You work in another organization now; reload the page.')
    const id = await insertAppKey(ctx, client, { scopes, redirectUri: request.redirect_uri })
    const code = newToken('code', ctx.org)
    await insertToken(ctx.db, ctx.org, {
      hash: secretHash(code),
      appId: id,
      kind: 'code',
      seconds: codeSeconds,
      redirectUri: request.redirect_uri,
      codeChallenge: code_challenge,
    })
    await updateGranted(ctx.db, client.id)
    return { id, redirect_url: redirectWith(request.redirect_uri, { code, state, iss: issuerOf(ctx) }) }
  },

  async revokeConnectedApp(ctx, { connectedAppId: id }) {
    const found = (await findApp(ctx.db, ctx.org, id, await ownerFilter(ctx))) ?? notFound('connected app')
    await revokeKey(ctx.db, ctx.org, id, found.user_id === ctx.user ? 'revoked_by_owner' : 'revoked_by_admin')
    return (await findApp(ctx.db, ctx.org, id))!
  },
}

const issuerOf = ({ settings }: ReadCtx) => new URL(settings.publicUrl).origin

/** Checked again here: the page of the consent may be opened with any parameters. */
async function requireClient(
  { db, settings }: ReadCtx,
  { client: id, redirect_uri, resource }: AppRequest,
  part: 'query' | 'body',
): Promise<OAuthClient> {
  const client = (await findClient(db, id)) ?? invalidField(`${part}.client`, 'there is no such app')
  if (!isRegistered(client.redirect_uris, redirect_uri))
    invalidField(`${part}.redirect_uri`, 'the app has not registered this address')
  if (!isOurResource(resource, settings.publicUrl)) invalidField(`${part}.resource`, 'is not the URL of this server')
  return client
}

async function allowedScopes({ db, org }: ReadCtx, role: MemberRole) {
  const { enabled, roles, scopes } = policyOf((await findPolicy(db, org)) ?? notFound('organization'))
  const allowed: readonly string[] = roles
  return enabled && allowed.includes(`${role}s`) ? scopes : []
}

type Grant = { scopes: ('read' | 'write')[]; redirectUri: string }

/** Its secret is made by the exchange of the code; until then no program knows one. */
async function insertAppKey({ db, org, user }: Ctx, client: OAuthClient, { scopes, redirectUri }: Grant) {
  const id = newId()
  const inserted = await insertKey(db, org, {
    id,
    userId: user,
    name: client.name,
    scopes,
    hash: secretHash(randomBytes(32).toString('base64url')),
    hint: '',
    expiresAt: new Date(0),
    app: { clientId: client.id, redirectHost: redirectHost(redirectUri) },
  })
  if (inserted === 0) throwApiError('MEMBERSHIP_REVOKED', 'Only an active member of the organization can allow an app.')
  return id
}
