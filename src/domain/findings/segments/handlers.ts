import type { Handlers } from '#contract/core/route.ts'
import type { segments } from '#contract/resources/segments.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { problemIn } from '#domain/segmentation/check.ts'
import { refreshOpportunitiesOfSegment } from '#domain/ranking/refresh.ts'
import { nextColor } from '#engine/palette.ts'
import { newId } from '#store/ids.ts'
import { sortedPage } from '#store/page.ts'
import { applyToEverybody, holdForRules, rulesToBe, segmentToChange, showSegment } from './changes.ts'
import { handlers as members } from './members.ts'
import { preview } from './preview.ts'
import {
  clearReferences,
  colorsInUse,
  holdSegment,
  insertSegment,
  type ListedRow,
  nameTaken,
  orderOf,
  pageOfSegments,
  updateSegment,
} from './queries.ts'

const duplicate = (name: string): never => throwApiError('DUPLICATE', `There is already a segment called “${name}”.`)
const listed = ({ sort_key: _, sync_until: __, ...row }: ListedRow) => row

export const handlers: Handlers<typeof segments, Ctx> = {
  ...members,

  async listSegments({ db, org, cursors }, { cursor, ...wanted }) {
    const { data, pagination } = await sortedPage(orderOf(wanted), { ...wanted, cursor }, cursors, (keys) =>
      pageOfSegments(db, org, wanted, keys),
    )
    return { data: data.map(listed), pagination }
  },

  getSegment: (ctx, { segmentId }) => showSegment(ctx, segmentId),

  async createSegment(ctx, { name, color, description = null, weight = 1, ai_classification = false, ...given }) {
    const { db, org } = ctx
    const rules = rulesToBe(given, null)
    const id = newId()
    await holdForRules(ctx)
    const row = {
      id,
      name,
      description,
      rules,
      weight,
      ai_classification,
      color: color ?? nextColor(await colorsInUse(db, org)),
    }
    if ((await insertSegment(db, org, row)) === 0) duplicate(name)
    if (rules) await applyToEverybody(ctx, { id, rules })
    return showSegment(ctx, id)
  },

  async updateSegment(ctx, { segmentId, kind, rules, ...given }) {
    const { db, org } = ctx
    await holdForRules(ctx)
    const before = await segmentToChange(ctx, segmentId)
    if (given.name !== undefined && (await nameTaken(db, org, given.name, segmentId))) duplicate(given.name)
    const wanted = rulesToBe({ kind, rules }, before.rules)
    await updateSegment(db, org, segmentId, { ...given, rules: wanted && JSON.stringify(wanted) })
    if (JSON.stringify(wanted) !== JSON.stringify(before.rules))
      await applyToEverybody(ctx, { id: segmentId, rules: wanted })
    else if (given.weight !== undefined && given.weight !== before.weight)
      await refreshOpportunitiesOfSegment(db, org, segmentId)
    return showSegment(ctx, segmentId)
  },

  async archiveSegment(ctx, { segmentId }) {
    const { db, org } = ctx
    await holdForRules(ctx)
    const held = (await holdSegment(db, org, segmentId)) ?? notFound('segment')
    if (!held.archived) {
      await updateSegment(db, org, segmentId, { archived_at: ctx.now })
      await clearReferences(db, org, segmentId)
      await applyToEverybody(ctx, { id: segmentId, rules: null })
    }
    return showSegment(ctx, segmentId)
  },

  async previewSegment({ db, org }, { rules }) {
    const problem = problemIn(rules, 'body.rules')
    if (problem) invalidField(problem.path, problem.message)
    return preview(db, org, rules)
  },

  async evaluateSegment(ctx, { segmentId }) {
    await segmentToChange(ctx, segmentId)
    const job_id = await ctx.jobs.enqueue(
      'segment_evaluation',
      { segment_id: segmentId },
      { resource: { type: 'segment', id: segmentId } },
    )
    return { job_id, status: 'queued' }
  },
}
