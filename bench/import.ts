import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '#store/embedded/launch.ts'
import { fill, type Target, type World } from './data.ts'
import { startServer, stopAll } from './servers.ts'

/*
 * npm run bench:import: how long a table takes through upload, mapping and import, and how much memory the worker comes to hold meanwhile,
 * beside a table a tenth as long in the same run.
 *   --rows N
 */
const { values } = parseArgs({ options: { rows: { type: 'string', default: '50000' } } })
const rows = Number(values.rows)
/** What a job may hold, whatever the table. */
const mostMb = 200

const tableOf = (count: number, name: string) =>
  `content,external_id,respondent_email\n${Array.from({ length: count }, (_, n) => `"The weekly summary forgets the chosen filters, said ${n % 13} times",${name}-${n},person${n % 5000}@example.com`).join('\n')}\n`

async function call(url: string, key: string, method: string, path: string, body?: object) {
  const response = await fetch(`${url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }, ...(body && { body: JSON.stringify(body) }) })
  const answer = (await response.json()) as Record<string, any>
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer).slice(0, 300)}`)
  return answer
}

async function importTable(url: string, { key }: World, count: number, name: string): Promise<number> {
  const { id } = await call(url, key, 'POST', '/csv-uploads', { type: 'feedback', file_name: `${name}.csv`, content: tableOf(count, name) })
  await call(url, key, 'PATCH', `/csv-uploads/${id}/mapping`, { columns: ['content', 'external_id', 'respondent_email'].map((target) => ({ header: target, target })) })
  const began = performance.now()
  const { job_id } = await call(url, key, 'POST', `/csv-uploads/${id}/start`)
  for (let ended = false; !ended; ) ended = !['queued', 'running'].includes((await call(url, key, 'GET', `/jobs/${job_id}?wait=20`)).status)
  const { status, totals } = await call(url, key, 'GET', `/csv-uploads/${id}`)
  if (status !== 'completed' || totals.created !== count) throw new Error(`${status}: ${JSON.stringify(totals)}`)
  return (performance.now() - began) / 1000
}

const mb = (bytes: number) => Math.round(bytes / 2 ** 20)

async function measure(target: Target) {
  const world = await fill(target, 'bench_import', 20, [20])
  const server = await startServer('earshot-server.ts', { world, poolSize: 8 })
  const worker = await startServer('import-worker.ts', { world, poolSize: 4 })
  try {
    await importTable(server.url, world, 500, 'warm')
    const idle = (await worker.usage()).peakBytes
    await importTable(server.url, world, Math.ceil(rows / 10), 'tenth')
    const tenth = (await worker.usage()).peakBytes
    const seconds = await importTable(server.url, world, rows, 'whole')
    const whole = (await worker.usage()).peakBytes
    console.log(`\n${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s`)
    console.log(`peak memory of the worker: ${mb(idle)} MB after 500 rows, ${mb(tenth)} MB after ${Math.ceil(rows / 10)}, ${mb(whole)} MB after ${rows}; ${mb(whole - idle)} MB for the job (bar ${mostMb})`)
    console.log(`peak memory of the server that took the upload: ${mb((await server.usage()).peakBytes)} MB`)
    if (mb(whole - idle) > mostMb) process.exitCode = 1
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
