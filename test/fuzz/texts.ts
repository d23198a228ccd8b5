import fc from 'fast-check'
import type { Schema } from './document.ts'

/** Texts that have broken other programs: they must come through unchanged wherever a schema lets them in. */
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

/** Files of megabytes are drawn as if they were of kilobytes. */
const limitsOf = ({ minLength = 0, maxLength = 3000 }: Schema) => ({
  min: minLength,
  max: Math.min(maxLength, 10_000),
})

const made = new Map<string, fc.Arbitrary<string>>()

/** Text of a schema; making an arbitrary is dear, and most schemas ask for the same few. */
export function textsOf(schema: Schema, { commas = true } = {}): fc.Arbitrary<string> {
  const name = JSON.stringify([limitsOf(schema), schema.pattern, commas])
  const known = made.get(name) ?? makeTexts(schema, commas)
  made.set(name, known)
  return known
}

function makeTexts(schema: Schema, commas: boolean): fc.Arbitrary<string> {
  const { min: min, max: max } = limitsOf(schema)
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, 'u')
  const barred = commas ? /\0/ : /[\0,]/
  const fits = (text: string) =>
    lengthOf(text) >= min && lengthOf(text) <= max && (!pattern || pattern.test(text)) && !barred.test(text)
  const isNarrow = schema.pattern !== undefined && !letsMostTextThrough(schema.pattern)
  return sieve<string>(
    isNarrow ? fc.stringMatching(ofLength(schema.pattern!, min, max)) : wideTexts(min, max),
    fits,
    schema,
  )
}

/** Bars some characters and takes all others; every other pattern says what a text is made of. */
const letsMostTextThrough = (pattern: string) => /^\^(\(\?=.*?\))?\[\^/.test(pattern)

/** A pattern that repeats one class without end, bounded by the lengths that stand beside it. */
const ofLength = (pattern: string, min: number, max: number) =>
  new RegExp(
    pattern.replace(/^(\^\[[^\]]+\])[+*]\$$/, (_, unit: string) => `${unit}{${min},${Math.min(max, min + 24)}}$`),
  )

/** Mostly short, now and then exactly as short or as long as it may be. */
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

const maxRefused = 2000

/** A filter that nothing passes would draw for ever; this one gives up and says for what. */
export function sieve<T>(values: fc.Arbitrary<T>, fits: (value: T) => boolean, schema: Schema): fc.Arbitrary<T> {
  let refused = 0
  return values.filter((value) => {
    refused = fits(value) ? 0 : refused + 1
    if (refused > maxRefused) throw new Error(`no values are known for ${JSON.stringify(schema)}`)
    return refused === 0
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

/** Close to a moment in time, but none. */
export const falseTimes = [
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
