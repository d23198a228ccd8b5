import type { Static } from 'typebox'
import type { Retention } from '#contract/resources/retention.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'

type RetentionView = Static<typeof Retention>
type Periods = Pick<RetentionView, 'days' | 'sources'>
type RecordKind = 'support_ticket' | 'survey_response' | 'nps_response' | 'feedback'
export type DueRecord = { kind: RecordKind; id: string; survey_id: string | null; feedback_ids: string[] }

export const getRetention = async (db: Db, org: string): Promise<RetentionView> => {
  const row = await db.first<{ retention: Partial<RetentionView> }>(
    sql`select retention from organization where id = ${org}`,
  )
  const { days = null, sources = [], erased_texts = 'removed', last_run = null } = row!.retention
  return { days, sources, erased_texts, last_run }
}

/** Organizations with a period for anything. */
export const listOrgsWithRetention = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id from organization where retention ->> 'days' is not null
        or jsonb_path_exists(retention, '$.sources[*].days ? (@ != null)') order by id`)
  ).map(({ id }) => id)

/** What has come in, each item once, with the feedback that belongs to it. */
const records = (org: string, before: Date): Sql => sql`
  select 'support_ticket' as kind, t.id, null::uuid as survey_id, coalesce(f.source, t.source_name) as source,
    t.opened_at as at, array_remove(array[t.feedback_id], null) as feedback_ids
  from support_ticket t left join feedback f on f.org_id = t.org_id and f.org_id = ${org} and f.id = t.feedback_id
  where t.org_id = ${org} and t.deleted_at is null and t.opened_at < ${before}
  union all
  select 'survey_response', r.id, r.survey_id, s.source, r.submitted_at, array(
    select a.feedback_id from survey_answer a
    where a.org_id = ${org} and a.response_id = r.id and a.feedback_id is not null)
  from survey_response r join survey s on s.org_id = r.org_id and s.org_id = ${org} and s.id = r.survey_id
  where r.org_id = ${org} and r.deleted_at is null and r.submitted_at < ${before}
  union all
  select 'nps_response', n.id, null, n.source, n.responded_at, array_remove(array[n.feedback_id], null)
  from nps_response n where n.org_id = ${org} and n.deleted_at is null and n.responded_at < ${before}
  union all
  select 'feedback', f.id, null, f.source, f.occurred_at, array[f.id]
  from feedback f
  where f.org_id = ${org} and f.deleted_at is null and f.occurred_at < ${before}
    and not exists (select 1 from support_ticket t
      where t.org_id = ${org} and t.feedback_id = f.id and t.deleted_at is null)
    and not exists (select 1 from nps_response n
      where n.org_id = ${org} and n.feedback_id = f.id and n.deleted_at is null)
    and not exists (select 1 from survey_answer a
      join survey_response r on r.org_id = a.org_id and r.org_id = ${org} and r.id = a.response_id
      where a.org_id = ${org} and a.feedback_id = f.id and r.deleted_at is null)`

/** Whether a Project or an initiative has an insight of the feedback as evidence. */
const isEvidence = (org: string): Sql => sql`exists (
  select 1 from insight i
  where i.org_id = ${org} and i.deleted_at is null and (i.feedback_id = any(d.feedback_ids) or i.id in (
      select q.insight_id from quote q where q.org_id = ${org} and q.feedback_id = any(d.feedback_ids)))
    and (exists (select 1 from project_insight p where p.org_id = ${org} and p.insight_id = i.id)
      or exists (select 1 from initiative_insight e where e.org_id = ${org} and e.insight_id = i.id)))`

const dayMs = 86_400_000

/** Older records with the period that holds for their source; undefined when nothing has a period. */
function dueRecords(org: string, { days, sources }: Periods, now: Date): Sql | undefined {
  const periods = [days, ...sources.map((one) => one.days)].filter((one) => one !== null)
  if (periods.length === 0) return undefined
  const latest = new Date(now.getTime() - Math.min(...periods) * dayMs)
  return sql`
    select d.*, ${isEvidence(org)} as is_evidence from (
      select r.*, ${now}::timestamptz - make_interval(days => p.days) as before
      from (${records(org, latest)}) r
      left join unnest(${sources.map((one) => one.source)}::text[], ${sources.map((one) => one.days)}::int[])
        as own (source, days) on own.source = r.source
      cross join lateral (select case when own.source is null then ${days}::int else own.days end as days) p
      where p.days is not null and r.at < ${now}::timestamptz - make_interval(days => p.days)) d`
}

type SourceCount = { source: string; before: string; deleted_count: number; kept_count: number }

export async function countDue(db: Db, org: string, periods: Periods, now: Date): Promise<SourceCount[]> {
  const due = dueRecords(org, periods, now)
  return due === undefined
    ? []
    : db.rows<SourceCount>(sql`
        select source, before, count(*) filter (where not is_evidence) as deleted_count,
          count(*) filter (where is_evidence) as kept_count
        from (${due}) d group by source, before order by source`)
}

type DueQuery = { periods: Periods; now: Date; limit: number }

export async function listDue(db: Db, org: string, { periods, now, limit }: DueQuery): Promise<DueRecord[]> {
  const due = dueRecords(org, periods, now)
  return due === undefined
    ? []
    : db.rows<DueRecord>(sql`
        select kind, id, survey_id, feedback_ids from (${due}) d where not is_evidence order by at, id limit ${limit}`)
}
