import { markClaimedFailed } from '#domain/sources/feedback/queries-analysis.ts'
import { claimedFeedbackIds } from '#domain/sources/feedback/queries-status.ts'
import { textArray, uuidArray } from '#store/binary-arrays.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { type Sql, sql } from '#store/sql.ts'

/* The queue of the analysis: claims and results. */

/** A claim that was not renewed for this long belongs to a lost job; with the rest of a takeover, below 30 seconds. */
const claimLeaseSeconds = 15
export const claimRenewalMs = 5_000

export type QueuedItem = {
  id: string
  title: string | null
  content: string
  language: string | null
  source: string
  source_type: string
  url: string | null
  contact_id: string | null
  segment_ids: string[]
  occurred_at: string
  /** From 0 to 1 on its own scale. */
  rating: number | null
  content_hash: string | null
  /** Changes with every update of the item. */
  version: string
  /** A person asked for the analysis of an item that was skipped for having none. */
  has_content: boolean
}

/** A satisfied customer rates the help with a ticket, not the problem that it describes. */
const praisesSupport = sql`(f.source_type = 'cs_ticket' and f.rating_value > (f.rating_min + f.rating_max) / 2)`

/** Items by the id, language and version of their states; each row is read by its key. */
export const selectQueuedItems = (org: string, states: Sql): Sql => sql`
  select f.id, f.title, f.content, state.language, f.source, f.source_type, f.url, f.contact_id,
    coalesce(c.segment_ids, '{}')::text[] as segment_ids, f.occurred_at,
    case when f.rating_max > f.rating_min and not ${praisesSupport}
        then (f.rating_value - f.rating_min) / (f.rating_max - f.rating_min)
      when n.score is not null then n.score / 10.0::float8 end as rating,
    encode(f.content_hash, 'hex') as content_hash, state.version, state.has_content
  from (${states}) state
  cross join lateral (select * from feedback where org_id = ${org} and id = state.id offset 0) f
  left join contact c on c.org_id = ${org} and c.id = f.contact_id and c.deleted_at is null
  left join nps_response n on n.org_id = ${org} and n.feedback_id = f.id and n.deleted_at is null`

/** Reads the ids in order from a partial index. */
const queuedItems = (org: string, job: string, filter: Sql, limit: number): Sql =>
  selectQueuedItems(
    org,
    sql`
      select feedback_id as id, language, xmin::text as version, skip_reason is not null as has_content
      from feedback_state where org_id = ${org} and status = 'queued' and ${filter}
        and feedback_id not in (${claimedFeedbackIds(org, sql`and u.job_id <> ${job}`)})
      order by feedback_id limit ${limit}`,
  )

type ClaimRequest = { job: string; requestedIds: readonly string[]; limit: number }

/**
 * Claims queued items: the requested ones, then others, oldest first; each by its own index, so that a long queue costs
 * no more than a short one. The lock keeps two jobs from claiming the same items.
 */
export async function claimItems(
  db: Db,
  org: string,
  { job, requestedIds, limit }: ClaimRequest,
): Promise<QueuedItem[]> {
  const [, , , requested] = await pipelined(db, [
    waitLongerForLocks(db),
    acquireLock(db, orgLock(org, 'analysis')),
    deleteLapsedClaims(db, org, job),
    db.rows<QueuedItem>(queuedItems(org, job, sql`feedback_id = any(${uuidArray(requestedIds)}::uuid[])`, limit)),
  ])
  const notRequested = sql`feedback_id <> all(${uuidArray(requested.map((item) => item.id))}::uuid[])`
  const others =
    requested.length === limit
      ? []
      : await db.rows<QueuedItem>(queuedItems(org, job, notRequested, limit - requested.length))
  const claimed = [...requested, ...others].sort((a, b) => (a.id < b.id ? -1 : 1))
  const ids = claimed.map((item) => item.id)
  if (claimed.length === 0) await releaseClaim(db, org, job)
  else await pipelined(db, [upsertClaim(db, org, job, ids), advanceWatermark(db, org, ids.at(-1)!)])
  return claimed
}

/** No request waits for a job, so on a busy machine it waits longer than a request does. */
const waitLongerForLocks = (db: Db) => db.run(sql`select set_config('lock_timeout', '10s', true)`)

/** The first watermark of an organization covers items that were analyzed without a claim, such as imported ones. */
const advanceWatermark = (db: Db, org: string, id: string) =>
  db.run(sql`
    insert into analysis_watermark as w (org_id, latest_id)
    select ${org}, case when exists (select 1 from analysis_watermark where org_id = ${org}) then ${id}::uuid
      else greatest(${id}::uuid, (
        select feedback_id from feedback_state where org_id = ${org} and status <> 'queued'
        order by feedback_id desc limit 1)) end
    on conflict (org_id) do update set latest_id = excluded.latest_id where w.latest_id < excluded.latest_id`)

