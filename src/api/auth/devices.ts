import { randomBytes } from 'node:crypto'
import { currentKey, type SecretOrKeys } from '#store/secret-keys.ts'
import { cookieName, isSecure } from './auth-config.ts'
import { cookieOf, setCookie } from './cookies.ts'
import { signValue, verifySigned } from './signed-value.ts'

const yearInSeconds = 365 * 24 * 60 * 60

/**
 * A browser that has signed in before has a signed device cookie. Its attempts are counted separately,
 * so that guessing from elsewhere cannot lock the account owner out.
 */
export function devices(secret: SecretOrKeys, publicUrl: string) {
  const name = cookieName('device', publicUrl)
  const purpose = (email: string) => `device\n${email.toLowerCase()}\n`
  return {
    known: (cookies: string | undefined, email: string) =>
      verifySigned(cookieOf(cookies, name), secret, purpose(email)),
    /** Not after a change of the key, until the cookie is set again. */
    isCurrent: (cookies: string | undefined, email: string) =>
      verifySigned(cookieOf(cookies, name), currentKey(secret), purpose(email)) !== undefined,
    remember: (email: string) =>
      setCookie(name, signValue(randomBytes(16).toString('base64url'), secret, purpose(email)), {
        maxAge: yearInSeconds,
        secure: isSecure(publicUrl),
      }),
  }
}
