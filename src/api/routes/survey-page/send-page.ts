import type { FastifyReply } from 'fastify'
import { styleHash } from './style.ts'

type PageHeaders = {
  style: string
  forms: "'self'" | "'none'"
  framedBy: string
  usedBy: 'cross-origin' | 'same-origin'
  scripts?: "'self'"
}

/** The content security policy allows only the page's own style and form, and scripts of this server if given. */
export const sendPage = (
  reply: FastifyReply,
  status: number,
  page: string,
  { style, forms, framedBy, usedBy, scripts }: PageHeaders,
) =>
  reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src '${styleHash(style)}'; form-action ${forms}; ` +
        `${scripts ? `script-src ${scripts}; ` : ''}` +
        `base-uri 'none'; frame-ancestors ${framedBy}`,
    )
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', usedBy)
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=()')
    .send(page)
