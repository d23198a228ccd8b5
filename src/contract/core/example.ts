type Schema = Record<string, unknown>

/** An example of a schema, built from the examples of its fields. */
export function exampleOf(schema: Schema): unknown {
  const examples = schema.examples as unknown[] | undefined
  if (examples?.length) return examples[0]
  if ('const' in schema) return schema.const
  if ('default' in schema) return schema.default
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const choice = ((schema.anyOf ?? schema.oneOf) as Schema[] | undefined)?.[0]
  if (choice) return exampleOf(choice)
  return exampleByType(schema)
}

function exampleByType(schema: Schema): unknown {
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Schema>)
          .filter(([, { examples }]) => !(Array.isArray(examples) && examples.length === 0))
          .map(([name, field]) => [name, exampleOf(field)]),
      )
    case 'array':
      return [exampleOf(schema.items as Schema)]
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 1), Math.min(1, Number(schema.maximum ?? 1)))
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return 'text'
  }
}
