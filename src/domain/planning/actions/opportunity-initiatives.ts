import type { opportunityActions } from '#contract/resources/build-opportunities.ts'
import type { initiatives } from '#contract/resources/initiatives.ts'
import type { Handlers, Output } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, notFound, requireKnown } from '#domain/errors.ts'
import {
  createInitiative,
  initiativeToChange,
  initiativeToWorkOn,
  showInitiative,
} from '#domain/planning/initiatives/changes.ts'
import { initiativeExists, touchInitiative } from '#domain/planning/initiatives/queries.ts'
import {
  archiveOpportunity,
  opportunitiesToChange,
  opportunityToChange,
  requireActive,
  requireOpportunity,
  setOpportunitySegments,
} from '#domain/planning/opportunities/changes.ts'
import { listOpportunities } from '#domain/planning/opportunities/page.ts'
import { showOpportunity } from '#domain/planning/opportunities/present.ts'
import { setInitiative } from '#domain/planning/opportunities/queries.ts'
import { copySupport } from './copy-support.ts'

/* What concerns an initiative and an opportunity at once. The initiative is held first. */

type Links = Pick<
  typeof initiatives,
  'listInitiativeOpportunities' | 'linkInitiativeOpportunities' | 'unlinkInitiativeOpportunity'
>
type Result = Output<typeof opportunityActions.buildOpportunities>

async function answer(
  ctx: Ctx,
  action: Result['action'],
  opportunityId: string,
  initiativeId?: string,
): Promise<Result> {
  const opportunity = await showOpportunity(ctx, opportunityId)
  return {
    action,
    opportunity,
    ...(initiativeId !== undefined && { initiative: await showInitiative(ctx, initiativeId) }),
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
    await initiativeToWorkOn(ctx, initiativeId)
    const found = await opportunitiesToChange(ctx, opportunity_ids)
    requireKnown(
      'body.opportunity_ids',
      'opportunity',
      opportunity_ids,
      found.map((opportunity) => opportunity.id),
    )
    found.forEach(requireActive)
    const linked = await setInitiative(ctx.db, ctx.org, opportunity_ids, initiativeId)
    if (linked) await touchInitiative(ctx.db, ctx.org, initiativeId)
    return { linked, already_linked: opportunity_ids.length - linked }
  },

  async unlinkInitiativeOpportunity(ctx, { initiativeId, opportunityId }) {
    await initiativeToChange(ctx, initiativeId)
    const { initiative_id } = await opportunityToChange(ctx, opportunityId)
    if (initiative_id === initiativeId) {
      await setInitiative(ctx.db, ctx.org, [opportunityId], null)
      await touchInitiative(ctx.db, ctx.org, initiativeId)
    }
    return { initiative_id: initiativeId, opportunity_id: opportunityId, linked: false }
  },
}

export const buildHandlers: Handlers<typeof opportunityActions, Ctx> = {
  buildOpportunities: {
    async archive(ctx, { opportunity_id }) {
      await archiveOpportunity(ctx, opportunity_id)
      return answer(ctx, 'archive', opportunity_id)
    },

    async set_segments(ctx, { opportunity_id, segment_ids }) {
      await setOpportunitySegments(ctx, opportunity_id, segment_ids)
      return answer(ctx, 'set_segments', opportunity_id)
    },

    async link_initiative(ctx, { opportunity_id, initiative_id }) {
      requireActive(await requireOpportunity(ctx, opportunity_id))
      if (!(await initiativeExists(ctx.db, ctx.org, initiative_id)))
        invalidField('body.initiative_id', 'there is no initiative with this id')
      await initiativeToWorkOn(ctx, initiative_id)
      requireActive(await opportunityToChange(ctx, opportunity_id))
      await setInitiative(ctx.db, ctx.org, [opportunity_id], initiative_id)
      await touchInitiative(ctx.db, ctx.org, initiative_id)
      return answer(ctx, 'link_initiative', opportunity_id, initiative_id)
    },

    async create_initiative_from_opportunity(ctx, { opportunity_id, goal, ...given }) {
      const opportunity = await opportunityToChange(ctx, opportunity_id)
      requireActive(opportunity)
      const id = await createInitiative(ctx, { ...given, goal: goal ?? opportunity.problem_statement })
      await copySupport(ctx, opportunity_id, id)
      await setInitiative(ctx.db, ctx.org, [opportunity_id], id)
      return answer(ctx, 'create_initiative_from_opportunity', opportunity_id, id)
    },
  },
}
