import { isUtf8 } from 'node:buffer'
import { apply, type Connected, type Hand } from './apply.ts'
import { claim, type Entry, note, settle } from './events.ts'
import { tally } from './queries.ts'
import { read } from './read.ts'

/* One delivery, whose sender is known, is taken in: once, and with a line in the log whatever becomes of it. */

const entry = (status: Entry['status'], more: Partial<Entry> = {}): Entry => ({
  status,
  type: null,
  reason: null,
  detail: null,
  records: [],
  ...more,
})

/** Undefined when the bytes are no JSON. */
export function parse(body: Buffer): unknown {
  if (!isUtf8(body)) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** What a payload becomes, and what is to be noted of it. `key` names the delivery, also when it is replayed. */
export async function carryOut(hand: Hand, from: Connected, payload: unknown, key: string): Promise<Entry> {
  if (payload === undefined) return entry('rejected', { reason: 'not_json', detail: 'The body is not JSON in UTF-8.' })
  const { type, drafts, left } = read(from, payload, key)
  if (drafts.length === 0)
    return entry(left!.isFault ? 'rejected' : 'ignored', { type, reason: left!.reason, detail: left!.detail })
  const records = await apply(hand, from, drafts)
  if (records.length === 0)
    return entry('ignored', { type, reason: drafts[0]!.type === 'project_link' ? 'not_linked' : 'nothing_to_do' })
  return entry('accepted', { type, records, reason: left?.reason ?? null, detail: left?.detail ?? null })
}

export type Delivery = { deliveryId: string | null; digest: Buffer; body: Buffer; payload: unknown }
export type Taken = Entry & { event_id: string }

export async function takeIn(
  hand: Hand,
  from: Connected & { status: string },
  { deliveryId, digest, body, payload }: Delivery,
): Promise<Taken> {
  const id = await claim(hand.db, hand.org, from.id, { deliveryId, digest, body })
  if (id === undefined) return jotDown(hand, from.id, entry('duplicate', { reason: 'delivered_before' }), deliveryId)
  const done =
    from.status === 'disabled' ? entry('ignored', { reason: 'disabled' }) : await carryOut(hand, from, payload, id)
  await settle(hand.db, hand.org, from.id, id, done)
  await count(hand, from.id, done)
  return { ...done, event_id: id }
}

/** A line in the log for what is not taken in. */
export async function jotDown(
  hand: Hand,
  integration: string,
  line: Entry,
  deliveryId: string | null = null,
): Promise<Taken> {
  const event_id = await note(hand.db, hand.org, integration, line, { deliveryId })
  await count(hand, integration, line)
  return { ...line, event_id }
}

async function count({ db, org, emit }: Hand, integration: string, line: Entry) {
  if (await tally(db, org, integration, line))
    emit('integration.error', { object: { id: integration, code: line.reason, message: line.detail } })
}
