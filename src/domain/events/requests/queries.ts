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

export type NewRequestRow = RequestRow & { org: string }

/** One statement per batch; rows of an organization deleted meanwhile are dropped. */
export const insertRequests = (db: Db, requests: readonly NewRequestRow[]) => {
  const column = <K extends keyof NewRequestRow>(name: K) => requests.map((one) => one[name])
  return db.run(sql`
    insert into api_request (org_id, id, key_id, user_id, method, path, status, code, duration_ms, request_id,
      created_at)
    select u.* from unnest(${column('org')}::text[], ${column('id')}::uuid[], ${column('key_id')}::uuid[],
      ${column('user_id')}::text[], ${column('method')}::text[], ${column('path')}::text[],
      ${column('status')}::smallint[], ${column('code')}::text[], ${column('duration_ms')}::integer[],
      ${column('request_id')}::text[], ${column('created_at')}::timestamptz[])
      as u (org_id, id, key_id, user_id, method, path, status, code, duration_ms, request_id, created_at)
    join organization o on o.id = u.org_id`)
}

type RequestQuery = {
  limit: number
  user?: string | undefined
  key_id?: string | undefined
  outcome?: 'ok' | 'failed' | undefined
}

export const listRequests = (
  db: Db,
  org: string,
  { limit, user, key_id, outcome }: RequestQuery,
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

/**
 * Deletes the oldest requests of each organization beyond the maximum. They are an array because PostgreSQL may run a
 * subquery of `in` once for each request of a table that grew since its last statistics.
 */
export async function deleteRequestsBeyond(db: Db, { max, limit }: { max: number; limit: number }): Promise<number> {
  const orgs = await db.rows<{ org_id: string }>(
    sql`select org_id from api_request group by org_id having count(*) > ${max}`,
  )
  let removed = 0
  for (const { org_id } of orgs)
    if (removed < limit)
      removed += await db.run(sql`
        delete from api_request where org_id = ${org_id} and id = any(array(
          select id from api_request where org_id = ${org_id}
          order by id desc offset ${max} limit ${limit - removed}))`)
  return removed
}
