import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { distribute } from '#store/distribute.ts'
import { type Cluster, missing, openCluster } from '../test/citus/cluster.ts'
import { joinNodes } from '../test/citus/database.ts'
import { alternate, type Sample, type Variant } from './alternate.ts'
import { type Dataset, fill, withClient } from './data.ts'
import { type Kind, kinds } from './load.ts'
import { lines, perCpu, print, ratio } from './report.ts'
import { startServer, stopAll } from './servers.ts'
import { assertSameResponses } from './verify-parity.ts'

/*
 * npm run bench:cluster: Earshot on a Citus cluster of three nodes, compared with the same data in a database of the
 * coordinator's server that is not distributed.
 *   --rows N           insights (4,000)
 *   --rounds N --seconds N --connections N --pool N
 *   --only list,one,write
 *   --against FOLDER   also measures the Earshot of another checkout on the cluster
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '4000' },
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '8' },
    pool: { type: 'string', default: '8' },
    only: { type: 'string', default: 'list,one' },
    against: { type: 'string' },
  },
})
const settings = {
  rounds: Number(options.rounds),
  seconds: Number(options.seconds),
  requests: 0,
  connections: Number(options.connections),
  warmUpSeconds: Math.min(3, Number(options.seconds)),
}
const selected = kinds.filter((kind) => options.only.split(',').includes(kind))
const bars: Partial<Record<Kind, number>> = { list: 0.7, one: 0.6 }

/** One organization with all the insights, filled before the tables are distributed. */
async function fillBoth(cluster: Cluster): Promise<{ plain: Dataset; distributed: Dataset }> {
  const { user, password, nodes } = cluster
  const login = { user, ...(password !== undefined && { password }), ssl: false as const }
  const [coordinator, ...workers] = nodes
  const target = { ...login, host: coordinator!.host, port: coordinator!.port }
  const rows = Number(options.rows)
  const plain = await fill(target, 'bench_plain', rows, [20])
  const distributed = await fill(target, 'bench_cluster', rows, [20])
  const { database } = distributed.connection
  for (const { host, port } of workers)
    await withClient({ ...login, host, port, database: 'postgres' }, (client) =>
      client.query(`create database ${database}`),
    )
  await joinNodes(cluster, database)
  await distribute(distributed.connection, true)
  for (const { host, port } of nodes)
    await withClient({ ...login, host, port, database }, (client) => client.query('vacuum analyze'))
  return { plain, distributed }
}

const postmasterOf = (dataDir: string) => Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])

async function measure(cluster: Cluster): Promise<Sample[]> {
  const { plain, distributed } = await fillBoth(cluster)
  const poolSize = Number(options.pool)
  const variants: Variant[] = []
  const start = async (name: string, dataset: Dataset, folder = import.meta.dirname) => {
    const server = await startServer('earshot-server.ts', { dataset, poolSize }, { folder })
    variants.push({ name, dataset, server })
    return server
  }
  try {
    await start('plain', plain)
    const onCluster = [await start('cluster', distributed)]
    if (options.against) onCluster.push(await start('other', distributed, resolve(options.against, 'bench')))
    await assertSameResponses(onCluster, distributed)
    const postmaster = cluster.nodes.flatMap(({ dataDir }) => (dataDir ? [postmasterOf(dataDir)] : []))
    return await alternate(variants, { settings, postmaster }, selected)
  } finally {
    await stopAll(variants.map(({ server }) => server))
  }
}

function report(samples: readonly Sample[]) {
  const names = ['cluster', ...(options.against ? ['other'] : [])]
  const ratios = selected.flatMap((kind) =>
    names.flatMap((name) => {
      const compared = { samples, kind, of: [name, 'plain'] as const }
      const bar = bars[kind]
      return [
        ratio(compared, (sample) => sample.requestsPerSecond, bar === undefined ? {} : { min: bar }),
        ratio(compared, perCpu, { what: 'by CPU' }),
      ]
    }),
  )
  print('A cluster of one coordinator and two workers, and one PostgreSQL', lines(samples), ratios)
}

const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'))
const running = await openCluster(folder)
async function cleanUp() {
  await running?.stop()
  rmSync(folder, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)))
if (!running) console.log(`Skipped. ${missing}`)
try {
  if (running) report(await measure(running.cluster))
} finally {
  await cleanUp()
}
