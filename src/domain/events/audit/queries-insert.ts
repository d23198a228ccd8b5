import type { auditActors, signInMeans } from '#contract/resources/audit.ts'
import { newId } from '#store/ids.ts'
import { type Sql, sql } from '#store/sql.ts'
import type { AuditChanges } from './rules.ts'

/** Where a request came from. */
export type RequestClient = { address: string | null; userAgent: string | null; requestId: string | null }
export type AuditActor = { type: (typeof auditActors)[number]; id: string | null }
export type SignInMeans = (typeof signInMeans)[number]

export type NewAuditEntry = {
  operation: string
  actor: AuditActor
  user?: string | null
  session?: string | null
  client?: RequestClient | undefined
  means?: SignInMeans
  /** Why it failed; without a reason it succeeded. */
  failure?: string
  resource?: string | null
  changeSet?: string | null
  changes?: AuditChanges | undefined
}

const maxUserAgentLength = 500

/** Run it in the transaction of the change itself; nothing is written if that deletes the organization. */
export const insertAuditEntry = (org: string, entry: NewAuditEntry): Sql => {
  const { operation, actor, client, changes, failure = null } = entry
  return sql`
    insert into audit_entry (org_id, id, operation, outcome, reason, means, actor_type, actor_id, user_id, session_id,
      address, user_agent, request_id, resource_id, change_set_id, before, after)
    select ${org}::text, ${newId()}::uuid, ${operation}, ${failure === null ? 'success' : 'failure'}, ${failure},
      ${entry.means ?? null}, ${actor.type}, ${actor.id}, ${entry.user ?? null}, ${entry.session ?? null}::uuid,
      ${client?.address ?? null}, ${client?.userAgent?.slice(0, maxUserAgentLength) ?? null},
      ${client?.requestId ?? null}, ${entry.resource ?? null}, ${entry.changeSet ?? null}::uuid,
      ${jsonOf(changes?.before)}::json, ${jsonOf(changes?.after)}::json
    where exists (select 1 from organization where id = ${org})`
}

const jsonOf = (fields: object | null | undefined) => (fields ? JSON.stringify(fields) : null)
