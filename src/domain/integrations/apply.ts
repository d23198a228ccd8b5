import type { Static } from 'typebox'
import type { InboundEvent } from '#contract/resources/integrations.ts'
import type { Ctx } from '#domain/context.ts'
import { removeFeedback } from '#domain/findings/insights/remove-feedback.ts'
import { refreshLinks } from '#domain/planning/projects/links.ts'
import { upsertContacts } from '#domain/sources/contacts/upsert.ts'
import { ingest, type Input as FeedbackGiven } from '#domain/sources/feedback/ingest.ts'
import { record } from '#domain/sources/nps/record.ts'
import { ingestTickets } from '#domain/sources/tickets/ingest.ts'
import { sql } from '#store/sql.ts'
import type { Draft, ThreadMessage } from './drafts.ts'
import type { Sender } from './read.ts'
import { feedbackOf, feedbackOfThread, storeMessage } from './threads.ts'

/* What a delivery means is done, by the same steps as if it had come through the API. */

export type Kept = Static<typeof InboundEvent>['records'][number]
export type Connected = Sender & { id: string }
/** Who takes a delivery in: a request, or background work. */
export type Hand = Pick<Ctx, 'db' | 'org' | 'now' | 'emit'> & { announce(ids: readonly string[]): Promise<unknown> }
type Done = { kept: Kept[]; queued: string[] }

const of = <T extends Draft['type']>(drafts: readonly Draft[], type: T) =>
  drafts.flatMap((draft) => (draft.type === type ? [draft.fields as Extract<Draft, { type: T }>['fields']] : []))

export async function apply(hand: Hand, from: Connected, drafts: readonly Draft[]): Promise<Kept[]> {
  const done: Done[] = [
    await takeContacts(hand, of(drafts, 'contact')),
    await takeTickets(hand, from, of(drafts, 'support_ticket')),
    await takeFeedback(hand, from, of(drafts, 'feedback')),
  ]
  done.push(await takeScores(hand, from, of(drafts, 'nps_response')))
  for (const message of of(drafts, 'message')) done.push(await takeMessage(hand, from, message))
  const kept = done.flatMap((one) => one.kept)
  for (const news of of(drafts, 'project_link'))
    for (const { project_id, changed } of await refreshLinks(hand.db, hand.org, news)) {
      kept.push({ type: 'project_link', id: project_id, result: changed ? 'updated' : 'unchanged' })
      if (changed) hand.emit('project.updated', { object: { id: project_id } })
    }
  const queued = done.flatMap((one) => one.queued)
  if (queued.length) await hand.announce(queued)
  return kept
}

async function takeContacts({ db, org, emit }: Hand, given: Parameters<typeof upsertContacts>[2]): Promise<Done> {
  const outcomes = await upsertContacts(db, org, given)
  for (const { id, result } of outcomes) if (result !== 'unchanged') emit(`contact.${result}`, { object: { id } })
  return { kept: outcomes.map((one) => ({ type: 'contact', ...one })), queued: [] }
}

async function takeTickets(
  { db, org, now, emit }: Hand,
  { id: integration_id, provider }: Connected,
  given: Parameters<typeof ingestTickets>[3],
): Promise<Done> {
  if (given.length === 0) return { kept: [], queued: [] }
  const source = provider === 'zendesk' || provider === 'intercom' ? provider : 'custom'
  const { outcomes, queued } = await ingestTickets(db, org, now, given, { source, integration_id })
  for (const { id, result } of outcomes)
    if (result !== 'unchanged') emit(`support.ticket_${result}`, { object: { id } })
  return { kept: outcomes.map((one) => ({ type: 'support_ticket', ...one })), queued }
}

async function takeFeedback(
  { db, org, emit }: Hand,
  { id: integration_id }: Connected,
  given: readonly FeedbackGiven[],
): Promise<Done> {
  if (given.length === 0) return { kept: [], queued: [] }
  const outcomes = await ingest(db, org, given, null)
  const created = outcomes.filter((one) => one.result === 'created').map((one) => one.id)
  if (created.length)
    await db.run(
      sql`update feedback set integration_id = ${integration_id} where org_id = ${org} and id = any(${created}::uuid[])`,
    )
  for (const { id, result } of outcomes) if (result !== 'unchanged') emit(`feedback.${result}`, { object: { id } })
  return {
    kept: outcomes.map(({ id, result }) => ({ type: 'feedback', id, result })),
    queued: outcomes.filter((one) => one.queued).map((one) => one.id),
  }
}

async function takeScores(
  { db, org, emit }: Hand,
  { id: integration_id }: Connected,
  given: Parameters<typeof record>[2],
): Promise<Done> {
  if (given.length === 0) return { kept: [], queued: [] }
  const { outcomes, queued } = await record(db, org, given)
  for (const { id, result } of outcomes) if (result === 'created') emit('nps.response_created', { object: { id } })
  if (queued.length)
    await db.run(
      sql`update feedback set integration_id = ${integration_id} where org_id = ${org} and id = any(${queued}::uuid[]) and integration_id is null`,
    )
  return { kept: outcomes.map((one) => ({ type: 'nps_response', ...one })), queued }
}

async function takeMessage(hand: Hand, from: Connected, message: ThreadMessage): Promise<Done> {
  const said = await storeMessage(hand.db, hand.org, from.id, message)
  if (said.length > 0) return takeFeedback(hand, from, [feedbackOf(message, said, from.source)])
  const left = await feedbackOfThread(hand.db, hand.org, from.source, message)
  if (!left) return { kept: [], queued: [] }
  await removeFeedback(hand, left.id)
  hand.emit('feedback.deleted', { object: { id: left.id } })
  return { kept: [{ type: 'feedback', id: left.id, result: 'deleted' }], queued: [] }
}
