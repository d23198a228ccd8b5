import type { Db } from '#store/open.ts'
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
  words_hash: string | null
}

const take = async (db: Db, org: string, job: string, which: Sql): Promise<string[]> =>
  (await db.rows<{ id: string }>(sql`
    update feedback set status = 'analyzing', analysis_job_id = ${job} where org_id = ${org} and id in (${which} for no key update skip locked) returning id`)).map((row) => row.id)

/**
 * Takes items under way: what this job was asked for or had when it was interrupted, then what else waits, oldest first; each by its own index, so that a long line costs no
 * more than a short one. Another job that comes for them finds them gone.
 */
export async function takeItems(db: Db, org: string, job: string, asked: readonly string[], most: number): Promise<string[]> {
  const own = await take(db, org, job, sql`
    select id from feedback where org_id = ${org} and deleted_at is null
      and ((id = any(${asked}::uuid[]) and status = 'queued') or (status = 'analyzing' and analysis_job_id = ${job})) order by id limit ${most}`)
  const room = most - own.length
  const others = room === 0 ? [] : await take(db, org, job, sql`
    select id from feedback where org_id = ${org} and deleted_at is null and status = 'queued' order by id limit ${room}`)
  return [...own, ...others].sort()
}

/** How many of these have not come to an end, whoever has them. */
export const outstanding = async (db: Db, org: string, ids: readonly string[]) =>
  (await db.first<{ count: number }>(sql`
    select count(*) as count from feedback where org_id = ${org} and id = any(${ids}::uuid[]) and status in ('queued', 'analyzing') and deleted_at is null`))!.count

export const itemsOf = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<Item>(sql`
    select f.id, f.title, f.content, f.language, f.source, f.source_type, f.url, f.contact_id, coalesce(c.segment_ids, '{}')::text[] as segment_ids, iso(f.occurred_at) as occurred_at,
      case when f.rating_max > f.rating_min then (f.rating_value - f.rating_min) / (f.rating_max - f.rating_min)
        when n.score is not null then n.score / 10.0::float8 end as rating,
      encode(f.words_hash, 'hex') as words_hash
    from feedback f left join contact c on c.org_id = f.org_id and c.id = f.contact_id and c.deleted_at is null
    left join nps_response n on n.org_id = f.org_id and n.feedback_id = f.id and n.deleted_at is null
    where f.org_id = ${org} and f.id = any(${ids}::uuid[]) order by f.id`)

export type Other = { id: string; contact_id: string | null; source: string; content: string; words_hash: string | null }

const mostOthers = 2000

/** What the same people wrote before, and what was written before in the same words; each by its index, however much there is. */
export const writtenBefore = (db: Db, org: string, items: readonly Item[]) =>
  db.rows<Other>(sql`
    select f.id, f.contact_id, f.source, left(f.content, 4000) as content, encode(f.words_hash, 'hex') as words_hash from (
      select f.id from unnest(${[...new Set(items.flatMap((item) => item.contact_id ?? []))]}::uuid[]) as c (id)
      join feedback f on f.org_id = ${org} and f.contact_id = c.id and f.deleted_at is null and f.status in ('analyzed', 'analyzing')
      union
      select f.id from unnest(${[...new Set(items.flatMap((item) => item.words_hash ?? []))]}::text[]) as h (hash)
      join feedback f on f.org_id = ${org} and f.words_hash = decode(h.hash, 'hex') and f.deleted_at is null and f.status in ('analyzed', 'analyzing')) o
    join feedback f on f.org_id = ${org} and f.id = o.id order by f.id desc limit ${mostOthers}`)

/** Those that are still under way with this job; whatever was changed or deleted meanwhile is not. Held until the end. */
export const stillOurs = async (db: Db, org: string, job: string, ids: readonly string[]) =>
  new Set((await db.rows<{ id: string }>(sql`
    select id from feedback where org_id = ${org} and id = any(${ids}::uuid[]) and status = 'analyzing' and analysis_job_id = ${job} and deleted_at is null
    order by id for no key update`)).map((row) => row.id))

export type Ending = { id: string; status: 'analyzed' | 'skipped'; skip_reason: string | null; duplicate_of_id: string | null; language: string | null }

export const endItems = (db: Db, org: string, endings: readonly Ending[]) =>
  db.run(sql`
    update feedback f set status = x.status, skip_reason = x.skip_reason, duplicate_of_id = x.duplicate_of_id, language = coalesce(f.language, x.language),
      analysis_job_id = null, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(endings)}::jsonb) as x (id uuid, status text, skip_reason text, duplicate_of_id uuid, language text)
    where f.org_id = ${org} and f.id = x.id`)

/** What a job that has failed for good had under way. */
export const failAnalysis = async (db: Db, { org, id }: { org: string; id: string }) =>
  void (await db.run(sql`
    update feedback set status = 'failed', analysis_job_id = null, updated_at = now() where org_id = ${org} and status = 'analyzing' and analysis_job_id = ${id}`))

/** What lies under way with nobody: its job has ended or is gone. */
export const releaseAbandoned = (db: Db) =>
  db.run(sql`
    update feedback f set status = 'queued', analysis_job_id = null
    where status = 'analyzing' and not exists (
      select 1 from job j where j.org_id = f.org_id and j.id = f.analysis_job_id and j.status in ('queued', 'running'))`)

/** Organizations in which something waits that no job is going to take. */
export const forgotten = (db: Db) =>
  db.rows<{ org_id: string }>(sql`
    select distinct f.org_id from feedback f where f.status = 'queued' and f.deleted_at is null and f.updated_at < now() - interval '2 minutes'
      and not exists (select 1 from job j where j.org_id = f.org_id and j.type = 'feedback_analysis' and j.status in ('queued', 'running'))`)

/** Without a limit there always is. */
export const hasCredit = async (db: Db, org: string) =>
  (await db.first<{ some: boolean }>(sql`select credits is null or credits > 0 as some from organization where id = ${org}`))!.some

/** One for each answer that came; what is not there is not taken. */
export const takeCredit = (db: Db, org: string, count: number) =>
  db.run(sql`update organization set credits = greatest(0, credits - ${count}::bigint) where id = ${org} and credits is not null`)

/** More wait in the organization than this. */
export const moreWaitThan = async (db: Db, org: string, most: number) =>
  (await db.first<{ count: number }>(sql`
    select count(*) as count from (select 1 from feedback where org_id = ${org} and status = 'queued' and deleted_at is null limit ${most + 1}) w`))!.count > most

/** Until the end of the transaction nobody else asks for themes, and nobody ends looking for them. */
export const holdThemesWish = (db: Db, org: string) => db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${org}/synthesis`}, 0))`)

/** Whether somebody other than this job is going to look, or is at it: whoever is at it looks again before it ends. */
export const themesAreAsked = async (db: Db, org: string, besides: string) =>
  (await db.first(sql`select 1 from job where org_id = ${org} and type = 'subtheme_synthesis' and status in ('queued', 'running') and id <> ${besides}`)) !== undefined
