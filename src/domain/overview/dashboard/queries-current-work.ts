import type { Static } from 'typebox'
import type { CheckinSnapshot } from '#contract/resources/competitor-checkin-shapes.ts'
import { isUnsorted } from '#domain/queries-theme-references.ts'
import { type Sql, sql } from '#store/sql.ts'

type InboxItem = { feedback_id: string; text: string; source: string; contact_name: string | null; occurred_at: string }
type RunningJob = {
  id: string
  type: string
  status: 'queued' | 'running'
  stage: string | null
  done: number
  total: number | null
  created_at: string
}
type Checkin = {
  id: string
  completed_at: string
  snapshot: Extract<Static<typeof CheckinSnapshot>, { changed: true }>
}
/** Inbox, insights to sort, running jobs and the last competitor check-in with changes, independent of the period. */
export type CurrentWork = { inbox: InboxItem[]; unsorted: number; jobs: RunningJob[]; checkin: Checkin | null }

export const maxListed = 5
const maxTextLength = 160
/** Counting stops here, so that its cost stays bounded. */
const maxUnsorted = 1000

/** Keys and values of the dashboard's JSON object; `feedbackCondition` restricts feedback to a segment. */
export const currentWorkJson = (org: string, feedbackCondition: Sql): Sql => sql`
  'inbox', (select coalesce(json_agg(json_build_object(
      'feedback_id', f.id, 'text', left(coalesce(f.title, f.content), ${maxTextLength}::int), 'source', f.source,
      'contact_name', coalesce(c.name, c.email), 'occurred_at', iso(f.occurred_at)) order by f.id desc), '[]')
    from (
      select f.org_id, f.id, f.title, f.content, f.source, f.contact_id, f.occurred_at
      from feedback f left join feedback_triage t on t.org_id = f.org_id and t.org_id = ${org} and t.feedback_id = f.id
      where f.org_id = ${org} and f.deleted_at is null
        and (t.state is null or (t.state = 'snoozed' and t.snoozed_until <= now())) ${feedbackCondition}
      order by f.id desc limit ${maxListed}) f
    left join contact c on c.org_id = f.org_id and c.org_id = ${org} and c.id = f.contact_id),
  'unsorted', (select count(*) from (
    select 1 from insight where org_id = ${org} and live and ${isUnsorted} limit ${maxUnsorted}) u),
  'jobs', (select coalesce(json_agg(json_build_object(
      'id', id, 'type', type, 'status', status, 'stage', stage, 'done', done, 'total', total,
      'created_at', iso(created_at)) order by id desc), '[]')
    from (
      select * from job where org_id = ${org} and status in ('queued', 'running')
      order by id desc limit ${maxListed}) j),
  'checkin', (select json_build_object('id', r.id, 'completed_at', iso(r.completed_at), 'snapshot', r.snapshot)
    from competitor_checkin r join organization o on o.id = r.org_id and o.feature_competitors
    where r.org_id = ${org} and r.status = 'completed' and (r.snapshot->>'changed')::boolean
    order by r.id desc limit 1)`
