import { formats } from '#contract/core/formats.ts'

/* Converts values of external payloads to field values; a value that does not fit becomes undefined. */

export type JsonObject = { readonly [name: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** The value at a path of own property names. */
export const nestedValue = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  )

export const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? value : undefined
}
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Text without control characters and surrounding space. */
export function cleanText(value: unknown): string | undefined {
  const text = textOf(value)?.toWellFormed().replace(controls, '').trim()
  return text || undefined
}

/** One line of text, cut to the maximum length without splitting a surrogate pair. */
export function line(value: unknown, max: number): string | undefined {
  const text = cleanText(value)?.replace(/\s+/g, ' ')
  if (text === undefined || text.length <= max) return text
  return text
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
}

/** An id or code; undefined when it is too long. */
export function code(value: unknown, max = 200): string | undefined {
  const text = line(value, max + 1)
  return text === undefined || text.length > max ? undefined : text
}

export const emailAddress = (value: unknown): string | undefined => {
  const text = code(value, 254)
  return text !== undefined && formats.email(text) ? text : undefined
}

const webAddressPattern = /^https?:\/\/[^\s\u0000-\u001f]+$/
export const webAddress = (value: unknown): string | undefined => {
  const text = code(value, 2000)
  return text !== undefined && webAddressPattern.test(text) ? text : undefined
}

const digits = /^\d{9,14}(\.\d{1,9})?$/

const maxSeconds = 1e11
const sinceEpoch = (number: number) => new Date(number < maxSeconds ? number * 1000 : number)

/** RFC 3339, or seconds or milliseconds since 1970. */
export function utcTimestamp(value: unknown): string | undefined {
  const text = textOf(value)?.trim()
  if (text === undefined) return undefined
  const time = digits.test(text) ? sinceEpoch(Number(text)) : new Date(text.replace(/(\.\d{3})\d+/, '$1'))
  if (Number.isNaN(time.getTime())) return undefined
  const iso = time.toISOString()
  return formats['date-time'](iso) ? iso : undefined
}

/** An array, or text separated by commas or spaces. */
export function tags(value: unknown): string[] | undefined {
  const parts = typeof value === 'string' ? value.split(/[\s,]+/) : value
  if (!Array.isArray(parts)) return undefined
  return [...new Set(parts.flatMap((one) => code(one, 64) ?? []))].slice(0, 50)
}

export const mappedValue = <T extends string>(value: unknown, mapping: Readonly<Record<string, T>>): T | undefined => {
  const key = code(value, 64)?.toLowerCase()
  return key !== undefined && Object.hasOwn(mapping, key) ? mapping[key] : undefined
}

const maxDepth = 12

/** A JSON value without what PostgreSQL cannot store: control characters, lone surrogates, deep nesting. */
export function sanitize(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.toWellFormed().replace(controls, '')
  if (value === null || typeof value !== 'object') return value
  if (depth >= maxDepth) return null
  if (Array.isArray(value)) return value.map((item) => sanitize(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name.toWellFormed().replace(controls, ''), sanitize(item, depth + 1)]),
  )
}

/** The fields that are not undefined. */
export const withoutUndefined = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
