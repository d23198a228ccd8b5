import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import type { Org, TestApp } from '../test-app.ts'

/** What was acknowledged, by name, and the answers to everything else. */
export type Ledger = { acknowledged: Map<string, string>; repeats: number; unavailable: number; unexpected: string[] }

export const newLedger = (): Ledger => ({ acknowledged: new Map(), repeats: 0, unavailable: 0, unexpected: [] })

/** Sends the same key until it is acknowledged. */
export async function write(app: TestApp, { admin }: Org, name: string, ledger: Ledger) {
  const headers = { 'idempotency-key': newId() }
  for (let left = 1200; left > 0; left--) {
    const reply = await app.call(admin.key, 'POST', '/themes', { body: { name }, headers }).catch(() => undefined)
    if (reply?.status === 201) return void ledger.acknowledged.set(name, reply.body.id as string)
    ledger.repeats++
    if (reply?.status === 503 && reply.headers.get('retry-after')) ledger.unavailable++
    else ledger.unexpected.push(`${reply?.status} ${reply?.text.slice(0, 200)}`)
    await sleep(100)
  }
  assert.fail(`${name} was never acknowledged`)
}

/** Nothing acknowledged is lost, nothing is there twice. */
export async function assertKept(app: TestApp, orgs: readonly Org[], { acknowledged }: Ledger) {
  const stored = await app.store.rows<{ id: string; name: string }>(
    sql`select id, name from theme where name like 'theme %' and org_id = any(${orgs.map(({ id }) => id)}::text[])`,
  )
  assert.deepEqual(
    stored.map(({ id, name }) => `${name} ${id}`).sort(),
    [...acknowledged].map(([name, id]) => `${name} ${id}`).sort(),
  )
}

export const summary = ({ acknowledged, repeats, unavailable, unexpected }: Ledger) =>
  `${acknowledged.size} acknowledged, 0 lost, 0 doubled, ${repeats} sent again, ${unavailable} × 503, ` +
  `other answers: ${JSON.stringify([...new Set(unexpected)])}`
