import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import type { EventName } from '#contract/resources/events.ts'

export type Feature = 'competitors' | 'subthemes' | 'segments'
export type Scope = 'read' | 'write'
export type RateClass = 'read' | 'write' | 'bulk' | 'heavy'

/** One promise of the API, as data. Everything else is derived from it. */
export type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/${string}`
  summary: string
  description?: string
  result: TSchema
  status?: 200 | 201 | 202
  /** The other way it can go well: an upsert that found what it was given creates nothing, work that nobody asked for is not waited for. */
  also?: 200 | 201
  params?: TObject
  query?: TObject
  body?: TObject
  /** One body per named action; the request says which in `action`. */
  actions?: Record<string, TObject>
  feature?: Feature
  /** Only organization admins. */
  admin?: true
  /** Needs an Idempotency-Key; every other write accepts one. */
  idempotent?: true
  /** Its answer holds a secret: what is kept of it for a replay is sealed. */
  secret?: true
  /** What others are told when it went well; a route with actions says it for each. What depends on the outcome is said by the handler. */
  event?: EventName | Readonly<Record<string, EventName>>
  /** The odd error that nothing above implies. */
  errors?: readonly ErrorCode[]
  /** `app`: only the signed-in web app, not the public API. */
  audience?: 'app'
  /** Needs nobody signed in: setup, invitations. */
  open?: true
  rate?: RateClass
  bodyLimit?: number
  /** The rows of this field may also come as NDJSON, one to a line. */
  lines?: { field: string; max: number }
  /** The body may also come as a form with a file: the file's name and its bytes, in base64, go into these fields. */
  upload?: { part: string; name: string; bytes: string; maxBytes: number }
  /** Besides JSON it can answer with a file of these media types. */
  files?: readonly string[]
}

export type Routes = Record<string, Route>

/** Keeps the literal types of an inventory file. */
export const routes = <const T extends Routes>(table: T): T => table

export const scopeOf = (route: Route): Scope => (route.method === 'GET' ? 'read' : 'write')
export const rateOf = (route: Route): RateClass => route.rate ?? scopeOf(route)
export const statusesOf = (route: Route): number[] => [route.status ?? 200, ...(route.also ? [route.also] : [])]
export const isPublic = (route: Route) => route.audience !== 'app'

/** The request body of a route: as declared, or one of its actions. */
export function bodyOf(route: Route): TSchema | undefined {
  if (!route.actions) return route.body
  const variants = Object.entries(route.actions).map(([name, action]) => ({
    ...action,
    properties: { action: { type: 'string', const: name }, ...action.properties },
    required: ['action', ...(action.required ?? [])],
  }))
  return {
    type: 'object',
    required: ['action'],
    discriminator: { propertyName: 'action' },
    oneOf: variants,
  } as unknown as TSchema
}

const idempotency = {
  type: 'object',
  properties: {
    key: { type: 'string', examples: ['create-theme-1'] },
    replayed: { type: 'boolean', examples: [false] },
  },
  required: ['key', 'replayed'],
  additionalProperties: false,
}

type ObjectSchema = { $id?: string; properties?: Record<string, unknown>; required?: string[] }

/** The answer of a route: as declared, and what an Idempotency-Key adds to it. */
export function resultOf(route: Route): TSchema {
  if (route.method === 'GET') return route.result
  const declared = route.result as ObjectSchema
  return {
    ...declared,
    ...(declared.$id && { $id: `${declared.$id}Written` }),
    properties: { ...declared.properties, idempotency },
    required: [...(declared.required ?? []), ...(route.idempotent ? ['idempotency'] : [])],
  } as unknown as TSchema
}

/** The errors a route can give follow from what it declares; none is listed by hand but the odd one. */
export function errorsOf(route: Route): ErrorCode[] {
  const write = route.method !== 'GET'
  return [
    'UNAUTHORIZED',
    'INVALID_API_KEY',
    'API_DISABLED',
    'MEMBERSHIP_REVOKED',
    'ROLE_NOT_ALLOWED',
    'SCOPE_NOT_ALLOWED',
    'RATE_LIMITED',
    ...(route.feature && route.feature !== 'subthemes' ? (['FEATURE_NOT_AVAILABLE'] as const) : []),
    'VALIDATION_ERROR',
    'BAD_REQUEST',
    ...(hasCursor(route) ? (['INVALID_CURSOR'] as const) : []),
    ...(route.params ? (['NOT_FOUND'] as const) : []),
    ...(write
      ? (['IDEMPOTENCY_KEY_INVALID', 'IDEMPOTENCY_CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)
      : []),
    ...(route.idempotent ? (['IDEMPOTENCY_KEY_REQUIRED'] as const) : []),
    ...(route.errors ?? []),
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ]
}

export const hasCursor = (route: Route) => route.query !== undefined && 'cursor' in route.query.properties

type Of<R, K extends string> = R extends Record<K, infer S extends TSchema> ? Static<S> : unknown
type Actions<R> = R extends { actions: infer A extends Record<string, TObject> }
  ? { [K in keyof A]: { action: K } & Static<A[K]> }[keyof A]
  : unknown
export type Input<R> = Of<R, 'params'> & Of<R, 'query'> & Of<R, 'body'> & Actions<R>

type Filled<P> = { [K in keyof P]: P[K] extends { default: unknown } ? K : never }[keyof P]
type Given<R, K extends string> =
  R extends Record<K, infer S extends TSchema>
    ? S extends TObject<infer P>
      ? Omit<Static<S>, Filled<P>> & Partial<Pick<Static<S>, Filled<P> & keyof Static<S>>>
      : Static<S>
    : unknown
type GivenActions<R> = R extends { actions: infer A extends Record<string, TObject> }
  ? { [K in keyof A]: { action: K } & Given<{ body: A[K] }, 'body'> }[keyof A]
  : unknown
/** What a caller has to give: as Input, less the fields that have a default. */
export type Asked<R> = Given<R, 'params'> & Given<R, 'query'> & Given<R, 'body'> & GivenActions<R>

type WithIdempotency<R extends Route> = R['method'] extends 'GET'
  ? unknown
  : { idempotency?: { key: string; replayed: boolean } }
export type Output<R extends Route> = Static<R['result']>
/** What a caller gets back. */
export type Answer<R extends Route> = Output<R> & WithIdempotency<R>

declare const shape: unique symbol
/** JSON text that the store already built in the declared shape, so that it is sent as it stands. */
export type Json<T> = { json: string; [shape]?: T }
export const json = <T>(text: string): Json<T> => ({ json: text })

/** An answer with the other status that the route declares. */
export class Answered<T> {
  readonly status: number
  readonly body: T | Json<T>
  constructor(status: number, body: T | Json<T>) {
    this.status = status
    this.body = body
  }
}
export const answer = <T>(status: 200 | 201, body: T | Json<T>) => new Answered<T>(status, body)

/** An answer to keep as a file, in one of the media types that the route declares. */
export class FileAnswer {
  readonly type: string
  readonly name: string
  readonly text: string | AsyncIterable<string>
  constructor(type: string, name: string, text: string | AsyncIterable<string>) {
    this.type = type
    this.name = name
    this.text = text
  }
}

export type Handler<R extends Route, Ctx> = (
  ctx: Ctx,
  input: Input<R>,
) => Promise<Output<R> | Json<Output<R>> | Answered<Output<R>> | FileAnswer>
/** A handler with work to do on its input before its transaction begins; what that comes to is in `ctx.prepared`. */
export const prepared = <H extends (ctx: never, input: never) => unknown>(
  before: (input: Parameters<H>[1]) => Promise<unknown>,
  handler: H,
): H => Object.assign(handler, { before })

/** A handler whose answer is completed once its transaction has committed, whether it ran now or its answer is replayed. */
export const completed = <H extends (ctx: never, input: never) => Promise<object>, Shop>(
  handler: H,
  after: (shop: Shop, org: string, answer: Awaited<ReturnType<H>>) => Promise<object>,
): H => Object.assign(handler, { after })

export type Handlers<T extends Routes, Ctx> = {
  [K in keyof T]: T[K] extends { actions: infer A extends Record<string, TObject> }
    ? { [N in keyof A]: (ctx: Ctx, input: Static<A[N]>) => Promise<Output<T[K]>> }
    : Handler<T[K], Ctx>
}
