import type { IncomingMessage } from 'node:http'
import { type Route, scopeOf } from '#contract/core/route.ts'
import type { KeyFacts } from '#domain/access/keys/queries-auth.ts'
import { isWellFormed } from '#domain/access/keys/rules.ts'
import type { Principal } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'

export type KeyFormat = { prefix: string; region: string }

/* The contract's eight checks in order, one function each. */

/** 1. Authorization: Bearer takes precedence over X-API-Key; a repeated header is rejected. */
export function extractKey(request: IncomingMessage): string {
  const bearer = onlyHeader(request, 'authorization')
  if (bearer !== undefined) {
    const token = /^bearer +(\S+)$/i.exec(bearer)?.[1]
    if (token) return token
  }
  const plain = onlyHeader(request, 'x-api-key')
  if (plain !== undefined && plain !== '') return plain
  return bearer === undefined && plain === undefined
    ? throwApiError('UNAUTHORIZED', 'Send an API key: Authorization: Bearer <key>.')
    : invalidKey()
}

/** 2. The key exists, is of this region, has not expired and was not revoked. */
export function verifyKey(facts: KeyFacts | undefined): KeyFacts {
  if (!facts || facts.expired) return invalidKey()
  // A key revoked because its owner left fails at check 6, and stays revoked if the owner rejoins.
  if (facts.revoked && !(facts.owner_left && facts.member_role === null)) return invalidKey()
  return facts
}
export function requireWellFormed(key: string, { prefix, region }: KeyFormat) {
  if (isWellFormed(key, prefix, region)) return
  if (key.startsWith(`${prefix}pub_`))
    throwApiError('INVALID_API_KEY', 'This is a publishable key, which the API does not accept; send a secret API key.')
  invalidKey()
}

/** 2b. The token of a connected app is for MCP, whose calls to the operations are the server's own (RFC 8707). */
export function requireAudience(facts: KeyFacts | undefined, isInner: boolean) {
  if (facts?.of_app && !isInner)
    throwApiError('INVALID_API_KEY', 'This token is for /mcp; the API itself takes an API key.')
}

/** 3. Organization and owner exist. */
export const resolveOwner = (facts: KeyFacts) => void (facts.org_found && facts.user_found ? null : invalidKey())

/** 4. The policy is read in the same statement as the key, so it is never older than the key. */
export const loadPolicy = (facts: KeyFacts) => ({
  enabled: facts.api_enabled,
  // Contributors and viewers own no keys; those of an earlier role are refused.
  roles: { admin: facts.api_admins, member: facts.api_members, contributor: false, viewer: false },
  scopes: { read: facts.api_read && facts.can_read, write: facts.api_write && facts.can_write },
})
type Policy = ReturnType<typeof loadPolicy>

/** 5. */
export const requireEnabled = (policy: Policy) =>
  policy.enabled ||
  throwApiError(
    'API_DISABLED',
    'The Public API is switched off for this organization; an admin can switch it on in the settings.',
  )

/** 6. */
export const requireMemberRole = (facts: KeyFacts): Principal['role'] =>
  facts.member_role ??
  throwApiError('MEMBERSHIP_REVOKED', 'The owner of this key no longer belongs to the organization.')

/** 7. */
export const requireRole = (policy: Policy, role: Principal['role']) =>
  policy.roles[role] || throwApiError('ROLE_NOT_ALLOWED', `This organization does not let ${role}s use the Public API.`)

/** 8. */
export const requireScope = (policy: Policy, scope: 'read' | 'write') =>
  policy.scopes[scope] || throwApiError('SCOPE_NOT_ALLOWED', `The ${scope} scope is not enabled for this key.`)

/** Checks 2 to 8; without a route 2 to 7, for a path whose operations check their scopes themselves. */
export function authorizeKey(row: KeyFacts | undefined, route?: Route): Principal {
  const facts = verifyKey(row)
  resolveOwner(facts)
  const policy = loadPolicy(facts)
  requireEnabled(policy)
  const role = requireMemberRole(facts)
  requireRole(policy, role)
  if (route) requireScope(policy, scopeOf(route))
  return { org: facts.org_id, user: facts.user_id, role, keyId: facts.key_id }
}

const invalidKey = (): never =>
  throwApiError('INVALID_API_KEY', 'This API key is malformed, unknown, expired or revoked.')

/** Node joins or drops repeated headers, so they are counted in the raw headers. */
function onlyHeader({ rawHeaders, headers }: IncomingMessage, name: string): string | undefined {
  let seen = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const header = rawHeaders[i]!
    if (header.length === name.length && header.toLowerCase() === name && ++seen > 1) return invalidKey()
  }
  return headers[name] as string | undefined
}
