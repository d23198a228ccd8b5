import type { Ctx, ProposedWrite, WriteOutcome } from '#domain/context.ts'
import { ApiError, throwApiError } from '#domain/errors.ts'
import { notifyAdmins } from '#domain/notifications/notify-others.ts'
import { rolledBack } from '#store/savepoint.ts'
import { insertChangeSet } from './queries.ts'
import { fieldChanges, resolvePlaceholders, type StoredChange, subjectOf } from './rules.ts'

/* Writes of a change set, tried or applied. */

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
export async function runAll(
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

const failedChange: Failed = ({ code, message, details = [] }, n) => {
  const at = `body.changes.${n}`
  const inside = details.map((detail) => ({ ...detail, path: `${at}.${detail.path}` }))
  throwApiError('VALIDATION_ERROR', `Change ${n + 1} is not possible: ${message}`, {
    details: inside.length > 0 ? inside : [{ path: at, message, code }],
  })
}

/** All in one savepoint that is rolled back: what is left is what would have changed. */
async function preview(ctx: Ctx, writes: readonly ProposedWrite[], failed: Failed) {
  const changes: StoredChange[] = []
  const responses: WriteOutcome['response'][] = []
  const applied: Applied = (outcome, n) => {
    responses.push(outcome.response)
    changes.push({
      ...writes[n]!,
      summary: outcome.summary,
      subject: subjectOf(outcome),
      fields: fieldChanges(writes[n]!, outcome),
      events: outcome.events,
    })
  }
  await rolledBack(ctx.db, () => runAll(ctx, writes, { changeSet: null, applied, failed }))
  return { changes, responses }
}

type Proposal = {
  title: string
  description: string | null
  changes: readonly ProposedWrite[]
  /** Where the caller did not send the changes themselves, errors are put in the words of what was sent. */
  failed?: Failed
}

/** Stores writes that work; `responses` are what each would have answered. */
export async function proposeChanges(
  ctx: Ctx,
  { title, description, changes: writes, failed = failedChange }: Proposal,
) {
  const { changes, responses } = await preview(ctx, writes, failed)
  const row = (await insertChangeSet(ctx.db, ctx.org, { title, description, changes, user: ctx.user }))!
  // What a program proposes with a key is nothing that the owner of the key did.
  const actor = ctx.sessionId === undefined ? null : ctx.user
  await notifyAdmins(ctx.db, ctx.org, { object: { type: 'change_set', id: row.id }, kind: 'proposal', actor })
  return { row, responses }
}
