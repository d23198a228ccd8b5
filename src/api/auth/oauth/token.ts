import { findClient } from '#domain/access/connected-apps/queries-clients.ts'
import { exchange, type ExchangeRequest, revokeByToken } from '#domain/access/connected-apps/exchange.ts'
import { accessSeconds, isOurResource } from '#domain/access/connected-apps/rules.ts'
import type { RequestClient } from '#domain/events/audit/queries-insert.ts'
import type { ServerDeps } from '#api/pipeline/server-deps.ts'

export type OAuthReply = { status: number; body: object }

const refused = (error: string, error_description: string, status = 400): OAuthReply => ({
  status,
  body: { error, error_description },
})

/** The fields of a form; undefined if one is repeated. */
export function formFields(body: unknown): Record<string, string> | undefined {
  const form = new URLSearchParams(typeof body === 'string' ? body : '')
  const fields = Object.fromEntries(form)
  return form.size === Object.keys(fields).length ? fields : undefined
}

const kinds = { authorization_code: 'code', refresh_token: 'refresh' } as const

function exchangeOf(fields: Record<string, string>): Omit<ExchangeRequest, 'clientId'> | undefined {
  const { grant_type = '', code = '', refresh_token = '', redirect_uri: redirectUri, code_verifier: verifier } = fields
  if (!Object.hasOwn(kinds, grant_type)) return undefined
  const kind = kinds[grant_type as keyof typeof kinds]
  return kind === 'code' ? { kind, token: code, redirectUri, verifier } : { kind, token: refresh_token }
}

/** RFC 6749 3.2 for public clients. */
export async function tokenReply(
  fields: Record<string, string> | undefined,
  client: RequestClient,
  { store, settings }: ServerDeps,
): Promise<OAuthReply> {
  if (!fields) return refused('invalid_request', 'A parameter is repeated.')
  const request = exchangeOf(fields)
  if (!request) return refused('unsupported_grant_type', 'grant_type is authorization_code or refresh_token.')
  const { client_id: clientId = '', resource } = fields
  if (!(await findClient(store, clientId)))
    return refused('invalid_client', 'There is no app with this client_id.', 401)
  if (!isOurResource(resource, settings.publicUrl))
    return refused('invalid_target', `resource must be ${settings.publicUrl}/mcp.`)
  const format = { prefix: settings.keyPrefix, region: settings.region }
  const issued = await exchange({ store, format, client }, { ...request, clientId })
  if (!issued)
    return refused('invalid_grant', 'It is unknown, expired, used or revoked, or does not match the request.')
  const { access, refresh, scopes } = issued
  return {
    status: 200,
    body: {
      access_token: access,
      token_type: 'Bearer',
      expires_in: accessSeconds,
      refresh_token: refresh,
      scope: scopes.join(' '),
    },
  }
}

/** RFC 7009. */
export async function revocationReply(
  fields: Record<string, string> | undefined,
  client: RequestClient,
  { store }: ServerDeps,
): Promise<OAuthReply> {
  if (!fields?.token) return refused('invalid_request', 'Send one token.')
  await revokeByToken({ store, client }, { token: fields.token, clientId: fields.client_id ?? '' })
  return { status: 200, body: {} }
}
