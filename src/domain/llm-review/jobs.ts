import type { JobRun } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { nameGroups } from './name-groups.ts'
import { reviewInsights } from './review-insights.ts'
import { ReviewSession } from './review-session.ts'
import { writeStories } from './write-stories.ts'

/**
 * The job language_model_review. It never fails because of the model: what was not answered waits, and the model is
 * asked again after a pause.
 */
export async function reviewWithLanguageModel(run: JobRun) {
  if (!run.llm) return async () => {}
  const session = await ReviewSession.open(run, run.llm)
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
  return (db: Db) => session.finish(db)
}
