import type { Db } from '#store/open.ts'
import type { EventName } from '#contract/core/event-names.ts'
import type { IntegrationRow } from '#domain/integrations/queries.ts'
import { applyPayload } from '#domain/integrations/inbound/apply-payload.ts'
import type { AppliedRecord } from '#domain/integrations/inbound/delivery-context.ts'
import { advancePull, lockPull, type PageCounts, type StreamState } from './queries.ts'
import type { ReadPage } from './read-page.ts'

export type PulledEvent = { type: EventName; object: Record<string, unknown> }

export type CommitContext = {
  org: string
  job: string
  write<T>(work: (db: Db) => Promise<T>): Promise<T>
  enqueueAnalysis(db: Db, feedbackIds: readonly string[]): Promise<unknown>
  record(db: Db, events: readonly PulledEvent[]): Promise<unknown>
}
type StoredPage = { stream: string; page: ReadPage; state: StreamState }

/** Stores the records of a page and the new position in one transaction; false when the page must not be stored. */
export const commitPage = (run: CommitContext, integration: IntegrationRow, { stream, page, state }: StoredPage) =>
  run.write(async (db): Promise<boolean> => {
    const { org } = run
    const events: PulledEvent[] = []
    const queued: string[] = []
    // Locked until the commit: a pause waits for the page or prevents it.
    const current = await lockPull(db, org, integration.id)
    if (!current?.credential || current.paused || current.job_id !== run.job) return false
    const records = await applyPayload(
      {
        db,
        org,
        now: new Date(),
        emit: (type, more) => void events.push({ type, object: more?.object ?? {} }),
        enqueueAnalysis: async (ids) => void queued.push(...ids),
      },
      integration,
      page.drafts,
    )
    if (queued.length) await run.enqueueAnalysis(db, queued)
    if (events.length) await run.record(db, events)
    await advancePull(db, org, integration.id, {
      ...countsOf(records),
      fetched: page.items.length,
      rejected: page.rejected,
      stream,
      state,
      total: page.total ?? null,
      reachedAt: page.reachedAt ?? null,
    })
    return true
  })

const noCounts: PageCounts = { fetched: 0, created: 0, updated: 0, deleted: 0, rejected: 0 }

/** Contacts are not counted: they come with other records. */
const countsOf = (records: readonly AppliedRecord[]): PageCounts => {
  const count = (result: AppliedRecord['result']) =>
    records.filter((record) => record.result === result && record.type !== 'contact').length
  return { ...noCounts, created: count('created'), updated: count('updated'), deleted: count('deleted') }
}
