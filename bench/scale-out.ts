import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '#store/embedded/launch.ts'
import { startBalancer } from './balancer.ts'
import { fill, type World } from './data.ts'
import { importTable } from './import-table.ts'
import { load } from './load.ts'
import { primarySettings, startReplica, untilFollowed } from './replica.ts'
import { type Measured, startServer, stopAll } from './servers.ts'

/*
 * npm run bench:scale: web processes behind a TCP balancer and workers, more and more of them on one PostgreSQL, and how far a streaming replica is behind.
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
const rowsInTable = 2000

const started = (file: string, world: World, count: number, poolSize = 4) =>
  Promise.all(Array.from({ length: count }, () => startServer(file, { world, poolSize })))
const portOf = ({ url }: Measured) => Number(new URL(url).port)

async function throughBalancer(world: World, count: number) {
  const servers = await started('earshot-server.ts', world, count)
  const balancer = await startBalancer(servers.map(portOf))
  try {
    await load('one', balancer.url, world, { connections: 12, seconds: 1 })
    const [read, written] = [
      await load('one', balancer.url, world, { connections: 12, seconds }),
      await load('write', balancer.url, world, { connections: 12, seconds }),
    ]
    console.log(
      `  ${count} web: ${Math.round(read.requestsPerSecond)} reads/s (p99 ${read.p99.toFixed(1)} ms), ${Math.round(written.requestsPerSecond)} writes/s (p99 ${written.p99.toFixed(1)} ms)`,
    )
  } finally {
    await balancer.stop()
    await stopAll(servers)
  }
}

async function throughWorkers(world: World, count: number) {
  const [[server], workers] = [
    await started('earshot-server.ts', world, 1, 16),
    await started('import-worker.ts', world, count),
  ]
  try {
    const began = performance.now()
    await Promise.all(
      Array.from({ length: tables }, (_, n) => importTable(server!.url, world, rowsInTable, `w${count}-${n}`)),
    )
    console.log(
      `  ${count} worker: ${Math.round((tables * rowsInTable) / ((performance.now() - began) / 1000))} rows/s over ${tables} tables of ${rowsInTable} rows`,
    )
  } finally {
    await stopAll([server!, ...workers])
  }
}

/** One write after the other, each until the replica has it, while others write as well. */
async function behind(primary: EmbeddedServer, replica: EmbeddedServer, world: World) {
  const [first, second] = [
    new pg.Client(world.connection),
    new pg.Client({ ...replica.connection, database: world.connection.database }),
  ]
  await Promise.all([first.connect(), second.connect()])
  const [server] = await started('earshot-server.ts', world, 1)
  try {
    const writing = load('write', server!.url, world, { connections: 4, seconds })
    const times: number[] = []
    for (let until = performance.now() + seconds * 900; performance.now() < until;) {
      await first.query('update theme set updated_at = now() where org_id = $1 and id = $2', [
        world.org,
        world.themeIds[0],
      ])
      times.push(await untilFollowed(first, second))
    }
    const { requestsPerSecond } = await writing
    const sorted = times.sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(1)
    console.log(
      `\nthe replica is behind by ${at(0.5)} ms (p50), ${at(0.95)} ms (p95), ${at(1)} ms at most, while ${Math.round(requestsPerSecond)} writes/s arrive (${times.length} looks)`,
    )
  } finally {
    await stopAll([server!])
    await Promise.all([first.end(), second.end()])
  }
}

const folder = mkdtempSync(join(tmpdir(), 'earshot-scale-'))
const [here, there] = [join(folder, 'a'), join(folder, 'b')]
const primary = await startEmbedded({ dataDir: here, settings: primarySettings })
let replica: EmbeddedServer | undefined
try {
  const { database: _, ...target } = primary.connection
  const world = await fill(target, 'bench_scale', rows, [20])
  console.log(`one PostgreSQL, ${rows} insights, ${availableParallelism()} cores for everything together\n`)
  for (const count of numbers(values.web)) await throughBalancer(world, count)
  console.log('')
  for (const count of numbers(values.workers)) await throughWorkers(world, count)
  replica = await startReplica(primary, here, there)
  await behind(primary, replica, world)
} finally {
  await replica?.stop()
  await primary.stop()
  rmSync(folder, { recursive: true, force: true })
}
