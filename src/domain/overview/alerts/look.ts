import { tell } from '#domain/account/events/record.ts'
import { alertLetter } from '#domain/account/mail/letters.ts'
import { type Letters, memberAddress } from '#domain/account/mail/outbox.ts'
import { valueIn } from '#domain/overview/dashboard/trends.ts'
import type { Db, Store } from '#store/open.ts'
import { type AlertRow, alertsToLookAt, markTriggered } from './queries.ts'

type Seen = { value: number | null; count: number }

const windowMs = { '1d': 1, '7d': 7, '30d': 30 }
const dayMs = 24 * 3600 * 1000

/** Whether what is seen now, compared with the window before, is what the alert waits for. */
export function isTriggered({ op, value, min_count }: AlertRow['condition'], now: Seen, before: Seen): boolean {
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

/** Where letters can be sent, and the page that they lead to. */
export type AlertLetters = { write: Letters; url: string }

/** Whoever set an alert is told by letter, too. */
async function write(
  db: Db,
  org: string,
  { write, url }: AlertLetters,
  { name, metric, created_by }: AlertRow,
  now: Seen,
  before: Seen,
) {
  const to = created_by === null ? undefined : await memberAddress(db, org, created_by)
  if (to !== undefined)
    await write(db, org, alertLetter(to, { name, metric, now: now.value, before: before.value, url }))
}

/** Looks at every alert that is due and tells of those that found what they wait for; returns how many did. */
export async function lookAtAlerts(store: Store, now = new Date(), letters?: AlertLetters): Promise<number> {
  let triggered = 0
  for (const alert of await alertsToLookAt(store)) {
    const {
      org_id: org,
      condition,
      metric,
      filter: { category, sentiment, source, ...others },
    } = alert
    const filters = {
      ...others,
      ...(category && { category: [category] }),
      ...(sentiment && { sentiment: [sentiment] }),
      ...(source && { source: [source] }),
    }
    const length = windowMs[condition.window] * dayMs
    const range = (end: number) => ({ from: new Date(end - length).toISOString(), to: new Date(end).toISOString() })
    const current = await valueIn(store, org, metric, { ...filters, ...range(now.getTime() + 1) })
    const previous = await valueIn(store, org, metric, { ...filters, ...range(now.getTime() + 1 - length) })
    if (!isTriggered(condition, current, previous)) continue
    await store.transaction(async (db) => {
      const marked = await markTriggered(db, org, alert)
      if (!marked) return
      triggered++
      await tell(db, org, { id: alert.id, type: 'alert', user: null }, 'alert.triggered', {
        ...marked,
        current,
        previous,
      })
      if (letters) await write(db, org, letters, marked, current, previous)
    })
  }
  return triggered
}
