import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { startEmbedded } from '#store/embedded/launch.ts'
import { fill, type Target, withClient, type Dataset } from './data.ts'
import { postgresCpu } from './postgres-cpu.ts'
import { generateItem } from './generate-items.ts'
import { type MeasuredServer, startServer, stopAll } from './servers.ts'

/*
 * npm run bench:analysis: throughput and memory of the production worker, from queued feedback to themed insights.
 * Measured once without other load, and once while the API is read at a constant rate:
 * throughput under load, and the read latency compared with that before the analysis starts.
 *   --tiers static,model
 *   --items N     items of the static tier; the model tier gets a tenth
 *   --reads N     reads per second
 *   --minutes N   time limit of each tier
 */
const { values } = parseArgs({
  options: {
    tiers: { type: 'string', default: 'static,model' },
    items: { type: 'string', default: '20000' },
    reads: { type: 'string', default: '50' },
    minutes: { type: 'string', default: '10' },
  },
})
const tiers = values.tiers.split(',') as Tier[]
type Tier = 'static' | 'model'
const itemsOf = (tier: Tier) => Math.ceil(Number(values.items) / (tier === 'static' ? 1 : 10))
const bars = { static: 3000, model: 150, memoryMb: 1024, slowdown: 2 }
const batchSize = 500
const idleSeconds = 30

async function ingest(url: string, { key }: Dataset, count: number) {
  for (let from = 0; from < count; from += batchSize) {
    const items = Array.from({ length: Math.min(batchSize, count - from) }, (_, n) => generateItem(from + n))
    const response = await fetch(`${url}/api/v1/feedback/bulk`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ items }),
    })
    const answer = (await response.json()) as { summary?: { failed: number } }
    if (response.status !== 200 || answer.summary!.failed > 0)
      throw new Error(`bulk feedback: ${response.status} ${JSON.stringify(answer).slice(0, 300)}`)
  }
}

const count = async (client: pg.Client, text: string, org: string) =>
  Number((await client.query<{ count: string }>(text, [org])).rows[0]!.count)
const claimedItems = (client: pg.Client, org: string) =>
  count(client, 'select count(*) from analysis_claim where org_id = $1', org)
const unfinishedJobs = (client: pg.Client, org: string) =>
  count(client, `select count(*) from job where org_id = $1 and status in ('queued', 'running')`, org)
const unfinishedAnalysisJobs = (client: pg.Client, org: string) =>
  count(
    client,
    `select count(*) from job where org_id = $1 and type = 'feedback_analysis' and status in ('queued', 'running')`,
    org,
  )

