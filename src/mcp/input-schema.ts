import { fieldsOf, type Operation, partsOf, type Schema } from '#client/fields.ts'

export type InputSchema = {
  type: 'object'
  properties: Record<string, Schema>
  required: string[]
  minProperties?: number
  additionalProperties: false
}

/** One flat object; nothing but fields at its top, because model providers refuse unions there. The server checks the rest. */
export function inputSchemaOf(operation: Operation): InputSchema {
  const fields = fieldsOf(operation)
  const parts = partsOf(operation).map(([, schema]) => schema)
  const min = parts.reduce(
    (sum, { minProperties, required = [] }) => sum + Math.max(minProperties ?? 0, required.length),
    0,
  )
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, told(schema)])),
    required: fields.filter((field) => field.required).map(({ name }) => name),
    ...(parts.some(({ minProperties }) => minProperties) && { minProperties: min }),
    additionalProperties: false,
  }
}

const unspoken = new Set(['$id', 'x-trim', 'x-rows', 'x-most-bytes', 'examples', 'discriminator'])
const named = new Set(['properties', 'patternProperties', '$defs'])
const nested = new Set(['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'not'])

/** What helps a model to fill the field in, and none of what only our own tools read. */
function told(schema: Schema): Schema {
  const entries = Object.entries(schema).filter(
    ([keyword]) => !unspoken.has(keyword) && !(keyword === 'pattern' && isSelfEvident(schema)),
  )
  const said = Object.fromEntries(entries.map(([keyword, value]) => [keyword, deeper(keyword, value)])) as Schema
  if (said.required && said.properties)
    said.required = said.required.filter((name) => !('default' in said.properties![name]!))
  return said
}

function deeper(keyword: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (named.has(keyword)) return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, told(schema)]))
  if (!nested.has(keyword)) return value
  return Array.isArray(value) ? (value as Schema[]).map(told) : told(value as Schema)
}

/** A format says it already, and the patterns of running text only keep control characters out. */
const isSelfEvident = ({ format, maxLength }: Schema) => format !== undefined || maxLength !== undefined
