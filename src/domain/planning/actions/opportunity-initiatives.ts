import type { opportunityActions } from '#contract/resources/build-opportunities.ts'
import type { initiatives } from '#contract/resources/initiatives.ts'
import type { Handlers, Output } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, notFound, requireExist } from '#domain/errors.ts'
import {
  createInitiative,
  lockInitiativeOrThrow,
  lockOpenInitiative,
  getInitiativeDetail,
} from '#domain/planning/initiatives/changes.ts'
import { initiativeExists, touchInitiative } from '#domain/planning/initiatives/queries.ts'
import {
  archiveOpportunity,
  lockExistingOpportunities,
  lockOpportunity,
  requireActive,
  getOpportunityState,
  setOpportunitySegments,
} from '#domain/planning/opportunities/changes.ts'
import { listOpportunities } from '#domain/planning/opportunities/list-opportunities.ts'
import { getOpportunityDetail } from '#domain/planning/opportunities/present.ts'
import { updateInitiativeOf } from '#domain/planning/opportunities/queries.ts'
import { copyEvidenceAndSegments } from './queries.ts'

/* Operations on an initiative and an opportunity together. The initiative is locked first. */

type Links = Pick<
  typeof initiatives,
  'listInitiativeOpportunities' | 'linkInitiativeOpportunities' | 'unlinkInitiativeOpportunity'
>
type Result = Output<typeof opportunityActions.buildOpportunities>

async function actionResult(
  ctx: Ctx,
  action: Result['action'],
  opportunityId: string,
  initiativeId?: string,
): Promise<Result> {
  const opportunity = await getOpportunityDetail(ctx, opportunityId)
  return {
    action,
    opportunity,
    ...(initiativeId !== undefined && { initiative: await getInitiativeDetail(ctx, initiativeId) }),
  }
}

const requireInitiative = async ({ db, org }: Ctx, id: string) =>
  void ((await initiativeExists(db, org, id)) || notFound('initiative'))

export const linkHandlers: Handlers<Links, Ctx> = {
  async listInitiativeOpportunities(ctx, { initiativeId, ...page }) {
    await requireInitiative(ctx, initiativeId)
    return listOpportunities(ctx, { ...page, initiative_id: initiativeId })
  },

  async linkInitiativeOpportunities(ctx, { initiativeId, opportunity_ids }) {
    await lockOpenInitiative(ctx, initiativeId)
    const found = await lockExistingOpportunities(ctx, opportunity_ids)
    requireExist(
      'body.opportunity_ids',
      'opportunity',
      opportunity_ids,
      found.map((opportunity) => opportunity.id),
    )
    found.forEach(requireActive)
    const linked = await updateInitiativeOf(ctx.db, ctx.org, opportunity_ids, initiativeId)
    if (linked) await touchInitiative(ctx.db, ctx.org, initiativeId)
    return { linked, already_linked: opportunity_ids.length - linked }
  },

  async unlinkInitiativeOpportunity(ctx, { initiativeId, opportunityId }) {
    await lockInitiativeOrThrow(ctx, initiativeId)
    const { initiative_id } = await lockOpportunity(ctx, opportunityId)
    if (initiative_id === initiativeId) {
      await updateInitiativeOf(ctx.db, ctx.org, [opportunityId], null)
      await touchInitiative(ctx.db, ctx.org, initiativeId)
    }
    return { initiative_id: initiativeId, opportunity_id: opportunityId, linked: false }
  },
}

export const buildHandlers: Handlers<typeof opportunityActions, Ctx> = {
  buildOpportunities: {
    async archive(ctx, { opportunity_id }) {
      await archiveOpportunity(ctx, opportunity_id)
      return actionResult(ctx, 'archive', opportunity_id)
    },

    async set_segments(ctx, { opportunity_id, segment_ids }) {
      await setOpportunitySegments(ctx, opportunity_id, segment_ids)
      return actionResult(ctx, 'set_segments', opportunity_id)
    },

    async link_initiative(ctx, { opportunity_id, initiative_id }) {
      requireActive(await getOpportunityState(ctx, opportunity_id))
      if (!(await initiativeExists(ctx.db, ctx.org, initiative_id)))
        invalidField('body.initiative_id', 'there is no initiative with this id')
      await lockOpenInitiative(ctx, initiative_id)
      requireActive(await lockOpportunity(ctx, opportunity_id))
      await updateInitiativeOf(ctx.db, ctx.org, [opportunity_id], initiative_id)
      await touchInitiative(ctx.db, ctx.org, initiative_id)
      return actionResult(ctx, 'link_initiative', opportunity_id, initiative_id)
    },

    async create_initiative_from_opportunity(ctx, { opportunity_id, goal, ...input }) {
      const opportunity = await lockOpportunity(ctx, opportunity_id)
      requireActive(opportunity)
      const id = await createInitiative(ctx, { ...input, goal: goal ?? opportunity.problem_statement })
      await copyEvidenceAndSegments(ctx, opportunity_id, id)
      await updateInitiativeOf(ctx.db, ctx.org, [opportunity_id], id)
      return actionResult(ctx, 'create_initiative_from_opportunity', opportunity_id, id)
    },
  },
}
