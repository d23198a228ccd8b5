import { isTouched } from '#domain/findings/analysis/queries-touched.ts'
import { selectQueuedItems, type QueuedItem } from '#domain/findings/analysis/queries.ts'
import { uuidArray } from '#store/binary-arrays.ts'
import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

/* The feedback of a re-analysis. Its status stays as it is while it is analyzed again. */

/** `version` is the current one. */
export type Selection = { scope: 'outdated' | 'all'; version: string }
type Page = { after: string | null; until: string; limit: number }

/** Matches the predicate of the partial index, and reads none of its entries of the current version. */
const isOutdated = (org: string, version: string): Sql => sql`
  i.org_id = ${org} and i.live and i.origin = 'auto' and not i.edited_by_human and not i.themes_overridden
  and i.feedback_id is not null
  and (i.analysis_version < ${version} or i.analysis_version > ${version} or i.analysis_version is null)`

/** Insights that a re-analysis may change. */
export const countOutdatedInsights = async (db: Db, org: string, version: string) =>
  (await db.first<{ count: number }>(sql`
    select count(*) as count from insight i where ${isOutdated(org, version)} and not ${isTouched(org)}`))!.count

/** Analyzed before, or failed; a duplicate stays one. */
const wasAnalyzed = raw(`(s.status in ('analyzed', 'failed') or s.status = 'skipped' and
  s.skip_reason in ('too_short', 'no_content'))`)

/** Not filtered by what people have touched, which would be looked up for every row of every page. */
const selectedIds = (org: string, { scope, version }: Selection): Sql =>
  scope === 'all'
    ? sql`select s.feedback_id as id from feedback_state s where s.org_id = ${org} and ${wasAnalyzed}`
    : sql`select distinct i.feedback_id as id from insight i where ${isOutdated(org, version)}`

/** How much there is to do, and the newest of it. */
export const measureSelection = async (db: Db, org: string, selection: Selection) =>
  (await db.first<{ total: number; until: string | null }>(sql`
    with selected as (${selectedIds(org, selection)})
    select (select count(*) from selected) as total, (select id from selected order by id desc limit 1) as until`))!

export const listSelectedIds = async (
  db: Db,
  org: string,
  selection: Selection,
  { after, until, limit }: Page,
): Promise<string[]> => {
  const rows = await db.rows<{ id: string }>(sql`
    select id from (${selectedIds(org, selection)}) x
    where (${after}::uuid is null or id > ${after}::uuid) and id <= ${until}::uuid order by id limit ${limit}`)
  return rows.map((row) => row.id)
}

/** Of these ids the items to analyze; the worker of queued ones analyzes them anyway. */
export const listSelectedItems = (
  db: Db,
  org: string,
  { scope, version }: Selection,
  ids: readonly string[],
): Promise<QueuedItem[]> =>
  db.rows<QueuedItem>(
    selectQueuedItems(
      org,
      sql`
        select s.feedback_id as id, s.language, s.xmin::text as version, false as has_content from feedback_state s
        join feedback on feedback.org_id = s.org_id and feedback.org_id = ${org} and feedback.id = s.feedback_id
          and feedback.deleted_at is null
        where s.org_id = ${org} and s.feedback_id = any(${uuidArray(ids)}::uuid[])
          and s.status not in ('received', 'queued')
          and (${scope === 'all'} or exists (
            select 1 from insight i
            where ${isOutdated(org, version)} and i.feedback_id = s.feedback_id and not ${isTouched(org)}))
        order by s.feedback_id`,
    ),
  )

export const findActiveRerun = (db: Db, org: string) =>
  db.first<{ id: string }>(sql`
    select id from job where org_id = ${org} and type = 'analysis_rerun' and status in ('queued', 'running')`)

/** Lost the insert race against another request. */
export const isRerunConflict = (error: unknown) => {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'job_analysis_rerun_open'
}
