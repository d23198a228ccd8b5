import type { TSchema } from 'typebox'
import {
  bodyOf,
  errorsOf,
  canDryRun,
  rateOf,
  type Route,
  type Routes,
  scopeOf,
  statusesOf,
} from '#contract/core/route.ts'
import { dryRunParameter, resultOf } from '#contract/core/write-fields.ts'
import { exampleOf } from '#contract/core/example.ts'
import { describeDeprecation } from '#contract/core/deprecation.ts'
import { describeOperation } from '#contract/descriptions/describe.ts'
import { describedRoutes } from '#contract/descriptions/described.ts'
import { errorResponses, errorSchemas } from './openapi-errors.ts'
import { published, type DocumentSchema } from './openapi-schemas.ts'
import { webhooksOf } from './openapi-webhooks.ts'

type Part = { properties: Record<string, DocumentSchema>; required?: string[] }

/** The OpenAPI 3.1 document, derived from the inventory. */
export function openapi(inventory: Routes, { version, server }: { version: string; server: string }) {
  const schemas: Record<string, DocumentSchema> = { ...errorSchemas }
  const paths: Record<string, Record<string, object>> = { '/openapi': { get: documentOperation } }
  for (const [id, route] of Object.entries(describedRoutes(inventory)))
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(id, route, schemas)
  const webhooks = webhooksOf(schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Earshot API',
      version,
      description: 'Product feedback and planning: everything a person can do in Earshot, for programs and agents.',
      contact: { name: 'The operator of this installation' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: [...new Set(['openapi', ...Object.values(inventory).map(tagOf)])].map((name) => ({
      name,
      description: `Operations below /${name}`,
    })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <API key>' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'X-API-Key: <API key>' },
      },
      parameters: { DryRun: { ...dryRunParameter, in: 'query', required: false } },
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

const tagOf = (route: Route) => route.path.split('/')[1]!

function operation(id: string, route: Route, schemas: Record<string, DocumentSchema>) {
  const body = namedBody(id, route)
  const result = resultOf(route)
  return {
    operationId: id,
    summary: route.summary,
    description: describeOperation(route) + (route.deprecated ? `\n\n${describeDeprecation(route.deprecated)}` : ''),
    ...(route.deprecated && { deprecated: true, 'x-sunset': route.deprecated.sunset }),
    tags: [tagOf(route)],
    'x-scope': scopeOf(route),
    'x-rate-class': rateOf(route),
    ...(route.feature && { 'x-feature': route.feature }),
    ...(route.admin && { 'x-admin': true }),
    ...(route.method !== 'GET' && { 'x-idempotency': route.idempotent ? 'required' : 'accepted' }),
    parameters: [
      ...parameters(id, 'path', route.params, schemas),
      ...parameters(id, 'query', route.query, schemas),
      ...(canDryRun(route) ? [{ $ref: '#/components/parameters/DryRun' }] : []),
      ...idempotencyHeader(route),
    ],
    ...(body && {
      requestBody: { required: true, content: { ...content(body, schemas, 'input'), ...otherBodies(route, schemas) } },
    }),
    responses: {
      ...Object.fromEntries(
        statusesOf(route).map((status) => [
          status,
          {
            description: route.summary,
            headers: requestIdHeader,
            content: { ...content(result, schemas, 'output'), ...fileContents(route) },
          },
        ]),
      ),
      ...errorResponses(errorsOf(route)),
    },
  }
}

const pascal = (words: string) => words.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Each action gets a named schema for the discriminator. */
function namedBody(id: string, route: Route): TSchema | undefined {
  const body = bodyOf(route)
  if (!body || !route.actions) return body
  const names = Object.keys(route.actions).map((action) => [action, pascal(`${id}_${action}`)] as const)
  const { oneOf } = body as unknown as { oneOf: DocumentSchema[] }
  const mapping = Object.fromEntries(names.map(([action, name]) => [action, `#/components/schemas/${name}`]))
  return {
    ...body,
    discriminator: { propertyName: 'action', mapping },
    oneOf: oneOf.map((variant, i) => ({
      description: `The action \`${names[i]![0]}\` of \`${id}\`.`,
      ...variant,
      $id: names[i]![1],
    })),
  } as TSchema
}

const content = (schema: TSchema, schemas: Record<string, DocumentSchema>, side: 'input' | 'output') => ({
  'application/json': { schema: published(schema, schemas, side), example: exampleOfWrite(schema as DocumentSchema) },
})

/** Without the fields of a dry run, which would suggest that every response has them. */
function exampleOfWrite(schema: DocumentSchema): unknown {
  const example = exampleOf(schema)
  if (example === null || typeof example !== 'object' || !('dry_run_events' in example)) return example
  const { dry_run: _, dry_run_events: __, ...rest } = example as DocumentSchema
  return rest
}

/** The body in the other media types that the route accepts. */
function otherBodies({ body, ndjson, upload }: Route, schemas: Record<string, DocumentSchema>) {
  const fields = body?.properties as Record<string, TSchema> | undefined
  const row = ndjson && (fields?.[ndjson.field] as unknown as { items: TSchema }).items
  return {
    ...(ndjson && {
      'application/x-ndjson': {
        schema: { type: 'string', description: `One element of ${ndjson.field} per line, at most ${ndjson.max}.` },
        example: `${JSON.stringify(exampleOf(row as DocumentSchema))}\n`,
      },
    }),
    ...(upload && { 'multipart/form-data': { schema: formSchema(body as unknown as Part, upload, schemas) } }),
  }
}

function formSchema(
  { properties, required = [] }: Part,
  { part, name, bytes }: NonNullable<Route['upload']>,
  schemas: Record<string, DocumentSchema>,
): DocumentSchema {
  const { [bytes]: _, content: __, ...rest } = properties
  const fields = Object.fromEntries(
    Object.entries(rest).map(([field, schema]) => [field, published(schema as unknown as TSchema, schemas, 'input')]),
  )
  return {
    type: 'object',
    properties: {
      ...fields,
      [part]: { type: 'string', contentMediaType: 'application/octet-stream', description: 'The bytes of the table.' },
    },
    required: [...required.filter((field) => field !== bytes && field !== name), part],
    additionalProperties: false,
  }
}

const fileContents = ({ produces = [] }: Route) =>
  Object.fromEntries(produces.map((type) => [type, { schema: { type: 'string' } }]))

function parameters(id: string, where: 'path' | 'query', part: unknown, schemas: Record<string, DocumentSchema>) {
  const { properties = {}, required = [] } = (part ?? {}) as Part
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: required.includes(name) && !('default' in schema),
    schema: withoutDescription(published(schema as unknown as TSchema, schemas, 'input')),
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    description: schema.description,
  }))
}

const withoutDescription = ({ description: _, ...rest }: DocumentSchema) => rest

const idempotencyHeader = (route: Route) =>
  route.method === 'GET'
    ? []
    : [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: route.idempotent === true,
          description: 'Repeating a request with the same key and payload returns the stored response for 30 days.',
          schema: { type: 'string', minLength: 1, maxLength: 128 },
        },
      ]

const requestIdHeader = {
  'X-Request-Id': { description: 'Identifies this request in the server logs.', schema: { type: 'string' } },
}

const documentOperation = {
  operationId: 'getOpenapi',
  summary: 'This document',
  description: 'The OpenAPI document of this server; it needs no key.',
  tags: ['openapi'],
  security: [],
  parameters: [],
  responses: {
    200: {
      description: 'The OpenAPI 3.1 document',
      content: { 'application/json': { schema: { type: 'object' }, example: { openapi: '3.1.0' } } },
    },
    ...errorResponses(['BAD_REQUEST', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE']),
  },
}
