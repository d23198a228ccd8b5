import type { FastifyInstance } from 'fastify'
import { resourceOf } from '#domain/access/connected-apps/rules.ts'

export const oauthPaths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
}
const resourceMetadataPath = '/.well-known/oauth-protected-resource'
const scopes = ['read', 'write']

const resourceMetadata = (publicUrl: string) => ({
  resource: resourceOf(publicUrl),
  resource_name: 'Earshot',
  authorization_servers: [publicUrl],
  bearer_methods_supported: ['header'],
  scopes_supported: scopes,
  resource_documentation: `${publicUrl}/docs/guides/mcp`,
})

const serverMetadata = (publicUrl: string) => ({
  issuer: publicUrl,
  authorization_endpoint: publicUrl + oauthPaths.authorize,
  token_endpoint: publicUrl + oauthPaths.token,
  registration_endpoint: publicUrl + oauthPaths.register,
  revocation_endpoint: publicUrl + oauthPaths.revoke,
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
})

/** RFC 9728 and RFC 8414; hosts ask with the path of the resource after the well-known one, or without it. */
export const oauthMetadataRoutes = (publicUrl: string) => (app: FastifyInstance) => {
  const documents = {
    [resourceMetadataPath]: resourceMetadata(publicUrl),
    '/.well-known/oauth-authorization-server': serverMetadata(publicUrl),
  }
  for (const [path, document] of Object.entries(documents))
    for (const url of [path, `${path}/mcp`])
      app.get(url, (_request, reply) => reply.header('cache-control', 'public, max-age=3600').send(document))
}

/** What a refused request to /mcp is answered with, so that a host finds out where to ask for access. */
export const mcpChallenge = (publicUrl: string): string =>
  `Bearer resource_metadata="${publicUrl}${resourceMetadataPath}/mcp", scope="${scopes.join(' ')}"`
