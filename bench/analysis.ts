import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { startEmbedded } from '#store/embedded/launch.ts'
import { fill, type Target, withClient, type World } from './data.ts'
import { postgresCpu } from './postgres-cpu.ts'
import { said } from './said.ts'
import { type Measured, startServer, stopAll } from './servers.ts'

/*
 * npm run bench:analysis: short items of one organization through the worker as it is served, from waiting to analyzed and put under themes,
 * and how much memory the worker comes to hold; once with nobody else on the machine, and once while the API is read at an even pace:
 * how many still go through, and how long a simple read takes meanwhile, beside the same read before it begins.
 *   --tiers static,model --items N (of the static tier; the model gets a tenth) --reads N (a second) --minutes N (at most, for each tier)
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
const bars = { static: 3000, model: 150, memoryMb: 1024, slower: 2 }
const atOnce = 500
const idleSeconds = 30

async function ingest(url: string, { key }: World, count: number) {
  for (let from = 0; from < count; from += atOnce) {
    const items = Array.from({ length: Math.min(atOnce, count - from) }, (_, n) => said(from + n))
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

const counted = async (client: pg.Client, text: string, org: string) =>
  Number((await client.query<{ count: string }>(text, [org])).rows[0]!.count)
const someTaken = (client: pg.Client, org: string) =>
  counted(client, 'select count(*) from analysis_claim where org_id = $1', org)
const jobsLeft = (client: pg.Client, org: string) =>
  counted(client, `select count(*) from job where org_id = $1 and status in ('queued', 'running')`, org)
const readingLeft = (client: pg.Client, org: string) =>
  counted(
    client,
    `select count(*) from job where org_id = $1 and type = 'feedback_analysis' and status in ('queued', 'running')`,
    org,
  )

/** Reads at an even pace until it is told to stop, each sent when it is due, whether or not the one before has been answered. */
function readEvenly(url: string, { key, insightIds }: World) {
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
    if (failed.length > 0) throw new Error(`${failed.length} of ${n} reads failed, the first so: ${failed[0]}`)
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
    return { count: sorted.length, p50: at(0.5), p99: at(0.99) }
  }
}

type Latency = { count: number; p50: number; p99: number }
const ms = (value: number) => `${value.toFixed(1)} ms`
const verdict = (met: boolean) => (met ? 'met' : 'MISSED')
const mb = (bytes: number) => Math.round(bytes / 2 ** 20)

async function idleReads(url: string, world: World): Promise<Latency> {
  await readEvenlyFor(url, world, 3)
  return readEvenlyFor(url, world, idleSeconds)
}
async function readEvenlyFor(url: string, world: World, seconds: number): Promise<Latency> {
  const stop = readEvenly(url, world)
  await pause(seconds * 1000)
  return stop()
}

