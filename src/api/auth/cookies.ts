import { createHmac, timingSafeEqual } from 'node:crypto'

export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, ...value] = pair.split('=')
    if (key!.trim() === name) return decoded(value.join('=').trim())
  }
  return undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** `value.signature`, the form in which better-auth signs its cookies. */
export const signed = (value: string, secret: string, about = '') => `${value}.${signature(about + value, secret)}`

/** The value of a signed cookie, if it was this server that signed it. */
export function unsigned(cookie: string | undefined, secret: string, about = ''): string | undefined {
  const dot = cookie?.lastIndexOf('.') ?? -1
  if (cookie === undefined || dot < 1) return undefined
  const value = cookie.slice(0, dot)
  const given = Buffer.from(cookie.slice(dot + 1))
  const right = Buffer.from(signature(about + value, secret))
  return given.length === right.length && timingSafeEqual(given, right) ? value : undefined
}

const signature = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64')
