import type { Static } from 'typebox'
import type { ProviderInfo } from '#contract/resources/integration-provider-shapes.ts'
import type { Outbound } from '#outbound/client.ts'
import type { IntegrationConfig } from '#domain/integrations/config.ts'
import type { FieldMapping } from '#domain/integrations/mapping/field-mapping.ts'
import type { ReadResult } from '#domain/integrations/mapping/records.ts'
import type { JsonObject } from '#domain/integrations/mapping/sanitize.ts'
import type { VerifyInput, SignatureVerdict } from './signature.ts'

/* What a folder of providers/ exports: everything that is known about one provider. */

type Info = Static<typeof ProviderInfo>

export type WebhookSource = { source: string; config: IntegrationConfig; mapping: FieldMapping | null }

export type WebhookDefinition = Pick<Info, 'events' | 'sample_payload'> & {
  verification: NonNullable<Info['verification']>
  verify(input: VerifyInput): SignatureVerdict
  /** A delivery is a list of events, which `read` gets as `{ events }`. */
  sendsLists?: boolean
  /** `key` names the delivery, for records that have no id of their own. */
  read(payload: JsonObject, from: WebhookSource, key: string): ReadResult
  /** When the payload was sent, where the body says so, in milliseconds; null when it must say so and does not. */
  sentAt?(payload: unknown): number | null | undefined
  deliveryId?(payload: unknown): string | undefined
}

/** The settings of one integration, as its streams see them. */
export type PullContext = {
  config: IntegrationConfig
  credential: Readonly<Record<string, string>>
  /** The access token that was obtained with the credential, where the provider has such tokens. */
  token: string | undefined
  source: string
  mapping: FieldMapping | null
  baseUrl: string
  /** Items older than this are not wanted. */
  since: Date
  now: Date
  pageSize: number
}

export type PullRequest = {
  /** Absolute, or a path below the base URL. */
  url: string
  method?: 'GET' | 'POST'
  /** An object is sent as JSON. */
  body?: string | object
  headers?: Readonly<Record<string, string>>
  /** The rate limit it counts for; `default` when absent. */
  limit?: string
}
export type PullAnswer = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
  /** The parsed body; undefined when it is not JSON. */
  json: unknown
}

/** A position in a stream; stored as JSON. */
export type Cursor = Readonly<Record<string, string | number | boolean | null | undefined>>

export type PullPage = {
  items: readonly unknown[]
  /** Where the next request continues, in this run or the next one. */
  next: Cursor
  /** False when the stream has nothing newer. */
  more: boolean
  /** How many items there are in all, where the provider says so. */
  total?: number | undefined
  /** The time of the page's last item, for progress. */
  reachedAt?: string | undefined
}

type StreamItems = {
  name: string
  /** The position from which everything since `ctx.since` is read. */
  start(ctx: PullContext): Cursor
  /** Further requests that an item needs, for example for its comments. */
  details?(item: unknown, ctx: PullContext): readonly PullRequest[]
  read(item: unknown, details: readonly PullAnswer[], ctx: PullContext): ReadResult
}

/** One list of a provider, read page by page. */
export type PullStream = StreamItems & {
  request(cursor: Cursor, ctx: PullContext): PullRequest
  page(answer: PullAnswer, cursor: Cursor, ctx: PullContext): PullPage
}

/** A list of a protocol other than HTTP. Throws a PullError, or an OutboundError for another attempt. */
export type OwnProtocolStream = StreamItems & {
  readPage(cursor: Cursor, ctx: PullContext, outbound: Outbound, signal?: AbortSignal): Promise<PullPage>
}

export type AnyStream = PullStream | OwnProtocolStream

export type RateLimit = { requests: number; seconds: number }
export type AccessToken = { token: string; expiresAt: number | null; refreshToken?: string }
/** Why a pull failed: `message` says what happened, `action` what to do about it. */
export type PullFailure = { code: string; message: string; action: string; retryAt?: number }

export type PullDefinition = {
  baseUrl(config: IntegrationConfig): string
  headers(ctx: PullContext): Readonly<Record<string, string>>
  /** Obtains an access token with the credential, or with the refresh token of the one before. */
  token?: {
    request(ctx: PullContext, previous: AccessToken | null): PullRequest
    read(answer: PullAnswer, now: number): AccessToken | undefined
  }
  /** As documented by the provider; `default` is for requests that name no other. */
  limits: { default: RateLimit } & Record<string, RateLimit>
  pageSize: number
  streams(config: IntegrationConfig): readonly AnyStream[]
  /** The provider no longer accepts this position; the stream is read again from the last complete run. */
  isCursorExpired?(answer: PullAnswer): boolean
  /** An error status that means that nothing was found; `page` gets it. */
  isEmpty?(answer: PullAnswer): boolean
  /** For providers that report errors with status 200 or that have codes of their own. */
  failure?(answer: PullAnswer, now: number): PullFailure | undefined
  /** How long to wait after a refusal for too many requests, where Retry-After is not used. */
  retryAfterMs?(answer: PullAnswer, now: number): number | undefined
  /** Where this has not been tried with the real service, or what its API does not offer. */
  notes: readonly string[]
}

export type ProviderDefinition = Pick<Info, 'name' | 'category' | 'records' | 'description' | 'fields'> & {
  /** Order in the gallery; lower comes first. */
  rank: number
  documentation: string
  steps: Info['steps']
  credential: Info['credential']
  /** From simple-icons; null where it has none. */
  logo: Info['logo']
  webhook?: WebhookDefinition
  pull?: PullDefinition
}

export const defineProvider = (definition: ProviderDefinition): ProviderDefinition => definition
