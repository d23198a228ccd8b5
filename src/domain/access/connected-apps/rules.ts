import { hash, randomBytes } from 'node:crypto'
import type { Scope } from '#contract/core/route.ts'
import { secretHash } from '#domain/access/keys/rules.ts'

export const accessSeconds = 3600
/** A host exchanges the code at once; people who copy it need a little longer. */
export const codeSeconds = 300
/** Since the last exchange. */
export const refreshSeconds = 60 * 24 * 3600

export type TokenKind = 'code' | 'refresh'

/** It names its organization, so that every statement about it can. */
export const newToken = (kind: TokenKind, org: string): string =>
  `${kind}.${org}.${randomBytes(32).toString('base64url')}`

const tokenPattern = /^(code|refresh)\.(org_[0-9a-f]{32})\.[\w-]{43}$/

/** The organization and the stored hash of a token of this kind. */
export function parseToken(kind: TokenKind, token: string): { org: string; hash: Buffer } | undefined {
  const [, actual, org] = tokenPattern.exec(token) ?? []
  return actual === kind ? { org: org!, hash: secretHash(token) } : undefined
}

/** RFC 7636 with S256. */
export const challengeOf = (verifier: string): string => hash('sha256', verifier, 'base64url')

const allScopes: readonly Scope[] = ['read', 'write']

/** The rights of a scope parameter; without one all of them, which the person may reduce. */
export const requestedScopes = (scope: string | undefined): Scope[] =>
  allScopes.filter((one) => scope === undefined || scope.split(' ').includes(one))

export const resourceOf = (publicUrl: string) => `${publicUrl}/mcp`

/** Whether a resource indicator (RFC 8707) names our MCP server; the query of its URL only chooses tools. */
export function isOurResource(resource: string | undefined, publicUrl: string): boolean {
  if (resource === undefined) return true
  if (!URL.canParse(resource)) return false
  const { origin, pathname, hash: fragment } = new URL(resource)
  return fragment === '' && origin + pathname.replace(/\/$/, '') === resourceOf(new URL(publicUrl).origin)
}
