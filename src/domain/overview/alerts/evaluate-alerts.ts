import { recordJobEvent } from '#domain/events/feed/queries-insert.ts'
import { alertEmail, type AlertFacts, alertText } from '#domain/outbox/templates.ts'
import { type WriteMail } from '#domain/outbox/outbox.ts'
import { findMemberEmail } from '#domain/outbox/queries.ts'
import { insertAlertMessages } from '#domain/overview/channels/queries.ts'
import { getMetricValue } from '#domain/overview/dashboard/queries-trends.ts'
import type { Db, Store } from '#store/open.ts'
import { type AlertRow, type DueAlert, listDueAlerts, markTriggered } from './queries.ts'

type WindowValue = { value: number | null; count: number }

const windowDays = { '1d': 1, '7d': 7, '30d': 30 }
const dayMs = 24 * 3600 * 1000

/** Whether the current window, compared with the previous one, meets the condition. */
export function isTriggered(
  { op, value, min_count }: AlertRow['condition'],
  now: WindowValue,
  before: WindowValue,
): boolean {
  if (now.value === null) return false
  if (op === 'above') return now.count >= min_count && now.value > value
  if (op === 'below') return now.value < value
  if (op === 'increase_pct')
    return (
      now.count >= min_count &&
      now.value > (before.value ?? 0) &&
      now.value - (before.value ?? 0) >= ((before.value ?? 0) * value) / 100
    )
  return (
    before.value !== null &&
    before.value > 0 &&
    before.count >= min_count &&
    now.value < before.value &&
    before.value - now.value >= (before.value * value) / 100
  )
}

/** `url` is the page that messages link to; `write` is set when mail is configured. */
export type AlertDelivery = { url: string; write?: WriteMail | undefined }

type TriggeredAlert = AlertFacts & { creator: string | null }

async function notify(db: Db, org: string, { creator, ...facts }: TriggeredAlert, { url, write }: AlertDelivery) {
  await insertAlertMessages(db, org, { ...alertText(facts), url, sections: [] })
  const to = write && creator !== null ? await findMemberEmail(db, org, creator) : undefined
  if (write && to !== undefined) await write(db, org, alertEmail(to, facts, url))
}

/** The values of the alert's window and of the window before it. */
async function windowValues(store: Store, { org_id, metric, filter, condition }: DueAlert, now: Date) {
  const { category, sentiment, source, ...others } = filter
  const filters = {
    ...others,
    ...(category && { category: [category] }),
    ...(sentiment && { sentiment: [sentiment] }),
    ...(source && { source: [source] }),
  }
  const lengthMs = windowDays[condition.window] * dayMs
  const valueUntil = (end: number) =>
    getMetricValue(store, org_id, metric, {
      ...filters,
      from: new Date(end - lengthMs).toISOString(),
      to: new Date(end).toISOString(),
    })
  const end = now.getTime() + 1
  return { current: await valueUntil(end), previous: await valueUntil(end - lengthMs) }
}

/** Evaluates every due alert and reports those that triggered; returns their number. */
export async function evaluateAlerts(store: Store, now = new Date(), delivery?: AlertDelivery): Promise<number> {
  let triggered = 0
  for (const due of await listDueAlerts(store)) {
    const { current, previous } = await windowValues(store, due, now)
    if (!isTriggered(due.condition, current, previous)) continue
    await store.transaction(async (db) => {
      const alert = await markTriggered(db, due.org_id, due)
      if (!alert) return
      triggered++
      await recordJobEvent(
        db,
        due.org_id,
        { id: due.id, type: 'alert', user: null },
        { type: 'alert.triggered', object: { ...alert, current, previous } },
      )
      if (!delivery) return
      const { name, metric, created_by: creator } = alert
      await notify(db, due.org_id, { creator, name, metric, now: current.value, before: previous.value }, delivery)
    })
  }
  return triggered
}
