import fc from 'fast-check'
import type { Schema } from './document.ts'
import { type From, IdRef, idsIn } from './ids.ts'
import { sensible } from './cross-field-rules.ts'
import { days, instants, filterOrThrow, textsOf } from './texts.ts'

/** How a value is used; lists in a query are separated by commas, so their items contain none. */
export type Use = { name: string; from: From; kindOf(name: string): string; inQuery?: boolean; isItem?: boolean }

/** Values that a schema allows, often ones that also satisfy the rules beyond the schema. */
export function valuesOf(schema: Schema, use: Use): fc.Arbitrary<unknown> {
  const values = anyOf(schema, use)
  const apt = use.inQuery || use.isItem || use.name === 'body' ? [] : aptFor(schema, use.name)
  return apt.length
    ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...apt) }, { weight: 2, arbitrary: values })
    : values
}

const maxTextLength = 100_000

/** Complex structures and files use their documented examples. */
function aptFor({ type, examples = [], maxLength = 0 }: Schema, name: string): unknown[] {
  const isFile = maxLength > maxTextLength
  const isMade = ((type === 'object' || type === 'array') && name !== 'config') || isFile
  return name in ruleConformingValues && !isFile
    ? [ruleConformingValues[name]]
    : isMade
      ? examples.filter((example) => Object.keys(example as object).length && !idsIn(JSON.stringify(example)).length)
      : []
}

function anyOf(schema: Schema, use: Use): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    const { anyOf: _, oneOf: __, ...rest } = schema
    return fc.oneof(...choices.map((choice) => valuesOf(both(rest, choice), use)))
  }
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type }, use)))
  switch (schema.type) {
    case 'object':
      return objectsOf(schema, use)
    case 'array':
      return listsOf(schema, use)
    // A real long poll would slow the run down.
    case 'integer':
      return use.name === 'wait' ? shortWaits : integersOf(schema)
    case 'number':
      return use.inQuery ? numbersOf(schema).map(withoutExponent) : numbersOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return stringsOf(schema, use)
    case undefined:
      if (Object.keys(schema).length === 0) return anything
    // falls through
    default:
      throw new Error(`no values are known for the schema of ${use.name}: ${JSON.stringify(schema).slice(0, 200)}`)
  }
}

const shortWaits = fc.oneof({ weight: 40, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) })
const anything = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1.5, '', 'free', [], [1, 'a'], {}, { a: { b: null } }),
  fc.string({ maxLength: 12 }),
)

/** Merges the common part of a schema into each of its alternatives. */
const both = (all: Schema, choice: Schema): Schema => ({
  ...all,
  ...choice,
  ...(all.properties && {
    properties: { ...choice.properties, ...all.properties },
    required: [...(all.required ?? []), ...(choice.required ?? [])],
  }),
})

function objectsOf(schema: Schema, use: Use): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, valuesOf(field, { ...use, name, isItem: false })] as const,
  )
  const min = schema.minProperties ?? 0
  const known = fc
    .record(Object.fromEntries(fields), { requiredKeys: neededIn(schema), noNullPrototype: true })
    .map(sensible)
  const more = restOf(schema)
  if (!more) return min === 0 ? known : filterOrThrow(known, (object) => Object.keys(object).length >= min, schema)
  const others = fc.dictionary(names, valuesOf(more, use), {
    minKeys: min,
    maxKeys: Math.max(min, maxNames),
    noNullPrototype: true,
  })
  return fc.tuple(known, others).map(([some, rest]) => ({ ...rest, ...some }))
}

/** Optional fields that are drawn always, because requests are rarely valid without them. */
const needed = [['email', 'identities'], ['question_id', 'option_ids'], ['format', 'text'], ['allow_unverified']]
const neededIn = ({ required = [], properties = {} }: Schema) => [
  ...required,
  ...needed.filter((names) => names.every((name) => name in properties)).map(([name]) => name!),
]

const maxNames = 3
/** Names of Object.prototype are rejected everywhere. */
const names = fc
  .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 })
  .filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name))

/** The schema of additional fields; records write it as a pattern that matches all names. */
const restOf = ({ additionalProperties, patternProperties }: Schema): Schema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : Object.values(patternProperties ?? {})[0]

const usualMost = 4

function listsOf(schema: Schema, use: Use): fc.Arbitrary<unknown[]> {
  const min = schema.minItems ?? 0
  const item = valuesOf(schema.items ?? {}, { ...use, isItem: true })
  const max = Math.min(schema.maxItems ?? 20, Math.max(min, usualMost))
  if (!schema.uniqueItems) return fc.array(item, { minLength: min, maxLength: max })
  return fc.uniqueArray(item, { minLength: min, maxLength: max, selector: uniqueKey })
}

/** Unique items must also differ after trimming. */
const uniqueKey = (item: unknown) => (typeof item === 'string' ? item.trim() : JSON.stringify(item))

const integersOf = ({ minimum = -(2 ** 31), maximum = 2 ** 31 - 1 }: Schema): fc.Arbitrary<number> =>
  fc.oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum }))

const numbersOf = ({ minimum = -1e6, maximum = 1e6 }: Schema): fc.Arbitrary<number> =>
  fc.oneof(fc.constantFrom(minimum, maximum), fc.double({ min: minimum, max: maximum, noNaN: true }))

/** Query numbers have no exponent. */
const withoutExponent = (number: number) => Number(number.toFixed(3))

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })

const addresses = fc
  .tuple(hex(6), fc.constantFrom('', '/', '/a?b=c#d', ':8443/ü'))
  .map(([host, rest]) => `https://${host}.example.com${rest}`)

const prefixed = /^\^(user|org|evt)_\[0-9a-f\]\{32\}\$$/

function stringsOf(schema: Schema, use: Use): fc.Arbitrary<unknown> {
  const owned = prefixed.exec(schema.pattern ?? '')?.[1]
  if (owned)
    return refsOf(
      owned === 'evt' ? 'event' : owned,
      hex(32).map((text) => `${owned}_${text}`),
      use,
    )
  if (schema.format === 'uuid') return refsOf(use.kindOf(use.name), fc.uuid(), use)
  if (schema.format === 'date-time') return instants
  if (schema.format === 'date') return days
  if (schema.format === 'email') return fc.tuple(hex(8), hex(4)).map(([name, host]) => `${name}@${host}.example.com`)
  if (schema.pattern !== undefined && isAddress(new RegExp(schema.pattern))) return addresses
  return textsOf(schema, { commas: !use.inQuery })
}

const isAddress = (pattern: RegExp) => pattern.test('https://a.example.com/b') && !pattern.test('plain')

/** A text contained in all feedback of the test organizations, for fields that must quote it. */
export const quotableText = 'the export spins'

const ruleConformingValues: Record<string, unknown> = {
  quote: quotableText,
  text: quotableText,
  rating: { value: 4, scale_min: 1, scale_max: 5 },
  columns: [{ header: 'content', target: 'content' }],
  index: '0',
  time_zone: 'Europe/Lisbon',
  rules: {
    conditions: [
      { field: 'plan', op: 'eq', value: 'pro' },
      { match: 'all', conditions: [{ field: 'attribute', key: 'mrr', op: 'gte', value: 5 }] },
    ],
  },
}

const refsOf = (kind: string, spare: fc.Arbitrary<string>, { from }: Use) =>
  fc.tuple(fc.nat(1000), spare).map(([pick, id]) => new IdRef(kind, pick, from, id))
