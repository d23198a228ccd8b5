import { type Kinds, kindsIn } from './resource-kinds.ts'

/* The published OpenAPI document, read over HTTP and without knowledge of the code. */

export type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  minProperties?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
  maxProperties?: number
  examples?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  default?: unknown
}
export type Parameter = { name: string; required: boolean; schema: Schema }
/** Some responses are also available as another content type. */
export type Documented = { schema: Schema; types: string[]; codes?: string[] }
export type Operation = {
  id: string
  method: string
  path: string
  /** Needs no API key. */
  open: boolean
  adminOnly: boolean
  writes: boolean
  needsKey: boolean
  params: Parameter[]
  query: Parameter[]
  body?: Schema
  answers: Map<number, Documented>
  kinds: Kinds
}

type RawParameter = { name: string; in: string; required: boolean; schema: Schema }
type ParameterOrRef = RawParameter | { $ref: string }
type Content = { 'application/json': { schema: Schema } }
type RawOperation = {
  operationId: string
  security?: unknown[]
  parameters: RawParameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content: Content; 'x-codes'?: string[] }>
  'x-admin'?: boolean
  'x-idempotency'?: string
}
type RawDocument = {
  paths: Record<string, Record<string, Omit<RawOperation, 'parameters'> & { parameters: ParameterOrRef[] }>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, RawParameter> }
}

export async function readDocument(baseUrl: string): Promise<Operation[]> {
  const document = (await (await fetch(`${baseUrl}/api/v1/openapi`)).json()) as RawDocument
  const { schemas, parameters } = document.components
  const inline = inliner(schemas)
  const parameterOf = (parameter: ParameterOrRef) =>
    '$ref' in parameter ? parameters[parameter.$ref.slice('#/components/parameters/'.length)]! : parameter
  const kindsOf = kindsIn(Object.keys(document.paths))
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) =>
      operationOf(
        path,
        method.toUpperCase(),
        { ...raw, parameters: raw.parameters.map(parameterOf) },
        inline,
        kindsOf(path),
      ),
    ),
  )
}

type Inline = (schema: Schema) => Schema

function operationOf(path: string, method: string, raw: RawOperation, inline: Inline, kinds: Kinds): Operation {
  const parametersIn = (where: string): Parameter[] =>
    raw.parameters
      .filter((p) => p.in === where)
      .map(({ name, required, schema }) => ({ name, required, schema: inline(schema) }))
  const body = raw.requestBody?.content['application/json'].schema
  return {
    id: raw.operationId,
    method,
    path,
    open: raw.security?.length === 0,
    adminOnly: raw['x-admin'] === true,
    writes: method !== 'GET',
    needsKey: raw['x-idempotency'] === 'required',
    params: parametersIn('path'),
    query: parametersIn('query'),
    ...(body && { body: inline(body) }),
    answers: new Map(
      Object.entries(raw.responses).map(([status, { content, 'x-codes': codes }]) => [
        Number(status),
        { schema: inline(content['application/json'].schema), types: Object.keys(content), ...(codes && { codes }) },
      ]),
    ),
    kinds,
  }
}

/** Inlines every referenced schema; rejects recursive schemas. */
function inliner(named: Record<string, Schema>): Inline {
  const prefix = '#/components/schemas/'
  const walk = (node: unknown, open: string[]): unknown => {
    if (Array.isArray(node)) return node.map((item) => walk(item, open))
    if (node === null || typeof node !== 'object') return node
    const ref = (node as { $ref?: string }).$ref
    // Schemas are inlined, so discriminators are not needed.
    const members = Object.entries(node).filter(([key]) => key !== 'discriminator')
    if (ref === undefined) return Object.fromEntries(members.map(([key, value]) => [key, walk(value, open)]))
    const name = ref.slice(prefix.length)
    if (!ref.startsWith(prefix) || !named[name]) throw new Error(`the document refers to ${ref}, which does not exist`)
    if (open.includes(name)) throw new Error(`${name} is recursive`)
    return walk(named[name], [...open, name])
  }
  return (schema) => walk(schema, []) as Schema
}

/** Paths of objects that allow undocumented fields. */
export function openObjects(schema: Schema, path = 'answer'): string[] {
  const inside = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => openObjects(field, `${path}.${name}`)),
    ...(schema.items ? openObjects(schema.items, `${path}[]`) : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((choice) => openObjects(choice, path)),
    ...(typeof schema.additionalProperties === 'object' ? openObjects(schema.additionalProperties, `${path}.*`) : []),
  ]
  const isOpen =
    schema.type === 'object' && (schema.additionalProperties === undefined || schema.additionalProperties === true)
  // Records are written as a pattern that matches all names.
  return isOpen && !('patternProperties' in schema) ? [path, ...inside] : inside
}
