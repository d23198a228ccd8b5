import { insertEvents, type NewEvent } from '#domain/events/feed/queries-insert.ts'
import type { JobRun } from '#domain/context.ts'
import { scheduleInsightReview } from '#domain/llm-tasks/schedule-review.ts'
import { lockInsights } from '#domain/findings/insights/queries.ts'
import type { Finding } from '#engine/analyze.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { analysisVersionOf } from './analysis-version.ts'
import { diffFindings, type FindingsDiff } from './diff-findings.ts'
import { type ExistingInsight, listExistingInsights, toStoredInsight } from './queries-findings.ts'
import { finishItems, type ItemResult } from '#domain/sources/feedback/queries-analysis.ts'
import type { QueuedItem } from './queries.ts'
import { storeDiff } from './queries-diff.ts'

/* Writes the results of a batch in one transaction, with their events. */

export type AnalysisResult = { result: ItemResult; item: QueuedItem; findings: readonly Finding[] }

export async function storeResults(run: JobRun, db: Db, model: string, results: readonly AnalysisResult[]) {
  const { org } = run
  const ids = results.map(({ item }) => item.id)
  const [unchanged, existing] = await pipelined(db, [
    finishItems(
      db,
      org,
      results.map(({ result }) => result),
    ),
    listExistingInsights(db, org, ids),
  ])
  const stored = results.filter(({ item }) => unchanged.has(item.id))
  if (stored.length === 0) return
  const current = await lockExisting(db, org, existing, [...unchanged])
  const diff = diffFindings(current, stored)
  const events = [...analyzedEvents(stored, diff), ...interviewEvents(stored), ...insightEvents(diff)]
  await pipelined(db, [storeDiff(db, org, model, diff), recordEvents(run, db, 'feedback_analysis', events)])
  await scheduleInsightReview(run, db, diff.added)
}

/**
 * Feedback that is analyzed again although it has not changed; events are recorded only where insights change. Answers
 * the number of changed insights.
 */
export async function storeRerunResults(
  run: JobRun,
  db: Db,
  model: string,
  stored: readonly AnalysisResult[],
): Promise<number> {
  const ids = stored.map(({ item }) => item.id)
  const current = await lockExisting(db, run.org, await listExistingInsights(db, run.org, ids), ids)
  const diff = diffFindings(current, stored, { version: analysisVersionOf(model) })
  await storeDiff(db, run.org, model, diff)
  const changedIds = new Set(
    [...diff.added, ...diff.updated.filter((one) => one.isChanged), ...diff.superseded].map((one) => one.feedback_id),
  )
  const changed = stored.filter(({ item }) => changedIds.has(item.id))
  const events = [...analyzedEvents(changed, diff), ...insightEvents(diff)]
  if (events.length) await recordEvents(run, db, 'analysis_rerun', events)
  await scheduleInsightReview(run, db, diff.added)
  return diff.added.length + diff.updated.length + diff.superseded.length
}

/** Locks the insights that may change and reads them again: a person may have changed one in between. */
async function lockExisting(db: Db, org: string, existing: readonly ExistingInsight[], feedbackIds: readonly string[]) {
  const wanted = new Set(feedbackIds)
  const read = existing.filter(({ feedback_id }) => wanted.has(feedback_id))
  const automatic = read.filter((insight) => insight.is_automatic).map(({ id }) => id)
  if (automatic.length === 0) return read
  await lockInsights(db, org, automatic)
  return listExistingInsights(db, org, feedbackIds)
}

const recordEvents = (run: JobRun, db: Db, operation: string, events: readonly NewEvent[]) => {
  const actor = { type: 'system' as const, id: run.id }
  return db.run(insertEvents(run.org, { operation, actor, user: run.user, requestId: null }, events))
}

function analyzedEvents(results: readonly AnalysisResult[], { added }: FindingsDiff): NewEvent[] {
  const addedTo = Map.groupBy(added, (insight) => insight.feedback_id)
  return results.map(({ result: { id, status, skip_reason } }): NewEvent => {
    const insight_ids = (addedTo.get(id) ?? []).map((insight) => insight.id)
    return {
      type: 'feedback.analyzed',
      resource: id,
      object: JSON.stringify({ id, status, skip_reason, insight_ids }),
    }
  })
}

const interviewEvents = (results: readonly AnalysisResult[]): NewEvent[] =>
  results
    .filter(({ item }) => item.source_type === 'interview')
    .map(({ item: { id, title } }) => ({
      type: 'interview.ready',
      resource: id,
      object: JSON.stringify({ id, title }),
    }))

const insightEvents = ({ added, updated }: FindingsDiff): NewEvent[] => [
  ...added.map((insight): NewEvent => ({
    type: 'insight.created',
    resource: insight.id,
    object: JSON.stringify(toStoredInsight(insight)),
  })),
  ...updated
    .filter((insight) => insight.isChanged)
    .map((insight): NewEvent => ({
      type: 'insight.updated',
      resource: insight.id,
      object: JSON.stringify(toStoredInsight(insight)),
    })),
]
