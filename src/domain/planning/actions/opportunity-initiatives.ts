import type { opportunityActions } from '#contract/resources/build-opportunities.ts'
import type { initiatives } from '#contract/resources/initiatives.ts'
import type { Static } from 'typebox'
import { rawJson, type Output } from '#contract/core/route.ts'
import { type Handlers, staged, type StagedHandler } from '#domain/operation-handlers.ts'
import type { Ctx, ReadCtx } from '#domain/context.ts'
import { invalidField, notFound, requireExist } from '#domain/errors.ts'
import {
  createInitiative,
  findNewReferences,
  getInitiativeDetail,
  lockInitiativeOrThrow,
  lockOpenInitiative,
  requireOpenInitiative,
} from '#domain/planning/initiatives/changes.ts'
import { initiativeExists, touchInitiative, tryLockInitiative } from '#domain/planning/initiatives/queries.ts'
import {
  archiveOpportunity,
  lockExistingOpportunities,
  lockOpportunity,
  requireActive,
  getOpportunityState,
  setOpportunitySegments,
} from '#domain/planning/opportunities/changes.ts'
import { getOpportunityDetail } from '#domain/planning/opportunities/present.ts'
import { opportunityDocuments } from '#domain/planning/opportunities/queries-list.ts'
import { tryLockOpportunity, updateInitiativeOf } from '#domain/planning/opportunities/queries.ts'
import { documentPage } from '#store/lists/document-list.ts'
import { pipelined } from '#store/pipelined.ts'
import { copyEvidenceAndSegments, lockEvidence } from './queries.ts'

/* Operations on an initiative and an opportunity together. The initiative is locked first. */

type Links = Pick<
  typeof initiatives,
  'listInitiativeOpportunities' | 'linkInitiativeOpportunities' | 'unlinkInitiativeOpportunity'
>
type Result = Output<typeof opportunityActions.buildOpportunities>

const requireInitiative = async ({ db, org }: ReadCtx, id: string) =>
  void ((await initiativeExists(db, org, id)) || notFound('initiative'))

export const linkHandlers: Handlers<Links> = {
  async listInitiativeOpportunities(ctx, { initiativeId, ...page }) {
    await requireInitiative(ctx, initiativeId)
    return rawJson(await documentPage(ctx, opportunityDocuments, { ...page, initiative_id: initiativeId }))
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

type Build = typeof opportunityActions.buildOpportunities
type ActionInput<Name extends keyof Build['actions']> = Static<Build['actions'][Name]>

const idOf = ({ opportunity_id }: { opportunity_id: string }) => opportunity_id

/** Both are locked without waiting, the initiative first; undefined where that was not possible. */
async function tryLockBoth({ db, org }: Ctx, { opportunity_id, initiative_id }: ActionInput<'link_initiative'>) {
  const [initiative, opportunity] = await pipelined(db, [
    tryLockInitiative(db, org, initiative_id),
    tryLockOpportunity(db, org, opportunity_id),
  ])
  return initiative && opportunity && { initiative, opportunity }
}

async function lockBoth(ctx: Ctx, { opportunity_id, initiative_id }: ActionInput<'link_initiative'>) {
  requireActive(await getOpportunityState(ctx, opportunity_id))
  if (!(await initiativeExists(ctx.db, ctx.org, initiative_id)))
    invalidField('body.initiative_id', 'there is no initiative with this id')
  const initiative = await lockInitiativeOrThrow(ctx, initiative_id)
  return { initiative, opportunity: await lockOpportunity(ctx, opportunity_id) }
}

const createFromOpportunity: StagedHandler<ActionInput<'create_initiative_from_opportunity'>, Result> = staged({
  /** The insights are locked before the opportunity. */
  async check(ctx, input) {
    const [insightIds, locked, references] = await pipelined(ctx.db, [
      lockEvidence(ctx, input.opportunity_id),
      tryLockOpportunity(ctx.db, ctx.org, input.opportunity_id),
      findNewReferences(ctx, input),
    ])
    return { insightIds, locked, references }
  },

  async handle(ctx, { opportunity_id, goal, ...input }) {
    const { insightIds, locked } = ctx.prepared
    const opportunity = locked ?? (await lockOpportunity(ctx, opportunity_id))
    const references = locked ? ctx.prepared.references : await findNewReferences(ctx, input)
    requireActive(opportunity)
    const fields = { ...input, goal: goal ?? opportunity.problem_statement }
    const linkEvidence = (id: string) =>
      pipelined(ctx.db, [
        copyEvidenceAndSegments(ctx, { opportunityId: opportunity_id, initiativeId: id, insightIds }),
        updateInitiativeOf(ctx.db, ctx.org, [opportunity_id], id),
      ])
    const [initiative, detail] = await pipelined(ctx.db, [
      createInitiative(ctx, fields, references, linkEvidence),
      getOpportunityDetail(ctx, opportunity_id),
    ])
    return { action: 'create_initiative_from_opportunity', opportunity: detail, initiative }
  },
})

export const buildHandlers: Handlers<typeof opportunityActions> = {
  buildOpportunities: {
    async archive(ctx, { opportunity_id }) {
      await archiveOpportunity(ctx, opportunity_id)
      return { action: 'archive', opportunity: await getOpportunityDetail(ctx, opportunity_id) }
    },

    set_segments: setOpportunitySegments<ActionInput<'set_segments'>, Result>(idOf, (opportunity) => ({
      action: 'set_segments',
      opportunity,
    })),

    link_initiative: staged({
      check: tryLockBoth,
      async handle(ctx, input) {
        const { opportunity_id, initiative_id } = input
        const locked = ctx.prepared ?? (await lockBoth(ctx, input))
        requireActive(locked.opportunity)
        requireOpenInitiative(locked.initiative)
        const [, , opportunity, initiative] = await pipelined(ctx.db, [
          updateInitiativeOf(ctx.db, ctx.org, [opportunity_id], initiative_id),
          touchInitiative(ctx.db, ctx.org, initiative_id),
          getOpportunityDetail(ctx, opportunity_id),
          getInitiativeDetail(ctx, initiative_id),
        ])
        return { action: 'link_initiative', opportunity, initiative }
      },
    }),

    create_initiative_from_opportunity: createFromOpportunity,
  },
}
