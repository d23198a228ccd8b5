import { markDaysStale } from '#domain/daily-counts/queries.ts'
import { feedbackStatuses } from '#vocabulary/statuses.ts'
import type { Db } from '#store/open.ts'
import { assignments, raw, type Sql, sql } from '#store/sql.ts'

/* Feedback that a job has claimed stays `queued` in its own row; the claim makes it `analyzing`. */

/** Ids of the feedback that queued or running jobs have claimed. */
export const claimedFeedbackIds = (org: string, condition: Sql = sql``) => sql`
  select unnest(u.feedback_ids) from analysis_claim u
  join job j on j.org_id = u.org_id and j.org_id = ${org} and j.id = u.job_id and j.status in ('queued', 'running')
  where u.org_id = ${org} ${condition}`

/** The status that the API shows of the row `row`; claims are only read where feedback is queued. */
export const displayedStatus = (org: string, row = 'f'): Sql => {
  const [id, status] = [raw(`${row}.id`), raw(`${row}.status`)]
  return sql`
    case when ${status} = 'queued' and ${id} in (${claimedFeedbackIds(org)}) then 'analyzing' else ${status} end`
}

/** As literals, so that PostgreSQL can use the partial index on feedback that is not analyzed. */
export const storedStatusIn = (statuses: readonly string[]): Sql => {
  const literals = feedbackStatuses.filter((status) => statuses.includes(status)).map((status) => `'${status}'`)
  return raw(literals.length ? `status in (${literals.join(', ')})` : 'false')
}

export function displayedStatusIn(org: string, statuses: readonly string[]): Sql {
  const [queued, analyzing] = [statuses.includes('queued'), statuses.includes('analyzing')]
  if (queued === analyzing) return storedStatusIn(statuses)
  const others = storedStatusIn(statuses.filter((status) => status !== 'queued' && status !== 'analyzing'))
  const claimed = sql`id ${raw(queued ? 'not in' : 'in')} (${claimedFeedbackIds(org)})`
  return sql`(${others} or (status = 'queued' and ${claimed}))`
}

/** Queued again, an item keeps the reason until it is analyzed. */
export const skippedFor = (reasons: readonly string[]): Sql =>
  sql`status = 'skipped' and skip_reason = any(${reasons}::text[])`

/** What was skipped for having no content keeps the reason until it is analyzed: it is analyzed as having some. */
export const requeueFeedback = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update feedback_state s set status = 'queued', updated_at = now(),
      skip_reason = case when skip_reason = 'no_content' then skip_reason end
    from feedback f
    where s.org_id = ${org} and s.feedback_id = any(${ids}::uuid[]) and s.status <> 'queued'
      and f.org_id = s.org_id and f.org_id = ${org} and f.id = s.feedback_id and f.deleted_at is null`)

type FeedbackStateColumns = {
  status?: string
  skip_reason?: string | null
  language?: string | null
  updated_at: Date
}
type FeedbackItemChange = { feedback: Record<string, unknown>; state: FeedbackStateColumns }

/**
 * Updates one item, which the caller has locked. The state is always touched:
 * the analysis compares its updated_at to notice that the feedback changed while it was read.
 */
export async function updateFeedbackItem(db: Db, org: string, id: string, { feedback, state }: FeedbackItemChange) {
  const hasChanges = Object.values(feedback).some((value) => value !== undefined)
  if (feedback.occurred_at !== undefined) await markDaysStale(db, org, 'feedback', [id])
  if (hasChanges) await db.run(sql`update feedback set ${assignments(feedback)} where org_id = ${org} and id = ${id}`)
  await db.run(sql`update feedback_state set ${assignments(state)} where org_id = ${org} and feedback_id = ${id}`)
}

/** Marks feedback as coming from the integration, unless it has a source integration already. */
export const setFeedbackIntegration = (db: Db, org: string, ids: readonly string[], integration: string) =>
  db.run(sql`
    update feedback set integration_id = ${integration}
    where org_id = ${org} and id = any(${ids}::uuid[]) and integration_id is null`)
