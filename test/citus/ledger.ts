import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import type { Org, TestApp } from '../test-app.ts'

/** What was acknowledged, by name, and the answers to everything else. */
type Ledger = { acknowledged: Map<string, string>; repeats: number; unavailable: number; unexpected: string[] }

export type Writing = { orgs: readonly Org[]; ledger: Ledger; moreWrites(count: number): Promise<void> }

/** Organizations that write all the time while `work` runs; afterwards nothing may be lost, doubled or answered otherwise. */
export async function underWrites(
  t: TestContext,
  app: TestApp,
  organizations: number,
  work: (writing: Writing) => Promise<void>,
): Promise<void> {
  const orgs: Org[] = []
  for (let n = 0; n < organizations; n++) orgs.push(await app.org())
  const ledger: Ledger = { acknowledged: new Map(), repeats: 0, unavailable: 0, unexpected: [] }
  let isOver = false
  const writers = orgs.map(async (org, w) => {
    for (let n = 0; !isOver; n++) await write(app, org, `theme ${w} ${n}`, ledger)
  })
  const moreWrites = async (count: number) => {
    const goal = ledger.acknowledged.size + count
    while (ledger.acknowledged.size < goal) await sleep(20)
  }
  try {
    await work({ orgs, ledger, moreWrites })
  } finally {
    isOver = true
    await Promise.all(writers)
  }
  const { lost, doubled } = await compareWithRows(app, orgs, ledger)
  const { acknowledged, repeats, unavailable, unexpected } = ledger
  t.diagnostic(
    `${acknowledged.size} acknowledged, ${lost.length} lost, ${doubled.length} doubled, ${repeats} sent again, ` +
      `${unavailable} × 503, other answers: ${JSON.stringify([...new Set(unexpected)])}`,
  )
  assert.deepEqual({ lost, doubled, unexpected }, { lost: [], doubled: [], unexpected: [] })
}

/** Sends the same key until it is acknowledged. */
async function write(app: TestApp, { admin }: Org, name: string, ledger: Ledger) {
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

/** Acknowledged names without their row, and rows that no acknowledged write made. */
async function compareWithRows(app: TestApp, orgs: readonly Org[], { acknowledged }: Ledger) {
  const stored = await app.store.rows<{ id: string; name: string }>(
    sql`select id, name from theme where name like 'theme %' and org_id = any(${orgs.map(({ id }) => id)}::text[])`,
  )
  const ids = new Set(stored.map(({ id }) => id))
  return {
    lost: [...acknowledged].filter(([, id]) => !ids.has(id)).map(([name]) => name),
    doubled: stored.filter(({ id, name }) => acknowledged.get(name) !== id).map(({ name }) => name),
  }
}
