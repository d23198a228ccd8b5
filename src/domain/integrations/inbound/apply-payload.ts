import { deleteFeedbackItem } from '#domain/findings/insights/lifecycle/delete-feedback.ts'
import { updateLinks } from '#domain/planning/projects/queries-links.ts'
import { upsertContacts } from '#domain/sources/contacts/upsert.ts'
import { ingestFeedback } from '#domain/sources/feedback/ingest.ts'
import type { FeedbackFields } from '#domain/sources/feedback/batch-rows.ts'
import { maskRecord } from '#domain/sources/masking/mask-intake.ts'
import { type CreateInterviewInput, insertNewInterview } from '#domain/sources/interviews/create.ts'
import { ingestNpsResponses } from '#domain/sources/nps/ingest.ts'
import { ingestTickets } from '#domain/sources/tickets/ingest.ts'
import type { RecordDraft, ThreadMessage } from '#domain/integrations/mapping/records.ts'
import {
  type AppliedRecord,
  type ConnectedIntegration,
  type DeliveryContext,
  ticketSourceOf,
} from './delivery-context.ts'
import { deleteRecords } from './delete-records.ts'
import { findExternalFeedback } from './queries-external.ts'
import { setFeedbackIntegration } from '#domain/sources/feedback/queries-status.ts'
import { threadFeedback, findFeedbackOfThread, upsertThreadMessage } from './queries-threads.ts'

/* Applies the records of a delivery by the same steps as the API. */

type Applied = { records: AppliedRecord[]; queued: string[] }

const fieldsOfType = <T extends RecordDraft['type']>(drafts: readonly RecordDraft[], type: T) =>
  drafts.flatMap((draft) => (draft.type === type ? [draft.fields as Extract<RecordDraft, { type: T }>['fields']] : []))

export async function applyPayload(
  ctx: DeliveryContext,
  from: ConnectedIntegration,
  drafts: readonly RecordDraft[],
): Promise<AppliedRecord[]> {
  const results: Applied[] = [
    await upsertContactRecords(ctx, fieldsOfType(drafts, 'contact')),
    await ingestTicketRecords(ctx, from, fieldsOfType(drafts, 'support_ticket')),
    await ingestFeedbackRecords(ctx, from, fieldsOfType(drafts, 'feedback')),
  ]
  results.push(await ingestNpsRecords(ctx, from, fieldsOfType(drafts, 'nps_response')))
  for (const interview of fieldsOfType(drafts, 'interview')) results.push(await storeInterview(ctx, from, interview))
  for (const message of fieldsOfType(drafts, 'message')) results.push(await storeThreadMessage(ctx, from, message))
  results.push({ records: await deleteRecords(ctx, from, fieldsOfType(drafts, 'deletion')), queued: [] })
  const records = results.flatMap((one) => one.records)
  for (const update of fieldsOfType(drafts, 'project_link'))
    for (const { project_id, changed } of await updateLinks(ctx.db, ctx.org, update)) {
      records.push({ type: 'project_link', id: project_id, result: changed ? 'updated' : 'unchanged' })
      if (changed) ctx.emit('project.updated', { object: { id: project_id } })
    }
  const queued = results.flatMap((one) => one.queued)
  if (queued.length) await ctx.enqueueAnalysis(queued)
  return records
}

async function upsertContactRecords(
  { db, org, emit }: DeliveryContext,
  inputs: Parameters<typeof upsertContacts>[2],
): Promise<Applied> {
  const outcomes = await upsertContacts(db, org, inputs)
  for (const { id, result } of outcomes) if (result !== 'unchanged') emit(`contact.${result}`, { object: { id } })
  return { records: outcomes.map((one) => ({ type: 'contact', ...one })), queued: [] }
}

async function ingestTicketRecords(
  { db, org, now, emit }: DeliveryContext,
  { id: integration_id, provider }: ConnectedIntegration,
  inputs: Parameters<typeof ingestTickets>[2],
): Promise<Applied> {
  if (inputs.length === 0) return { records: [], queued: [] }
  const source = ticketSourceOf(provider)
  const { outcomes, queued } = await ingestTickets(db, org, inputs, { now, source, integration_id })
  for (const { id, result } of outcomes)
    if (result !== 'unchanged') emit(`support.ticket_${result}`, { object: { id } })
  return { records: outcomes.map((one) => ({ type: 'support_ticket', ...one })), queued }
}

async function ingestFeedbackRecords(
  { db, org, emit }: DeliveryContext,
  { id: integration_id }: ConnectedIntegration,
  inputs: readonly FeedbackFields[],
): Promise<Applied> {
  if (inputs.length === 0) return { records: [], queued: [] }
  const outcomes = await ingestFeedback(db, org, inputs)
  const created = outcomes.filter((one) => one.result === 'created').map((one) => one.id)
  if (created.length) await setFeedbackIntegration(db, org, created, integration_id)
  for (const { id, result } of outcomes) if (result !== 'unchanged') emit(`feedback.${result}`, { object: { id } })
  return {
    records: outcomes.map(({ id, result }) => ({ type: 'feedback', id, result })),
    queued: outcomes.filter((one) => one.queued).map((one) => one.id),
  }
}

async function ingestNpsRecords(
  { db, org, emit }: DeliveryContext,
  { id: integration_id }: ConnectedIntegration,
  inputs: Parameters<typeof ingestNpsResponses>[2],
): Promise<Applied> {
  if (inputs.length === 0) return { records: [], queued: [] }
  const { outcomes, queued } = await ingestNpsResponses(db, org, inputs)
  for (const { id, result } of outcomes) if (result === 'created') emit('nps.response_created', { object: { id } })
  if (queued.length) await setFeedbackIntegration(db, org, queued, integration_id)
  return { records: outcomes.map((one) => ({ type: 'nps_response', ...one })), queued }
}

/** A recorded call does not change, so one that is stored already is left as it is. */
async function storeInterview(
  ctx: DeliveryContext,
  { id: integration_id, provider, source }: ConnectedIntegration,
  fields: CreateInterviewInput,
): Promise<Applied> {
  const external = { source, ticketSource: ticketSourceOf(provider), external_id: fields.external_id! }
  const known = await findExternalFeedback(ctx.db, ctx.org, external)
  if (known) return { records: [{ type: 'interview', id: known.id, result: 'unchanged' }], queued: [] }
  const stored = await insertNewInterview(ctx, fields)
  if (!stored) return { records: [], queued: [] }
  await setFeedbackIntegration(ctx.db, ctx.org, [stored.id], integration_id)
  return {
    records: [{ type: 'interview', id: stored.id, result: 'created' }],
    queued: stored.queued ? [stored.id] : [],
  }
}

async function storeThreadMessage(
  ctx: DeliveryContext,
  from: ConnectedIntegration,
  fields: ThreadMessage,
): Promise<Applied> {
  const message = await maskRecord(ctx.db, ctx.org, 'message', { source: from.source, fields })
  const messages = await upsertThreadMessage(ctx.db, ctx.org, from.id, message)
  if (messages.length > 0) return ingestFeedbackRecords(ctx, from, [threadFeedback(message, messages, from.source)])
  const feedback = await findFeedbackOfThread(ctx.db, ctx.org, from.source, message)
  if (!feedback) return { records: [], queued: [] }
  await deleteFeedbackItem(ctx, feedback.id)
  ctx.emit('feedback.deleted', { object: { id: feedback.id } })
  return { records: [{ type: 'feedback', id: feedback.id, result: 'deleted' }], queued: [] }
}
