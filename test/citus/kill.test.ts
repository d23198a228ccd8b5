import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cloneDatabase, testCluster } from '../database.ts'
import { startTestApp } from '../test-app.ts'
import { type ClusterNode, signalNode, startNode, whyNotKillable } from './cluster.ts'
import { underWrites } from './ledger.ts'

const kills = Number(process.env.KILLS ?? 4)
const organizations = 6
const writesBetweenKills = 30
const cluster = testCluster()

test(
  'a worker is killed again and again under writes: nothing acknowledged is lost, nothing is there twice',
  { skip: whyNotKillable(cluster) },
  async (t) => {
    const app = await startTestApp({ database: await cloneDatabase() })
    t.after(() => app.close())
    t.diagnostic(`${kills} kills`)
    await underWrites(t, app, organizations, async ({ moreWrites }) => {
      for (let n = 0; n < kills; n++) {
        await moreWrites(writesBetweenKills)
        const worker = cluster!.nodes[1 + (n % 2)] as Required<ClusterNode>
        signalNode(worker, 'SIGKILL')
        await sleep(500)
        await startNode(cluster!.bin!, worker)
      }
      await moreWrites(writesBetweenKills)
    })
  },
)
