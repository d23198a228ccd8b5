import { Ajv2020 as Ajv, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TObject, TSchema } from 'typebox'
import type { ErrorDetail } from '#contract/core/errors.ts'
import { formats } from '#contract/core/formats.ts'
import { bodyOf, type Route } from '#contract/core/route.ts'
import { BadRow } from '#contract/core/batch-rows.ts'
import { throwApiError, notFound } from '#domain/errors.ts'
import { Lines } from './media-types.ts'
import { inspect } from './strict-json.ts'

const ajv = new Ajv({
  allErrors: true,
  useDefaults: true,
  discriminator: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  removeAdditional: false,
})
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
  keyword: 'x-most-bytes',
  type: 'object',
  schemaType: 'number',
  errors: false,
  validate: (max: number, value: object) => Buffer.byteLength(JSON.stringify(value)) <= max,
})
ajv.addKeyword({
  keyword: 'x-rows',
  type: 'array',
  schemaType: 'object',
  modifying: true,
  errors: false,
  compile: (schema: object) => {
    const check = ajv.compile(schema)
    return (list: unknown[], where) => {
      const path = `body${pathOf(where?.instancePath ?? '')}`
      for (const [n, row] of list.entries())
        if (!(row instanceof BadRow) && !check(row)) list[n] = new BadRow(detailsOf(`${path}.${n}`, check.errors!))
      return true
    }
  },
})

const maxDetails = 20
const closedEmpty = { type: 'object', properties: {}, additionalProperties: false } as unknown as TSchema

type Part = Record<string, unknown>
export type Validated = Part

type Given = { url: string; params: unknown; query: unknown; body: unknown }
type Validate = (given: Given) => Validated

const compiled = new WeakMap<Route, Validate>()

/** Path, query and body in, one flat input out. Compiled by the first request of a route and shared by all doors: compiling all of them would be most of a start. */
export const validator =
  (route: Route): Validate =>
  (given) => {
    let validate = compiled.get(route)
    if (!validate) compiled.set(route, (validate = compile(route)))
    return validate(given)
  }

function compile(route: Route): Validate {
  const query = part(route.query ?? closedEmpty)
  const bodySchema = bodyOf(route)
  const body = bodySchema && part(bodySchema)
  const byLine = route.lines && part(withMost(route.body!, route.lines))
  const params = route.params && part(route.params)
  const readQuery = queryReader(route)
  return (given) => {
    const input: Part = { ...(given.params as Part) }
    if (params && !params(input)) missing(route)
    requireReadable(given.url)
    const asked = readQuery(given.query as Part)
    if (!query(asked)) refuse('query', query.errors!)
    if (!body) {
      if (given.body !== undefined && given.body !== null)
        throwApiError('VALIDATION_ERROR', 'This operation takes no body.', {
          details: [{ path: 'body', message: 'must be empty' }],
        })
      return Object.assign(input, asked)
    }
    const check = given.body instanceof Lines ? byLine! : body
    const sent = given.body instanceof Lines ? { [route.lines!.field]: given.body.rows } : given.body
    if (!check(sent)) refuse('body', check.errors!)
    return Object.assign(input, asked, sent)
  }
}

/** Lines are read one by one, so there may be more of them than an array in one text takes. */
const withMost = (body: TObject, { field, max: max }: NonNullable<Route['lines']>): TSchema => ({
  ...body,
  properties: { ...body.properties, [field]: { ...body.properties[field], maxItems: max } },
})

const part = (schema: TSchema): ValidateFunction => ajv.compile(withoutIds(schema))

/** `$id` names a schema in the document; to Ajv it would be a second registration. */
const withoutIds = (schema: TSchema): TSchema =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' || key === 'examples' ? undefined : byRow(value))))

/** What the document calls the items is, for rows, checked by the keyword. */
function byRow(value: unknown) {
  if (value === null || typeof value !== 'object' || (value as Part)['x-rows'] !== true) return value
  const { items, ...rest } = value as Part
  return { ...rest, 'x-rows': items }
}

/** A path that holds no id of ours is simply not there. */
function missing(route: Route): never {
  const last = route.path
    .match(/\{(\w+)\}/g)!
    .at(-1)!
    .slice(1, -1)
  return notFound(nounOf(last))
}
export const nounOf = (param: string) => param.replace(/Id$/, '').replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`)

/** The query parser takes a broken escape for plain text; the caller meant something else. */
function requireReadable(url: string) {
  if (!url.includes('%')) return
  try {
    decodeURIComponent(url.slice(url.indexOf('?') + 1))
  } catch {
    throwApiError('VALIDATION_ERROR', 'query is not valid percent-encoded UTF-8', {
      details: [{ path: 'query', message: 'is not valid percent-encoded UTF-8' }],
    })
  }
}

type FieldSchema = { type?: string; items?: FieldSchema }

/** Query values are text; numbers, booleans and lists are read strictly, and a value that cannot be read is left for the schema to refuse. */
function queryReader(route: Route) {
  const fields = new Map(Object.entries((route.query?.properties ?? {}) as Record<string, FieldSchema>))
  return (given: Part): Part => {
    const read: Part = {}
    for (const [name, value] of Object.entries(given)) {
      inspect(name, 'query')
      inspect(value, `query.${name}`)
      const schema = fields.get(name)
      read[name] = schema?.type === 'array' ? list(value, schema.items ?? {}) : schema ? scalar(value, schema) : value
    }
    return read
  }
}

const list = (value: unknown, item: FieldSchema) =>
  (Array.isArray(value) ? value : [value]).flatMap((text: string) => text.split(',')).map((text) => scalar(text, item))

function scalar(value: unknown, { type }: FieldSchema): unknown {
  if (typeof value !== 'string') return value
  if (type === 'integer') return /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (type === 'number') return /^-?\d{1,15}(\.\d{1,30})?$/.test(value) ? Number(value) : value
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return value
}

function detailsOf(where: string, errors: ErrorObject[]): ErrorDetail[] {
  const details = errors
    .filter((e) => e.keyword !== 'oneOf' && e.keyword !== 'anyOf' && e.keyword !== 'if')
    .slice(0, maxDetails)
    .map((e) => detail(where, e))
  return details.length ? details : errors.slice(0, 1).map((e) => detail(where, e))
}

function refuse(where: string, errors: ErrorObject[]): never {
  const shown = detailsOf(where, errors)
  const first = shown[0]!
  return throwApiError('VALIDATION_ERROR', `${first.path} ${first.message}`, { details: shown })
}

function detail(where: string, { instancePath, keyword, params, message }: ErrorObject): ErrorDetail {
  const path = where + pathOf(instancePath)
  if (keyword === 'required') return { path: `${path}.${params.missingProperty}`, message: 'is required' }
  if (keyword === 'additionalProperties')
    return { path: `${path}.${params.additionalProperty}`, message: 'is not known here' }
  if (keyword === 'enum') return { path, message: `must be one of ${(params.allowedValues as unknown[]).join(', ')}` }
  if (keyword === 'discriminator')
    return { path: `${path}.action`, message: 'is not one of the actions of this operation' }
  if (keyword === 'x-most-bytes') return { path, message: 'is larger than this field takes' }
  if (keyword === 'pattern') return { path, message: 'is not written in the form this field takes' }
  return { path, message: message ?? 'is not valid' }
}

const pathOf = (instancePath: string) => instancePath.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
