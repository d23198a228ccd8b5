import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { cloneDatabase, testCluster } from '../database.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { type ClusterNode, missing, signalNode, startNode } from './cluster.ts'

const kills = Number(process.env.KILLS ?? 4)
const organizations = 6
const writesBetweenKills = 30

const cluster = testCluster()
const killable = cluster?.nodes.every(({ dataDir }) => dataDir !== undefined)
const skip = cluster ? !killable && 'CITUS_URL names servers that are not ours' : missing

type Ledger = { acknowledged: Map<string, string>; repeats: number; unavailable: number; unexpected: string[] }

/** Sends the same key until it is acknowledged. */
async function write(app: TestApp, { admin }: Org, name: string, ledger: Ledger) {
  const headers = { 'idempotency-key': newId() }
  for (let left = 600; left > 0; left--) {
    const reply = await app.call(admin.key, 'POST', '/themes', { body: { name }, headers }).catch(() => undefined)
    if (reply?.status === 201) return void ledger.acknowledged.set(name, reply.body.id as string)
    ledger.repeats++
    if (reply?.status === 503) ledger.unavailable++
    else ledger.unexpected.push(`${reply?.status} ${reply?.text.slice(0, 200)}`)
    await sleep(100)
  }
  assert.fail(`${name} was never acknowledged`)
}

test(
  'a worker is killed again and again under writes: nothing acknowledged is lost, nothing is there twice',
  { skip },
  async (t) => {
    const app = await startTestApp({ database: await cloneDatabase() })
    t.after(() => app.close())
    const orgs: Org[] = []
    for (let n = 0; n < organizations; n++) orgs.push(await app.org())
    const ledger: Ledger = { acknowledged: new Map(), repeats: 0, unavailable: 0, unexpected: [] }
    let isOver = false
    const writers = orgs.map(async (org, w) => {
      for (let n = 0; !isOver; n++) await write(app, org, `theme ${w} ${n}`, ledger)
    })
    try {
      for (let n = 0; n < kills; n++) {
        const goal = ledger.acknowledged.size + writesBetweenKills
        while (ledger.acknowledged.size < goal) await sleep(20)
        const worker = cluster!.nodes[1 + (n % 2)] as Required<ClusterNode>
        signalNode(worker, 'SIGKILL')
        await sleep(500)
        await startNode(cluster!.bin!, worker)
      }
      const goal = ledger.acknowledged.size + writesBetweenKills
      while (ledger.acknowledged.size < goal) await sleep(20)
    } finally {
      isOver = true
      await Promise.all(writers)
    }
    const stored = await app.store.rows<{ id: string; name: string }>(
      sql`select id, name from theme where name like 'theme %' and org_id = any(${orgs.map(({ id }) => id)}::text[])`,
    )
    assert.deepEqual(
      stored.map(({ id, name }) => `${name} ${id}`).sort(),
      [...ledger.acknowledged].map(([name, id]) => `${name} ${id}`).sort(),
    )
    t.diagnostic(
      `${kills} kills, ${ledger.acknowledged.size} acknowledged, 0 lost, 0 doubled, ${ledger.repeats} sent again, ` +
        `${ledger.unavailable} × 503, other answers: ${JSON.stringify([...new Set(ledger.unexpected)])}`,
    )
  },
)
