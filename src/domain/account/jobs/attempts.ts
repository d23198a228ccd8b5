import type { JobType } from '#contract/resources/jobs.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'
import type { Resource } from './queries.ts'

/* One start of a job's work. Its number is the fence: whoever comes back late holds an old one and changes nothing. */

export type Attempt = { org: string; id: string; number: number }
export type Claimed = { attempts: number; type: JobType; payload: Record<string, unknown>; created_by: string | null }

/** Starts the next attempt; no row when the job has ended, or when its failures were counted on since the ticket was written. */
export const claim = (db: Db, org: string, id: string, failures: number) =>
  db.first<Claimed>(sql`
    update job set status = 'running', attempts = attempts + 1, started_at = coalesce(started_at, now()), updated_at = now()
    where org_id = ${org} and id = ${id} and failures = ${failures} and status in ('queued', 'running')
    returning attempts, type, payload, created_by`)

/** A row, and nobody else can take over until the transaction ends; none when somebody has, or the job was cancelled. */
export const hold = ({ org, id, number }: Attempt): Sql => sql`
  select 1 from job where org_id = ${org} and id = ${id} and attempts = ${number} and status = 'running' for no key update`

export const isCurrent = async (db: Db, { org, id, number }: Attempt) =>
  (await db.first(
    sql`select 1 from job where org_id = ${org} and id = ${id} and attempts = ${number} and status = 'running'`,
  )) !== undefined

export type Progress = { stage?: string; done?: number; total?: number }

export const noteProgress = (db: Db, { org, id, number }: Attempt, { stage, done, total }: Progress) =>
  db.run(sql`
    update job set stage = coalesce(${stage ?? null}, stage), done = coalesce(${done ?? null}, done), total = coalesce(${total ?? null}, total), updated_at = now()
    where org_id = ${org} and id = ${id} and attempts = ${number} and status = 'running'`)

/** The transaction must hold the attempt. */
export const finish = (db: Db, { org, id }: Attempt, resource: Resource | undefined) =>
  db.run(sql`
    update job set status = 'ready', finished_at = now(), updated_at = now(), error_code = null, error_message = null, done = coalesce(total, done),
      resource_type = coalesce(${resource?.type ?? null}, resource_type), resource_id = coalesce(${resource?.id ?? null}::uuid, resource_id)
    where org_id = ${org} and id = ${id}`)

export type Failure = { code: string; message: string }

/** The transaction must hold the attempt. Waits for its next try and says meanwhile why. */
export const putBack = async (db: Db, { org, id }: Attempt, { code, message }: Failure) =>
  (await db.first<{ failures: number }>(sql`
    update job set status = 'queued', failures = failures + 1, error_code = ${code}, error_message = ${message}, updated_at = now()
    where org_id = ${org} and id = ${id} returning failures`))!.failures

/** The transaction must hold the attempt. */
export const giveUp = (db: Db, { org, id }: Attempt, { code, message }: Failure) =>
  db.run(sql`
    update job set status = 'failed', finished_at = now(), error_code = ${code}, error_message = ${message}, updated_at = now()
    where org_id = ${org} and id = ${id}`)
