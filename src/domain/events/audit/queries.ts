import type { Input, Output } from '#contract/core/route.ts'
import type { audit } from '#contract/resources/audit.ts'
import { feedHorizon } from '#store/citus/horizon.ts'
import type { Db } from '#store/open.ts'
import { createdWithin } from '#store/page.ts'
import { allOf, type Condition, type Sql, sql } from '#store/sql.ts'

type Route = (typeof audit)['listAuditEntries']
export type AuditEntry = Output<Route>['data'][number]
export type AuditRow = AuditEntry & { tx: string }
export type AuditFilters = Omit<Input<Route>, 'limit' | 'cursor' | 'order' | 'after'>
export type AuditPosition = { tx: string; id: string }

const entries = sql`
  select a.id, a.operation, a.outcome, a.reason, a.means,
    json_build_object('type', a.actor_type, 'id', a.actor_id) as actor, a.user_id, u.name as user_name, a.session_id,
    a.address, a.user_agent, a.request_id, a.resource_id, a.change_set_id, a.before, a.after, a.created_at,
    a.tx::text as tx
  from audit_entry a left join app_user u on u.id = a.user_id`

const matching = (org: string, query: AuditFilters): Condition[] => [
  sql`a.org_id = ${org}`,
  query.user_id !== undefined && sql`a.user_id = ${query.user_id}`,
  query.operation !== undefined && sql`a.operation = ${query.operation}`,
  query.resource_id !== undefined && sql`a.resource_id = ${query.resource_id}`,
  query.actor_type !== undefined && sql`a.actor_type = ${query.actor_type}`,
  query.outcome !== undefined && sql`a.outcome = ${query.outcome}`,
  ...createdWithin(query, 'a.'),
]

type Page<Position> = { limit: number; from: Position | undefined }

/** Newest first, with one row more than the limit to tell whether there is a next page. */
export const listNewest = (db: Db, org: string, filters: AuditFilters, { limit, from }: Page<string>) =>
  db.rows<AuditRow>(sql`
    ${entries}
    where ${allOf([...matching(org, filters), from !== undefined && sql`a.id < ${from}::uuid`])}
    order by a.id desc limit ${limit + 1}`)

/** In the order of their transactions: no entry can still appear before those that were returned. */
export const listOldest = async (db: Db, org: string, filters: AuditFilters, { limit, from }: Page<AuditPosition>) =>
  db.rows<AuditRow>(sql`
    ${entries}
    where ${allOf([
      ...matching(org, filters),
      sql`a.tx < ${await feedHorizon(db, org)}`,
      from && sql`(a.tx, a.id) > (coalesce(${positionOf(org, from.id)}, ${from.tx}::xid8), ${from.id}::uuid)`,
    ])}
    order by a.tx, a.id limit ${limit + 1}`)

/** A cursor from before a move of the database names a transaction of another server. */
const positionOf = (org: string, id: string): Sql =>
  sql`(select p.tx from audit_entry p where p.org_id = ${org} and p.id = ${id}::uuid)`

export const findAuditPosition = (db: Db, org: string, id: string) =>
  db.first<AuditPosition>(sql`select tx::text as tx, id from audit_entry where org_id = ${org} and id = ${id}`)
