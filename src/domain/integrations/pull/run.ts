import type { Db } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'
import type { Outbound } from '#outbound/client.ts'
import type { IntegrationRow } from '#domain/integrations/queries.ts'
import type { PullFailure, PullPage, AnyStream, ProviderDefinition } from '#domain/integrations/definition/provider.ts'
import { MaskingError } from '#domain/sources/masking/errors.ts'
import { textSetting } from '#domain/integrations/config.ts'
import { type Budget, type Clock, PullClient, systemClock } from './client.ts'
import { openCredential, openToken, sealToken } from './credentials.ts'
import { BudgetUsedError, PullError } from '#domain/integrations/definition/failures.ts'
import { type PullRow, type StreamState, claimPull, updatePull } from './queries.ts'
import { readPage } from './read-page.ts'
import { type CommitContext, commitPage } from './commit-page.ts'

/* Fetches from a provider until nothing is newer. Each page is stored in one transaction with the new position. */

type PullRun = {
  org: string
  /** The id of the job; a later one takes over. */
  job: string
  db: Db
  vault: Vault
  outbound: Outbound
  signal?: AbortSignal
  clock?: Clock
  budget?: Budget
  pageSize?: number
  write<T>(work: (db: Db) => Promise<T>): Promise<T>
  onPage?(fetched: number): Promise<void>
} & Pick<CommitContext, 'enqueueAnalysis' | 'record'>

/** `continue`: the budget is used up; `stopped`: paused, disconnected or taken over. */
export type PullOutcome =
  | { result: 'up_to_date' | 'continue' | 'stopped'; requests: number }
  | { result: 'failed'; requests: number; failure: PullFailure }

/** Of one run: about half an hour of requests at the pace of most providers would block other jobs for too long. */
const defaultBudget: Budget = { requests: 1000, ms: 240_000 }

const keyChanged: PullFailure = {
  code: 'credential_unreadable',
  message: 'The stored credential cannot be decrypted, because SECRET_KEY has changed.',
  action: 'Enter the credential again.',
}

/** The position stays before the page, so that it is fetched again. */
const notMasked: PullFailure = {
  code: 'not_masked',
  message: 'A text cannot be masked, because the masking patterns need too much work for it.',
  action: 'Simplify the masking patterns in Settings → Privacy; the next run fetches the text again.',
}

export async function runPull(
  run: PullRun,
  integration: IntegrationRow,
  definition: ProviderDefinition,
): Promise<PullOutcome> {
  const row = definition.pull && (await claimPull(run.db, run.org, integration.id, run.job))
  if (!row) return { result: 'stopped', requests: 0 }
  const client = clientFor(run, integration, definition, row)
  if (!client) return { result: 'failed', requests: 0, failure: keyChanged }
  try {
    for (const stream of definition.pull!.streams(integration.config))
      if (!(await readStream({ run, integration, definition, client, row }, stream)))
        return { result: 'stopped', requests: client.requests }
    return { result: 'up_to_date', requests: client.requests }
  } catch (error) {
    if (error instanceof BudgetUsedError) return { result: 'continue', requests: client.requests }
    if (error instanceof MaskingError) return { result: 'failed', requests: client.requests, failure: notMasked }
    if (!(error instanceof PullError)) throw error
    return { result: 'failed', requests: client.requests, failure: error.failure }
  }
}

function clientFor(
  run: PullRun,
  { id, config, source, mapping }: IntegrationRow,
  { name, pull }: ProviderDefinition,
  row: PullRow,
) {
  const { vault, org } = run
  const place = { vault, org, integration: id }
  const credential = openCredential(place, row.credential!)
  if (!credential) return undefined
  return new PullClient({
    name,
    definition: pull!,
    context: {
      config,
      credential,
      source,
      mapping,
      baseUrl: baseUrlOf(config, pull!),
      since: new Date(row.since),
      pageSize: run.pageSize ?? pull!.pageSize,
    },
    outbound: run.outbound,
    clock: run.clock ?? systemClock,
    budget: run.budget ?? defaultBudget,
    token: openToken(place, row.token),
    saveToken: (token) =>
      run.write(async (db) => void (await updatePull(db, org, id, { token: sealToken(place, token) }))),
    ...(run.signal && { signal: run.signal }),
  })
}

export const baseUrlOf = (config: IntegrationRow['config'], pull: NonNullable<ProviderDefinition['pull']>) =>
  (textSetting(config, 'base_url') ?? pull.baseUrl(config)).replace(/\/+$/, '')

type StreamRun = {
  run: PullRun
  integration: IntegrationRow
  definition: ProviderDefinition
  client: PullClient
  row: PullRow
}

/** A provider's clock may be behind by this much when a stream is read again from its last complete run. */
const overlapMs = 24 * 3_600_000

/** False when another run took over or the integration was paused. */
async function readStream({ run, integration, definition, client, row }: StreamRun, stream: AnyStream) {
  const clock = run.clock ?? systemClock
  const stored: StreamState | undefined = row.cursors[stream.name]
  const startedAt = stored?.startedAt ?? new Date(clock.now()).toISOString()
  let cursor = stored?.cursor ?? stream.start(client.context)
  let hasRestarted = false
  for (;;) {
    const source = { name: definition.name, definition: definition.pull!, stream, client, now: clock.now() }
    const page = await readPage(source, cursor)
    if (!page) {
      if (hasRestarted) throw new PullError(expiredAgain(definition.name))
      hasRestarted = true
      cursor = stream.start({ ...client.context, since: restartTime(stored, row) })
      continue
    }
    const state = stateAfter(page, startedAt, stored)
    if (!(await commitPage(run, integration, { stream: stream.name, page, state }))) return false
    await run.onPage?.(page.items.length)
    if (!page.more) return true
    cursor = page.next
  }
}

const stateAfter = ({ next, more }: PullPage, startedAt: string, stored: StreamState | undefined): StreamState =>
  more
    ? { cursor: next, startedAt, ...(stored?.completeAt !== undefined && { completeAt: stored.completeAt }) }
    : { cursor: next, completeAt: startedAt }

const restartTime = (stored: StreamState | undefined, { since }: PullRow) =>
  stored?.completeAt === undefined ? new Date(since) : new Date(Date.parse(stored.completeAt) - overlapMs)

const expiredAgain = (name: string): PullFailure => ({
  code: 'position_refused',
  message: `${name} does not accept the position at which to continue.`,
  action: 'Fetch again from a date. If that does not help, please report it.',
})
