import type { EventName } from '#contract/resources/events.ts'
import type { ReviewSources } from '#collectors/collector.ts'
import type { Embedder } from '#engine/embed/embedder.ts'
import type { Provider } from '#llm/provider.ts'
import type { Outbound } from '#outbound/client.ts'
import type { Db } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'

export type Role = 'admin' | 'member'

/** Who acts, whichever door they came through. */
export type Principal = { org: string; user: string; role: Role; keyId?: string; sessionId?: string }

/** A place in a list, as signed text bound to the organization, the route and its filters. */
export type Cursors = {
  read(cursor: string): readonly (string | number | null)[]
  write(keys: readonly (string | number | null)[]): string
}

export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** All that a use case is handed. */
export type Ctx = Principal & {
  scope: 'read' | 'write'
  db: Db
  cursors: Cursors
  jobs: Jobs
  emit: Emit
  vault: Vault
  now: Date
  settings: Settings
  log: Log
  /** Of the files that the route can answer with, the media type that the caller asked for. */
  wants?: string
  /** What the handler's own preparation came to, done before the transaction began. */
  prepared?: unknown
}

/**
 * Says what happened, in place of the event that the route declares; it is told once the transaction commits.
 * Without an object of its own it is about what the answer shows.
 */
export type Emit = (type: EventName, more?: { object?: Record<string, unknown>; previous?: object }) => void

/** What a use case may know of the installation it runs in. */
export type Settings = {
  region: 'us' | 'eu' | 'au'
  keyPrefix: string
  publicUrl: string
  /** The operator lets messages go into private networks, where there may be no https. */
  insecureTargets?: boolean
  /** Letters can be sent. */
  mail?: boolean
  /** People can sign in through an identity provider. */
  singleSignOn?: boolean
}

/** What each kind of background work is told; a kind that is not here cannot be asked for. */
export type JobPayloads = {
  contact_erasure: { contact_id: string }
  csv_validation: { upload_id: string }
  csv_import: { upload_id: string }
  csv_rollback: { upload_id: string }
  competitor_research: { competitor_ids: string[]; reviews_per_source: number }
  competitor_checkin: { competitor_ids: string[]; reviews_per_source: number; checkin_id: string }
  integration_sync: { integration_id: string }
  feedback_analysis: { feedback_ids: string[] }
  subtheme_synthesis: { review?: boolean }
  vector_refresh: Record<string, never>
  backlog_refresh: Record<string, never>
  theme_backfill: { theme_id: string }
  segment_evaluation: { segment_id: string | null }
}

export type Jobs = {
  /** Takes effect with the request's transaction; the answer is the id of the job. */
  enqueue<K extends keyof JobPayloads>(
    type: K,
    payload: JobPayloads[K],
    more?: { resource?: { type: string; id: string }; total?: number },
  ): Promise<string>
}

/** What background work is handed besides its payload. */
export type JobRun = {
  org: string
  id: string
  /** Who asked for it. */
  user: string | null
  /** For reading; what is written goes through `write` or is left to the end. */
  db: Db
  /** One transaction that only the newest attempt of a job that was not cancelled gets. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>
  progress(now: { stage?: string; done?: number; total?: number }): Promise<void>
  /** Asks for more work, with the transaction that is given; the answer is the id of the job. */
  enqueue<K extends keyof JobPayloads>(db: Db, type: K, payload: JobPayloads[K]): Promise<string>
  /** What turns texts into vectors, the best there is here or the token table; opened when first asked for. */
  embedder(tier?: 'static'): Promise<Embedder>
  /** When more than this wait in an organization, they are read with the token table first. */
  bulkAbove: number
  /** A piece of work that keeps a processor busy: it makes way for requests where there are any. */
  piece<T>(work: () => Promise<T>): Promise<T>
  /** A language model, where one is configured; it may only improve on what is there. */
  llm: Provider | null
  /** The way to other servers. */
  outbound: Outbound
  /** Where reviews of competitors are looked for. */
  reviewSources: ReviewSources
  /** Aborted when going on is pointless: cancelled, taken over, or the worker stops. */
  signal: AbortSignal
  log: Log
}

/** Told in the same transaction what a batch makes and is about to change, so that it can be taken back. */
export type Journal = {
  created(kind: string, ids: readonly string[]): Promise<void>
  changing(kind: string, ids: readonly string[]): Promise<void>
}
