import type { EventName } from '#contract/resources/events.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { textArray, uuidArray } from '#store/arrays.ts'
import { type Sql, sql } from '#store/sql.ts'

export type Actor = { type: 'user' | 'api_key' | 'integration' | 'system'; id: string | null }

/** Where a change comes from. */
export type Origin = { operation: string; actor: Actor; user: string | null; requestId: string | null }

/** `object` and `previous` are JSON text; a change without a type is only of interest to the audit trail. */
export type Happening = {
  type: EventName | null
  resource: string | null
  object?: string | null
  previous?: string | null
}

/** To be sent in the transaction of the change itself. */
export function record(
  org: string,
  { operation, actor, user, requestId }: Origin,
  happenings: readonly Happening[],
): Sql {
  const [only] = happenings
  if (only && happenings.length === 1)
    return sql`
      insert into event (org_id, id, type, operation, actor_type, actor_id, user_id, request_id, resource_id, object, previous)
      values (${org}, ${newId()}, ${only.type}, ${operation}, ${actor.type}, ${actor.id}, ${user}, ${requestId}, ${only.resource}, ${only.object ?? null}, ${only.previous ?? null})`
  const texts = (value: (one: Happening) => string | null | undefined) =>
    textArray(happenings.map((one) => value(one) ?? null))
  return sql`
    insert into event (org_id, id, type, operation, actor_type, actor_id, user_id, request_id, resource_id, object, previous)
    select ${org}, e.id, e.type, ${operation}, ${actor.type}, ${actor.id}, ${user}, ${requestId}, e.resource, e.object::json, e.previous::json
    from unnest(${uuidArray(happenings.map(() => newId()))}::uuid[], ${texts(({ type }) => type)}::text[], ${texts(({ resource }) => resource)}::text[],
      ${texts(({ object }) => object)}::text[], ${texts(({ previous }) => previous)}::text[])
      as e (id, type, resource, object, previous)`
}

/** What background work has to tell. */
export const tell = (
  db: Db,
  org: string,
  job: { id: string; type: string; user: string | null },
  type: EventName,
  object: Record<string, unknown>,
) =>
  db.run(
    record(org, { operation: job.type, actor: { type: 'system', id: job.id }, user: job.user, requestId: null }, [
      { type, resource: typeof object.id === 'string' ? object.id : null, object: JSON.stringify(object) },
    ]),
  )
