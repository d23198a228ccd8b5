import { updateRetention } from '#domain/organizations/queries-settings.ts'
import { insertEvents } from '#domain/events/feed/queries-insert.ts'
import { recordAudit } from '#domain/events/audit/record.ts'
import type { Emit } from '#domain/context.ts'
import { deleteFeedbackItem } from '#domain/findings/insights/lifecycle/delete-feedback.ts'
import { deleteSurveyResponse } from '#domain/sources/surveys/responses/delete.ts'
import { deleteFeedback, deleteResponse, deleteTicket } from '#domain/integrations/inbound/delete-records.ts'
import { deleteThreadMessages } from '#domain/integrations/inbound/queries-threads.ts'
import type { Db, Store } from '#store/open.ts'
import { eraseTexts } from './erase-texts.ts'
import { countDue, type DueRecord, getRetention, listDue, listOrgsWithRetention } from './queries.ts'

/** Short transactions: each locks the themes of what it deletes. */
const batchSize = 100
/** Of one organization and run; the rest waits for the next one. */
const maxBatches = 1000

/** Deletes what is older than the retention periods of all organizations; returns how many items. */
export async function applyRetention(store: Store, now = new Date()): Promise<number> {
  let deleted = 0
  for (const org of await listOrgsWithRetention(store)) deleted += await applyToOrganization(store, org, now)
  return deleted
}

async function applyToOrganization(store: Store, org: string, now: Date): Promise<number> {
  let deleted = 0
  const before = await countDue(store, org, await getRetention(store, org), now)
  for (let round = 0; round < maxBatches; round++) {
    const count = await store.transaction((db) => deleteBatch(db, org, now))
    deleted += count
    if (count < batchSize) break
  }
  for (const { source, before: time } of before) await deleteThreadMessages(store, org, source, time)
  const kept_count = before.reduce((sum, one) => sum + one.kept_count, 0)
  await store.transaction(async (db) => {
    await updateRetention(db, org, { last_run: { at: now.toISOString(), deleted_count: deleted, kept_count } })
    if (deleted === 0) return
    await db.run(insertEvents(org, origin, [{ type: null, resource: null }]))
    const changes = { before: null, after: { deleted_count: deleted, kept_count } }
    await recordAudit(db, org, { operation: origin.operation, actor: origin.actor, changes })
  })
  return deleted
}

const origin = { operation: 'retention', actor: { type: 'system', id: null }, user: null, requestId: null } as const

/** The periods are read again, so that a change takes effect with the next batch. */
async function deleteBatch(db: Db, org: string, now: Date): Promise<number> {
  const due = await listDue(db, org, { periods: await getRetention(db, org), now, limit: batchSize })
  if (due.length === 0) return 0
  const events: Parameters<typeof insertEvents>[2][number][] = []
  const emit: Emit = (type, more) =>
    void events.push({ type, resource: String(more?.object?.id ?? ''), object: JSON.stringify(more?.object ?? {}) })
  for (const record of due) await deleteRecord({ db, org, emit }, record)
  await eraseTexts(db, org, due)
  if (events.length) await db.run(insertEvents(org, origin, events))
  return due.length
}

function deleteRecord(ctx: { db: Db; org: string; emit: Emit }, { kind, id, survey_id }: DueRecord) {
  if (kind === 'support_ticket') return deleteTicket(ctx, id)
  if (kind === 'nps_response') return deleteResponse(ctx, id)
  if (kind === 'survey_response') return deleteSurveyResponse(ctx, deleteFeedbackItem, survey_id!, id)
  return deleteFeedback(ctx, id)
}
