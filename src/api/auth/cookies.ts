import { parseCookie, stringifySetCookie } from 'cookie'

/** One cookie of a Cookie header. */
export const cookieOf = (header: string | undefined, name: string): string | undefined =>
  header === undefined ? undefined : parseCookie(header)[name]

/** A Set-Cookie header with the attributes that all our cookies have. */
export const setCookie = (name: string, value: string, options: { maxAge: number; secure: boolean }): string =>
  stringifySetCookie(
    { ...options, name, value, path: '/', httpOnly: true, sameSite: 'lax' },
    { encode: encodeURIComponent },
  )
