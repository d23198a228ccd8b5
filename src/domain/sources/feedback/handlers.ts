import type { feedback } from '#contract/resources/feedback.ts'
import { rawJson, type Output, withStatus } from '#contract/core/route.ts'
import { type Handlers, staged } from '#domain/operation-handlers.ts'
import { ratingProblem } from '#contract/core/read-rating.ts'
import type { ReadCtx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound, requireExist } from '#domain/errors.ts'
import { fieldNarrowing } from '#domain/custom-fields/filters.ts'
import { customFieldsOf, findFieldRules, withCheckedFields, withStoredFields } from '#domain/custom-fields/values.ts'
import { requireContact } from '#domain/sources/contacts/present.ts'
import { batchResultsWithReferences, validateBatch } from '#domain/sources/batch/row-results.ts'
import { newId } from '#store/ids.ts'
import { documentPage } from '#store/lists/document-list.ts'
import { updateFeedback } from './update.ts'
import { ingestFeedback, validateFeedback } from './ingest.ts'
import { checkItem, ingestItem } from './ingest-one.ts'
import { enqueueAnalysis } from './enqueue-analysis.ts'
import { requeueFeedback } from './queries-status.ts'
import { findFeedback, lockFeedback, lockLiveFeedback, listInsightSummaries, type FeedbackView } from './queries.ts'
import { countFeedback, feedbackDocuments, type FeedbackListQuery } from './queries-list.ts'

type FeedbackList = Output<(typeof feedback)['listFeedback']>
type Subset = Omit<typeof feedback, 'deleteFeedback' | 'listFeedbackInsights'>

export async function getFeedback({ db, org }: ReadCtx, id: string): Promise<FeedbackView> {
  return (await findFeedback(db, org, id)) ?? notFound('feedback')
}

async function list(ctx: ReadCtx, given: FeedbackListQuery) {
  const { query, condition } = await fieldNarrowing(ctx, 'feedback', given)
  return rawJson<FeedbackList>(await documentPage(ctx, feedbackDocuments, query, { condition }))
}

export const handlers: Handlers<Subset, 'ingestFeedback'> = {
  listFeedback: list,

  async listContactFeedback(ctx, { contactId, ...query }) {
    await requireContact(ctx, contactId)
    return list(ctx, { ...query, contact_id: contactId })
  },

  async countFeedback({ db, org }, query) {
    return { count: await countFeedback(db, org, { ...query, limit: 0 }) }
  },

  async getFeedback(ctx, { feedbackId, include = [] }) {
    const item = await getFeedback(ctx, feedbackId)
    return include.includes('insights')
      ? { ...item, insights: await listInsightSummaries(ctx.db, ctx.org, feedbackId) }
      : item
  },

  ingestFeedback: staged({
    check: checkItem,
    async handle(ctx) {
      const { item, result } = await ingestItem(ctx)
      const body = { ...item, result }
      if (result !== 'unchanged') ctx.emit(`feedback.${result}`)
      return result === 'created' ? body : withStatus(200, body)
    },
  }),

  async bulkFeedback(ctx, { items, atomic }) {
    const batch_id = newId()
    const rules = await findFieldRules(ctx.db, ctx.org, 'feedback', items.map(customFieldsOf))
    const batch = await validateBatch(items, (rows, pathOf) =>
      validateFeedback(ctx.db, ctx.org, { items: rows, rules }, pathOf),
    )
    const problems = batch.problems.filter((problem) => problem !== null)
    if (atomic && problems[0])
      throwApiError('VALIDATION_ERROR', `${problems[0].path} ${problems[0].message}`, {
        details: problems.slice(0, 20),
      })
    const rows = batch.valid.map(({ row }) => withStoredFields(rules, row))
    const outcomes = await ingestFeedback(ctx.db, ctx.org, rows, { batch_id })
    for (const { id, result } of outcomes)
      if (result !== 'unchanged') ctx.emit(`feedback.${result}`, { object: { id } })
    const queued = outcomes.filter((outcome) => outcome.queued).map(({ id }) => id)
    return { batch_id, job_id: await enqueueAnalysis(ctx, queued), ...batchResultsWithReferences(batch, outcomes) }
  },

  async updateFeedback(ctx, { feedbackId, ...fields }) {
    const before = await lockFeedback(ctx.db, ctx.org, feedbackId)
    if (!before || before.deleted) return notFound('feedback')
    const problem = fields.rating && ratingProblem(fields.rating)
    if (problem) invalidField('body.rating', problem)
    const needsAnalysis = await updateFeedback(ctx, before, await withCheckedFields(ctx, 'feedback', fields))
    if (needsAnalysis) await enqueueAnalysis(ctx, [feedbackId])
    return getFeedback(ctx, feedbackId)
  },

  async analyzeFeedback(ctx, { feedbackId }) {
    const before = await lockFeedback(ctx.db, ctx.org, feedbackId)
    if (!before || before.deleted) return notFound('feedback')
    await requeueFeedback(ctx.db, ctx.org, [feedbackId])
    return { feedback_id: feedbackId, job_id: await enqueueAnalysis(ctx, [feedbackId]), status: 'queued' }
  },

  async analyzeFeedbackItems(ctx, { feedback_ids }) {
    const locked = await lockLiveFeedback(ctx.db, ctx.org, feedback_ids)
    requireExist('body.feedback_ids', 'feedback', feedback_ids, locked)
    await requeueFeedback(ctx.db, ctx.org, locked)
    return { queued: locked.length, job_id: await enqueueAnalysis(ctx, locked) }
  },
}
