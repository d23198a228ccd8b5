import type { Static } from 'typebox'
import type { InboundEvent, integrations } from '#contract/resources/integrations.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { after, type Key, type Order, orderBy, instantOf } from '#store/page.ts'
import { allOf, raw, sql } from '#store/sql.ts'
import type { Kept } from './apply.ts'
import type { Tally } from './queries.ts'

/* The log of what came in: every delivery, also those that were refused. */

export type Entry = Tally & { type: string | null; records: readonly Kept[] }
export type Named = { deliveryId: string | null; digest: Buffer | null; body: Buffer | null }

/** The first to come takes the delivery in; undefined when it was taken in before, by its name or by what was signed. */
export async function claim(
  db: Db,
  org: string,
  integration: string,
  { deliveryId, digest, body }: Named,
): Promise<string | undefined> {
  const row = await db.first<{ id: string }>(sql`
    insert into integration_event (org_id, integration_id, id, delivery_id, claim, digest, body, status)
    values (${org}, ${integration}, ${newId()}, ${deliveryId}, ${deliveryId}, ${digest}, ${body}, 'accepted')
    on conflict do nothing returning id`)
  return row?.id
}

export const settle = (
  db: Db,
  org: string,
  integration: string,
  id: string,
  { type, status, reason, detail, records }: Entry,
) =>
  db.run(sql`
    update integration_event set type = ${type}, status = ${status}, reason = ${reason}, detail = ${detail}, records = ${JSON.stringify(records)}::jsonb
    where org_id = ${org} and integration_id = ${integration} and id = ${id}`)

/** What is only noted: it holds no claim and no body. */
export async function note(
  db: Db,
  org: string,
  integration: string,
  entry: Entry,
  { deliveryId = null, replayOf = null }: { deliveryId?: string | null; replayOf?: string | null } = {},
) {
  const id = newId()
  await db.run(sql`
    insert into integration_event (org_id, integration_id, id, delivery_id, type, status, reason, detail, records, replay_of_id)
    values (${org}, ${integration}, ${id}, ${deliveryId}, ${entry.type}, ${entry.status}, ${entry.reason}, ${entry.detail}, ${JSON.stringify(entry.records)}::jsonb, ${replayOf})`)
  return id
}

export type EventView = Static<typeof InboundEvent>
const columns = raw(`e.id, e.delivery_id, e.type, e.status, e.reason, e.detail, e.records, e.replay_of_id, e.created_at,
  array(select r->>'id' from jsonb_array_elements(e.records) r where r->>'result' = 'created') as created_ids`)
type Wanted = Omit<Static<(typeof integrations.listInboundEvents)['query']>, 'cursor'>
const newest: Order = { by: 'e.id', type: 'uuid', descending: true }
const maxBody = 65_536
type EventRow = EventView & { bytes?: Buffer | null }
export const shownEvent = ({ bytes, ...row }: EventRow): EventView =>
  bytes === undefined ? row : { ...row, body: bytes && bytes.toString('utf8').toWellFormed() }

export const pageOfEvents = async (
  db: Db,
  org: string,
  integration: string,
  wanted: Wanted,
  keys: readonly Key[] | undefined,
) =>
  (
    await db.rows<EventRow>(sql`
    select ${columns} ${raw(wanted.include?.includes('body') ? `, substring(e.body from 1 for ${maxBody}) as bytes` : '')} from integration_event e
    where ${allOf([
      sql`e.org_id = ${org} and e.integration_id = ${integration}`,
      wanted.status && sql`e.status = any(${wanted.status})`,
      wanted.created_after !== undefined && sql`e.created_at >= ${instantOf(wanted.created_after)}`,
      wanted.created_before !== undefined && sql`e.created_at < ${instantOf(wanted.created_before)}`,
      after(newest, keys, 'e.id'),
    ])} order by ${orderBy(newest, 'e.id')} limit ${wanted.limit + 1}`)
  ).map(shownEvent)

export const eventById = async (db: Db, org: string, integration: string, id: string) =>
  (await db.first<EventView>(
    sql`select ${columns} from integration_event e where e.org_id = ${org} and e.integration_id = ${integration} and e.id = ${id}`,
  ))!

export type KeptDelivery = {
  id: string
  delivery_id: string | null
  status: Entry['status']
  reason: string | null
  body: Buffer | null
}

/** The delivery that an event stands for: its own, or the one it replayed. */
export const keptDelivery = (db: Db, org: string, integration: string, id: string) =>
  db.first<KeptDelivery>(sql`
    select o.id, o.delivery_id, o.status, o.reason, o.body
    from integration_event e join integration_event o on o.org_id = e.org_id and o.integration_id = e.integration_id and o.id = coalesce(e.replay_of_id, e.id)
    where e.org_id = ${org} and e.integration_id = ${integration} and e.id = ${id}`)

/** Oldest first: what was kept but not taken in, and not by a replay either. */
export const leftOut = (db: Db, org: string, integration: string, beyond: string | null, limit: number) =>
  db.rows<KeptDelivery>(sql`
    select e.id, e.delivery_id, e.status, e.reason, e.body from integration_event e
    where e.org_id = ${org} and e.integration_id = ${integration} and e.status in ('ignored', 'rejected') and e.body is not null and (${beyond}::uuid is null or e.id > ${beyond}::uuid)
      and not exists (select 1 from integration_event r where r.org_id = e.org_id and r.integration_id = e.integration_id and r.replay_of_id = e.id and r.status = 'accepted')
    order by e.id limit ${limit}`)
