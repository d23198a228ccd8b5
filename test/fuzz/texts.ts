import fc from 'fast-check'
import type { Schema } from './document.ts'

/** Texts that often break programs: they must be stored unchanged where the schema allows them. */
const awkward = [
  "O'Reilly",
  '100% _sure_',
  'back\\slash',
  '"quoted"',
  '<script>alert(1)</script>',
  "'; drop table theme; --",
  '${7*7}',
  '{{7*7}}',
  '\u{1f469}\u200d\u{1f680}',
  'e\u0301 and \u00e9',
  'İstanbul ß ǆ',
  '\u202Ereversed',
  'mid\ufeffbom',
  'null',
  'undefined',
  '0',
  '-1',
  'true',
  '{}',
  '[]',
  '=1+1',
  '%00',
  '%ff',
  '../../etc/passwd',
  '\u2028line',
  '\ufffd',
  '\ud835\udcb3 math',
  'tab\there',
  'Ω≈ç√∫',
  '한국어',
  'العربية',
  '\u00a0nbsp',
  'a'.repeat(64),
  '\\u0000',
  "$1 ' || name",
  '\u0085next',
]

export const lengthOf = (text: string) => [...text].length
const cut = (text: string, max: number) => (lengthOf(text) > max ? [...text].slice(0, max).join('') : text)

/** Caps the length of drawn texts at some kilobytes. */
const limitsOf = ({ minLength = 0, maxLength = 3000 }: Schema) => ({
  min: minLength,
  max: Math.min(maxLength, 10_000),
})

const cache = new Map<string, fc.Arbitrary<string>>()

/** Texts for a schema, cached because creating an arbitrary is slow. */
export function textsOf(schema: Schema, { commas = true } = {}): fc.Arbitrary<string> {
  const name = JSON.stringify([limitsOf(schema), schema.pattern, commas])
  const known = cache.get(name) ?? makeTexts(schema, commas)
  cache.set(name, known)
  return known
}

function makeTexts(schema: Schema, commas: boolean): fc.Arbitrary<string> {
  const { min, max } = limitsOf(schema)
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, 'u')
  const forbidden = commas ? /\0/ : /[\0,]/
  const fits = (text: string) =>
    lengthOf(text) >= min && lengthOf(text) <= max && (!pattern || pattern.test(text)) && !forbidden.test(text)
  const isNarrow = schema.pattern !== undefined && !excludesOnly(schema.pattern)
  return filterOrThrow<string>(
    isNarrow ? fc.stringMatching(ofLength(schema.pattern!, min, max)) : wideTexts(min, max),
    fits,
    schema,
  )
}

/** Whether a pattern only excludes some characters. */
const excludesOnly = (pattern: string) => /^\^(\(\?=.*?\))?\[\^/.test(pattern)

/** Bounds an unlimited repetition of one class by the schema's lengths. */
const ofLength = (pattern: string, min: number, max: number) =>
  new RegExp(
    pattern.replace(/^(\^\[[^\]]+\])[+*]\$$/, (_, unit: string) => `${unit}{${min},${Math.min(max, min + 24)}}$`),
  )

/** Mostly short texts, sometimes of the minimum or maximum length. */
function wideTexts(min: number, max: number): fc.Arbitrary<string> {
  const ending = fc.string({ unit: 'grapheme-ascii', maxLength: 12 })
  const words = fc.tuple(fc.constantFrom(...awkward, ''), ending).map(([start, rest]) => cut(`${start}${rest}`, max))
  const anything = fc.string({ unit: 'binary', minLength: Math.min(min, 20), maxLength: Math.min(max, 40) })
  const edges = fc
    .constantFrom('x', 'é', '\u{1f680}')
    .chain((unit) => fc.constantFrom(unit.repeat(Math.max(1, min)), unit.repeat(max)))
  const texts = fc.oneof(
    { weight: 6, arbitrary: words },
    { weight: 3, arbitrary: anything },
    { weight: 1, arbitrary: edges },
  )
  return texts.map((text) => padded(text, min))
}

const maxRejected = 2000

/** A filter that throws instead of drawing forever when nothing passes. */
export function filterOrThrow<T>(
  values: fc.Arbitrary<T>,
  fits: (value: T) => boolean,
  schema: Schema,
): fc.Arbitrary<T> {
  let rejected = 0
  return values.filter((value) => {
    rejected = fits(value) ? 0 : rejected + 1
    if (rejected > maxRejected) throw new Error(`no values found for ${JSON.stringify(schema)}`)
    return rejected === 0
  })
}

const padded = (text: string, min: number) => (lengthOf(text) < min ? text + 'x'.repeat(min - lengthOf(text)) : text)

const two = (n: number) => String(n).padStart(2, '0')

const daysIn = (first: number, last: number) =>
  fc
    .tuple(fc.integer({ min: first, max: last }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(([year, month, day]) => `${year}-${two(month)}-${two(day)}`)

export const days: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('1900-01-01', '1999-12-31', '2024-02-29', '9999-12-31', '2038-01-19'),
  daysIn(1900, 9999),
  daysIn(2020, 2027),
)

export const instants: fc.Arbitrary<string> = fc
  .tuple(
    days,
    fc.constantFrom('00:00:00', '23:59:59', '12:34:56'),
    fc.constantFrom('', '.1', '.999', '.123456789', '.9999999'),
    fc.constantFrom('Z', '+00:00', '-00:00', '+14:00', '-14:00', '+05:45'),
  )
  .map(([day, time, fraction, zone]) => `${day}T${time}${fraction}${zone}`)

/** Almost valid times. */
export const invalidTimes = [
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:60Z',
  '2026-01-01 00:00:00Z',
  '2026-01-01T00:00:00',
  '0000-01-01',
  'yesterday',
  '1e3',
  'infinity',
  '2026-1-1',
  '20260101',
]
