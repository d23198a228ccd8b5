import type { TSchema } from 'typebox'
import { describeSchema } from '#contract/descriptions/describe.ts'

export type DocumentSchema = Record<string, unknown>

/** Schemas with an `$id` are hoisted; a field with a default is optional in requests and present in responses. */
export function published(
  schema: TSchema,
  schemas: Record<string, DocumentSchema>,
  side: 'input' | 'output',
): DocumentSchema {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk)
    if (node === null || typeof node !== 'object') return node
    const {
      $id,
      'x-trim': _,
      'x-validate-rows': __,
      'x-max-bytes': ___,
      ...rest
    } = node as DocumentSchema & { $id?: string }
    const mapped = Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [
        key,
        key === 'examples' || key === 'default' || key === 'enum' ? value : walk(value),
      ]),
    )
    if (side === 'input' && Array.isArray(mapped.required)) {
      const properties = (mapped.properties ?? {}) as Record<string, DocumentSchema>
      mapped.required = (mapped.required as string[]).filter((name) => !('default' in (properties[name] ?? {})))
    }
    if (Array.isArray(mapped.examples) && mapped.examples.length === 0) delete mapped.examples
    if (!$id) return mapped
    // What a field says of its value stays with the field; the rest is the same wherever the schema is used.
    const { description, default: fallback, ...shared } = mapped
    schemas[$id] ??= { description: describeSchema($id) ?? description, ...shared }
    return {
      $ref: `#/components/schemas/${$id}`,
      ...(description !== undefined && { description }),
      ...(fallback !== undefined && { default: fallback }),
    }
  }
  return walk(schema) as DocumentSchema
}
