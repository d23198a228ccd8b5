import fc from 'fast-check'
import type { Schema } from './document.ts'
import { type From, IdRef, idsIn } from './ids.ts'
import { sensible } from './sense.ts'
import { days, instants, sieve, textsOf } from './texts.ts'

/** How a value is going to be used; a list in a query is parted by commas, so its items hold none. */
export type Use = { name: string; from: From; kindOf(name: string): string; inQuery?: boolean; isItem?: boolean }

/** Values that a schema allows. What rules beyond it let pass is drawn often, or such fields would be refused nearly always. */
export function valuesOf(schema: Schema, use: Use): fc.Arbitrary<unknown> {
  const values = anyOf(schema, use)
  const apt = use.inQuery || use.isItem || use.name === 'body' ? [] : aptFor(schema, use.name)
  return apt.length
    ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...apt) }, { weight: 2, arbitrary: values })
    : values
}

const maxTextLength = 100_000

/** Structures and files that are made by rules of their own are documented with an example. */
function aptFor({ type, examples = [], maxLength = 0 }: Schema, name: string): unknown[] {
  const isFile = maxLength > maxTextLength
  const isMade = ((type === 'object' || type === 'array') && name !== 'config') || isFile
  return name in apt && !isFile
    ? [apt[name]]
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
    // A long poll that really waits would hold the whole run up.
    case 'integer':
      return use.name === 'wait' ? shortWaits : integersOf(schema)
    case 'number':
      return use.inQuery ? numbersOf(schema).map(inFull) : numbersOf(schema)
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

/** What holds for all choices holds beside each of them. */
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
  if (!more) return min === 0 ? known : sieve(known, (object) => Object.keys(object).length >= min, schema)
  const others = fc.dictionary(names, valuesOf(more, use), {
    minKeys: min,
    maxKeys: Math.max(min, maxNames),
    noNullPrototype: true,
  })
  return fc.tuple(known, others).map(([some, rest]) => ({ ...rest, ...some }))
}

/** A contact is known by an email, an answer answers a question, a transcript says how it is to be read, a quote whether somebody checked; what else there is to go by is seldom enough. */
const needed = [['email', 'identities'], ['question_id', 'option_ids'], ['format', 'text'], ['allow_unverified']]
const neededIn = ({ required = [], properties = {} }: Schema) => [
  ...required,
  ...needed.filter((names) => names.every((name) => name in properties)).map(([name]) => name!),
]

const maxNames = 3
/** Names that every object has by itself are refused everywhere. */
const names = fc
  .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 })
  .filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name))

/** What any other field may hold; a record writes this as a pattern that all names match. */
const restOf = ({ additionalProperties, patternProperties }: Schema): Schema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : Object.values(patternProperties ?? {})[0]

const usualMost = 4

function listsOf(schema: Schema, use: Use): fc.Arbitrary<unknown[]> {
  const min = schema.minItems ?? 0
  const item = valuesOf(schema.items ?? {}, { ...use, isItem: true })
  const max = Math.min(schema.maxItems ?? 20, Math.max(min, usualMost))
  if (!schema.uniqueItems) return fc.array(item, { minLength: min, maxLength: max })
  return fc.uniqueArray(item, { minLength: min, maxLength: max, selector: sameness })
}

/** Texts that become equal by trimming would stop being a list of different ones. */
const sameness = (item: unknown) => (typeof item === 'string' ? item.trim() : JSON.stringify(item))

const integersOf = ({ minimum = -(2 ** 31), maximum = 2 ** 31 - 1 }: Schema): fc.Arbitrary<number> =>
  fc.oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum }))

const numbersOf = ({ minimum = -1e6, maximum = 1e6 }: Schema): fc.Arbitrary<number> =>
  fc.oneof(fc.constantFrom(minimum, maximum), fc.double({ min: minimum, max: maximum, noNaN: true }))

/** In an address a number is written without an exponent. */
const inFull = (number: number) => Number(number.toFixed(3))

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

/** Words that stand in every source the grounds hold, for the fields that must quote one. */
export const spoken = 'the export spins'

const apt: Record<string, unknown> = {
  quote: spoken,
  text: spoken,
  rating: { value: 4, scale_min: 1, scale_max: 5 },
  columns: [{ header: 'content', target: 'content' }],
  index: '0',
  rules: {
    conditions: [
      { field: 'plan', op: 'eq', value: 'pro' },
      { match: 'all', conditions: [{ field: 'attribute', key: 'mrr', op: 'gte', value: 5 }] },
    ],
  },
}

const refsOf = (kind: string, spare: fc.Arbitrary<string>, { from }: Use) =>
  fc.tuple(fc.nat(1000), spare).map(([pick, id]) => new IdRef(kind, pick, from, id))
