import type { EventName } from '#contract/core/event-names.ts'
import type { ReviewSources } from '#collectors/collector.ts'
import type { Embedder, Tier } from '#engine/embed/embedder.ts'
import type { ModelProvider } from '#llm/provider.ts'
import type { Outbound } from '#outbound/client.ts'
import type { Db, Store } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'
import type { MemberRole } from '#vocabulary/roles.ts'

/** The authenticated caller, by API key or session. */
export type Principal = { org: string; user: string; role: MemberRole; keyId?: string; sessionId?: string }

/** Pagination cursors: signed text bound to the organization, the route and its filters. */
export type Cursors = {
  read(cursor: string): readonly (string | number | null)[]
  write(keys: readonly (string | number | null)[]): string
}

export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** A write of the API, as a change set stores it. */
export type ProposedWrite = {
  operation: string
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/** `before` and `after`: the object that the path names, null where there is none. */
export type WriteOutcome = {
  summary: string
  status: number
  response: Record<string, unknown>
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  events: string[]
}

/** Who calls; what they may do is known once they are authorized. */
export type Caller = Omit<Principal, 'role'>

type Authorized = {
  role: MemberRole
  /** The language model, where one is configured. */
  llm: ModelProvider | null
}

/**
 * What the handler of a read receives. A read may run before its caller is authorized: its first statement asks for
 * both. So it has no means of writing, mailing or calling out, and nothing is sent to the caller until they are
 * authorized.
 */
export type ReadCtx = Caller & {
  scope: 'read' | 'write'
  /** A statement that writes waits until the caller is authorized. */
  db: Db
  cursors: Cursors
  now: Date
  settings: Settings
  /** Null where semantic search is disabled. */
  semanticSearch: SemanticSearch | null
  /** A language model is configured. */
  hasLlm: boolean
  log: Log
  /** The requested media type, of those that the route produces. */
  accept?: string
  /**
   * What is known and allowed once the caller is authorized; a statement of its own where none has asked for that yet.
   */
  authorize(): Promise<Authorized>
}

/** What the handler of a write receives: the caller is authorized, and all of it is one transaction. */
export type Ctx = ReadCtx &
  Principal &
  Authorized & {
    jobs: Jobs
    emit: Emit
    vault: Vault
    /** The change set that this write is part of: its id once it is accepted, null while it is tried. */
    changeSet?: string | null
    /** Runs another write in the transaction of this one, with the caller's rights; its events name the change set. */
    runWrite?: (write: ProposedWrite, changeSet: string | null) => Promise<WriteOutcome>
  }

/** What a handler may use before and after its transaction. */
export type OutsideDeps = { store: Store; outbound: Outbound; vault: Vault }

/**
 * Records an event in place of the one that the route declares; it is published once the transaction commits.
 * Without an `object` the event carries the response.
 */
export type Emit = (type: EventName, more?: { object?: Record<string, unknown>; previous?: object }) => void

export type SimilarInsight = { insight_id: string; feedback_id: string | null; similarity: number }

/** Finds live insights by the similarity of their embeddings; undefined where there are no vectors to compare. */
export type SemanticSearch = {
  search(db: Db, org: string, text: string, limit?: number): Promise<SimilarInsight[] | undefined>
  findSimilar(db: Db, org: string, insightIds: readonly string[], limit?: number): Promise<SimilarInsight[] | undefined>
  /** Embeds texts with the organization's active model. */
  embedder(db: Db, org: string): Promise<{ model: string; embed(texts: readonly string[]): Promise<Float32Array[]> }>
}

/** Settings of the installation that handlers may read. */
export type Settings = {
  region: 'us' | 'eu' | 'au'
  keyPrefix: string
  publicUrl: string
  /** Private networks that webhooks and integrations may reach; with one of them, https is not required either. */
  privateNetworks?: readonly string[]
  /** A mail server is configured. */
  mail?: boolean
  /** An identity provider is configured. */
  singleSignOn?: boolean
  /** The tier that analyzes new feedback; static by default. */
  embeddings?: Tier | 'auto'
}

/** `position`: where the next attempt continues; `until`: the newest feedback at the start. */
export type AnalysisRerunPayload = {
  scope: 'outdated' | 'all'
  position?: { until: string; after: string | null; done: number }
}

/** The payload of each job type. */
export type JobPayloads = {
  contact_erasure: { contact_id: string }
  csv_validation: { upload_id: string }
  csv_import: { upload_id: string }
  csv_rollback: { upload_id: string }
  competitor_research: { competitor_ids: string[]; reviews_per_source: number }
  competitor_checkin: { competitor_ids: string[]; reviews_per_source: number; checkin_id: string }
  integration_sync: { integration_id: string }
  integration_removal: { integration_id: string; source: string }
  feedback_analysis: { feedback_ids: string[] }
  subtheme_synthesis: { review?: boolean }
  vector_refresh: Record<string, never>
  backlog_refresh: Record<string, never>
  language_model_review: Record<string, never>
  language_model_grouping: Record<string, never>
  theme_backfill: { theme_id: string }
  segment_evaluation: { segment_id: string | null }
  analysis_rerun: AnalysisRerunPayload
}

export type Jobs = {
  /** Part of the request's transaction; returns the job id. */
  enqueue<K extends keyof JobPayloads>(
    type: K,
    payload: JobPayloads[K],
    more?: { resource?: { type: string; id: string }; total?: number },
  ): Promise<string>
}

/** What a job receives besides its payload. */
export type JobRun = {
  org: string
  id: string
  /** The user who started it. */
  user: string | null
  /** For reads; writes go through `write` or the job's final transaction. */
  db: Db
  /** A transaction that fails unless this is the newest attempt and the job was not cancelled. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>
  progress(now: { stage?: string; done?: number; total?: number }): Promise<void>
  /** Enqueues a job within the given transaction; returns its id. */
  enqueue<K extends keyof JobPayloads>(db: Db, type: K, payload: JobPayloads[K]): Promise<string>
  /** The best available text embedder, or the static one; loaded on first use. */
  embedder(tier?: 'static'): Promise<Embedder>
  /** With more pending feedback than this, an organization's backlog is embedded with the static model first. */
  bulkAnalysisThreshold: number
  /** Runs CPU-heavy work; yields to requests while there are any. */
  runThrottled<T>(work: () => Promise<T>): Promise<T>
  /** The language model, where one is configured; results must be complete without it. */
  llm: ModelProvider | null
  /** The HTTP client for every outgoing request. */
  outbound: Outbound
  /** Opens the stored credentials of integrations. */
  vault: Vault
  /** Sources of competitor reviews. */
  reviewSources: ReviewSources
  /** Aborted when the job is cancelled, superseded by another attempt, or the worker stops. */
  signal: AbortSignal
  log: Log
}

/** Records, in the same transaction, what an import batch creates and changes, for its rollback. */
export type ChangeLog = {
  created(kind: string, ids: readonly string[]): Promise<void>
  changing(kind: string, ids: readonly string[]): Promise<void>
}
