import { Ajv2020 as Ajv, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TObject, TSchema } from 'typebox'
import type { ErrorDetail } from '#contract/core/errors.ts'
import { isExactNumber } from '#contract/core/exact-number.ts'
import { formats } from '#contract/core/formats.ts'
import { bodyOf, type Route } from '#contract/core/route.ts'
import { dryRunParameter, queryOf } from '#contract/core/write-fields.ts'
import { InvalidRow } from '#contract/core/batch-rows.ts'
import { throwApiError, notFound } from '#domain/errors.ts'
import { NdjsonRows } from './media-types.ts'
import { findOversized } from './oversized.ts'
import { invalidAt, rejectUnstorable } from './strict-json.ts'
import { useFastLengths } from './string-length.ts'

const ajv = new Ajv({
  allErrors: true,
  useDefaults: true,
  discriminator: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  removeAdditional: false,
  // The tests check all schemas; compiling the schema of schemas takes 0.1 s.
  validateSchema: false,
})
useFastLengths(ajv)
for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check)
ajv.addKeyword({
  keyword: 'x-trim',
  type: 'string',
  modifying: true,
  schema: false,
  errors: false,
  validate: (value: string, where?: { parentData: Record<string, unknown>; parentDataProperty: string | number }) => {
    if (where) where.parentData[where.parentDataProperty] = value.trim()
    return true
  },
})

ajv.addKeyword({
  keyword: 'x-max-bytes',
  type: 'object',
  schemaType: 'number',
  errors: false,
  validate: (max: number, value: object) => Buffer.byteLength(JSON.stringify(value)) <= max,
})
ajv.addKeyword({
  keyword: 'x-validate-rows',
  type: 'array',
  schemaType: 'object',
  modifying: true,
  errors: false,
  compile: (schema: object) => {
    const check = ajv.compile(schema)
    return (list: unknown[], where) => {
      const path = `body${pathOf(where?.instancePath ?? '')}`
      for (const [n, row] of list.entries()) {
        if (row instanceof InvalidRow) continue
        const oversized = findOversized(schema, row, `${path}.${n}`)
        if (oversized) list[n] = new InvalidRow([oversized])
        else if (!check(row)) list[n] = new InvalidRow(detailsOf(`${path}.${n}`, check.errors!))
      }
      return true
    }
  },
})

const maxDetails = 20
const closedEmpty = { type: 'object', properties: {}, additionalProperties: false } as unknown as TSchema

type Part = Record<string, unknown>
export type Validated = Part

type RawRequest = { url: string; params: unknown; query: unknown; body: unknown }
type Validate = (request: RawRequest) => Validated

const compiled = new WeakMap<Route, Validate>()

/** Path, query and body as one flat input. Compiled on first use, because compiling all routes is slow. */
export const validator =
  (route: Route): Validate =>
  (request) => {
    let validate = compiled.get(route)
    if (!validate) compiled.set(route, (validate = compile(route)))
    return validate(request)
  }

function compile(route: Route): Validate {
  const query = compilePart('query', queryOf(route) ?? closedEmpty)
  const bodySchema = bodyOf(route)
  const body = bodySchema && compilePart('body', bodySchema)
  const ndjsonBody = route.ndjson && compilePart('body', withMaxItems(route.body!, route.ndjson))
  const params = route.params && compileSchema(route.params)
  const readQuery = queryReader(route)
  return (request) => {
    const input: Part = { ...(request.params as Part) }
    if (params && !params(input)) throwMissing(route)
    requireValidEncoding(request.url)
    refuseDryRun(route, request.query as Part)
    const queryInput = readQuery(request.query as Part)
    query(queryInput)
    if (!body) {
      if (request.body !== undefined && request.body !== null)
        throwApiError('VALIDATION_ERROR', 'This operation takes no body.', {
          details: [{ path: 'body', message: 'must be empty' }],
        })
      return Object.assign(input, queryInput)
    }
    const check = request.body instanceof NdjsonRows ? ndjsonBody! : body
    const sent = request.body instanceof NdjsonRows ? { [route.ndjson!.field]: request.body.rows } : request.body
    check(sent)
    return Object.assign(input, queryInput, sent)
  }
}

/** NDJSON is parsed line by line, so its limit is higher than that of a JSON array. */
const withMaxItems = (body: TObject, { field, max }: NonNullable<Route['ndjson']>): TSchema => ({
  ...body,
  properties: { ...body.properties, [field]: { ...body.properties[field], maxItems: max } },
})

/** Sizes come first: the other rules are checked for every item and report every error. */
function compilePart(where: 'query' | 'body', schema: TSchema) {
  const check = compileSchema(schema)
  return (value: unknown) => {
    const oversized = findOversized(schema, value, where)
    if (oversized) invalidAt(oversized.path, oversized.message)
    if (!check(value)) throwInvalid(where, check.errors!)
  }
}

