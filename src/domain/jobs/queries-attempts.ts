import type { JobType } from '#contract/resources/jobs.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'
import type { Resource } from './queries.ts'

/* One run of a job. The attempt number is a fencing token: a late worker has an old number and changes nothing. */

export type Attempt = { org: string; id: string; number: number }
type ClaimedJob = {
  attempts: number
  type: JobType
  payload: Record<string, unknown>
  created_by: string | null
}

/** Starts the next attempt; no row when the job has finished or the queue message is from before the last failure. */
export const claimJob = (db: Db, org: string, id: string, failures: number) =>
  db.first<ClaimedJob>(sql`
    update job set status = 'running', attempts = attempts + 1, started_at = coalesce(started_at, (select now())),
      updated_at = now()
    where org_id = ${org} and id = ${id} and failures = ${failures} and status in ('queued', 'running')
    returning attempts, type, payload, created_by`)

/** Locks the job for this transaction; no row when a newer attempt took over or the job was cancelled. */
export const lockAttempt = ({ org, id, number }: Attempt): Sql => sql`
  select 1 from job where org_id = ${org} and id = ${id} and attempts = ${number}
    and status = 'running' for no key update`

export const isCurrentAttempt = async (db: Db, { org, id, number }: Attempt) =>
  (await db.first(
    sql`select 1 from job where org_id = ${org} and id = ${id} and attempts = ${number} and status = 'running'`,
  )) !== undefined

type Progress = { stage?: string; done?: number; total?: number }

export const updateProgress = (db: Db, { org, id, number }: Attempt, { stage, done, total }: Progress) =>
  db.run(sql`
    update job set stage = coalesce(${stage ?? null}, stage), done = coalesce(${done ?? null}, done),
      total = coalesce(${total ?? null}, total), updated_at = now()
    where org_id = ${org} and id = ${id} and attempts = ${number} and status = 'running'`)

/** Stores where the next attempt continues. The transaction must hold the attempt. */
export const updatePayload = (db: Db, org: string, id: string, change: object) =>
  db.run(sql`
    update job set payload = payload || ${JSON.stringify(change)}::jsonb, updated_at = now()
    where org_id = ${org} and id = ${id}`)

/** The transaction must hold the attempt. */
export const completeJob = (db: Db, { org, id }: Attempt, resource: Resource | undefined) =>
  db.run(sql`
    update job set status = 'ready', finished_at = now(), updated_at = now(), error_code = null, error_message = null,
      done = coalesce(total, done),
      resource_type = coalesce(${resource?.type ?? null}, resource_type),
      resource_id = coalesce(${resource?.id ?? null}::uuid, resource_id)
    where org_id = ${org} and id = ${id}`)

export type JobFailure = { code: string; message: string }

/** The attempt must be locked. Returns the number of failures so far, with `failed` one more. */
export const requeueJob = async (
  db: Db,
  { org, id }: Attempt,
  { code, message, failed }: JobFailure & { failed: boolean },
) =>
  (await db.first<{ failures: number }>(sql`
    update job set status = 'queued', failures = failures + ${failed ? 1 : 0}::integer, error_code = ${code},
      error_message = ${message}, updated_at = now()
    where org_id = ${org} and id = ${id} returning failures`))!.failures

/** The transaction must hold the attempt. */
export const failJob = (db: Db, { org, id }: Attempt, { code, message }: JobFailure) =>
  db.run(sql`
    update job set status = 'failed', finished_at = now(), error_code = ${code}, error_message = ${message},
      updated_at = now()
    where org_id = ${org} and id = ${id}`)
