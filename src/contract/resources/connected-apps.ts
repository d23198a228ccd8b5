import Type from 'typebox'
import { Scopes } from './settings-shapes.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, OrgId, pathIds, UserId } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed, nullable, oneOf } from '#contract/core/shapes.ts'
import { Time } from '#contract/core/times.ts'

const app = { audience: 'app' } as const

const ConnectedApp = Type.Object(
  {
    id: { ...Id, description: 'Also the `key_id` of its requests.' },
    name: Type.String({ examples: ['Claude'], description: 'As the app calls itself.' }),
    redirect_host: Type.String({ examples: ['claude.ai'], description: 'Where the access was sent.' }),
    user_id: UserId,
    user_name: Type.String({ examples: ['Ana Lima'] }),
    scopes: Scopes,
    status: oneOf('pending', 'active', 'expired', 'revoked'),
    last_used_at: nullable(Time),
    revoked_at: nullable(Time),
    revoked_reason: nullable(Type.String({ examples: ['revoked_by_owner'] })),
    created_at: Time,
  },
  { ...closed, $id: 'ConnectedApp' },
)

const text = (maxLength: number, example: string, description: string) =>
  Type.String({ minLength: 1, maxLength, examples: [example], description })

/** Parameters of an OAuth authorization request. The first field whose name ends in `_id` would name the resource. */
const request = {
  client: text(500, 'app_3f0e9a5b7c1d2e4f3f0e9a5b7c1d2e4f', 'The `client_id` of the app.'),
  redirect_uri: text(1000, 'https://claude.ai/api/mcp/auth_callback', 'One of the addresses that the app registered.'),
  state: Type.Optional(text(2000, 'af0ifjsldkj', 'Returned to the app unchanged.')),
  resource: Type.Optional(text(1000, 'http://localhost:3000/mcp', 'What the app wants to reach: the URL of `/mcp`.')),
}

/** Apps that act for a person by OAuth, such as assistants that connect over MCP. */
export const connectedApps = defineRoutes({
  listConnectedApps: {
    ...app,
    method: 'GET',
    path: '/connected-apps',
    summary: 'List your connected apps; admins see all',
    query: Type.Object(PageQuery, closed),
    result: page(ConnectedApp),
  },
  getAppRequest: {
    ...app,
    method: 'GET',
    path: '/connected-apps/request',
    summary: 'What an app asks for, before you allow it',
    query: Type.Object(
      { ...request, scope: Type.Optional(text(500, 'read write', 'The rights that the app asks for.')) },
      closed,
    ),
    result: Type.Object(
      {
        name: Type.String({ examples: ['Claude'], description: 'As the app calls itself.' }),
        redirect_host: Type.String({ examples: ['claude.ai'], description: 'Where the access is sent.' }),
        described_by: nullable(
          Type.String({
            examples: ['claude.ai'],
            description: 'The host that describes the app; null: it registered.',
          }),
        ),
        scopes: Scopes,
        allowed_scopes: { ...Scopes, description: 'What the organization lets you use through the API.' },
        deny_url: Type.String({ description: 'Where the browser goes if you refuse.' }),
      },
      { ...closed, $id: 'AppRequest' },
    ),
  },
  connectApp: {
    ...app,
    method: 'POST',
    effect: 'adds',
    path: '/connected-apps',
    summary: 'Allow an app to act for you',
    description: 'The response has the address with the code, to which the browser goes next.',
    audit: 'changes',
    status: 201,
    secret: true,
    body: Type.Object(
      {
        ...request,
        organization: { ...OrgId, description: 'The organization that you work in, which the app will reach.' },
        code_challenge: Type.String({
          pattern: '^[A-Za-z0-9_-]{43}$',
          examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
          description: 'The S256 challenge of PKCE (RFC 7636).',
        }),
        scopes: Type.Array(oneOf('read', 'write'), { minItems: 1, maxItems: 2, uniqueItems: true }),
      },
      closed,
    ),
    result: Type.Object({ id: Id, redirect_url: Type.String() }, closed),
    errors: ['INVALID_STATE'],
  },
  revokeConnectedApp: {
    ...app,
    method: 'DELETE',
    path: '/connected-apps/{connectedAppId}',
    summary: 'End the access of an app at once',
    audit: 'changes',
    params: pathIds('connectedAppId'),
    result: ConnectedApp,
  },
})
