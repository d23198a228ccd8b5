import { createHmac, timingSafeEqual } from 'node:crypto'
import { allKeys, currentKey, type SecretOrKeys } from '#store/secret-keys.ts'

/* The signature format of better-auth, which reads and writes the same session cookie. */

/** `value.signature`, the format of better-auth's signed cookies. */
export const signValue = (value: string, secret: SecretOrKeys, purpose = '') =>
  `${value}.${signature(purpose + value, currentKey(secret))}`

/** The value of a signed cookie, or undefined if the signature is not ours. */
export function verifySigned(cookie: string | undefined, secret: SecretOrKeys, purpose = ''): string | undefined {
  const dot = cookie?.lastIndexOf('.') ?? -1
  if (cookie === undefined || dot < 1) return undefined
  const value = cookie.slice(0, dot)
  const actual = Buffer.from(cookie.slice(dot + 1))
  const isValid = allKeys(secret).some((key) => {
    const expected = Buffer.from(signature(purpose + value, key))
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  })
  return isValid ? value : undefined
}

const signature = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64')
