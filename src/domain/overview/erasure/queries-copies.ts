import { escapeRegex } from '#domain/sources/contacts/identifiers.ts'
import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

/* Copies of records in events, deliveries, stored responses, jobs and queues. */

/** What a copy about the person contains: the id of one of their records, or a value that names them. */
export type Mentioned = { ids: readonly string[]; strong: readonly string[] }

const uuidPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
/** Matches nothing. */
const never = '$.^'

/** A regular expression that finds the values, also inside of JSON. */
export const patternOf = (strong: readonly string[]) =>
  strong.length ? strong.flatMap((value) => [escapeRegex(value), escapeRegex(inJson(value))]).join('|') : never
const inJson = (value: string) => JSON.stringify(value).slice(1, -1)

const mentions = (text: string, { ids, strong }: Mentioned): Sql => sql`(
  ${raw(text)} ~* ${patternOf(strong)} or exists (
    select 1 from regexp_matches(${raw(text)}, ${uuidPattern}, 'g') m where m[1] = any(${ids}::text[])))`

/** A table with copies: its key and the text to search. */
export type CopyTable = { table: string; key: string; text: string }
type CopyQuery = { mentioned: Mentioned; after: string; limit: number; since: Date | null }

/** Rows after `after` in the order of their keys, and which of them are about the person. */
export const listCopies = (
  db: Db,
  org: string,
  { table, key, text }: CopyTable,
  { mentioned, after, limit, since }: CopyQuery,
) =>
  db.rows<{ key: string; found: boolean }>(sql`
    select t.${raw(key)} as key, ${mentions(text, mentioned)} as found
    from ${raw(table)} t
    where t.org_id = ${org} and t.${raw(key)} > ${after} and (${since}::timestamptz is null or t.created_at >= ${since})
    order by t.${raw(key)} limit ${limit}`)

export const clearEvents = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`update event set object = null, previous = null where org_id = ${org} and id = any(${ids}::uuid[])`)

/** Events about one of the records. */
export const clearEventsOf = (db: Db, org: string, resources: readonly string[]) =>
  db.run(sql`
    update event set object = null, previous = null
    where org_id = ${org} and resource_id = any(${resources}::text[]) and object is not null`)

/** A delivery that is still waiting sends the event without its object. */
export const clearDeliveries = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update webhook_delivery set response_excerpt = null, error = null, attempt_log = '[]',
      payload = case when payload is null then null
        else jsonb_set(payload::jsonb, '{data}', '{"object": null}')::json end
    where org_id = ${org} and id = any(${ids}::uuid[])`)

export const lockResponses = (db: Db, org: string, keys: readonly string[]) =>
  db.rows<{ key: string; body: string }>(sql`
    select key, body from idempotency where org_id = ${org} and key = any(${keys}::text[])
    order by key for no key update`)

export const updateResponses = (db: Db, org: string, rows: readonly { key: string; body: string }[]) =>
  db.run(sql`
    update idempotency t set body = x.body
    from unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ body }) => body)}::text[]) as x (key, body)
    where t.org_id = ${org} and t.key = x.key`)

export const clearJobs = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`update job set error_message = null where org_id = ${org} and id = any(${ids}::uuid[])`)

/** Proposed writes are stored as they were sent. */
export const deleteChangeSets = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`delete from change_set where org_id = ${org} and id = any(${ids}::uuid[])`)

/** It can no longer be undone. */
export const deleteRegroupings = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`delete from regrouping where org_id = ${org} and id = any(${ids}::uuid[])`)

/** It can no longer be undone. */
export const deleteTaxonomyApplications = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`delete from taxonomy_application where org_id = ${org} and id = any(${ids}::uuid[])`)

export const deleteChannelMessages = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`delete from channel_message where org_id = ${org} and id = any(${ids}::uuid[])`)

/** Without its body a delivery cannot be replayed. */
export const clearInboundEvents = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update integration_event set body = null, detail = null where org_id = ${org} and id = any(${ids}::uuid[])`)

/** Sealed mail that waits to be sent. */
export const listQueuedMail = (db: Db, org: string) =>
  db.rows<{ org_id: string; id: string; message: Buffer; attempts: number }>(
    sql`select org_id, id, message, attempts from mail_outbox where org_id = ${org} order by id`,
  )

export const deleteMails = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`delete from mail_outbox where org_id = ${org} and id = any(${ids}::uuid[])`)

/** Values without a contact; counting the day again would remove them too. */
export const deleteCountsOfNoContact = (db: Db, org: string) =>
  db.run(sql`
    delete from daily_count d where d.org_id = ${org} and (
      d.series = 'nps.plan' and not exists (
        select 1 from contact c where c.org_id = ${org} and c.company->>'plan' = d.value and c.deleted_at is null)
      or d.series = 'nps.country' and not exists (
        select 1 from contact c where c.org_id = ${org} and c.country = d.value and c.deleted_at is null))`)
