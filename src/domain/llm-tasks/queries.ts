import { isWaiting } from '#domain/llm-access/queries-pause.ts'
import { MAX_INVALID_ANSWERS, MAX_REVIEWED_ITEMS, MAX_WAITING_INSIGHTS } from '#engine/thresholds/language-model.ts'
import { uuidArray } from '#store/binary-arrays.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

/* Objects that wait for the language model. */

export type TaskKind = 'insight' | 'theme' | 'subtheme' | 'evidence_story'

export const insertTasks = (db: Db, org: string, kind: TaskKind, ids: readonly string[]) =>
  db.run(sql`
    insert into language_model_task (org_id, kind, resource_id)
    select ${org}, ${kind}, id from unnest(${uuidArray(ids)}::uuid[]) as x (id)
    on conflict (org_id, kind, resource_id) do update set done = false, invalid_answers = 0`)

/** Themes and subthemes that the analysis has named, each once. */
export const insertGroupTasks = (db: Db, org: string) =>
  db.run(sql`
    insert into language_model_task (org_id, kind, resource_id)
    select ${org}, 'subtheme', s.id from subtheme s
    where s.org_id = ${org} and s.insight_count > 0 and ${isSubthemeNamedByAnalysis}
      and not exists (select 1 from language_model_task t
        where t.org_id = ${org} and t.kind = 'subtheme' and t.resource_id = s.id)
    union all
    select ${org}, 'theme', h.id from theme h
    where h.org_id = ${org} and ${isNamedByAnalysis}
      and not exists (select 1 from language_model_task t
        where t.org_id = ${org} and t.kind = 'theme' and t.resource_id = h.id)
    on conflict do nothing`)

/** A subtheme `s` that nobody has made or named. */
export const isSubthemeNamedByAnalysis: Sql = raw(
  `s.origin = 'auto' and not s.pinned and s.generated_name is null and s.merged_into_id is null
    and s.dissolved_at is null`,
)

/** A theme `h` that nobody has made or edited. */
export const isNamedByAnalysis: Sql = raw(
  `h.origin = 'auto' and not h.pinned and not h.is_catch_all and h.archived_at is null and h.merged_into_id is null`,
)

export const hasRoomForInsights = async (db: Db, org: string) =>
  (await db.first<{ count: number }>(sql`
    select count(*) as count from (
      select 1 from language_model_task where org_id = ${org} and kind = 'insight' and not done
      limit ${MAX_WAITING_INSIGHTS}) waiting`))!.count < MAX_WAITING_INSIGHTS

const countReviewedItems = async (db: Db, org: string) =>
  (await db.first<{ count: number }>(sql`select count(*) as count from label_review_item where org_id = ${org}`))!.count

/** Adds items until their number is reached; one that is analyzed again is not counted twice. */
export async function addReviewedItems(db: Db, org: string, feedbackIds: readonly string[]) {
  if ((await countReviewedItems(db, org)) >= MAX_REVIEWED_ITEMS) return
  await acquireLock(db, orgLock(org, 'label-review'))
  const room = MAX_REVIEWED_ITEMS - (await countReviewedItems(db, org))
  await db.run(sql`
    insert into label_review_item (org_id, feedback_id)
    select ${org}, x.id from unnest(${uuidArray(feedbackIds)}::uuid[]) as x (id)
    where not exists (select 1 from label_review_item r where r.org_id = ${org} and r.feedback_id = x.id)
    order by x.id limit ${Math.max(0, room)} on conflict do nothing`)
}

const resourcesOf = (org: string, kind: TaskKind, ids: readonly string[]): Sql => sql`
  org_id = ${org} and kind = ${kind} and resource_id = any(${uuidArray(ids)}::uuid[])`

/** Insights and stories have no further use for their row. */
export async function finishTasks(db: Db, org: string, kind: TaskKind, ids: readonly string[]) {
  if (ids.length === 0) return
  if (kind === 'insight' || kind === 'evidence_story')
    await db.run(sql`delete from language_model_task where ${resourcesOf(org, kind, ids)}`)
  else await db.run(sql`update language_model_task set done = true where ${resourcesOf(org, kind, ids)}`)
}

/** After an answer that could not be read: asked again, then left as they are. */
export async function countInvalidAnswer(db: Db, org: string, kind: TaskKind, ids: readonly string[]) {
  const rows = await db.rows<{ id: string }>(sql`
    update language_model_task set invalid_answers = invalid_answers + 1 where ${resourcesOf(org, kind, ids)}
    returning case when invalid_answers >= ${MAX_INVALID_ANSWERS} then resource_id end as id`)
  await finishTasks(
    db,
    org,
    kind,
    rows.flatMap((row) => row.id ?? []),
  )
}

/** Without credits, or switched off, nothing waits: what comes later is reviewed. */
export const dropOpenTasks = (db: Db, org: string) =>
  db.run(sql`delete from language_model_task where org_id = ${org} and not done`)

export const hasOpenTasks = async (db: Db, org: string) =>
  (await db.first(sql`select 1 from language_model_task where org_id = ${org} and not done limit 1`)) !== undefined

export const isReviewActive = async (db: Db, org: string, exceptJob: string | null) =>
  (await db.first(sql`
    select 1 from job where org_id = ${org} and type = 'language_model_review' and status in ('queued', 'running')
      and id is distinct from ${exceptJob}::uuid limit 1`)) !== undefined

/** Organizations whose tasks wait without a job: the model has failed, or their job was lost. */
export const orgsNeedingReview = (db: Db) =>
  db.rows<{ org_id: string }>(sql`
    select o.org_id from (select distinct org_id from language_model_task where not done) o
    where not exists (
        select 1 from job where org_id = o.org_id and type = 'language_model_review'
          and status in ('queued', 'running'))
      and not ${isWaiting(sql`o.org_id`)}`)
