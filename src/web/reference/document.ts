/* What the API reference reads of the OpenAPI document. */

export type ReferenceSchema = {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, ReferenceSchema>
  required?: string[]
  items?: ReferenceSchema
  enum?: unknown[]
  const?: unknown
  oneOf?: ReferenceSchema[]
  anyOf?: ReferenceSchema[]
  allOf?: ReferenceSchema[]
  additionalProperties?: boolean | ReferenceSchema
  default?: unknown
  format?: string
} & Partial<Record<'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems', number>>

export type Parameter = {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema?: ReferenceSchema
}
type Content = Record<string, { schema?: ReferenceSchema; example?: unknown }>
type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  deprecated?: boolean
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
export type OpenApi = {
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, ReferenceSchema>; parameters: Record<string, Parameter> }
}
/** An operation with its place in the document. */
export type Entry = Operation & { method: string; path: string }

export const referenceEntries = ({ paths }: OpenApi): Entry[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  )

const nameOf = (ref: string) => ref.split('/').at(-1)!

export const schemaOf = ({ components }: OpenApi, schema: ReferenceSchema): ReferenceSchema & { name?: string } =>
  schema.$ref === undefined ? schema : { ...components.schemas[nameOf(schema.$ref)], name: nameOf(schema.$ref) }

export const parametersOf = ({ components }: OpenApi, { parameters }: Operation): Parameter[] =>
  parameters.map((one) => (one.$ref === undefined ? one : components.parameters[nameOf(one.$ref)]!))
