import type { Db } from '#store/open.ts'
import { assignments, raw, sql } from '#store/sql.ts'
import type { Cursor } from '#domain/integrations/definition/provider.ts'

/**
 * The position in a stream. For a provider without positions: when the current pass began, in this run or an earlier
 * one, and when the last complete one did.
 */
export type StreamState = { cursor: Cursor; startedAt?: string; completeAt?: string }

export type PullRow = {
  integration_id: string
  credential: Buffer | null
  credential_hint: string | null
  token: Buffer | null
  paused: boolean
  since: string
  cursors: Record<string, StreamState>
  reached_at: string | null
  backfilled_at: string | null
  job_id: string | null
  total: number | null
  fetched: number
  created: number
  updated: number
  deleted: number
  rejected: number
  requests: number
  last_success_at: string | null
  error_code: string | null
  error_message: string | null
  error_action: string | null
  error_at: string | null
}

const columns = raw(`integration_id, credential, credential_hint, token, paused, since, cursors, reached_at,
  backfilled_at, job_id, total, fetched, created, updated, deleted, rejected, requests, last_success_at, error_code,
  error_message, error_action, error_at`)

export const findPull = (db: Db, org: string, integration: string) =>
  db.first<PullRow>(
    sql`select ${columns} from integration_pull where org_id = ${org} and integration_id = ${integration}`,
  )

export const listPulls = (db: Db, org: string, integrations: readonly string[]) =>
  db.rows<PullRow>(
    sql`select ${columns} from integration_pull
      where org_id = ${org} and integration_id = any(${integrations}::uuid[])`,
  )

export const lockPull = (db: Db, org: string, integration: string) =>
  db.first<PullRow>(
    sql`select ${columns} from integration_pull
      where org_id = ${org} and integration_id = ${integration} for no key update`,
  )

type NewPull = { credential: Buffer; credential_hint: string | null; since: Date }

/** Sets the credential; a pull that exists keeps its position. */
export const upsertPull = (db: Db, org: string, integration: string, p: NewPull) =>
  db.run(sql`
    insert into integration_pull (org_id, integration_id, credential, credential_hint, since)
    values (${org}, ${integration}, ${p.credential}, ${p.credential_hint}, ${p.since})
    on conflict (org_id, integration_id) do update set credential = excluded.credential,
      credential_hint = excluded.credential_hint, token = null, error_code = null, error_message = null,
      error_action = null, error_at = null`)

export const updatePull = (db: Db, org: string, integration: string, changes: Record<string, unknown>) =>
  db.run(
    sql`update integration_pull set ${assignments(changes)}
      where org_id = ${org} and integration_id = ${integration}`,
  )

/** Starts from the beginning; what was fetched before is found by its external id. */
export const restartPull = (db: Db, org: string, integration: string, since: Date) =>
  db.run(sql`
    update integration_pull set since = ${since}, cursors = '{}', reached_at = null, backfilled_at = null, total = null,
      fetched = 0, created = 0, updated = 0, deleted = 0, rejected = 0, job_id = null, error_code = null,
      error_message = null, error_action = null, error_at = null
    where org_id = ${org} and integration_id = ${integration}`)

/** Makes the job the only one that may write; undefined when nothing is to be fetched. */
export const claimPull = (db: Db, org: string, integration: string, job: string) =>
  db.first<PullRow>(sql`
    update integration_pull set job_id = ${job}
    where org_id = ${org} and integration_id = ${integration} and not paused and credential is not null
    returning ${columns}`)

export type PageCounts = Pick<PullRow, 'fetched' | 'created' | 'updated' | 'deleted' | 'rejected'>
type PageResult = PageCounts & { stream: string; state: StreamState; total: number | null; reachedAt: string | null }

/** The position after a page; in the transaction that stores the page. */
export const advancePull = (db: Db, org: string, integration: string, p: PageResult) =>
  db.run(sql`
    update integration_pull set
      cursors = cursors || ${JSON.stringify({ [p.stream]: p.state })}::jsonb,
      total = coalesce(${p.total}::bigint, total), reached_at = coalesce(${p.reachedAt}::timestamptz, reached_at),
      fetched = fetched + ${p.fetched}::int, created = created + ${p.created}::int,
      updated = updated + ${p.updated}::int, deleted = deleted + ${p.deleted}::int,
      rejected = rejected + ${p.rejected}::int
    where org_id = ${org} and integration_id = ${integration}`)

export const incrementRequests = (db: Db, org: string, integration: string, count: number) =>
  db.run(sql`
    update integration_pull set requests = requests + ${count}::int
    where org_id = ${org} and integration_id = ${integration}`)

/** The history is complete once every stream has been read to its end. */
export const markBackfilled = (db: Db, org: string, integration: string) =>
  db.run(sql`
    update integration_pull set backfilled_at = now()
    where org_id = ${org} and integration_id = ${integration} and backfilled_at is null`)
