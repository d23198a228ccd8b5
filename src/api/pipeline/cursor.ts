import { createHmac, timingSafeEqual } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Cursors } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import { allKeys, currentKey, type SecretOrKeys } from '#store/secret-keys.ts'

/** 18 bytes in base64url. */
const signatureLength = 24
const signaturePattern = new RegExp(`^[\\w-]{${signatureLength}}$`)

/** A cursor is its position in plain text, signed with the organization, route and filters it is valid for. */
export function cursorsFor(secret: SecretOrKeys, org: string, route: string, input: Record<string, unknown>): Cursors {
  let scope: string | undefined
  const sign = (position: string, key: string) => {
    const { limit: _, cursor: __, ...filters } = input
    scope ??= `${org}\n${route}\n${canonicalize(filters)}`
    return createHmac('sha256', key).update(`${scope}\n${position}`).digest('base64url').slice(0, signatureLength)
  }
  return {
    write(keys) {
      const position = Buffer.from(JSON.stringify(keys)).toString('base64url')
      return `${position}.${sign(position, currentKey(secret))}`
    },
    read(cursor) {
      const [position = '', signature = '', ...more] = cursor.split('.')
      const isValid =
        more.length === 0 &&
        signaturePattern.test(signature) &&
        allKeys(secret).some((key) => timingSafeEqual(Buffer.from(signature), Buffer.from(sign(position, key))))
      if (!isValid)
        throwApiError('INVALID_CURSOR', 'This cursor was not issued for this list with these filters.', {
          details: [{ path: 'query.cursor', message: 'is not valid here' }],
        })
      return JSON.parse(Buffer.from(position, 'base64url').toString('utf8')) as (string | number | null)[]
    },
  }
}
