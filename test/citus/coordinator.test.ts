import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cloneDatabase, testCluster } from '../database.ts'
import { startTestApp } from '../test-app.ts'
import { waitFor } from '../wait-for.ts'
import { type ClusterNode, signalNode, startNode, whyNotKillable } from './cluster.ts'
import { underWrites } from './ledger.ts'

const organizations = 4
const writes = 40
const cluster = testCluster()

test(
  'while the coordinator is down no request is served; afterwards nothing acknowledged is lost',
  { skip: whyNotKillable(cluster) },
  async (t) => {
    const app = await startTestApp({ database: await cloneDatabase() })
    t.after(() => app.close())
    const readyStatus = async () => (await fetch(`${app.baseUrl}/readyz`)).status
    const coordinator = cluster!.nodes[0] as Required<ClusterNode>
    await underWrites(t, app, organizations, async ({ ledger, moreWrites }) => {
      await moreWrites(writes)
      signalNode(coordinator, 'SIGKILL')
      try {
        await waitFor('/readyz to fail', async () => (await readyStatus()) === 503)
        const before = ledger.acknowledged.size
        await sleep(500)
        assert.equal(ledger.acknowledged.size, before, 'nothing is acknowledged without the coordinator')
      } finally {
        await startNode(cluster!.bin!, coordinator)
      }
      await moreWrites(writes)
      assert.equal(await readyStatus(), 200)
    })
  },
)
