import type { EventName } from '#contract/core/event-names.ts'
import { insertAuditEntry } from '#domain/events/audit/queries-insert.ts'
import type { AuditChanges } from '#domain/events/audit/rules.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { textArray, uuidArray } from '#store/binary-arrays.ts'
import { type Sql, sql } from '#store/sql.ts'

type Actor = { type: 'user' | 'api_key' | 'integration' | 'system'; id: string | null }

/** The cause of a change. */
export type EventOrigin = {
  operation: string
  actor: Actor
  user: string | null
  requestId: string | null
  changeSet?: string | null
}

/** `object` and `previous` are JSON text; an event without a type appears only in the audit log. */
export type NewEvent = {
  type: EventName | null
  resource: string | null
  object?: string | null
  previous?: string | null
}

/** Run it in the transaction of the change itself. */
export function insertEvents(
  org: string,
  { operation, actor, user, requestId, changeSet = null }: EventOrigin,
  events: readonly NewEvent[],
): Sql {
  const [only] = events
  if (only && events.length === 1)
    return sql`
      insert into event (org_id, id, type, operation, actor_type, actor_id, user_id, request_id, resource_id, object,
        previous, change_set_id)
      values (${org}, ${newId()}, ${only.type}, ${operation}, ${actor.type}, ${actor.id}, ${user}, ${requestId},
        ${only.resource}, ${only.object ?? null}, ${only.previous ?? null}, ${changeSet})`
  const textColumn = (value: (one: NewEvent) => string | null | undefined) =>
    textArray(events.map((one) => value(one) ?? null))
  return sql`
    insert into event (org_id, id, type, operation, actor_type, actor_id, user_id, request_id, resource_id, object,
      previous, change_set_id)
    select ${org}, e.id, e.type, ${operation}, ${actor.type}, ${actor.id}, ${user}, ${requestId}, e.resource,
      e.object::json, e.previous::json, ${changeSet}::uuid
    from unnest(${uuidArray(events.map(() => newId()))}::uuid[], ${textColumn(({ type }) => type)}::text[],
      ${textColumn(({ resource }) => resource)}::text[],
      ${textColumn(({ object }) => object)}::text[], ${textColumn(({ previous }) => previous)}::text[])
      as e (id, type, resource, object, previous)`
}

type Job = { id: string; type: string; user: string | null }
/** `changes`: for the audit log. */
export type JobEvent = { type: EventName; object: Record<string, unknown>; changes?: AuditChanges | undefined }

/** An event caused by background work. */
export const recordJobEvent = (db: Db, org: string, job: Job, event: JobEvent) => recordJobEvents(db, org, job, [event])

/** What background work does to data or settings that people are answerable for. */
const auditedEvents: ReadonlySet<EventName> = new Set(['contact.erased', 'webhook.disabled'])

export async function recordJobEvents(db: Db, org: string, job: Job, events: readonly JobEvent[]) {
  await db.run(
    insertEvents(
      org,
      { operation: job.type, actor: { type: 'system', id: job.id }, user: job.user, requestId: null },
      events.map(({ type, object }) => ({
        type,
        resource: typeof object.id === 'string' ? object.id : null,
        object: JSON.stringify(object),
      })),
    ),
  )
  const actor = { type: 'system', id: job.id } as const
  for (const { type, object, changes } of events)
    if (auditedEvents.has(type))
      await db.run(
        insertAuditEntry(org, {
          operation: type,
          actor,
          user: job.user,
          resource: typeof object.id === 'string' ? object.id : null,
          changes,
        }),
      )
}
