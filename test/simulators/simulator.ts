import type { FieldMapping } from '#domain/integrations/mapping/field-mapping.ts'

/* What a folder of providers/ exports to be checked: a server that behaves as the provider's documentation says. */

/** One item at the provider; its latest text is what must arrive. */
export type SimulatedItem = {
  n: number
  id: string
  text: string
  createdAt: number
  updatedAt: number
  isDeleted: boolean
}

export type SimulatedWorld = {
  items: SimulatedItem[]
  now: number
  /** Raised once: positions given out before are refused, where the provider has such positions. */
  generation: number
  /** The token that is valid now, where tokens expire. */
  tokenNumber: number
  baseUrl: string
}

export type SimulatedRequest = {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  body: string
}
/** An object is sent as JSON, text as it is. */
export type SimulatedAnswer = { status: number; headers?: Readonly<Record<string, string>>; body: unknown }

export type ExpectedRecord = {
  type: 'feedback' | 'support_ticket' | 'nps_response' | 'interview'
  external_id: string
}

/** A server that is running; `url` becomes `config.base_url`. */
export type SimulatorListener = { url: string; close(): Promise<void> }

export type Simulator = {
  config: Readonly<Record<string, unknown>>
  credential: Readonly<Record<string, string>>
  /** By default every value of the credential with something appended. */
  wrongCredential?: Readonly<Record<string, string>>
  mapping?: FieldMapping
  answer(request: SimulatedRequest, world: SimulatedWorld): SimulatedAnswer
  /** For a protocol other than HTTP, instead of `answer`; `nextFault` is asked once for each page. */
  listen?(world: SimulatedWorld, nextFault: () => SimulatedAnswer | 'drop' | undefined): Promise<SimulatorListener>
  expected(item: SimulatedItem): ExpectedRecord
  /** The answer to too many requests; by default 429 with Retry-After. */
  tooMany?(seconds: number, world: SimulatedWorld): SimulatedAnswer
  /** The limit that a request counts for. */
  limitOf?(request: SimulatedRequest): string
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

export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): SimulatedAnswer => ({
  status,
  headers,
  body,
})

export const iso = (time: number) => new Date(time).toISOString()
export const byUpdate = (a: SimulatedItem, b: SimulatedItem) => a.updatedAt - b.updatedAt || a.n - b.n
export const parameter = ({ url }: SimulatedRequest, name: string) => url.searchParams.get(name) ?? undefined
