import type { FastifyRequest } from 'fastify'
import { throwApiError } from '#domain/errors.ts'

const refused = (): never => throwApiError('CSRF_REFUSED', 'This request did not come from the web app.')

/**
 * A cookie travels with requests that other sites make too. Only our own pages can add this header without being asked
 * for permission first, and a browser that names the origin must name ours.
 */
export function requireSameSite({ method, headers }: FastifyRequest, publicUrl: string) {
  if (method === 'GET' || method === 'HEAD') return
  if (headers['x-requested-with'] !== 'earshot') refused()
  const { origin, host } = headers
  if (origin !== undefined && origin !== new URL(publicUrl).origin && hostOf(origin) !== host) refused()
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host || null : null
}
