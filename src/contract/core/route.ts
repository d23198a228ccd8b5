import type { Static, TObject, TSchema } from 'typebox'
import type { Deprecation } from './deprecation.ts'
import type { CompleteEffects, RouteEffect } from './effects.ts'
import type { ErrorCode } from './errors.ts'
import type { EventName } from './event-names.ts'
import type { Event } from './event.ts'

export type Feature = 'competitors' | 'subthemes' | 'segments'
export type Scope = 'read' | 'write'
export type RateClass = 'read' | 'write' | 'bulk' | 'heavy'

/** `changes`: with the fields before and after. `ids`: without, for what holds data of customers. */
export type AuditRule = 'changes' | 'ids'

/** One operation of the API as data; everything else is derived from it. */
export type Route = RouteEffect & {
  path: `/${string}`
  summary: string
  description?: string
  result: TSchema
  status?: 200 | 201 | 202
  /** Another success status: an upsert that updates, or work that is done at once instead of queued. */
  alternateStatus?: 200 | 201
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
  /** The response contains a secret, so it is stored encrypted for replay. */
  secret?: true
  /** The event it emits on success, per action if there are several; handlers emit those that depend on the outcome. */
  event?: EventName | Readonly<Record<string, EventName>>
  /** Changes nothing although it is no GET, so it leaves no audit entry. */
  readOnly?: true
  /** Sends something to another service, or fetches from it. */
  external?: true
  /** How the audit log records it, where that does not follow from the other fields (`auditOf`). */
  audit?: AuditRule | false
  /** The operation that reads what it changes, where that does not follow from the path. */
  auditRead?: string
  /**
   * A report or an export that tolerates data of a second ago: a read replica may answer it, where there is one. The
   * caller is authorized by the primary.
   */
  replica?: true
  /** Why `dry_run` is refused: its effect lies outside of the transaction. All other writes can be dry-run. */
  noDryRun?: string
  /** Cannot be part of a change set. */
  noChangeSet?: true
  /** The name by which assistants know it, where the one derived from its id says less. */
  tool?: string
  /** Errors that do not follow from the other fields. */
  errors?: readonly ErrorCode[]
  /** `app`: only the signed-in web app, not the public API. */
  audience?: 'app'
  /** Works without authentication: setup, invitations. */
  anonymous?: true
  rate?: RateClass
  bodyLimit?: number
  /** The rows of this field may also be sent as NDJSON. */
  ndjson?: { field: string; max: number }
  /** The body may also be sent as a multipart form; two fields get the name and a digest of the file. */
  upload?: { part: string; name: string; bytes: string; maxBytes: number }
  /** Media types of files that it can return instead of JSON. */
  produces?: readonly string[]
  /** Responses then have the headers Deprecation and Sunset. */
  deprecated?: Deprecation
}

export type Routes = Record<string, Route>

/** Keeps the literal types of an inventory file. */
export const defineRoutes = <const T extends Routes>(table: T & CompleteEffects<T>): T => table

export const scopeOf = (route: Route): Scope => (route.method === 'GET' ? 'read' : 'write')
export const rateOf = (route: Route): RateClass => route.rate ?? scopeOf(route)
export const statusesOf = (route: Route): number[] => [
  route.status ?? 200,
  ...(route.alternateStatus ? [route.alternateStatus] : []),
]

export const isPublic = (route: Route) => route.audience !== 'app'
export const canDryRun = (route: Route) => route.method !== 'GET' && route.noDryRun === undefined

/** The request body of a route: as declared, or one of its actions. */
export function bodyOf(route: Route): TSchema | undefined {
  if (!route.actions) return route.body
  const variants = Object.entries(route.actions).map(([name, action]) => ({
    ...action,
    properties: {
      action: { type: 'string', const: name, description: 'Which of the actions to carry out.' },
      ...action.properties,
    },
    required: ['action', ...(action.required ?? [])],
  }))
  return {
    type: 'object',
    required: ['action'],
    discriminator: { propertyName: 'action' },
    oneOf: variants,
  } as unknown as TSchema
}

/** The errors of a route, derived from what it declares. */
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

type PartOf<R, K extends string> = R extends Record<K, infer S extends TSchema> ? Static<S> : unknown
type Actions<R> = R extends { actions: infer A extends Record<string, TObject> }
  ? { [K in keyof A]: { action: K } & Static<A[K]> }[keyof A]
  : unknown
export type Input<R> = PartOf<R, 'params'> & PartOf<R, 'query'> & PartOf<R, 'body'> & Actions<R>

type DefaultedKeys<P> = { [K in keyof P]: P[K] extends { default: unknown } ? K : never }[keyof P]
type CallerPart<R, K extends string> =
  R extends Record<K, infer S extends TSchema>
    ? S extends TObject<infer P>
      ? Omit<Static<S>, DefaultedKeys<P>> & Partial<Pick<Static<S>, DefaultedKeys<P> & keyof Static<S>>>
      : Static<S>
    : unknown
type CallerActions<R> = R extends { actions: infer A extends Record<string, TObject> }
  ? { [K in keyof A]: { action: K } & CallerPart<{ body: A[K] }, 'body'> }[keyof A]
  : unknown
/** The input as a caller sends it: fields with a default are optional. */
export type CallInput<R> = CallerPart<R, 'params'> & CallerPart<R, 'query'> & CallerPart<R, 'body'> & CallerActions<R>

/** What a write adds to its result. */
type WriteFields<R extends Route> = R['method'] extends 'GET'
  ? unknown
  : {
      idempotency?: { key: string; replayed: boolean }
      dry_run?: true
      dry_run_events?: Static<typeof Event>[]
    }
export type Output<R extends Route> = Static<R['result']>
/** The response as a caller receives it. */
export type ResponseBody<R extends Route> = Output<R> & WriteFields<R>

/** The bytes of a file that was sent in a form, beside the fields of the body. */
export const fileBytes = Symbol('fileBytes')

declare const shape: unique symbol
/** JSON text in the declared shape, built by PostgreSQL and sent unchanged. */
export type Json<T> = { json: string; [shape]?: T }
export const rawJson = <T>(text: string): Json<T> => ({ json: text })

/** A response with the alternate status of the route. */
export class StatusResponse<T> {
  readonly status: number
  readonly body: T | Json<T>
  constructor(status: number, body: T | Json<T>) {
    this.status = status
    this.body = body
  }
}
export const withStatus = <T>(status: 200 | 201, body: T | Json<T>) => new StatusResponse<T>(status, body)

/** A file in one of the media types that the route produces. */
export class FileResponse {
  readonly type: string
  readonly name: string
  readonly text: string | AsyncIterable<string>
  constructor(type: string, name: string, text: string | AsyncIterable<string>) {
    this.type = type
    this.name = name
    this.text = text
  }
}
