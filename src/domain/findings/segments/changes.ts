import type { SegmentRules } from '#contract/resources/segment-rules.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { problemIn } from '#domain/segmentation/check.ts'
import { changeRules, type Ruled } from '#domain/segmentation/evaluate.ts'
import { isSmall, markEvaluated, reevaluateEverybody } from '#domain/segmentation/everybody.ts'
import { refreshOpportunitiesOfSegment } from '#domain/ranking/refresh.ts'
import { type Held, holdSegment, type Row, segmentById } from './queries.ts'

export const showSegment = async ({ db, org }: Ctx, id: string): Promise<Row> =>
  (await segmentById(db, org, id)) ?? notFound('segment')

export async function segmentToChange({ db, org }: Ctx, id: string): Promise<Held> {
  const held = (await holdSegment(db, org, id)) ?? notFound('segment')
  return held.archived ? throwApiError('INVALID_STATE', 'This segment is archived.') : held
}

type Given = { kind?: 'rules' | 'manual'; rules?: SegmentRules | null }

/** The rules a segment is to have: as given, as they were, or none for one that is filled by hand. */
export function rulesToBe({ kind, rules }: Given, before: SegmentRules | null): SegmentRules | null {
  if (kind === 'manual' && rules) invalidField('body.rules', 'cannot be given for a segment that is filled by hand')
  const wanted = kind === 'manual' ? null : rules === undefined ? before : rules
  if (kind === 'rules' && wanted === null) invalidField('body.rules', 'is required for a segment by rules')
  const problem = wanted && problemIn(wanted, 'body.rules')
  if (problem) invalidField(problem.path, problem.message)
  return wanted
}

/** Everybody is measured by the rules as they are now: at once, or by a job where there are many. */
export async function applyToEverybody(ctx: Ctx, segment: Ruled) {
  const { db, org } = ctx
  if (!(await isSmall(db, org)))
    return void (await ctx.jobs.enqueue(
      'segment_evaluation',
      { segment_id: segment.id },
      { resource: { type: 'segment', id: segment.id } },
    ))
  await reevaluateEverybody(db, org, [segment])
  await markEvaluated(db, org, [segment.id])
  await refreshOpportunitiesOfSegment(db, org, segment.id)
}

export const holdForRules = ({ db, org }: Ctx) => changeRules(db, org)
