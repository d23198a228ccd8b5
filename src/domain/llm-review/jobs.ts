import type { JobRun } from '#domain/context.ts'
import { isUsedFor } from '#domain/llm-access/is-used.ts'
import { ModelSession } from '#domain/llm-access/model-session.ts'
import { dropOpenTasks } from '#domain/llm-tasks/queries.ts'
import { scheduleReview } from '#domain/llm-tasks/schedule-review.ts'
import { MAX_REQUESTS_PER_JOB } from '#engine/thresholds/language-model.ts'
import type { Db } from '#store/open.ts'
import { nameGroups } from './name-groups.ts'
import { reviewInsights } from './review-insights.ts'
import type { ReviewSession } from './review-session.ts'
import { writeStories } from './write-stories.ts'

/**
 * The job language_model_review. It never fails because of the model: what was not answered waits, and the model is
 * asked again after a pause.
 */
export async function reviewWithLanguageModel(run: JobRun) {
  if (!run.llm) return async () => {}
  const model = await ModelSession.open({ ...run, llm: run.llm }, 'texts', MAX_REQUESTS_PER_JOB)
  if (!model) return (db: Db) => dropUnused(db, run.org)
  const session = { run, model }
  // Stories first: a user has just asked for them.
  for (const [stage, review] of Object.entries({
    stories: writeStories,
    insights: reviewInsights,
    groups: nameGroups,
  })) {
    run.signal.throwIfAborted()
    await run.progress({ stage })
    await review(session)
  }
  return (db: Db) => finish(session, db)
}

async function dropUnused(db: Db, org: string) {
  if (!(await isUsedFor(db, org, 'texts'))) await dropOpenTasks(db, org)
}

/** The last write of the job. */
async function finish({ run, model }: ReviewSession, db: Db) {
  await model.finish(db)
  await dropUnused(db, run.org)
  await scheduleReview(run, db)
  const { answers, tokens } = model
  if (answers > 0)
    run.log.info(
      { org: run.org, job: run.id, model: model.model, answers, tokens },
      'language model requests completed',
    )
}
