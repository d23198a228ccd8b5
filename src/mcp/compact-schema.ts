import type { Schema } from '#client/fields.ts'
import type { Route } from '#contract/core/route.ts'
import { resultOf } from '#contract/core/write-fields.ts'
import { viewFields } from './detail.ts'
import type { InputSchema } from './input-schema.ts'

/* Shorter schemas, for lists of tools that a model reads in every conversation. The server validates all the same. */

/** Fields for synchronization and rare cases; they are still accepted, and search_tools shows them. */
const rareFields = new Set([
  'created_after',
  'created_before',
  'updated_since',
  'include_deleted',
  'origin',
  'unthemed',
  'mode',
  'min_similarity',
  'allow_fallback',
  'batch_id',
  'custom_field',
  'skip_reason',
  'sort_custom_field',
  'status',
  'tag',
])
/** Limits that no caller comes near, or that the error names. */
const limits = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minimum', 'maximum'])

export function compactInput({ properties, required }: InputSchema): InputSchema {
  const kept = Object.entries(properties).filter(([name]) => required.includes(name) || !rareFields.has(name))
  return {
    type: 'object',
    properties: Object.fromEntries(kept.map(([name, schema]) => [name, compactField(schema, explainedOnce.has(name))])),
    required,
  }
}

/** What these mean is in the instructions, once for all tools. */
const explainedOnce = new Set(['limit', 'cursor', ...Object.keys(viewFields)])

function compactField(schema: Schema, isExplained = false): Schema {
  if (schema.anyOf?.some(({ format }) => format === 'date')) return { type: 'string', format: 'date' }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(
        ([keyword]) => !limits.has(keyword) && !(isExplained && (keyword === 'description' || keyword === 'default')),
      )
      .map(([keyword, value]) => [keyword, keyword === 'items' ? compactField(value as Schema) : value]),
  )
}

/** The fields of a result and their types, without what is in them. */
export const compactOutput = ({ properties = {} }: OutputSchema): OutputSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, type ? { type } : {}])),
})

export type OutputSchema = { type: 'object'; properties?: Record<string, Schema> }

/**
 * The fields of a result and of its list items; nothing is required, because long results are shortened. Those of a dry
 * run are left out: they are the same for every write.
 */
export const outputSchemaOf = (route: Route): OutputSchema => {
  const { dry_run: _, dry_run_events: __, ...properties } = (resultOf(route) as unknown as Schema).properties ?? {}
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, shapeOf(schema, 1)])),
  }
}

/** An empty schema where a value has several types or lies deeper. */
function shapeOf(schema: Schema, depth: number): Schema {
  const { type, items, properties } = schema
  if (type === 'array') {
    const shape = depth > 0 && items ? shapeOf(items, depth) : {}
    return Object.keys(shape).length ? { type, items: shape } : { type }
  }
  if (type === 'object' && properties && depth > 0)
    return {
      type,
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, shapeOf(property, depth - 1)]),
      ),
    }
  return typeof type === 'string' && depth > 0 ? { type } : {}
}
