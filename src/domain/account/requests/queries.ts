import type { Db } from '#store/open.ts'
import { allOf, sql } from '#store/sql.ts'

export type RequestRow = {
  id: string
  method: string
  path: string
  status: number
  code: string | null
  duration_ms: number
  request_id: string
  key_id: string
  user_id: string
  created_at: string
}

export type Noted = RequestRow & { org: string }

/** All of a batch in one statement; an organization that has gone meanwhile takes its own lines along and nobody else's. */
export const noteRequests = (db: Db, noted: readonly Noted[]) => {
  const of = <K extends keyof Noted>(name: K) => noted.map((one) => one[name])
  return db.run(sql`
    insert into api_request (org_id, id, key_id, user_id, method, path, status, code, duration_ms, request_id, created_at)
    select u.* from unnest(${of('org')}::text[], ${of('id')}::uuid[], ${of('key_id')}::uuid[], ${of('user_id')}::text[], ${of('method')}::text[], ${of('path')}::text[],
      ${of('status')}::smallint[], ${of('code')}::text[], ${of('duration_ms')}::integer[], ${of('request_id')}::text[], ${of('created_at')}::timestamptz[])
      as u (org_id, id, key_id, user_id, method, path, status, code, duration_ms, request_id, created_at)
    join organization o on o.id = u.org_id`)
}

type Wanted = {
  limit: number
  user?: string | undefined
  key_id?: string | undefined
  outcome?: 'ok' | 'failed' | undefined
}

export const pageOfRequests = (
  db: Db,
  org: string,
  { limit, user, key_id, outcome }: Wanted,
  before: string | undefined,
) =>
  db.rows<RequestRow>(sql`
    select id, method, path, status, code, duration_ms, request_id, key_id, user_id, created_at from api_request
    where ${allOf([
      sql`org_id = ${org}`,
      user !== undefined && sql`user_id = ${user}`,
      key_id !== undefined && sql`key_id = ${key_id}`,
      outcome !== undefined && (outcome === 'failed' ? sql`status >= 400` : sql`status < 400`),
      before !== undefined && sql`id < ${before}::uuid`,
    ])} order by id desc limit ${limit + 1}`)
