import type { Mapping } from './mapping/field-mapping.ts'

/* What a folder of providers/ exports to be checked: a server that behaves as the provider's documentation says. */

/** One item at the provider; its latest text is what must arrive. */
export type LocalItem = {
  n: number
  id: string
  text: string
  createdAt: number
  updatedAt: number
  isDeleted: boolean
}

export type LocalWorld = {
  items: LocalItem[]
  now: number
  /** Raised once: positions given out before are refused, where the provider has such positions. */
  generation: number
  /** The token that is valid now, where tokens expire. */
  tokenNumber: number
  baseUrl: string
}

export type LocalRequest = {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  body: string
}
/** An object is sent as JSON, text as it is. */
export type LocalAnswer = { status: number; headers?: Readonly<Record<string, string>>; body: unknown }

export type ExpectedRecord = {
  type: 'feedback' | 'support_ticket' | 'nps_response' | 'interview'
  external_id: string
}

/** A server that is running; `url` becomes `config.base_url`. */
export type LocalListener = { url: string; close(): Promise<void> }

export type LocalServer = {
  config: Readonly<Record<string, unknown>>
  credential: Readonly<Record<string, string>>
  /** By default every value of the credential with something appended. */
  wrongCredential?: Readonly<Record<string, string>>
  mapping?: Mapping
  answer(request: LocalRequest, world: LocalWorld): LocalAnswer
  /** For a protocol other than HTTP, instead of `answer`; `nextFault` is asked once for each page. */
  listen?(world: LocalWorld, nextFault: () => LocalAnswer | 'drop' | undefined): Promise<LocalListener>
  expected(item: LocalItem): ExpectedRecord
  /** The answer to too many requests; by default 429 with Retry-After. */
  tooMany?(seconds: number, world: LocalWorld): LocalAnswer
  /** The limit that a request counts for. */
  limitOf?(request: LocalRequest): string
  /** False where the API does not report changes; they are then not expected to arrive. */
  reportsEdits?: boolean
  reportsDeletions?: boolean
  /** Whether positions are refused after `generation` was raised. */
  expiresPositions?: boolean
  /** Whether tokens expire; `tokenNumber` is raised once. */
  expiresTokens?: boolean
  /** How far back the API goes. */
  historyDays?: number
  pageSize?: number
  /** Where the API gives out only so many items. */
  maxItems?: number
  /** Where a pass has few pages. */
  maxKills?: number
}

export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): LocalAnswer => ({
  status,
  headers,
  body,
})

export const iso = (time: number) => new Date(time).toISOString()
export const byUpdate = (a: LocalItem, b: LocalItem) => a.updatedAt - b.updatedAt || a.n - b.n
export const parameter = ({ url }: LocalRequest, name: string) => url.searchParams.get(name) ?? undefined
