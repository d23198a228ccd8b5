import { canDryRun } from '#contract/core/route.ts'
import { fieldsOf, type Operation, partsOf, type Schema } from '#client/fields.ts'
import { viewFields } from './detail.ts'

/** Every write takes it. */
const dryRun: Schema = { type: 'boolean', description: 'Check and show the result; change nothing.' }

export type InputSchema = {
  type: 'object'
  properties: Record<string, Schema>
  required: string[]
  minProperties?: number
  additionalProperties?: false
}

/** One flat object, because model providers reject unions at the top level; the server validates the rest. */
export function inputSchemaOf(operation: Operation): InputSchema {
  const fields = fieldsOf(operation)
  const parts = partsOf(operation).map(([, schema]) => schema)
  const min = parts.reduce(
    (sum, { minProperties, required = [] }) => sum + Math.max(minProperties ?? 0, required.length),
    0,
  )
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(fields.map(({ name, schema }) => [name, publicSchema(schema)])),
      ...(operation.route.method === 'GET' && viewFields),
      ...(canDryRun(operation.route) && { dry_run: dryRun }),
    },
    required: fields.filter((field) => field.required).map(({ name }) => name),
    ...(parts.some(({ minProperties }) => minProperties) && { minProperties: min }),
    additionalProperties: false,
  }
}

const internalKeywords = new Set(['$id', 'x-trim', 'x-validate-rows', 'x-max-bytes', 'examples', 'discriminator'])
const schemaMaps = new Set(['properties', 'patternProperties', '$defs'])
const nestedSchemas = new Set(['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'not'])

/** The schema without our internal keywords. */
function publicSchema(schema: Schema): Schema {
  const entries = Object.entries(schema).filter(
    ([keyword]) => !internalKeywords.has(keyword) && !(keyword === 'pattern' && isRedundantPattern(schema)),
  )
  const result = Object.fromEntries(
    entries.map(([keyword, value]) => [keyword, publicKeyword(keyword, value)]),
  ) as Schema
  if (result.required && result.properties)
    result.required = result.required.filter((name) => !('default' in result.properties![name]!))
  return result
}

function publicKeyword(keyword: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (schemaMaps.has(keyword))
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, publicSchema(schema)]))
  if (!nestedSchemas.has(keyword)) return value
  return Array.isArray(value) ? (value as Schema[]).map(publicSchema) : publicSchema(value as Schema)
}

/** A format replaces the pattern, and the patterns of text fields only exclude control characters. */
const isRedundantPattern = ({ format, maxLength }: Schema) => format !== undefined || maxLength !== undefined
