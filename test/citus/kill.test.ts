import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cloneDatabase, testCluster } from '../database.ts'
import { type Org, startTestApp } from '../test-app.ts'
import { type ClusterNode, missing, signalNode, startNode } from './cluster.ts'
import { assertKept, newLedger, summary, write } from './ledger.ts'

const kills = Number(process.env.KILLS ?? 4)
const organizations = 6
const writesBetweenKills = 30

const cluster = testCluster()
const killable = cluster?.nodes.every(({ dataDir }) => dataDir !== undefined)
const skip = cluster ? !killable && 'CITUS_URL names servers that are not ours' : missing

test(
  'a worker is killed again and again under writes: nothing acknowledged is lost, nothing is there twice',
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
    await assertKept(app, orgs, ledger)
    t.diagnostic(`${kills} kills, ${summary(ledger)}`)
  },
)
