import type { changeSets } from '#contract/resources/change-sets.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { Ctx, ProposedWrite, WriteOutcome } from '#domain/context.ts'
import { ApiError, notFound, throwApiError } from '#domain/errors.ts'
import { pageOf } from '#store/page.ts'
import { rolledBack } from '#store/savepoint.ts'
import {
  type ChangeSetDetailRow,
  findChangeSet,
  findOwnAcceptance,
  insertChangeSet,
  listChangeSets,
  lockChangeSet,
  updateChangeSetDecision,
} from './queries.ts'
import {
  changedSince,
  fieldChanges,
  ownAcceptanceRefusal,
  resolvePlaceholders,
  type StoredChange,
  subjectOf,
} from './rules.ts'

/** Rights are reported as they are; they are no matter of the change. */
const isRefusal = ({ code }: ApiError) => code === 'ROLE_NOT_ALLOWED' || code === 'FEATURE_NOT_AVAILABLE'

type Failed = (error: ApiError, n: number) => never
type Applied = (outcome: WriteOutcome, n: number) => void

const inputOf = ({ params, query, body }: ProposedWrite) => ({
  ...(params && { params }),
  ...(query && { query }),
  ...(body && { body }),
})

/** Runs the writes in order in the transaction of the request. */
async function runAll(
  ctx: Ctx,
  writes: readonly ProposedWrite[],
  { changeSet, applied, failed }: { changeSet: string | null; applied: Applied; failed: Failed },
) {
  const responses: Record<string, unknown>[] = []
  for (const [n, write] of writes.entries()) {
    const { operation } = write
    const run = async () => ctx.runWrite!({ operation, ...resolvePlaceholders(inputOf(write), responses) }, changeSet)
    const outcome = await run().catch((error: unknown) => {
      if (!(error instanceof ApiError) || isRefusal(error)) throw error
      return failed(error, n)
    })
    applied(outcome, n)
    responses.push(outcome.response)
  }
}

/** All in one savepoint that is rolled back: what is left is what would have changed. */
async function preview(ctx: Ctx, writes: readonly ProposedWrite[]): Promise<StoredChange[]> {
  const changes: StoredChange[] = []
  const applied: Applied = (outcome, n) =>
    void changes.push({
      ...writes[n]!,
      summary: outcome.summary,
      subject: subjectOf(outcome),
      fields: fieldChanges(writes[n]!, outcome),
      events: outcome.events,
    })
  const failed: Failed = ({ code, message, details = [] }, n) => {
    const at = `body.changes.${n}`
    const inside = details.map((detail) => ({ ...detail, path: `${at}.${detail.path}` }))
    throwApiError('VALIDATION_ERROR', `Change ${n + 1} is not possible: ${message}`, {
      details: inside.length > 0 ? inside : [{ path: at, message, code }],
    })
  }
  await rolledBack(ctx.db, () => runAll(ctx, writes, { changeSet: null, applied, failed }))
  return changes
}

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
  async listChangeSets({ db, org, cursors }, { cursor, ...query }) {
    const rows = await listChangeSets(db, org, query, cursor === undefined ? undefined : cursors.read(cursor))
    return pageOf(rows, query.limit, (last) => cursors.write([last.id]))
  },

  async createChangeSet(ctx, { title, description = null, changes }) {
    const tried = await preview(ctx, changes as ProposedWrite[])
    return (await insertChangeSet(ctx.db, ctx.org, { title, description, changes: tried, user: ctx.user }))!
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