async function until(what: string, done: () => Promise<boolean>, everyMs = 100) {
  const end = performance.now() + Number(values.minutes) * 60_000
  while (!(await done())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${values.minutes} minutes`)
    await pause(everyMs)
  }
}

type Place = { url: string; world: World; client: pg.Client; postmaster: number }
type Load = { perSecond: number; whole: number; cpu: number; postgres: number; peakBytes: number }
type Reading = { idle: Latency; busy: Latency }

/** One load through a worker of its own, from when its first items are taken: later some are half done already, and counting them as a whole would flatter large batches. */
async function takeLoad(tier: Tier, { world, client, postmaster }: Place): Promise<Load> {
  const count = itemsOf(tier)
  process.env.EMBEDDINGS = tier
  const worker: Measured = await startServer('analysis-worker.ts', { world, poolSize: 8 })
  try {
    await until('the first item', async () => (await someTaken(client, world.org)) > 0, 10)
    const [before, pgBefore, began] = [
      (await worker.usage()).cpuMicroseconds,
      postgresCpu(postmaster) ?? 0,
      performance.now(),
    ]
    await until('all items', async () => (await readingLeft(client, world.org)) === 0)
    const seconds = (performance.now() - began) / 1000
    const [after, pgAfter] = [(await worker.usage()).cpuMicroseconds, postgresCpu(postmaster) ?? 0]
    await until('themes', async () => (await jobsLeft(client, world.org)) === 0, 250)
    const whole = (performance.now() - began) / 1000
    const { peakBytes } = await worker.usage()
    return {
      perSecond: count / seconds,
      whole,
      cpu: (after - before) / count,
      postgres: (pgAfter - pgBefore) / count,
      peakBytes,
    }
  } finally {
    await worker.stop()
  }
}

async function takeLoadWhileRead(tier: Tier, place: Place): Promise<Load & Reading> {
  const idle = await idleReads(place.url, place.world)
  const stopReading = readEvenly(place.url, place.world)
  const load = await takeLoad(tier, place)
  return { ...load, idle, busy: await stopReading() }
}

const rate = ({ perSecond, cpu, postgres }: Load) =>
  `${perSecond.toFixed(0)} items a second; ${cpu.toFixed(0)} µs of the worker and ${postgres.toFixed(0)} µs of PostgreSQL an item`

async function reportAlone(tier: Tier, { world, client }: Place, load: Load) {
  const [found, subthemes] = [
    await counted(client, 'select count(*) from insight_vector where org_id = $1', world.org),
    await counted(client, 'select count(*) from subtheme where org_id = $1', world.org),
  ]
  console.log(`\n${tier} tier, ${itemsOf(tier)} items: ${found} insights under ${subthemes} subthemes`)
  console.log(`  analyzed     ${rate(load)} (bar ${bars[tier]} ${verdict(load.perSecond >= bars[tier])})`)
  console.log(
    `  all in place ${load.whole.toFixed(1)} s after the first was taken, ${(itemsOf(tier) / load.whole).toFixed(0)} items a second`,
  )
  console.log(
    `  memory       ${mb(load.peakBytes)} MB at most (bar ${bars.memoryMb} ${verdict(mb(load.peakBytes) <= bars.memoryMb)})`,
  )
}

function reportWhileRead(load: Load & Reading) {
  const { idle, busy } = load
  const slower = busy.p99 / idle.p99
  console.log(`  while read   ${values.reads} times a second: ${rate(load)}; ${mb(load.peakBytes)} MB`)
  console.log(
    `  reads        p50 ${ms(idle.p50)}, p99 ${ms(idle.p99)} idle (${idle.count}); p50 ${ms(busy.p50)}, p99 ${ms(busy.p99)} meanwhile (${busy.count}): ${slower.toFixed(2)} times (bar ${bars.slower} ${verdict(slower <= bars.slower)})`,
  )
}

/** Items wait in a fresh organization of a fresh database, and the API is there. */
async function inPlace(
  target: Target,
  postmaster: number,
  name: string,
  tier: Tier,
  measure: (place: Place) => Promise<void>,
) {
  const world = await fill(target, name, 2000, [20])
  const server = await startServer('earshot-server.ts', { world, poolSize: 8 })
  try {
    await ingest(server.url, world, itemsOf(tier))
    await withClient(world.connection, async (client) => {
      await client.query('vacuum analyze')
      await measure({ url: server.url, world, client, postmaster })
    })
  } finally {
    await stopAll([server])
  }
}

async function measure(target: Target, postmaster: number) {
  for (const tier of tiers) {
    await inPlace(target, postmaster, `bench_analysis_${tier}`, tier, async (place) =>
      reportAlone(tier, place, await takeLoad(tier, place)),
    )
    await inPlace(target, postmaster, `bench_analysis_${tier}_read`, tier, async (place) =>
      reportWhileRead(await takeLoadWhileRead(tier, place)),
    )
  }
}

const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-analysis-'))
const postgres = await startEmbedded({ dataDir: join(folder, 'data') })
try {
  const { database: _, ...target } = postgres.connection
  await measure(target, postgres.pid)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