const upsertClaim = (db: Db, org: string, job: string, ids: readonly string[]) =>
  db.run(sql`
    insert into analysis_claim (org_id, job_id, feedback_ids, claimed_at, renewed_at)
    values (${org}, ${job}, ${uuidArray(ids)}::uuid[], clock_timestamp(), clock_timestamp())
    on conflict (org_id, job_id) do update set feedback_ids = excluded.feedback_ids, claimed_at = excluded.claimed_at,
      renewed_at = excluded.renewed_at`)

export const renewClaim = (db: Db, org: string, job: string) =>
  db.run(sql`update analysis_claim set renewed_at = now() where org_id = ${org} and job_id = ${job}`)

/** A lost job may itself be queued behind the jobs that wait for its items. */
const deleteLapsedClaims = (db: Db, org: string, job: string) =>
  db.run(sql`
    delete from analysis_claim where org_id = ${org} and job_id <> ${job}
      and renewed_at < now() - make_interval(secs => ${claimLeaseSeconds})`)

const releaseClaim = (db: Db, org: string, job: string) =>
  db.run(sql`delete from analysis_claim where org_id = ${org} and job_id = ${job}`)

/** How many of these are still queued, claimed or not. */
export const countQueued = async (db: Db, org: string, ids: readonly string[]) =>
  (await db.first<{ count: number }>(sql`
    select count(*) as count from feedback_state
    where org_id = ${org} and feedback_id = any(${ids}::uuid[]) and status = 'queued'`))!.count

export type EarlierItem = {
  id: string
  contact_id: string | null
  source: string
  content: string
  content_hash: string | null
}

/** Near-duplicates are searched among the latest items of a contact, exact ones among more items. */
const maxItemsOfContact = 10
const maxItemsWithHash = 100

/**
 * Earlier items of the same contacts or with the same content, newest first; of claimed ones those claimed before this
 * batch.
 */
export async function listEarlierItems(
  db: Db,
  org: string,
  job: string,
  items: readonly QueuedItem[],
): Promise<EarlierItem[]> {
  const claimedBefore = sql`and u.claimed_at < (
    select claimed_at from analysis_claim where org_id = ${org} and job_id = ${job})`
  // The limit forces an index look-up for each row; without it a whole medium-sized organization would be read for each
  // batch. The status is read by its key: without statistics, which a crash of PostgreSQL discards, a join of the
  // tables read all pairs of their rows for each item.
  const matching = (condition: Sql, limit: number) => sql`
    cross join lateral (
      select f.id, f.contact_id, f.source, left(f.content, 4000) as content,
        encode(f.content_hash, 'hex') as content_hash
      from feedback f
      cross join lateral (
        select s.status from feedback_state s where s.org_id = ${org} and s.feedback_id = f.id offset 0) state
      where f.org_id = ${org} and ${condition}
        and f.id <= (select latest_id from analysis_watermark where org_id = ${org}) and f.deleted_at is null
        and (state.status = 'analyzed'
          or (state.status = 'queued' and f.id in (${claimedFeedbackIds(org, claimedBefore)})))
      order by f.id desc limit ${limit}) f`
  const contacts = new Set(items.flatMap((item) => item.contact_id ?? []))
  // Excluding the item itself saves reading the many that are the only one with their content.
  const hashes = new Map(items.flatMap(({ content_hash, id }) => (content_hash ? [[content_hash, id]] : [])))
  const rows = await db.rows<EarlierItem>(sql`
    select f.* from unnest(${uuidArray([...contacts])}::uuid[]) as c (id)
    ${matching(sql`f.contact_id = c.id`, maxItemsOfContact)}
    union all
    select f.* from unnest(${textArray([...hashes.keys()])}::text[], ${uuidArray([...hashes.values()])}::uuid[])
      as h (hash, id)
    ${matching(sql`f.content_hash = decode(h.hash, 'hex') and f.id <> h.id`, maxItemsWithHash)}`)
  return [...new Map(rows.map((row) => [row.id, row])).values()].sort((a, b) => (a.id < b.id ? 1 : -1))
}

/** Marks the claimed items of a job that has finally failed. */
export const failAnalysis = async (db: Db, { org, id }: { org: string; id: string }) => {
  await markClaimedFailed(db, org, id)
  await releaseClaim(db, org, id)
}

/** Claims of jobs that have ended. */
export const deleteAbandonedClaims = (db: Db) =>
  db.run(sql`
    delete from analysis_claim a where not exists (
      select 1 from job j where j.org_id = a.org_id and j.id = a.job_id and j.status in ('queued', 'running'))`)

/** Organizations with queued items and no job that will claim them. */
export const orgsWithStaleQueue = (db: Db) =>
  db.rows<{ org_id: string }>(sql`
    select distinct s.org_id from feedback_state s
    where s.status = 'queued' and s.updated_at < now() - interval '2 minutes'
      and not exists (
        select 1 from job j
        where j.org_id = s.org_id and j.type = 'feedback_analysis' and j.status in ('queued', 'running'))`)

/** Whether more than `max` items are queued. */
export const queueExceeds = async (db: Db, org: string, max: number) =>
  (await db.first<{ count: number }>(sql`
    select count(*) as count from (
      select 1 from feedback_state where org_id = ${org} and status = 'queued' limit ${max + 1}) queued`))!.count > max
