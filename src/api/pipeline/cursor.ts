import { createHmac, timingSafeEqual } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Cursors } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'

/** 18 bytes in base64url. */
const signatureLength = 24
const signaturePattern = new RegExp(`^[\\w-]{${signatureLength}}$`)

/** A cursor is its position in plain text, signed with the organization, route and filters it is valid for. */
export function cursorsFor(secret: string, org: string, route: string, input: Record<string, unknown>): Cursors {
  let scope: string | undefined
  const sign = (position: string) => {
    const { limit: _, cursor: __, ...filters } = input
    scope ??= `${org}\n${route}\n${canonicalize(filters)}`
    return createHmac('sha256', secret).update(`${scope}\n${position}`).digest('base64url').slice(0, signatureLength)
  }
  return {
    write(keys) {
      const position = Buffer.from(JSON.stringify(keys)).toString('base64url')
      return `${position}.${sign(position)}`
    },
    read(cursor) {
      const [position = '', signature = '', ...more] = cursor.split('.')
      const isValid =
        more.length === 0 &&
        signaturePattern.test(signature) &&
        timingSafeEqual(Buffer.from(signature), Buffer.from(sign(position)))
      if (!isValid)
        throwApiError('INVALID_CURSOR', 'This cursor was not issued for this list with these filters.', {
          details: [{ path: 'query.cursor', message: 'is not valid here' }],
        })
      return JSON.parse(Buffer.from(position, 'base64url').toString('utf8')) as (string | number | null)[]
    },
  }
}
