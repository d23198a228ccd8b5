import type { JobRun } from '#domain/context.ts'
import { isUsedFor } from '#domain/llm-access/is-used.ts'
import { groupPoints } from '#llm/group-points.ts'
import type { Db } from '#store/open.ts'
import { GroupingSession } from './grouping-session.ts'
import { applyByItself, proposeGrouping } from './propose-grouping.ts'
import { finishGrouping, getGroupingSettings, updateTopics } from './queries.ts'
import { readGroupingInput } from './read-points.ts'

/** Tokens of a new day and credits may be there again. A pause after a failure ends by itself. */
const secondsWithoutUse = 3600

/**
 * The job language_model_grouping. It never fails because of the model: answers are kept, so that a later job continues
 * where this one stopped.
 */
export async function groupWithLanguageModel(run: JobRun) {
  const { llm, org } = run
  const { grouping: mode, topics } = await getGroupingSettings(run.db, org)
  const session = llm && (await GroupingSession.open(run, llm))
  if (!session) return (db: Db) => waitForUse(db, org)
  const input = await readGroupingInput(run.db, org)
  await run.progress({ stage: 'grouping', total: input.points.length })
  const tools = { ask: session.ask, known: session.known, contextTokens: llm.contextTokens }
  const found = await groupPoints({ ...input, topics: topics ?? undefined }, tools)
  return async (db: Db) => {
    const { isWaiting, hasFailed } = session.model
    await session.model.finish(db)
    if (found && !topics) await updateTopics(db, org, found.topics)
    if (found && !isWaiting)
      await (mode === 'apply' ? applyByItself(run, db, found.grouping) : proposeGrouping(db, org, found.grouping))
    const retrySeconds = hasFailed ? 0 : secondsWithoutUse
    await finishGrouping(db, org, isWaiting ? retrySeconds : null)
  }
}

/** Switched off, or without credits; a model that fails or whose tokens are spent is waited for anyway. */
async function waitForUse(db: Db, org: string) {
  if (!(await isUsedFor(db, org, 'grouping'))) await finishGrouping(db, org, secondsWithoutUse)
}
