import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientOf } from '#api/pipeline/audit.ts'
import { type RateLimiting, requireRateLimit } from '#api/pipeline/require-rate-limit.ts'
import type { ServerDeps } from '#api/pipeline/server-deps.ts'
import { upsertClient } from '#domain/access/connected-apps/queries-clients.ts'
import { authorizationTarget } from './authorize.ts'
import { isProblem, readClientMetadata } from './client-metadata.ts'
import { oauthMetadataRoutes, oauthPaths } from './metadata.ts'
import { formFields, type OAuthReply, revocationReply, tokenReply } from './token.ts'

const bodyLimit = 32 * 1024

const send = (reply: FastifyReply, { status, body }: OAuthReply) =>
  reply.code(status).header('cache-control', 'no-store').send(body)

/**
 * OAuth 2.1 for assistants that connect over MCP (docs/decisions/0031-own-oauth-server.md). The consent itself is an
 * operation of the web app.
 */
export const oauthRoutes = (rates: RateLimiting) => (app: FastifyInstance, deps: ServerDeps) => {
  const limited = (name: 'page' | 'register') => ({
    bodyLimit,
    onRequest: async ({ network }: FastifyRequest) => requireRateLimit(rates, name, network),
  })
  oauthMetadataRoutes(deps.settings.publicUrl)(app)

  app.get(oauthPaths.authorize, limited('page'), async (request, reply) =>
    reply.header('cache-control', 'no-store').redirect(await authorizationTarget(request, deps), 302),
  )

  app.post(oauthPaths.register, limited('register'), async (request, reply) => {
    const read = readClientMetadata(request.body)
    if (isProblem(read)) return send(reply, { status: 400, body: read })
    const id = `app_${randomBytes(16).toString('hex')}`
    await upsertClient(deps.store, { id, ...read })
    return send(reply, { status: 201, body: registration(id, read) })
  })

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, body),
    )
    for (const [path, answer] of [
      [oauthPaths.token, tokenReply],
      [oauthPaths.revoke, revocationReply],
    ] as const)
      scope.post(path, limited('page'), async (request, reply) =>
        send(reply, await answer(formFields(request.body), clientOf(request), deps)),
      )
  })
}

const registration = (client_id: string, { name, redirect_uris }: { name: string; redirect_uris: string[] }) => ({
  client_id,
  client_id_issued_at: Math.floor(Date.now() / 1000),
  client_name: name,
  redirect_uris,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  scope: 'read write',
})
