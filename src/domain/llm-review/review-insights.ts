import { labelGuide } from '#contract/core/label-definitions.ts'
import { insertEvents, type NewEvent } from '#domain/account/events/queries-insert.ts'
import { lockInsights } from '#domain/findings/insights/queries.ts'
import { finishTasks } from '#domain/llm-tasks/queries.ts'
import { refreshOpportunitiesOf } from '#domain/ranking/refresh.ts'
import { addressesModel } from '#engine/llm/addresses-model.ts'
import { FINDING_BATCH } from '#engine/thresholds/language-model.ts'
import { applyRewrites, rewritePrompt, rewriteSchema, rewriteSystem } from '#engine/llm/rewrite-findings.ts'
import { batchesOf, estimateTokens } from '#llm/batches.ts'
import type { Db } from '#store/open.ts'
import { originOf } from './origin.ts'
import {
  type InsightChange,
  listWaitingInsights,
  updateReviewedInsights,
  type WaitingInsight,
} from './queries-insights.ts'
import { reviewBatches } from './review-batches.ts'
import type { ReviewSession } from './review-session.ts'

/* Names and labels of insights. */

const insightsPerTurn = 200

export async function reviewInsights(session: ReviewSession) {
  const { run } = session
  while (!session.isOver) {
    const rows = await listWaitingInsights(run.db, run.org, insightsPerTurn)
    if (rows.length === 0) return
    const gone = rows.filter((row) => row.statement === null).map((row) => row.id)
    if (gone.length > 0) await run.write((db) => finishTasks(db, run.org, 'insight', gone))
    const waiting = rows.filter((row): row is WaitingInsight => row.statement !== null)
    const batches = batchesOf(waiting, FINDING_BATCH, tokensOf, ({ statement }) => addressesModel(statement))
    await reviewBatches(session, batches, {
      kind: () => 'insight',
      request: (batch) => ({ system, prompt: rewritePrompt(batch), schema: rewriteSchema }),
      apply: (db, batch, answer) => applyAnswer(session, db, batch, answer),
    })
  }
}

const system = rewriteSystem(labelGuide)
const tokensOf = (insight: WaitingInsight) => estimateTokens(rewritePrompt([insight]))

const hasChanged = ({ before, after }: InsightChange) => before.name !== after.name || isRelabelled({ before, after })
const isRelabelled = ({ before, after }: InsightChange) =>
  before.sentiment !== after.sentiment || before.category !== after.category

async function applyAnswer(session: ReviewSession, db: Db, batch: readonly WaitingInsight[], answer: object) {
  const { org } = session.run
  const rewritten = applyRewrites(batch, answer)
  const changes = batch.map((before, n) => ({ before, after: rewritten[n]! })).filter(hasChanged)
  if (changes.length === 0) return
  await lockInsights(
    db,
    org,
    changes.map(({ before }) => before.id),
  )
  const updated = await updateReviewedInsights(db, org, session.llm.model, changes)
  const written = changes.filter(({ before }) => updated.has(before.id))
  const relabelled = written.filter(isRelabelled).map(({ before }) => before.id)
  if (relabelled.length > 0) await refreshOpportunitiesOf(db, org, relabelled)
  if (written.length > 0) await db.run(insertEvents(org, originOf(session.run), written.map(updatedEvent)))
}

const shown = ({ id, name, sentiment, category, statement, feedback_id }: WaitingInsight) =>
  JSON.stringify({ id, name, sentiment, category, quote: statement, feedback_id })

const updatedEvent = ({ before, after }: InsightChange): NewEvent => ({
  type: 'insight.updated',
  resource: before.id,
  object: shown(after),
  previous: JSON.stringify({ name: before.name, sentiment: before.sentiment, category: before.category }),
})
