import { createHmac, timingSafeEqual } from 'node:crypto'

/* The signature format of better-auth, which reads and writes the same session cookie. */

/** `value.signature`, the format of better-auth's signed cookies. */
export const signValue = (value: string, secret: string, purpose = '') =>
  `${value}.${signature(purpose + value, secret)}`

/** The value of a signed cookie, or undefined if the signature is not ours. */
export function verifySigned(cookie: string | undefined, secret: string, purpose = ''): string | undefined {
  const dot = cookie?.lastIndexOf('.') ?? -1
  if (cookie === undefined || dot < 1) return undefined
  const value = cookie.slice(0, dot)
  const actual = Buffer.from(cookie.slice(dot + 1))
  const expected = Buffer.from(signature(purpose + value, secret))
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? value : undefined
}

const signature = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64')
