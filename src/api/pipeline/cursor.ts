import { createHmac, timingSafeEqual } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Cursors } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'

/** Of the signature in base64url: 18 bytes. */
const signatureLength = 24
const written = new RegExp(`^[\\w-]{${signatureLength}}$`)

/** Cursors carry their place in the open and are signed together with organization, route and filters, so they fit nowhere else. */
export function cursorsFor(secret: string, org: string, route: string, input: Record<string, unknown>): Cursors {
  let scope: string | undefined
  const sign = (place: string) => {
    const { limit: _, cursor: __, ...filters } = input
    scope ??= `${org}\n${route}\n${canonicalize(filters)}`
    return createHmac('sha256', secret).update(`${scope}\n${place}`).digest('base64url').slice(0, signatureLength)
  }
  return {
    write(keys) {
      const place = Buffer.from(JSON.stringify(keys)).toString('base64url')
      return `${place}.${sign(place)}`
    },
    read(cursor) {
      const [place = '', signature = '', ...more] = cursor.split('.')
      const fits =
        more.length === 0 &&
        written.test(signature) &&
        timingSafeEqual(Buffer.from(signature), Buffer.from(sign(place)))
      if (!fits)
        throwApiError('INVALID_CURSOR', 'This cursor is not one of this list with these filters.', {
          details: [{ path: 'query.cursor', message: 'is not valid here' }],
        })
      return JSON.parse(Buffer.from(place, 'base64url').toString('utf8')) as (string | number | null)[]
    },
  }
}
