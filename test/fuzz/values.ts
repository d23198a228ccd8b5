import fc from 'fast-check'
import type { Schema } from './document.ts'
import { type From, IdRef, kindOf } from './ids.ts'
import { days, instants, textsOf } from './texts.ts'

/** How a value is going to be used; a list in a query is parted by commas, so its items hold none. */
export type Use = { name: string; from: From; inQuery?: boolean }

/** Values that a schema allows. */
export function valuesOf(schema: Schema, use: Use): fc.Arbitrary<unknown> {
  const values = anyOf(schema, use)
  return use.name in apt && !use.inQuery ? fc.oneof({ weight: 3, arbitrary: fc.constant(apt[use.name]) }, { weight: 2, arbitrary: values }) : values
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
    case 'object': return objectsOf(schema, use)
    case 'array': return listsOf(schema, use)
    // A long poll that really waits would hold the whole run up.
    case 'integer': return use.name.startsWith('wait') ? fc.constantFrom(0, 1) : integersOf(schema)
    case 'number': return numbersOf(schema)
    case 'boolean': return fc.boolean()
    case 'null': return fc.constant(null)
    case 'string': return stringsOf(schema, use)
    default: throw new Error(`no values are known for the schema of ${use.name}: ${JSON.stringify(schema).slice(0, 200)}`)
  }
}

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
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, valuesOf(field, { ...use, name })] as const)
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [], noNullPrototype: true }).map(sensible)
  const least = schema.minProperties ?? 0
  const enough = least === 0 ? known : known.filter((object) => Object.keys(object).length >= least)
  const more = schema.additionalProperties
  if (typeof more !== 'object') return enough
  const names = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 })
  const others = fc.dictionary(names, valuesOf(more, use), { maxKeys: 5, noNullPrototype: true })
  return fc.tuple(enough, others).map(([some, rest]) => ({ ...rest, ...some }))
}

/** Rules that no schema says: a contact is named in one way, a rating stands on its scale, and a segment’s kind follows from its rules. */
function sensible(object: Record<string, unknown>): Record<string, unknown> {
  if ('rules' in object && 'kind' in object) delete object.kind
  const { contact_id: _, ...rest } = object
  const named = object.contact !== undefined && object.contact_id !== undefined ? rest : object
  return 'scale_min' in named && 'scale_max' in named ? { ...named, value: 4, scale_min: 1, scale_max: 5 } : named
}

const usualMost = 4

function listsOf(schema: Schema, use: Use): fc.Arbitrary<unknown[]> {
  const least = schema.minItems ?? 0
  const item = valuesOf(schema.items ?? {}, use)
  const most = Math.min(schema.maxItems ?? 20, Math.max(least, usualMost))
  if (!schema.uniqueItems) return fc.array(item, { minLength: least, maxLength: most })
  return fc.uniqueArray(item, { minLength: least, maxLength: most, selector: sameness })
}

/** Texts that become equal by trimming would stop being a list of different ones. */
const sameness = (item: unknown) => (typeof item === 'string' ? item.trim() : JSON.stringify(item))

const integersOf = ({ minimum = -(2 ** 31), maximum = 2 ** 31 - 1 }: Schema): fc.Arbitrary<number> =>
  fc.oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum }))

const numbersOf = ({ minimum = -1e6, maximum = 1e6 }: Schema): fc.Arbitrary<number> =>
  fc.oneof(fc.constantFrom(minimum, maximum), fc.double({ min: minimum, max: maximum, noNaN: true }))

const hex = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })

const addresses = fc
  .tuple(hex(6), fc.constantFrom('', '/', '/a?b=c#d', ':8443/ü'))
  .map(([host, rest]) => `https://${host}.example.com${rest}`)

const prefixed = /^\^(user|org)_\[0-9a-f\]\{32\}\$$/

function stringsOf(schema: Schema, use: Use): fc.Arbitrary<unknown> {
  const owned = prefixed.exec(schema.pattern ?? '')?.[1]
  if (owned) return refsOf(owned, hex(32).map((text) => `${owned}_${text}`), use)
  if (schema.format === 'uuid') return refsOf(kindOf(use.name), fc.uuid(), use)
  if (schema.format === 'date-time') return instants
  if (schema.format === 'date') return days
  if (schema.format === 'email') return fc.tuple(hex(8), hex(4)).map(([name, host]) => `${name}@${host}.example.com`)
  if (schema.pattern?.startsWith('^https')) return addresses
  if (schema.pattern !== undefined && !letsMostTextThrough(schema.pattern)) return narrowTexts(schema)
  const texts = textsOf(schema, { commas: !use.inQuery })
  return texts
}

/** Bars some characters and takes all others; every other pattern says what a text is made of. */
const letsMostTextThrough = (pattern: string) => /^\^(\(\?=.*?\))?\[\^/.test(pattern)

const narrowTexts = ({ pattern, minLength = 0, maxLength = Infinity }: Schema) =>
  fc.stringMatching(new RegExp(pattern!)).filter((text) => text.length >= minLength && text.length <= maxLength)

/** Words that stand in every source the grounds hold, for the fields that must quote one. */
export const spoken = 'the export spins'

/** What rules beyond the schema let pass; drawn often, or such fields would be refused nearly always. */
const apt: Record<string, unknown> = {
  quote: spoken, text: spoken, rating: { value: 4, scale_min: 1, scale_max: 5 },
  rules: { conditions: [{ field: 'plan', op: 'eq', value: 'pro' }, { match: 'all', conditions: [{ field: 'attribute', key: 'mrr', op: 'gte', value: 5 }] }] },
}

const refsOf = (kind: string, spare: fc.Arbitrary<string>, { from }: Use) =>
  fc.tuple(fc.nat(1000), spare).map(([pick, id]) => new IdRef(kind, pick, from, id))
