import type { Static } from 'typebox'
import type { integrations } from '#contract/resources/integrations.ts'
import type { InboundEvent } from '#contract/resources/integration-shapes.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { after, createdWithin, type Key, type Order, orderBy } from '#store/page.ts'
import { allOf, empty, raw, sql } from '#store/sql.ts'
import type { AppliedRecord } from './delivery-context.ts'
import type { DeliveryResult } from '#domain/integrations/queries.ts'

/* The delivery log: every delivery, including rejected ones. */

export type EventEntry = DeliveryResult & { type: string | null; records: readonly AppliedRecord[] }
type DeliveryKey = { deliveryId: string | null; digest: Buffer | null; body: Buffer | null }

/** Claims a delivery; undefined when it was processed before, by its id or its signed digest. */
export async function claimDelivery(
  db: Db,
  org: string,
  integration: string,
  { deliveryId, digest, body }: DeliveryKey,
): Promise<string | undefined> {
  const row = await db.first<{ id: string }>(sql`
    insert into integration_event (org_id, integration_id, id, delivery_id, dedupe_key, digest, body, status)
    values (${org}, ${integration}, ${newId()}, ${deliveryId}, ${deliveryId}, ${digest}, ${body}, 'accepted')
    on conflict do nothing returning id`)
  return row?.id
}

export const updateEvent = (
  db: Db,
  org: string,
  { integration, id }: { integration: string; id: string },
  { type, status, reason, detail, records }: EventEntry,
) =>
  db.run(sql`
    update integration_event set type = ${type}, status = ${status}, reason = ${reason}, detail = ${detail},
      records = ${JSON.stringify(records)}::jsonb
    where org_id = ${org} and integration_id = ${integration} and id = ${id}`)

type EventOrigin = { integration: string; deliveryId?: string | null; replayOf?: string | null }

/** A log entry without claim and body. */
export async function insertEvent(
  db: Db,
  org: string,
  { integration, deliveryId = null, replayOf = null }: EventOrigin,
  entry: EventEntry,
) {
  const id = newId()
  await db.run(sql`
    insert into integration_event
      (org_id, integration_id, id, delivery_id, type, status, reason, detail, records, replay_of_id)
    values (${org}, ${integration}, ${id}, ${deliveryId}, ${entry.type}, ${entry.status}, ${entry.reason},
      ${entry.detail}, ${JSON.stringify(entry.records)}::jsonb, ${replayOf})`)
  return id
}

type EventView = Static<typeof InboundEvent>
const columns = raw(`e.id, e.delivery_id, e.type, e.status, e.reason, e.detail, e.records, e.replay_of_id, e.created_at,
  array(select r->>'id' from jsonb_array_elements(e.records) r where r->>'result' = 'created') as created_ids`)
type EventFilters = Omit<Static<(typeof integrations.listInboundEvents)['query']>, 'cursor'>
const newest: Order = { by: 'e.id', type: 'uuid', descending: true }
const maxBody = 65_536
const bodyColumn = raw(`, substring(e.body from 1 for ${maxBody}) as bytes`)
type EventRow = EventView & { bytes?: Buffer | null }
const presentEvent = ({ bytes, ...row }: EventRow): EventView =>
  bytes === undefined ? row : { ...row, body: bytes && bytes.toString('utf8').toWellFormed() }

export const listIntegrationEvents = async (
  db: Db,
  org: string,
  { integration, ...filters }: EventFilters & { integration: string },
  keys: readonly Key[] | undefined,
) =>
  (
    await db.rows<EventRow>(sql`
    select ${columns} ${filters.include?.includes('body') ? bodyColumn : empty} from integration_event e
    where ${allOf([
      sql`e.org_id = ${org} and e.integration_id = ${integration}`,
      filters.status && sql`e.status = any(${filters.status})`,
      ...createdWithin(filters, 'e.'),
      after(newest, keys, 'e.id'),
    ])} order by ${orderBy(newest, 'e.id')} limit ${filters.limit + 1}`)
  ).map(presentEvent)

export const getEvent = async (db: Db, org: string, integration: string, id: string) =>
  (await db.first<EventView>(
    sql`select ${columns} from integration_event e
      where e.org_id = ${org} and e.integration_id = ${integration} and e.id = ${id}`,
  ))!

export type StoredDelivery = {
  id: string
  delivery_id: string | null
  status: EventEntry['status']
  reason: string | null
  body: Buffer | null
}

/** The delivery of an event: its own, or the one it replayed. */
export const findStoredDelivery = (db: Db, org: string, integration: string, id: string) =>
  db.first<StoredDelivery>(sql`
    select o.id, o.delivery_id, o.status, o.reason, o.body
    from integration_event e join integration_event o
      on o.org_id = e.org_id and o.org_id = ${org} and o.integration_id = e.integration_id
        and o.id = coalesce(e.replay_of_id, e.id)
    where e.org_id = ${org} and e.integration_id = ${integration} and e.id = ${id}`)

/** Stored deliveries that were not accepted, neither on arrival nor by a replay; oldest first. */
export const listUnprocessedDeliveries = (
  db: Db,
  org: string,
  { integration, after: afterId, limit }: { integration: string; after: string | null; limit: number },
) =>
  db.rows<StoredDelivery>(sql`
    select e.id, e.delivery_id, e.status, e.reason, e.body from integration_event e
    where e.org_id = ${org} and e.integration_id = ${integration} and e.status in ('ignored', 'rejected')
      and e.body is not null and (${afterId}::uuid is null or e.id > ${afterId}::uuid)
      and not exists (
        select 1 from integration_event r
        where r.org_id = e.org_id and r.org_id = ${org} and r.integration_id = e.integration_id
          and r.replay_of_id = e.id
          and r.status = 'accepted')
    order by e.id limit ${limit}`)

/** Bodies are deleted earlier than the deliveries themselves. */
export const clearDeliveryBodies = (db: Db, { days, limit }: { days: number; limit: number }) =>
  db.run(sql`
    update integration_event set body = null where (org_id, integration_id, id) in (
      select org_id, integration_id, id from integration_event
      where body is not null and created_at < now() - make_interval(days => ${days}) limit ${limit})`)
