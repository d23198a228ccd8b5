import type { Db } from '#store/open.ts'
import { after, type Key, type Order, orderBy } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { type FeedbackRow, feedbackSelect, type InsightSummary } from './queries.ts'
import { skippedFor } from './queries-status.ts'
import { feedbackFilters, type FeedbackListQuery } from './queries-list.ts'

type TriageState = 'new' | 'snoozed' | 'processed' | 'dismissed'
type InboxRow = FeedbackRow & {
  sort_key: string
  triage_state: TriageState
  snoozed_until: string | null
  triaged_by: string | null
  triaged_at: string | null
}
type InboxQuery = {
  state: TriageState | 'all'
  q?: string
  source?: string[]
  skip_reason?: NonNullable<FeedbackListQuery['skip_reason']>
  segment_id?: string
  contact_id?: string
  account_id?: string
  plan?: string[]
  revenue_min?: number
  revenue_max?: number
  occurred_after?: string
  occurred_before?: string
  limit: number
  keys?: readonly Key[] | undefined
}

/** Without a row, or with a snooze that has ended. */
const isNew = raw("(t.state is null or (t.state = 'snoozed' and t.snoozed_until <= now()))")
const isSnoozed = raw("t.state = 'snoozed' and t.snoozed_until > now()")

function hasState(state: TriageState | 'all'): Sql | false {
  if (state === 'all') return false
  if (state === 'new') return isNew
  return state === 'snoozed' ? isSnoozed : sql`t.state = ${state}`
}

/** When it was said, which is also the date that is shown. */
const newestFirst: Order = { by: 'occurred_at', type: 'timestamptz', descending: true }

export const listInbox = (db: Db, org: string, { state, limit, keys, ...query }: InboxQuery) =>
  db.rows<InboxRow>(sql`
    select s.*, case when ${isNew} then 'new' else t.state end as triage_state,
      t.snoozed_until, t.triaged_by, t.triaged_at, iso(s.occurred_at) as sort_key
    from (${feedbackSelect(
      org,
      sql`
      select feedback.* from feedback_item feedback
      left join feedback_triage t on t.org_id = feedback.org_id and t.org_id = ${org} and t.feedback_id = feedback.id
      where ${allOf([
        sql`feedback.org_id = ${org} and deleted_at is null`,
        hasState(state),
        ...feedbackFilters(org, { ...query, limit }),
        after(newestFirst, keys),
      ])}
      order by ${orderBy(newestFirst)} limit ${limit + 1}`,
    )}) s
    left join feedback_triage t on t.org_id = ${org} and t.feedback_id = s.id
    order by ${orderBy(newestFirst)}`)

export const listInsightsOfFeedback = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<InsightSummary & { feedback_id: string }>(sql`
    select feedback_id, id, name, sentiment, category from insight
    where org_id = ${org} and feedback_id = any(${ids}::uuid[]) and live order by id limit 1000`)

export const listFeedbackSources = (db: Db, org: string) =>
  db.rows<{ source: string; count: number }>(sql`
    select source, count(*) as count from feedback
    where org_id = ${org} and deleted_at is null
    group by source order by count(*) desc, source limit 200`)

type InboxCounts = Record<TriageState | 'done_today' | 'no_content', number>

export const countInbox = (db: Db, org: string) =>
  db.first<InboxCounts>(sql`
    select count(*) filter (where ${isNew}) as new,
      count(*) filter (where ${isSnoozed}) as snoozed,
      count(*) filter (where t.state = 'processed') as processed,
      count(*) filter (where t.state = 'dismissed') as dismissed,
      count(*) filter (where t.state in ('processed', 'dismissed')
        and t.triaged_at > now() - interval '24 hours') as done_today,
      (select count(*) from feedback_item f
        left join feedback_triage t on t.org_id = f.org_id and t.org_id = ${org} and t.feedback_id = f.id
        where f.org_id = ${org} and f.deleted_at is null and ${isNew} and ${skippedFor(['no_content'])}) as no_content
    from feedback f left join feedback_triage t on t.org_id = f.org_id and t.org_id = ${org} and t.feedback_id = f.id
    where f.org_id = ${org} and f.deleted_at is null`)

type TriageInput = {
  ids: readonly string[]
  state: Exclude<TriageState, 'new'>
  until: string | undefined
  user: string
}

export const upsertTriage = (db: Db, org: string, { ids, state, until, user }: TriageInput) =>
  db.run(sql`
    insert into feedback_triage (org_id, feedback_id, state, snoozed_until, triaged_by, triaged_at)
    select ${org}, id, ${state}, ${until ?? null}::timestamptz, ${user}, now()
    from unnest(${ids}::uuid[]) as x (id) order by id
    on conflict (org_id, feedback_id) do update set state = excluded.state,
      snoozed_until = excluded.snoozed_until, triaged_by = excluded.triaged_by, triaged_at = excluded.triaged_at`)

export const deleteTriage = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`delete from feedback_triage where org_id = ${org} and feedback_id = any(${ids}::uuid[])`)
