import type { ErrorDetail } from '#contract/core/errors.ts'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  maxItems?: number
  maxProperties?: number
  const?: unknown
  'x-validate-rows'?: boolean
}
type Fields = Record<string, unknown>

/** So many unknown fields are listed one by one. */
const maxUnknownFields = 20

/** The first list or object with more entries than its schema allows. Takes no more steps than a valid value has. */
export function findOversized(schema: object, value: unknown, path: string): ErrorDetail | undefined {
  if (value === null || typeof value !== 'object') return undefined
  const { anyOf, oneOf, ...rest } = schema as Schema
  const variants = (oneOf ?? anyOf ?? []).filter((variant) => canBe(variant, value))
  if (rest.type === undefined || (oneOf && rest.properties === undefined)) return oversizedInAll(variants, value, path)
  return Array.isArray(value) ? oversizedList(rest, value, path) : oversizedObject(rest, value as Fields, path)
}

/** A value has to fit one variant. */
function oversizedInAll(variants: readonly Schema[], value: object, path: string): ErrorDetail | undefined {
  let first: ErrorDetail | undefined
  for (const variant of variants) {
    const found = findOversized(variant, value, path)
    if (!found) return undefined
    first ??= found
  }
  return first
}

/** Of variants with an action only the one with the action of the value. */
function canBe({ type, properties }: Schema, value: object): boolean {
  if (type !== undefined && type !== (Array.isArray(value) ? 'array' : 'object')) return false
  const action = properties?.action?.const
  return action === undefined || action === (value as Fields).action
}

function oversizedList(schema: Schema, list: readonly unknown[], path: string): ErrorDetail | undefined {
  const { maxItems = Infinity, items } = schema
  if (list.length > maxItems) return { path, message: `must NOT have more than ${maxItems} items` }
  // Rows fail one by one.
  if (!items || schema['x-validate-rows']) return undefined
  for (const [n, item] of list.entries()) {
    const found = findOversized(items, item, `${path}.${n}`)
    if (found) return found
  }
  return undefined
}

function oversizedObject(schema: Schema, fields: Fields, path: string): ErrorDetail | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties, maxProperties = Infinity } = schema
  const names = Object.keys(fields)
  if (names.length > maxProperties) return { path, message: `must NOT have more than ${maxProperties} properties` }
  const isClosed = additionalProperties === false
  if (isClosed && names.length > Object.keys(properties).length + maxUnknownFields) {
    const unknown = names.find((name) => !Object.hasOwn(properties, name))!
    return { path: `${path}.${unknown}`, message: 'is not a known field' }
  }
  const [other = typeof additionalProperties === 'object' ? additionalProperties : undefined] =
    Object.values(patternProperties)
  for (const name of names) {
    const part = Object.hasOwn(properties, name) ? properties[name] : other
    const found = part && findOversized(part, fields[name], `${path}.${name}`)
    if (found) return found
  }
  return undefined
}
