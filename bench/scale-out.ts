import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '#store/embedded/launch.ts'
import { startBalancer } from './balancer.ts'
import { fill, type Dataset } from './data.ts'
import { importTable } from './import-table.ts'
import { load, type Load } from './load.ts'
import { primarySettings, startReplica, waitForReplica } from './replica.ts'
import { type MeasuredServer, startServer, stopAll } from './servers.ts'

/*
 * npm run bench:scale: throughput with more web processes (behind a TCP balancer) and more workers on one PostgreSQL,
 * and the lag of a streaming replica.
 *   --rows N --seconds N --web 1,2,3 --workers 1,2,3
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '5' },
    web: { type: 'string', default: '1,2,3' },
    workers: { type: 'string', default: '1,2' },
  },
})
const [rows, seconds] = [Number(values.rows), Number(values.seconds)]
const numbers = (text: string) => text.split(',').map(Number)
const tables = 6
const rowsPerTable = 2000

const startServers = (file: string, dataset: Dataset, count: number, poolSize = 4) =>
  Promise.all(Array.from({ length: count }, () => startServer(file, { dataset, poolSize })))
const portOf = ({ url }: MeasuredServer) => Number(new URL(url).port)

async function measureWeb(dataset: Dataset, count: number) {
  const servers = await startServers('earshot-server.ts', dataset, count)
  const balancer = await startBalancer(servers.map(portOf))
  try {
    await load('one', balancer.url, dataset, { connections: 12, seconds: 1 })
    const [read, written] = [
      await load('one', balancer.url, dataset, { connections: 12, seconds }),
      await load('write', balancer.url, dataset, { connections: 12, seconds }),
    ]
    const rate = ({ requestsPerSecond }: Load) => Math.round(requestsPerSecond)
    const p99 = (result: Load) => `(p99 ${result.p99.toFixed(1)} ms)`
    console.log(`  ${count} web: ${rate(read)} reads/s ${p99(read)}, ${rate(written)} writes/s ${p99(written)}`)
  } finally {
    await balancer.stop()
    await stopAll(servers)
  }
}

async function measureWorkers(dataset: Dataset, count: number) {
  const [[server], workers] = [
    await startServers('earshot-server.ts', dataset, 1, 16),
    await startServers('import-worker.ts', dataset, count),
  ]
  try {
    const began = performance.now()
    await Promise.all(
      Array.from({ length: tables }, (_, n) => importTable(server!.url, dataset, rowsPerTable, `w${count}-${n}`)),
    )
    const rowsPerSecond = (tables * rowsPerTable) / ((performance.now() - began) / 1000)
    console.log(`  ${count} worker: ${Math.round(rowsPerSecond)} rows/s over ${tables} tables of ${rowsPerTable} rows`)
  } finally {
    await stopAll([server!, ...workers])
  }
}

/** Replication lag: waits after each write until the replica has it, while other clients write as well. */
async function measureReplicaLag(primary: EmbeddedServer, replica: EmbeddedServer, dataset: Dataset) {
  const [first, second] = [
    new pg.Client(dataset.connection),
    new pg.Client({ ...replica.connection, database: dataset.connection.database }),
  ]
  await Promise.all([first.connect(), second.connect()])
  const [server] = await startServers('earshot-server.ts', dataset, 1)
  try {
    const writing = load('write', server!.url, dataset, { connections: 4, seconds })
    const times: number[] = []
    const end = performance.now() + seconds * 900
    while (performance.now() < end) {
      await first.query('update theme set updated_at = now() where org_id = $1 and id = $2', [
        dataset.org,
        dataset.themeIds[0],
      ])
      times.push(await waitForReplica(first, second))
    }
    const { requestsPerSecond } = await writing
    const sorted = times.sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(1)
    const lag = `${at(0.5)} ms (p50), ${at(0.95)} ms (p95), ${at(1)} ms (max)`
    console.log(`\nreplica lag: ${lag} at ${Math.round(requestsPerSecond)} writes/s (${times.length} samples)`)
  } finally {
    await stopAll([server!])
    await Promise.all([first.end(), second.end()])
  }
}

const folder = mkdtempSync(join(tmpdir(), 'earshot-scale-'))
const [primaryDir, replicaDir] = [join(folder, 'a'), join(folder, 'b')]
const primary = await startEmbedded({ dataDir: primaryDir, settings: primarySettings })
let replica: EmbeddedServer | undefined
try {
  const { database: _, ...target } = primary.connection
  const dataset = await fill(target, 'bench_scale', rows, [20])
  console.log(`one PostgreSQL, ${rows} insights, ${availableParallelism()} cores shared by all processes\n`)
  for (const count of numbers(values.web)) await measureWeb(dataset, count)
  console.log('')
  for (const count of numbers(values.workers)) await measureWorkers(dataset, count)
  replica = await startReplica(primary, primaryDir, replicaDir)
  await measureReplicaLag(primary, replica, dataset)
} finally {
  await replica?.stop()
  await primary.stop()
  rmSync(folder, { recursive: true, force: true })
}
