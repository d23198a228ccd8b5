import type { Handlers } from '#domain/operation-handlers.ts'
import type { segments } from '#contract/resources/segments.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { findRuleProblem } from '#domain/segmentation/validate-rules.ts'
import { refreshOpportunitiesOfSegment } from '#domain/ranking/refresh.ts'
import { nextColor } from '#engine/palette.ts'
import { newId } from '#store/ids.ts'
import { rowPage } from '#store/lists/row-list.ts'
import { applyRules, lockForRuleChange, resolveRules, getSegmentForUpdate, showSegment } from './changes.ts'
import { handlers as members } from './member-handlers.ts'
import { previewRules } from './queries-preview.ts'
import {
  deleteReferences,
  listSegmentColors,
  lockSegment,
  insertSegment,
  isSegmentNameTaken,
  segmentRows,
  updateSegment,
} from './queries.ts'

const duplicate = (name: string): never => throwApiError('DUPLICATE', `There is already a segment called “${name}”.`)

export const handlers: Handlers<typeof segments> = {
  ...members,

  listSegments: (ctx, query) => rowPage(ctx, segmentRows, query),

  getSegment: (ctx, { segmentId }) => showSegment(ctx, segmentId),

  async createSegment(ctx, input) {
    const { db, org } = ctx
    const rules = resolveRules(input, null)
    const id = newId()
    await lockForRuleChange(ctx)
    const color = input.color ?? nextColor(await listSegmentColors(db, org))
    if ((await insertSegment(db, org, { ...input, id, rules, color })) === 0) duplicate(input.name)
    if (rules) await applyRules(ctx, { id, rules })
    return showSegment(ctx, id)
  },

  async updateSegment(ctx, { segmentId, kind, rules, ...input }) {
    const { db, org } = ctx
    await lockForRuleChange(ctx)
    const before = await getSegmentForUpdate(ctx, segmentId)
    if (input.name !== undefined && (await isSegmentNameTaken(db, org, input.name, segmentId))) duplicate(input.name)
    const newRules = resolveRules({ kind, rules }, before.rules)
    await updateSegment(db, org, segmentId, { ...input, rules: newRules && JSON.stringify(newRules) })
    if (JSON.stringify(newRules) !== JSON.stringify(before.rules))
      await applyRules(ctx, { id: segmentId, rules: newRules })
    else if (input.weight !== undefined && input.weight !== before.weight)
      await refreshOpportunitiesOfSegment(db, org, segmentId)
    return showSegment(ctx, segmentId)
  },

  async archiveSegment(ctx, { segmentId }) {
    const { db, org } = ctx
    await lockForRuleChange(ctx)
    const segment = (await lockSegment(db, org, segmentId)) ?? notFound('segment')
    if (!segment.archived) {
      await updateSegment(db, org, segmentId, { archived_at: ctx.now })
      await deleteReferences(db, org, segmentId)
      await applyRules(ctx, { id: segmentId, rules: null })
    }
    return showSegment(ctx, segmentId)
  },

  async previewSegment({ db, org }, { rules }) {
    const problem = findRuleProblem(rules, 'body.rules')
    if (problem) invalidField(problem.path, problem.message)
    return previewRules(db, org, rules)
  },

  async evaluateSegment(ctx, { segmentId }) {
    await getSegmentForUpdate(ctx, segmentId)
    const job_id = await ctx.jobs.enqueue(
      'segment_evaluation',
      { segment_id: segmentId },
      { resource: { type: 'segment', id: segmentId } },
    )
    return { job_id, status: 'queued' }
  },
}
