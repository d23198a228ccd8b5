import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/core/route.ts'
import type { Caller, Principal } from '#domain/context.ts'
import type { Db } from '#store/open.ts'

/** The outcome of authentication: who calls, the database handle for reads and the response headers. */
export type AuthResult = {
  caller: Caller
  /** For reads; a deferred check may run as part of the first statement. */
  db: Db
  /** Resolves when all checks have passed; throws the first that failed. */
  authorize(): Promise<Principal> | Principal
  headers: Record<string, string | number>
}

/** `/api/v1` authenticates by API key, `/app/v1` by the web app's session. Both serve the same inventory. */
export type Authenticator = {
  prefix: `/${string}`
  serves(route: Route): boolean
  /** Runs before the body is read, so that unauthorized callers learn nothing about their request. */
  authenticate(request: FastifyRequest, route: Route): AuthResult | Promise<AuthResult>
}
