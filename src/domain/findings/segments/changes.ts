import type { SegmentRules } from '#contract/resources/segment-rules.ts'
import type { Ctx, ReadCtx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound } from '#domain/errors.ts'
import { findRuleProblem } from '#domain/segmentation/validate-rules.ts'
import { lockRules } from '#domain/segmentation/evaluate.ts'
import type { SegmentWithRules } from '#domain/segmentation/queries.ts'
import { canEvaluateInline, reevaluateAllContacts } from '#domain/segmentation/evaluate-all.ts'
import { refreshOpportunitiesOfSegment } from '#domain/ranking/refresh.ts'
import { type LockedSegment, lockSegment, type SegmentRow, findSegment, markEvaluated } from './queries.ts'

export const showSegment = async ({ db, org }: ReadCtx, id: string): Promise<SegmentRow> =>
  (await findSegment(db, org, id)) ?? notFound('segment')

export async function getSegmentForUpdate({ db, org }: ReadCtx, id: string): Promise<LockedSegment> {
  const segment = (await lockSegment(db, org, id)) ?? notFound('segment')
  return segment.archived ? throwApiError('INVALID_STATE', 'This segment is archived.') : segment
}

type SegmentRulesInput = { kind?: 'rules' | 'manual' | undefined; rules?: SegmentRules | null | undefined }

/** The new rules: as given, as before, or none for a manual segment. */
export function resolveRules({ kind, rules }: SegmentRulesInput, before: SegmentRules | null): SegmentRules | null {
  if (kind === 'manual' && rules) invalidField('body.rules', 'cannot be given for a segment that is filled by hand')
  const givenOrBefore = rules === undefined ? before : rules
  const resolved = kind === 'manual' ? null : givenOrBefore
  if (kind === 'rules' && resolved === null) invalidField('body.rules', 'is required for a segment by rules')
  const problem = resolved && findRuleProblem(resolved, 'body.rules')
  if (problem) invalidField(problem.path, problem.message)
  return resolved
}

/** Re-evaluates all contacts: at once, or by a job where there are many. */
export async function applyRules(ctx: Ctx, segment: SegmentWithRules) {
  const { db, org } = ctx
  if (!(await canEvaluateInline(db, org)))
    return void (await ctx.jobs.enqueue(
      'segment_evaluation',
      { segment_id: segment.id },
      { resource: { type: 'segment', id: segment.id } },
    ))
  await reevaluateAllContacts(db, org, [segment])
  await markEvaluated(db, org, [segment.id])
  await refreshOpportunitiesOfSegment(db, org, segment.id)
}

export const lockForRuleChange = ({ db, org }: Ctx) => lockRules(db, org)
