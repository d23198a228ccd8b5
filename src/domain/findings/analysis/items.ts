import { underWay } from '#domain/sources/feedback/under-way.ts'
import { acquireLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { textArray, uuidArray } from '#store/arrays.ts'
import { type Sql, sql } from '#store/sql.ts'

/* Feedback on its way through the analysis. */

export type Item = {
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
  /** Any change of the item makes it another one. */
  version: string
}

/** What waits, as it is read. Their ids come from an index that holds them in order; then each row by its key. */
const waiting = (org: string, job: string, more: Sql, max: number): Sql => sql`
  select f.id, f.title, f.content, x.language, f.source, f.source_type, f.url, f.contact_id, coalesce(c.segment_ids, '{}')::text[] as segment_ids, f.occurred_at,
    case when f.rating_max > f.rating_min then (f.rating_value - f.rating_min) / (f.rating_max - f.rating_min)
      when n.score is not null then n.score / 10.0::float8 end as rating,
    encode(f.content_hash, 'hex') as content_hash, x.version
  from (
    select feedback_id as id, language, xmin::text as version from feedback_state where org_id = ${org} and status = 'queued' and ${more}
      and feedback_id not in (${underWay(org, sql`and u.job_id <> ${job}`)}) order by feedback_id limit ${max}) x
  cross join lateral (select * from feedback where org_id = ${org} and id = x.id offset 0) f
  left join contact c on c.org_id = f.org_id and c.id = f.contact_id and c.deleted_at is null
  left join nps_response n on n.org_id = f.org_id and n.feedback_id = f.id and n.deleted_at is null`

/**
 * Takes items under way: what this job was asked for, then what else waits, oldest first; each by its own index, so that a long line costs no more than a short one.
 * Nobody else in the organization takes any meanwhile, and another job that comes for them finds them gone.
 */
export async function takeItems(
  db: Db,
  org: string,
  job: string,
  asked: readonly string[],
  max: number,
): Promise<Item[]> {
  const [, own] = await Promise.all([
    acquireLock(db, `${org}/analysis`),
    db.rows<Item>(waiting(org, job, sql`feedback_id = any(${uuidArray(asked)}::uuid[])`, max)),
  ])
  const others =
    own.length === max
      ? []
      : await db.rows<Item>(
          waiting(
            org,
            job,
            sql`feedback_id <> all(${uuidArray(own.map((item) => item.id))}::uuid[])`,
            max - own.length,
          ),
        )
  const taken = [...own, ...others].sort((a, b) => (a.id < b.id ? -1 : 1))
  await (taken.length
    ? Promise.all([
        hold(
          db,
          org,
          job,
          taken.map((item) => item.id),
        ),
        comeTo(db, org, taken.at(-1)!.id),
      ])
    : letGo(db, org, job))
  return taken
}

/** In an organization where nothing was taken yet, whatever does not wait came to its end some other way: it was loaded so, or moved in. */
const comeTo = (db: Db, org: string, id: string) =>
  db.run(sql`
    insert into analysis_watermark as t (org_id, latest_id) select ${org}, case when exists (select 1 from analysis_watermark where org_id = ${org}) then ${id}::uuid
      else greatest(${id}::uuid, (select feedback_id from feedback_state where org_id = ${org} and status <> 'queued' order by feedback_id desc limit 1)) end
    on conflict (org_id) do update set latest_id = excluded.latest_id where t.latest_id < excluded.latest_id`)

const hold = (db: Db, org: string, job: string, ids: readonly string[]) =>
  db.run(sql`
    insert into analysis_claim (org_id, job_id, feedback_ids, claimed_at) values (${org}, ${job}, ${uuidArray(ids)}::uuid[], clock_timestamp())
    on conflict (org_id, job_id) do update set feedback_ids = excluded.feedback_ids, claimed_at = excluded.claimed_at`)

const letGo = (db: Db, org: string, job: string) =>
  db.run(sql`delete from analysis_claim where org_id = ${org} and job_id = ${job}`)

/** How many of these have not come to an end, whoever has them. */
export const outstanding = async (db: Db, org: string, ids: readonly string[]) =>
  (await db.first<{ count: number }>(sql`
    select count(*) as count from feedback_state where org_id = ${org} and feedback_id = any(${ids}::uuid[]) and status = 'queued'`))!
    .count

export type Other = {
  id: string
  contact_id: string | null
  source: string
  content: string
  content_hash: string | null
}

/** Almost the same words are looked for among the latest of a person, the same ones among many more. */
const [maxOfPerson, maxOfWords] = [10, 100]

/** What the same people wrote before, and what was written before in the same words, the newest first. Of what is under way, what was taken earlier. */
export async function writtenBefore(db: Db, org: string, job: string, items: readonly Item[]): Promise<Other[]> {
  const earlier = sql`and u.claimed_at < (select claimed_at from analysis_claim where org_id = ${org} and job_id = ${job})`
  // The limit makes every look-up one of its own by index; otherwise all of a medium-sized organization would be read for each batch.
  const known = (which: Sql, max: number) => sql`
    cross join lateral (select f.id, f.contact_id, f.source, left(f.content, 4000) as content, encode(f.content_hash, 'hex') as content_hash
      from feedback_item f where f.org_id = ${org} and ${which} and f.id <= (select latest_id from analysis_watermark where org_id = ${org}) and f.deleted_at is null
        and (f.status = 'analyzed' or (f.status = 'queued' and f.id in (${underWay(org, earlier)}))) order by f.id desc limit ${max}) f`
  const people = new Set(items.flatMap((item) => item.contact_id ?? []))
  // Mostly an item is the only one that has its words: it need not be looked at to see that it does not come before itself.
  const words = new Map(items.flatMap(({ content_hash, id }) => (content_hash ? [[content_hash, id]] : [])))
  const rows = await db.rows<Other>(sql`
    select f.* from unnest(${uuidArray([...people])}::uuid[]) as c (id) ${known(sql`f.contact_id = c.id`, maxOfPerson)}
    union all
    select f.* from unnest(${textArray([...words.keys()])}::text[], ${uuidArray([...words.values()])}::uuid[]) as h (hash, id)
    ${known(sql`f.content_hash = decode(h.hash, 'hex') and f.id <> h.id`, maxOfWords)}`)
  return [...new Map(rows.map((row) => [row.id, row])).values()].sort((a, b) => (a.id < b.id ? 1 : -1))
}

export type Ending = {
  id: string
  version: string
  status: 'analyzed' | 'skipped'
  skip_reason: string | null
  duplicate_of_id: string | null
  language: string | null
}

/** Ends those that are as they were read and answers which; whatever was changed or deleted meanwhile is left to its next turn. In the order of their ids, as everybody holds them. */
export const endItems = async (db: Db, org: string, endings: readonly Ending[]) => {
  const ids = (value: (one: Ending) => string | null) => uuidArray(endings.map(value))
  const texts = (value: (one: Ending) => string | null) => textArray(endings.map(value))
  return new Set(
    (
      await db.rows<{ id: string }>(sql`
    update feedback_state s set status = x.status, skip_reason = x.skip_reason, duplicate_of_id = x.duplicate_of_id, language = coalesce(s.language, x.language), updated_at = now()
    from unnest(${ids((one) => one.id)}::uuid[], ${texts((one) => one.version)}::text[], ${texts((one) => one.status)}::text[], ${texts((one) => one.skip_reason)}::text[],
      ${ids((one) => one.duplicate_of_id)}::uuid[], ${texts((one) => one.language)}::text[]) as x (id, version, status, skip_reason, duplicate_of_id, language)
    where s.org_id = ${org} and s.feedback_id = x.id and s.xmin::text = x.version and s.status = 'queued' returning s.feedback_id as id`)
    ).map((row) => row.id),
  )
}

/** What a job that has failed for good had under way. */
export const failAnalysis = async (db: Db, { org, id }: { org: string; id: string }) => {
  await db.run(sql`
    update feedback_state set status = 'failed', updated_at = now()
    where org_id = ${org} and status = 'queued' and feedback_id in (select unnest(feedback_ids) from analysis_claim where org_id = ${org} and job_id = ${id})`)
  await letGo(db, org, id)
}

/** What lies under way with nobody: its job has ended. */
export const releaseAbandoned = (db: Db) =>
  db.run(sql`
    delete from analysis_claim u where not exists (select 1 from job j where j.org_id = u.org_id and j.id = u.job_id and j.status in ('queued', 'running'))`)

/** Organizations in which something waits that no job is going to take. */
export const forgotten = (db: Db) =>
  db.rows<{ org_id: string }>(sql`
    select distinct s.org_id from feedback_state s where s.status = 'queued' and s.updated_at < now() - interval '2 minutes'
      and not exists (select 1 from job j where j.org_id = s.org_id and j.type = 'feedback_analysis' and j.status in ('queued', 'running'))`)

/** Without a limit there always is. */
export const hasCredit = async (db: Db, org: string) =>
  (await db.first<{ some: boolean }>(
    sql`select credits is null or credits > 0 as some from organization where id = ${org}`,
  ))!.some

/** One for each answer that came; what is not there is not taken. */
export const takeCredit = (db: Db, org: string, count: number) =>
  db.run(
    sql`update organization set credits = greatest(0, credits - ${count}::bigint) where id = ${org} and credits is not null`,
  )

/** More wait in the organization than this. */
export const moreWaitThan = async (db: Db, org: string, max: number) =>
  (await db.first<{ count: number }>(sql`
    select count(*) as count from (select 1 from feedback_state where org_id = ${org} and status = 'queued' limit ${max + 1}) w`))!
    .count > max
