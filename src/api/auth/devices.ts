import { randomBytes } from 'node:crypto'
import { cookieName, isSecure } from './auth-config.ts'
import { cookieOf, signed, unsigned } from './cookies.ts'

const yearInSeconds = 365 * 24 * 60 * 60

/**
 * A browser in which somebody has signed in before carries a signed note of it. Its attempts are counted apart,
 * so that a stranger who keeps guessing cannot lock the owner out.
 */
export function devices(secret: string, publicUrl: string) {
  const name = cookieName('device', publicUrl)
  const about = (email: string) => `device\n${email.toLowerCase()}\n`
  return {
    known: (cookies: string | undefined, email: string) => unsigned(cookieOf(cookies, name), secret, about(email)),
    remember(email: string): string {
      const value = encodeURIComponent(signed(randomBytes(16).toString('base64url'), secret, about(email)))
      return `${name}=${value}; Max-Age=${yearInSeconds}; Path=/; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`
    },
  }
}
