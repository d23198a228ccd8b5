import { labelGuide } from '#contract/core/label-definitions.ts'
import type { JobRun } from '#domain/context.ts'
import { insertEvents, type NewEvent } from '#domain/events/feed/queries-insert.ts'
import { lockInsights } from '#domain/findings/insights/queries.ts'
import { maskForModel } from '#domain/llm-access/mask.ts'
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
  while (!session.model.isOver) {
    const rows = await listWaitingInsights(run.db, run.org, insightsPerTurn)
    if (rows.length === 0) return
    const gone = rows.filter((row) => row.statement === null).map((row) => row.id)
    if (gone.length > 0) await run.write((db) => finishTasks(db, run.org, 'insight', gone))
    const waiting = await masked(
      run,
      rows.filter((row): row is WaitingInsight => row.statement !== null),
    )
    const batches = batchesOf(waiting, session.model.within(FINDING_BATCH, fixed), tokensOf, ({ statement }) =>
      addressesModel(statement),
    )
    await reviewBatches(session, batches, {
      kind: () => 'insight',
      task: 'labels',
      request: (batch) => ({ ...fixed, prompt: rewritePrompt(batch) }),
      apply: (db, batch, answer) => applyAnswer(session, db, batch, answer),
    })
  }
}

/** What is compared with the answer is what was sent; `before` has what is stored. */
type MaskedInsight = WaitingInsight & { before: WaitingInsight }

async function masked({ db, org }: JobRun, waiting: readonly WaitingInsight[]): Promise<MaskedInsight[]> {
  const texts = await maskForModel(
    db,
    org,
    waiting.flatMap(({ statement, name }) => [statement, name]),
  )
  return waiting.map((before, n) => ({ ...before, before, statement: texts[2 * n]!, name: texts[2 * n + 1]! }))
}

/** As it is stored, with what the answer has changed. */
const changeOf = (sent: MaskedInsight, { name, sentiment, category }: MaskedInsight): InsightChange => ({
  before: sent.before,
  after: { ...sent.before, sentiment, category, ...(name !== sent.name && { name }) },
})

const fixed = { system: rewriteSystem(labelGuide), schema: rewriteSchema }
const tokensOf = (insight: WaitingInsight) => estimateTokens(rewritePrompt([insight]))

const hasChanged = ({ before, after }: InsightChange) => before.name !== after.name || isRelabelled({ before, after })
const isRelabelled = ({ before, after }: InsightChange) =>
  before.sentiment !== after.sentiment || before.category !== after.category

async function applyAnswer(session: ReviewSession, db: Db, batch: readonly MaskedInsight[], answer: object) {
  const { org } = session.run
  const rewritten = applyRewrites(batch, answer)
  const changes = batch.map((sent, n) => changeOf(sent, rewritten[n]!)).filter(hasChanged)
  if (changes.length === 0) return
  await lockInsights(
    db,
    org,
    changes.map(({ before }) => before.id),
  )
  const updated = await updateReviewedInsights(db, org, session.model.model, changes)
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
