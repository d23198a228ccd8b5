import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '#store/embedded/launch.ts'
import { fill, type Target } from './data.ts'
import { importTable } from './import-table.ts'
import { startServer, stopAll } from './servers.ts'

/*
 * npm run bench:import: time and peak worker memory of a CSV import (upload, mapping, import),
 * compared with a file of a tenth of the rows in the same run.
 *   --rows N
 */
const { values } = parseArgs({ options: { rows: { type: 'string', default: '50000' } } })
const rows = Number(values.rows)
/** Limit of the worker's peak memory, for any file size. */
const maxMb = 200

const mb = (bytes: number) => Math.round(bytes / 2 ** 20)

async function measure(target: Target) {
  const dataset = await fill(target, 'bench_import', 20, [20])
  const server = await startServer('earshot-server.ts', { dataset, poolSize: 8 })
  const worker = await startServer('import-worker.ts', { dataset, poolSize: 4 })
  try {
    const start = (await worker.usage()).rssBytes
    await importTable(server.url, dataset, 500, 'warm')
    const idle = (await worker.usage()).peakBytes
    await importTable(server.url, dataset, Math.ceil(rows / 10), 'tenth')
    const tenth = (await worker.usage()).peakBytes
    const seconds = await importTable(server.url, dataset, rows, 'whole')
    const whole = (await worker.usage()).peakBytes
    console.log(`\n${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s`)
    console.log(`worker memory: ${mb(start)} MB at start; peak ${mb(idle)} MB after 500 rows,`)
    console.log(
      `  ${mb(tenth)} MB after ${Math.ceil(rows / 10)} rows, ${mb(whole)} MB after ${rows} rows (bar ${maxMb});`,
    )
    console.log(`  ${mb(whole - start)} MB above the start`)
    console.log(`peak memory of the server that received the upload: ${mb((await server.usage()).peakBytes)} MB`)
    if (mb(whole) > maxMb) process.exitCode = 1
  } finally {
    await stopAll([server, worker])
  }
}

const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'))
const postgres = await startEmbedded({ dataDir: join(folder, 'data') })
try {
  const { database: _, ...target } = postgres.connection
  await measure(target)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
