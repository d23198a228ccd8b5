import type { FastifyRequest } from 'fastify'
import { findClient, type OAuthClient } from '#domain/access/connected-apps/queries-clients.ts'
import { isRegistered, redirectWith } from '#domain/access/connected-apps/redirects.ts'
import { isOurResource, requestedScopes } from '#domain/access/connected-apps/rules.ts'
import type { ServerDeps } from '#api/pipeline/server-deps.ts'
import { fetchClient, isDocumentUrl } from './client-document.ts'

type Parameters = Record<string, string | undefined>

/**
 * Where an authorization request leads: to the consent page, back to the app with an error, or, where the app or its
 * address is not known, to a page of ours that says so.
 */
export async function authorizationTarget(request: FastifyRequest, deps: ServerDeps): Promise<string> {
  const { publicUrl } = deps.settings
  const consent = `${publicUrl}/connect-app`
  const parameters = singleParameters(request.query as Record<string, unknown>)
  const client = parameters?.client_id === undefined ? undefined : await clientOf(parameters.client_id, deps)
  if (!parameters || !client) return `${consent}?problem=client`
  const { redirect_uri = '', state } = parameters
  if (!isRegistered(client.redirect_uris, redirect_uri)) return `${consent}?problem=address`
  const problem = problemOf(parameters, publicUrl)
  if (problem) return redirectWith(redirect_uri, { ...problem, state, iss: new URL(publicUrl).origin })
  const { client_id, code_challenge, scope, resource } = parameters
  return redirectWith(consent, { client_id, redirect_uri, code_challenge, state, scope, resource })
}

/** Undefined if one is repeated: which of them counts would depend on who reads it. */
function singleParameters(query: Record<string, unknown>): Parameters | undefined {
  return Object.values(query).every((value) => typeof value === 'string') ? (query as Parameters) : undefined
}

const clientOf = (id: string, { store, outbound, settings }: ServerDeps): Promise<OAuthClient | undefined> =>
  isDocumentUrl(id, settings) ? fetchClient({ db: store, outbound, settings }, id) : findClient(store, id)

const refused = (error: string, error_description: string) => ({ error, error_description })

function problemOf(parameters: Parameters, publicUrl: string) {
  const { response_type, code_challenge = '', code_challenge_method, state = '', scope, resource } = parameters
  if (response_type !== 'code') return refused('unsupported_response_type', 'response_type must be code.')
  if (!/^[\w-]{43}$/.test(code_challenge) || code_challenge_method !== 'S256')
    return refused('invalid_request', 'PKCE is needed: a code_challenge with code_challenge_method=S256.')
  if (state.length > 2000) return refused('invalid_request', 'state has more than 2000 characters.')
  if (!isOurResource(resource, publicUrl)) return refused('invalid_target', `resource must be ${publicUrl}/mcp.`)
  return requestedScopes(scope).length === 0 ? refused('invalid_scope', 'The scopes are read and write.') : undefined
}
