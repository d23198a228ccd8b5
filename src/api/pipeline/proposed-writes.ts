import { canDryRun, isPublic, type Route } from '#contract/core/route.ts'
import type { RequestClient } from '#domain/events/audit/queries-insert.ts'
import type { NewEvent } from '#domain/events/feed/queries-insert.ts'
import { findOrganization } from '#domain/organizations/queries.ts'
import type { Ctx, Principal, ProposedWrite, WriteOutcome } from '#domain/context.ts'
import { invalidField } from '#domain/errors.ts'
import type { Tx } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { writeContextFor } from './operation-context.ts'
import { type TargetFields, readTarget } from './read-target.ts'
import { requireFeature, requireRight } from './route-requirements.ts'
import { runWrite } from './run-operation.ts'
import type { ServedOperation, ServerDeps, WriteOperation } from './server-deps.ts'

/* Writes inside the transaction of another one: the changes of a change set. */

type Caller = {
  deps: ServerDeps
  tx: Tx
  principal: Principal
  client: RequestClient
  /** Collects the events of writes that are not only tried. */
  events: NewEvent[]
}

/** Not those with secrets in their response, files, or work outside of the transaction. */
const isProposable = (op: ServedOperation): op is WriteOperation =>
  'handler' in op &&
  isPublic(op.route) &&
  canDryRun(op.route) &&
  !(op.route.readOnly || op.route.secret || op.route.upload || op.route.noChangeSet) &&
  !(op.handler.before || op.handler.after)

export const nestedWrites =
  (caller: Caller): NonNullable<Ctx['runWrite']> =>
  async (write, changeSet) => {
    const op = caller.deps.operations.get(write.operation)
    if (!op || !isProposable(op)) return invalidField('operation', 'is not a write that can be proposed')
    await requireRights(op.route, caller)
    return runNested(op, caller, write, changeSet)
  }

async function requireRights(route: Route, { tx, principal }: Caller) {
  requireRight(route, principal.role)
  if (!route.feature) return
  const { feature_competitors, feature_segments, feature_subthemes } = (await findOrganization(tx, principal.org))!
  requireFeature(route, {
    competitors: feature_competitors,
    segments: feature_segments,
    subthemes: feature_subthemes,
  })
}

async function runNested(
  op: WriteOperation,
  caller: Caller,
  { params = {}, query = {}, body }: ProposedWrite,
  changeSet: string | null,
): Promise<WriteOutcome> {
  const { tx, principal, client } = caller
  const { dry_run: _, ...input } = op.validate({
    url: '',
    params: { ...params },
    query: { ...query },
    body: op.takesBody ? structuredClone(body ?? {}) : body,
  })
  requireRight(op.route, principal.role, input.action)
  const before = await readTarget(op, caller, params)
  const prepared = await op.handler.check?.(writeContextFor(op, principal, { db: tx, input }), input)
  const running: Promise<number>[] = []
  const nested: Tx = { ...tx, runWithCommit: (statement) => void running.push(tx.run(statement)) }
  const { status, text, events = [] } = await runWrite(op, nested, { principal, client, input, prepared, changeSet })
  await pipelined(tx, running)
  if (changeSet !== null) caller.events.push(...events)
  return {
    summary: op.route.summary,
    status,
    response: JSON.parse(text) as TargetFields,
    before,
    after: await readTarget(op, caller, params),
    events: events.flatMap(({ type }) => type ?? []),
  }
}
