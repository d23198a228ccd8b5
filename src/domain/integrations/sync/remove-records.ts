import { recordJobEvents } from '#domain/events/feed/queries-insert.ts'
import type { JobRun } from '#domain/context.ts'
import type { PulledEvent } from '#domain/integrations/pull/commit-page.ts'
import { deleteFeedback, deleteResponse, deleteTicket } from '#domain/integrations/inbound/delete-records.ts'
import { listFeedbackOf, listResponsesOf, listTicketsOf } from '#domain/integrations/inbound/queries-external.ts'

const batchSize = 100
/** Tickets and responses first: their feedback goes with them. */
const steps = [
  { list: listTicketsOf, remove: deleteTicket },
  { list: listResponsesOf, remove: deleteResponse },
  { list: listFeedbackOf, remove: deleteFeedback },
]

/** Deletes what came in through a disconnected integration; ends when nothing is left, so it can be repeated. */
export async function removeRecords(
  run: JobRun,
  { integration_id, source }: { integration_id: string; source: string },
) {
  let done = 0
  for (const { list, remove } of steps)
    for (let removed = batchSize; removed === batchSize;) {
      if (run.signal.aborted) throw new Error('the worker is stopping')
      removed = await run.write(async (db) => {
        const rows = await list(db, run.org, { integration: integration_id, source, limit: batchSize })
        const events: PulledEvent[] = []
        const emit = (type: PulledEvent['type'], more?: { object?: Record<string, unknown> }) =>
          void events.push({ type, object: more?.object ?? {} })
        for (const { id } of rows) await remove({ db, org: run.org, emit }, id)
        if (events.length)
          await recordJobEvents(db, run.org, { id: run.id, type: 'integration_removal', user: run.user }, events)
        return rows.length
      })
      await run.progress({ stage: 'removing', done: (done += removed) })
    }
  return async () => ({ type: 'integration', id: integration_id })
}
