import type { FastifyRequest } from 'fastify'
import { throwApiError } from '#domain/errors.ts'

const throwCsrfRefused = (): never => throwApiError('CSRF_REFUSED', 'This request did not come from the web app.')

/**
 * CSRF protection: browsers send the cookie with cross-site requests too. Other sites cannot set this header without
 * a CORS preflight, and an Origin header must match ours.
 */
export function requireSameSite({ method, headers }: FastifyRequest, publicUrl: string) {
  if (method === 'GET' || method === 'HEAD') return
  if (headers['x-requested-with'] !== 'earshot') throwCsrfRefused()
  const { origin, host } = headers
  if (origin !== undefined && origin !== new URL(publicUrl).origin && hostOf(origin) !== host) throwCsrfRefused()
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host || null : null
}
