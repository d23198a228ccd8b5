import type { changeSets } from '#contract/resources/change-sets.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { Ctx, ProposedWrite } from '#domain/context.ts'
import { notFound, throwApiError } from '#domain/errors.ts'
import { pageByKeys } from '#store/page.ts'
import { proposeChanges, runAll } from './propose.ts'
import {
  type ChangeSetDetailRow,
  findChangeSet,
  findOwnAcceptance,
  listChangeSets,
  lockChangeSet,
  updateChangeSetDecision,
} from './queries.ts'
import { changedSince, ownAcceptanceRefusal } from './rules.ts'

async function getProposed({ db, org }: Ctx, id: string): Promise<ChangeSetDetailRow> {
  const found = (await lockChangeSet(db, org, id)) ?? notFound('change set')
  if (found.status !== 'proposed') throwApiError('INVALID_STATE', `This change set was ${found.status} already.`)
  return found
}

async function requireAccepter({ db, org, user, sessionId }: Ctx, { created_by }: ChangeSetDetailRow) {
  if (created_by !== user) return
  const facts = (await findOwnAcceptance(db, org)) ?? notFound('organization')
  const refusal = ownAcceptanceRefusal(facts, sessionId !== undefined)
  if (refusal) throwApiError('ROLE_NOT_ALLOWED', refusal)
}

async function applyAll(ctx: Ctx, { id, changes }: ChangeSetDetailRow) {
  const conflict = (n: number, why: string): never =>
    throwApiError('CONFLICT', `Change ${n + 1} (${changes[n]!.summary}) no longer applies: ${why}`, {
      details: [{ path: `changes.${n}`, message: why }],
    })
  await runAll(ctx, changes, {
    changeSet: id,
    applied(outcome, n) {
      const field = changedSince(changes[n]!, outcome)
      if (field !== undefined) conflict(n, `${field} was changed since it was proposed.`)
    },
    failed: ({ message }, n) => conflict(n, message),
  })
}

export const handlers: Handlers<typeof changeSets> = {
  listChangeSets: ({ db, org, cursors }, query) =>
    pageByKeys(
      cursors,
      query,
      (keys) => listChangeSets(db, org, query, keys),
      (row) => [row.id],
    ),

  async createChangeSet(ctx, { title, description = null, changes }) {
    return (await proposeChanges(ctx, { title, description, changes: changes as ProposedWrite[] })).row
  },

  getChangeSet: async ({ db, org }, { changeSetId }) =>
    (await findChangeSet(db, org, changeSetId)) ?? notFound('change set'),

  async acceptChangeSet(ctx, { changeSetId }) {
    const proposed = await getProposed(ctx, changeSetId)
    await requireAccepter(ctx, proposed)
    await applyAll(ctx, proposed)
    return (await updateChangeSetDecision(ctx.db, ctx.org, changeSetId, { status: 'accepted', user: ctx.user }))!
  },

  async rejectChangeSet(ctx, { changeSetId }) {
    await getProposed(ctx, changeSetId)
    return (await updateChangeSetDecision(ctx.db, ctx.org, changeSetId, { status: 'rejected', user: ctx.user }))!
  },
}
