import { feedbackStatuses } from '#contract/resources/feedback.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

/* An item that is taken for analysis stays queued in its own row; the batch that it is in says that it is being analyzed. */

/** The ids of all items that a job has under way. A job that has ended has nothing. */
export const underWay = (org: string, more: Sql = sql``) => sql`
  select unnest(u.feedback_ids) from analysis_claim u join job j on j.org_id = u.org_id and j.id = u.job_id and j.status in ('queued', 'running') where u.org_id = ${org} ${more}`

/** The status of an item as it is shown; what is under way is only looked up when something waits. */
export const shownStatus = (org: string): Sql =>
  sql`case when f.status = 'queued' and f.id in (${underWay(org)}) then 'analyzing' else f.status end`

/** Spelled out: only so PostgreSQL sees that none of them is analyzed, and those have an index of their own. */
export const isOneOf = (wanted: readonly string[]): Sql => {
  const spelled = feedbackStatuses.filter((status) => wanted.includes(status)).map((status) => `'${status}'`)
  return raw(spelled.length ? `status in (${spelled.join(', ')})` : 'false')
}

/** Items whose shown status is one of these. */
export function inStatus(org: string, wanted: readonly string[]): Sql {
  const [queued, analyzing] = [wanted.includes('queued'), wanted.includes('analyzing')]
  if (queued === analyzing) return isOneOf(wanted)
  const others = isOneOf(wanted.filter((status) => status !== 'queued' && status !== 'analyzing'))
  return queued
    ? sql`(${others} or (status = 'queued' and id not in (${underWay(org)})))`
    : sql`(${others} or (status = 'queued' and id in (${underWay(org)})))`
}