const compileSchema = (schema: TSchema): ValidateFunction => ajv.compile(withoutIds(schema))

/** `$id` names a schema in the document; to Ajv it would be a second registration. */
const withoutIds = (schema: TSchema): TSchema =>
  JSON.parse(
    JSON.stringify(schema, (key, value) => (key === '$id' || key === 'examples' ? undefined : rowsKeyword(value))),
  )

/** Rows are validated one by one: `items` becomes the argument of the keyword. */
function rowsKeyword(value: unknown) {
  if (value === null || typeof value !== 'object' || (value as Part)['x-validate-rows'] !== true) return value
  const { items, ...rest } = value as Part
  return { ...rest, 'x-validate-rows': items }
}

/** A malformed id in the path is answered with 404. */
function throwMissing(route: Route): never {
  const last = route.path
    .match(/\{(\w+)\}/g)!
    .at(-1)!
    .slice(1, -1)
  return notFound(nounOf(last))
}
const nounOf = (param: string) => param.replace(/Id$/, '').replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`)

/** The query parser accepts a broken percent escape as plain text; the contract does not. */
function requireValidEncoding(url: string) {
  if (!url.includes('%')) return
  try {
    decodeURIComponent(url.slice(url.indexOf('?') + 1))
  } catch {
    throwApiError('VALIDATION_ERROR', 'query is not valid percent-encoded UTF-8', {
      details: [{ path: 'query', message: 'is not valid percent-encoded UTF-8' }],
    })
  }
}

/** By name and with the reason, instead of as an unknown parameter. */
function refuseDryRun({ noDryRun }: Route, query: Part) {
  if (noDryRun === undefined || !(dryRunParameter.name in query)) return
  throwApiError('VALIDATION_ERROR', `dry_run is not possible here: ${noDryRun}`, {
    details: [{ path: 'query.dry_run', message: `is not possible here: ${noDryRun}` }],
  })
}

type FieldSchema = { type?: string; items?: FieldSchema }

/** Parses numbers, booleans and lists in the query strictly; other values are left for the schema to reject. */
function queryReader(route: Route) {
  const fields = new Map(
    Object.entries(((queryOf(route) as TObject | undefined)?.properties ?? {}) as Record<string, FieldSchema>),
  )
  return (request: Part): Part => {
    const result: Part = {}
    for (const [name, value] of Object.entries(request)) {
      rejectUnstorable(name, 'query')
      rejectUnstorable(value, `query.${name}`)
      const schema = fields.get(name)
      result[name] = schema ? parseField(value, schema) : value
    }
    return result
  }
}

const parseField = (value: unknown, schema: FieldSchema) =>
  schema.type === 'array' ? parseList(value, schema.items ?? {}) : parseScalar(value, schema)

const parseList = (value: unknown, item: FieldSchema) =>
  (Array.isArray(value) ? value : [value])
    .flatMap((text: string) => text.split(','))
    .map((text) => parseScalar(text, item))

function parseScalar(value: unknown, { type }: FieldSchema): unknown {
  if (typeof value !== 'string') return value
  if (type === 'integer') return /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (type === 'number') return /^-?\d{1,15}(\.\d{1,30})?$/.test(value) && isExactNumber(value) ? Number(value) : value
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

function detailsOf(where: string, errors: ErrorObject[]): ErrorDetail[] {
  const details = errors
    .filter((e) => e.keyword !== 'oneOf' && e.keyword !== 'anyOf' && e.keyword !== 'if')
    .slice(0, maxDetails)
    .map((e) => detail(where, e))
  return details.length ? details : errors.slice(0, 1).map((e) => detail(where, e))
}

function throwInvalid(where: string, errors: ErrorObject[]): never {
  const details = detailsOf(where, errors)
  const first = details[0]!
  return throwApiError('VALIDATION_ERROR', `${first.path} ${first.message}`, { details })
}

function detail(where: string, { instancePath, keyword, params, message }: ErrorObject): ErrorDetail {
  const path = where + pathOf(instancePath)
  if (keyword === 'required') return { path: `${path}.${params.missingProperty}`, message: 'is required' }
  if (keyword === 'additionalProperties')
    return { path: `${path}.${params.additionalProperty}`, message: 'is not a known field' }
  if (keyword === 'enum') return { path, message: `must be one of ${(params.allowedValues as unknown[]).join(', ')}` }
  if (keyword === 'discriminator') return { path: `${path}.action`, message: 'is not an action of this operation' }
  if (keyword === 'x-max-bytes') return { path, message: 'is larger than this field accepts' }
  if (keyword === 'pattern') return { path, message: `must match ${String(params.pattern)}` }
  return { path, message: message ?? 'is not valid' }
}

const pathOf = (instancePath: string) => instancePath.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
