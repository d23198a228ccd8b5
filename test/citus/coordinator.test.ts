import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cloneDatabase, testCluster } from '../database.ts'
import { type Org, startTestApp } from '../test-app.ts'
import { waitFor } from '../wait-for.ts'
import { type ClusterNode, missing, signalNode, startNode } from './cluster.ts'
import { assertKept, newLedger, summary, write } from './ledger.ts'

const organizations = 4
const writes = 40

const cluster = testCluster()
const killable = cluster?.nodes.every(({ dataDir }) => dataDir !== undefined)
const skip = cluster ? !killable && 'CITUS_URL names servers that are not ours' : missing

test(
  'while the coordinator is down no request is served; afterwards nothing acknowledged is lost',
  { skip },
  async (t) => {
    const app = await startTestApp({ database: await cloneDatabase() })
    t.after(() => app.close())
    const orgs: Org[] = []
    for (let n = 0; n < organizations; n++) orgs.push(await app.org())
    const ledger = newLedger()
    let isOver = false
    const writers = orgs.map(async (org, w) => {
      for (let n = 0; !isOver; n++) await write(app, org, `theme ${w} ${n}`, ledger)
    })
    const moreWrites = async () => {
      const goal = ledger.acknowledged.size + writes
      while (ledger.acknowledged.size < goal) await sleep(20)
    }
    const readyStatus = async () => (await fetch(`${app.baseUrl}/readyz`)).status
    const coordinator = cluster!.nodes[0] as Required<ClusterNode>
    try {
      await moreWrites()
      signalNode(coordinator, 'SIGKILL')
      try {
        await waitFor('/readyz to fail', async () => (await readyStatus()) === 503)
        const before = ledger.acknowledged.size
        await sleep(500)
        assert.equal(ledger.acknowledged.size, before, 'nothing is acknowledged without the coordinator')
      } finally {
        await startNode(cluster!.bin!, coordinator)
      }
      await moreWrites()
      assert.equal(await readyStatus(), 200)
    } finally {
      isOver = true
      await Promise.all(writers)
    }
    await assertKept(app, orgs, ledger)
    t.diagnostic(summary(ledger))
  },
)
