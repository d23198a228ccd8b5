import type { JobType } from '#contract/resources/jobs.ts'
import type { Db } from '#store/open.ts'
import { createdWithin } from '#store/page.ts'
import { allOf, raw, sql } from '#store/sql.ts'
import type { JobStatus } from '#vocabulary/statuses.ts'

export type JobRow = {
  id: string
  type: JobType
  status: JobStatus
  stage: string | null
  done: number
  total: number | null
  error_code: string | null
  error_message: string | null
  resource_type: string | null
  resource_id: string | null
  attempts: number
  created_by: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
}

const columns = raw(`id, type, status, stage, done, total, error_code, error_message, resource_type, resource_id,
  attempts, created_by, created_at, started_at, finished_at`)

type JobQuery = {
  limit: number
  type?: JobType[]
  status?: JobStatus[]
  resource_id?: string
  created_after?: string
  created_before?: string
}

export const listJobs = (db: Db, org: string, query: JobQuery, after: string | undefined) =>
  db.rows<JobRow>(sql`
    select ${columns} from job where ${allOf([
      sql`org_id = ${org}`,
      query.type && sql`type = any(${query.type})`,
      query.status && sql`status = any(${query.status})`,
      query.resource_id !== undefined && sql`resource_id = ${query.resource_id}`,
      ...createdWithin(query),
      after !== undefined && sql`id < ${after}::uuid`,
    ])} order by id desc limit ${query.limit + 1}`)

export const findJob = (db: Db, org: string, id: string) =>
  db.first<JobRow>(sql`select ${columns} from job where org_id = ${org} and id = ${id}`)

/** No row when the job has already finished. */
export const cancelJob = (db: Db, org: string, id: string) =>
  db.first<JobRow>(sql`
    update job set status = 'cancelled', finished_at = now(), updated_at = now()
    where org_id = ${org} and id = ${id} and status in ('queued', 'running') returning ${columns}`)

export type NewJob = {
  id: string
  type: JobType
  payload: object
  resource?: Resource
  total?: number
  user: string | null
}
export type Resource = { type: string; id: string }

export const insertJob = (db: Db, org: string, { id, type, payload, resource, total, user }: NewJob) =>
  db.run(sql`
    insert into job (org_id, id, type, payload, resource_type, resource_id, total, created_by)
    values (${org}, ${id}, ${type}, ${JSON.stringify(payload)}::jsonb, ${resource?.type ?? null},
      ${resource?.id ?? null}, ${total ?? null}, ${user})`)

/** Answers the ids of the jobs, which no worker has begun. */
export async function cancelUnstartedCheckins(db: Db, org: string): Promise<string[]> {
  const jobs = await db.rows<{ id: string }>(sql`
    update job set status = 'cancelled', finished_at = now(), updated_at = now()
    where org_id = ${org} and type = 'competitor_checkin' and status = 'queued' and attempts = 0 returning id`)
  return jobs.map(({ id }) => id)
}
