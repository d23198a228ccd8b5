import { formats } from '#contract/core/formats.ts'

/* What another system sends, as our own fields take it: anything that does not fit is not there. */

export type Json = { readonly [name: string]: unknown }

export const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** One step inside, by a name the object itself has. */
export const at = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  )

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const textOf = (value: unknown) =>
  typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Running text as it was said, less what no text may hold. */
export function words(value: unknown): string | undefined {
  const text = textOf(value)?.toWellFormed().replace(controls, '').trim()
  return text || undefined
}

/** Something short on one line; what is longer is cut between characters. */
export function line(value: unknown, max: number): string | undefined {
  const text = words(value)?.replace(/\s+/g, ' ')
  if (text === undefined || text.length <= max) return text
  return text
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
}

/** An id or a code: it is whole or it is nothing. */
export function code(value: unknown, max = 200): string | undefined {
  const text = line(value, max + 1)
  return text === undefined || text.length > max ? undefined : text
}

export const email = (value: unknown): string | undefined => {
  const text = code(value, 254)
  return text !== undefined && formats.email(text) ? text : undefined
}

const webAddress = /^https?:\/\/[^\s\u0000-\u001f]+$/
export const url = (value: unknown): string | undefined => {
  const text = code(value, 2000)
  return text !== undefined && webAddress.test(text) ? text : undefined
}

const digits = /^\d{9,14}(\.\d{1,9})?$/

/** RFC 3339, or seconds or milliseconds since 1970. */
export function instant(value: unknown): string | undefined {
  const text = textOf(value)?.trim()
  if (text === undefined) return undefined
  const number = digits.test(text) ? Number(text) : NaN
  const time = new Date(
    Number.isNaN(number) ? text.replace(/(\.\d{3})\d+/, '$1') : number < 1e11 ? number * 1000 : number,
  )
  if (Number.isNaN(time.getTime())) return undefined
  const written = time.toISOString()
  return formats['date-time'](written) ? written : undefined
}

/** A list, or words parted by commas or spaces. */
export function tags(value: unknown): string[] | undefined {
  const given = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[\s,]+/) : undefined
  if (!given) return undefined
  return [...new Set(given.flatMap((one) => code(one, 64) ?? []))].slice(0, 50)
}

export const oneOf = <T extends string>(value: unknown, words: Readonly<Record<string, T>>): T | undefined => {
  const key = code(value, 64)?.toLowerCase()
  return key !== undefined && Object.hasOwn(words, key) ? words[key] : undefined
}

const deepest = 12

/** Anything that JSON can hold, less what the store cannot. */
export function tidy(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.toWellFormed().replace(controls, '')
  if (value === null || typeof value !== 'object') return value
  if (depth >= deepest) return null
  if (Array.isArray(value)) return value.map((item) => tidy(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name.toWellFormed().replace(controls, ''), tidy(item, depth + 1)]),
  )
}

/** Without the fields that are not there. */
export const present = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