/** Open-loop load: sends reads at a constant rate without waiting for responses; returns a function that stops it. */
function startReads(url: string, { key, insightIds }: Dataset) {
  const times: number[] = []
  const failed: string[] = []
  let n = 0
  const one = async () => {
    const began = performance.now()
    const response = await fetch(`${url}/api/v1/insights/${insightIds[n++ % insightIds.length]}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const body = await response.text()
    if (response.status === 200) times.push(performance.now() - began)
    else failed.push(`${response.status} ${body.slice(0, 200)}`)
  }
  const timer = setInterval(
    () => void one().catch((error: Error) => failed.push(`${error.message} ${error.cause}`)),
    1000 / Number(values.reads),
  )
  return async () => {
    clearInterval(timer)
    await pause(500)
    if (failed.length > 0) throw new Error(`${failed.length} of ${n} reads failed, first: ${failed[0]}`)
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
    return { count: sorted.length, p50: at(0.5), p99: at(0.99) }
  }
}

type Latency = { count: number; p50: number; p99: number }
const ms = (value: number) => `${value.toFixed(1)} ms`
const verdict = (met: boolean) => (met ? 'met' : 'MISSED')
const mb = (bytes: number) => Math.round(bytes / 2 ** 20)

async function idleLatency(url: string, dataset: Dataset): Promise<Latency> {
  await measureReads(url, dataset, 3)
  return measureReads(url, dataset, idleSeconds)
}
async function measureReads(url: string, dataset: Dataset, seconds: number): Promise<Latency> {
  const stop = startReads(url, dataset)
  await pause(seconds * 1000)
  return stop()
}

async function waitFor(what: string, done: () => Promise<boolean>, pollIntervalMs = 100) {
  const end = performance.now() + Number(values.minutes) * 60_000
  while (!(await done())) {
    if (performance.now() > end) throw new Error(`timed out after ${values.minutes} minutes waiting for ${what}`)
    await pause(pollIntervalMs)
  }
}

type Setup = { url: string; dataset: Dataset; client: pg.Client; postmaster: number }
type Load = { perSecond: number; totalSeconds: number; cpu: number; postgres: number; peakBytes: number }
type ReadLatency = { idle: Latency; busy: Latency }

/** Measures from the first claimed item: starting later would count partly analyzed batches in full. */
async function runAnalysis(tier: Tier, { dataset, client, postmaster }: Setup): Promise<Load> {
  const count = itemsOf(tier)
  process.env.EMBEDDINGS = tier
  const worker: MeasuredServer = await startServer('analysis-worker.ts', { dataset, poolSize: 8 })
  try {
    await waitFor('the first claimed item', async () => (await claimedItems(client, dataset.org)) > 0, 10)
    const [before, pgBefore, began] = [
      (await worker.usage()).cpuMicroseconds,
      postgresCpu(postmaster) ?? 0,
      performance.now(),
    ]
    await waitFor('the analysis of all items', async () => (await unfinishedAnalysisJobs(client, dataset.org)) === 0)
    const seconds = (performance.now() - began) / 1000
    const [after, pgAfter] = [(await worker.usage()).cpuMicroseconds, postgresCpu(postmaster) ?? 0]
    await waitFor('the themes', async () => (await unfinishedJobs(client, dataset.org)) === 0, 250)
    const totalSeconds = (performance.now() - began) / 1000
    const { peakBytes } = await worker.usage()
    return {
      perSecond: count / seconds,
      totalSeconds,
      cpu: (after - before) / count,
      postgres: (pgAfter - pgBefore) / count,
      peakBytes,
    }
  } finally {
    await worker.stop()
  }
}

async function runAnalysisUnderReads(tier: Tier, setup: Setup): Promise<Load & ReadLatency> {
  const idle = await idleLatency(setup.url, setup.dataset)
  const stopReading = startReads(setup.url, setup.dataset)
  const load = await runAnalysis(tier, setup)
  return { ...load, idle, busy: await stopReading() }
}

const rate = ({ perSecond, cpu, postgres }: Load) =>
  `${perSecond.toFixed(0)} items/s; CPU per item: ${cpu.toFixed(0)} µs worker, ${postgres.toFixed(0)} µs PostgreSQL`

async function reportAnalysis(tier: Tier, { dataset, client }: Setup, load: Load) {
  const [insights, subthemes] = [
    await count(client, 'select count(*) from insight_vector where org_id = $1', dataset.org),
    await count(client, 'select count(*) from subtheme where org_id = $1', dataset.org),
  ]
  console.log(`\n${tier} tier, ${itemsOf(tier)} items: ${insights} insights under ${subthemes} subthemes`)
  console.log(`  analyzed     ${rate(load)} (bar ${bars[tier]} ${verdict(load.perSecond >= bars[tier])})`)
  const overall = (itemsOf(tier) / load.totalSeconds).toFixed(0)
  console.log(`  with themes  ${load.totalSeconds.toFixed(1)} s after the first claim, ${overall} items/s`)
  const peak = mb(load.peakBytes)
  console.log(`  memory       ${peak} MB peak (bar ${bars.memoryMb} ${verdict(peak <= bars.memoryMb)})`)
}

function reportUnderReads(load: Load & ReadLatency) {
  const { idle, busy } = load
  const slowdown = busy.p99 / idle.p99
  console.log(`  under load   ${values.reads} reads/s: ${rate(load)}; ${mb(load.peakBytes)} MB`)
  const latency = ({ p50, p99, count }: Latency) => `p50 ${ms(p50)}, p99 ${ms(p99)} (${count})`
  console.log(`  reads        idle ${latency(idle)}; during analysis ${latency(busy)}`)
  console.log(`  p99 ratio    ${slowdown.toFixed(2)} (bar ${bars.slowdown} ${verdict(slowdown <= bars.slowdown)})`)
}

type Cluster = { target: Target; postmaster: number }

/** Runs a measurement with queued items in a fresh database and a running API server. */
async function withQueuedItems(
  { target, postmaster }: Cluster,
  name: string,
  tier: Tier,
  run: (setup: Setup) => Promise<void>,
) {
  const dataset = await fill(target, name, 2000, [20])
  const server = await startServer('earshot-server.ts', { dataset, poolSize: 8 })
  try {
    await ingest(server.url, dataset, itemsOf(tier))
    await withClient(dataset.connection, async (client) => {
      await client.query('vacuum analyze')
      await run({ url: server.url, dataset, client, postmaster })
    })
  } finally {
    await stopAll([server])
  }
}

async function measure(cluster: Cluster) {
  for (const tier of tiers) {
    await withQueuedItems(cluster, `bench_analysis_${tier}`, tier, async (setup) =>
      reportAnalysis(tier, setup, await runAnalysis(tier, setup)),
    )
    await withQueuedItems(cluster, `bench_analysis_${tier}_reads`, tier, async (setup) =>
      reportUnderReads(await runAnalysisUnderReads(tier, setup)),
    )
  }
}

const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-analysis-'))
const postgres = await startEmbedded({ dataDir: join(folder, 'data') })
try {
  const { database: _, ...target } = postgres.connection
  await measure({ target, postmaster: postgres.pid })
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
