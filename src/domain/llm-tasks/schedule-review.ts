import type { Ctx, JobRun } from '#domain/context.ts'
import { isUsedFor } from '#domain/llm-access/is-used.ts'
import { isPaused } from '#domain/llm-access/queries-pause.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import {
  addReviewedItems,
  hasOpenTasks,
  hasRoomForInsights,
  insertGroupTasks,
  insertTasks,
  isReviewActive,
} from './queries.ts'

/* One job for an organization at a time; it schedules the next when more is waiting. */

/** Serializes scheduling with the end of a job. */
async function isReviewDue(db: Db, org: string, exceptJob: string | null): Promise<boolean> {
  await acquireLock(db, orgLock(org, 'language-model'))
  return !(await isReviewActive(db, org, exceptJob)) && !(await isPaused(db, org)) && (await hasOpenTasks(db, org))
}

export async function scheduleReview(run: JobRun, db: Db) {
  if (await isReviewDue(db, run.org, run.id)) await run.enqueue(db, 'language_model_review', {})
}

/** New insights of the analysis; nothing waits for the answer. */
export async function scheduleInsightReview(
  run: JobRun,
  db: Db,
  insights: readonly { id: string; feedback_id: string }[],
): Promise<void> {
  if (!run.llm || insights.length === 0 || !(await isUsedFor(db, run.org, 'texts'))) return
  if (!(await hasRoomForInsights(db, run.org))) return
  await addReviewedItems(db, run.org, [...new Set(insights.map((insight) => insight.feedback_id))])
  await insertTasks(
    db,
    run.org,
    'insight',
    insights.map((insight) => insight.id),
  )
  await scheduleReview(run, db)
}

/** New themes and subthemes of the synthesis. */
export async function reviewGroups(run: JobRun, db: Db): Promise<void> {
  if (!run.llm || !(await isUsedFor(db, run.org, 'texts'))) return
  await insertGroupTasks(db, run.org)
  await scheduleReview(run, db)
}

/** Themes and subthemes that are there when an admin switches texts on. */
export async function reviewPresentGroups({ db, org, jobs }: Ctx): Promise<void> {
  await insertGroupTasks(db, org)
  if (await isReviewDue(db, org, null)) await jobs.enqueue('language_model_review', {})
}

/** A new evidence story; it stays as it is until the answer has been verified. */
export async function reviewStory({ db, org, llm, jobs }: Ctx, id: string): Promise<void> {
  if (!llm || !(await isUsedFor(db, org, 'texts'))) return
  await insertTasks(db, org, 'evidence_story', [id])
  if (await isReviewDue(db, org, null)) await jobs.enqueue('language_model_review', {})
}
