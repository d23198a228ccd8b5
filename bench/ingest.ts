import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { startEmbedded } from '#store/embedded/launch.ts'
import { newId } from '#store/ids.ts'
import { fill, type Target, withClient, type Dataset } from './data.ts'
import { postgresCpu } from './postgres-cpu.ts'
import { median } from './report.ts'
import { startServer } from './servers.ts'

/*
 * npm run bench:ingest: feedback ingestion through the API, compared with COPY and multi-row INSERT of the same rows,
 * in interleaved rounds.
 *   --rounds N --items N (per round) --batch N (items per request or statement) --senders N (concurrent)
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    items: { type: 'string', default: '5000' },
    batch: { type: 'string', default: '500' },
    senders: { type: 'string', default: '2' },
  },
})
const [rounds, items, batch, senders] = [values.rounds, values.items, values.batch, values.senders].map(Number) as [
  number,
  number,
  number,
  number,
]
const people = 1000
const bars = { perSecond: 2000, ofInsert: 0.25 }

type Item = {
  content: string
  source: string
  external_id: string
  occurred_at: string
  tags: string[]
  metadata: object
  contact?: { email: string }
}

let createdItems = 0
const itemOf = (withContact: boolean): Item => {
  const n = ++createdItems
  return {
    content:
      'The weekly summary forgets the chosen filters on slow lines, ' +
      `honestly the team’s about to give up on it when nobody finds the reason (${n})`,
    source: 'helpdesk',
    external_id: `ticket-${n}`,
    occurred_at: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
    tags: ['export', 'slow'],
    metadata: { app_version: '4.2' },
    ...(withContact && { contact: { email: `person-${n % people}@example.com` } }),
  }
}
const batches = (withContact: boolean): Item[][] =>
  Array.from({ length: Math.ceil(items / batch) }, (_, i) =>
    Array.from({ length: Math.min(batch, items - i * batch) }, () => itemOf(withContact)),
  )

/** Runs the batches with `senders` concurrent senders. */
async function sendConcurrently<T>(work: readonly T[], send: (one: T, sender: number) => Promise<void>) {
  const queue = [...work]
  const runSender = async (sender: number) => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await send(next, sender)
  }
  await Promise.all(Array.from({ length: senders }, (_, sender) => runSender(sender)))
}

async function post(url: string, key: string, type: string, body: string) {
  const response = await fetch(`${url}/api/v1/feedback/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    body,
  })
  const result = (await response.json()) as { summary?: { failed: number } }
  if (response.status !== 200 || result.summary!.failed > 0)
    throw new Error(`bulk feedback: ${response.status} ${JSON.stringify(result).slice(0, 300)}`)
}

const columns = 'org_id, id, source, source_type, external_id, content, tags, metadata, occurred_at, content_hash'
const rowOf = (org: string, { content, source, external_id, occurred_at, tags, metadata }: Item) => [
  org,
  newId(),
  source,
  'feedback',
  external_id,
  content,
  `{${tags.join(',')}}`,
  JSON.stringify(metadata),
  occurred_at,
  `\\x${createHash('sha256').update(content).digest('hex')}`,
]

async function insert(client: pg.Client, org: string, items: readonly Item[]) {
  const rows = items.map((item) => rowOf(org, item))
  const placeholders = rows.map((row, i) => `(${row.map((_, j) => `$${i * row.length + j + 1}`).join(', ')})`)
  await client.query(
    `
    with inserted as (insert into feedback (${columns}) values ${placeholders.join(', ')} returning org_id, id)
    insert into feedback_state (org_id, feedback_id, status) select org_id, id, 'queued' from inserted`,
    rows.flat(),
  )
}

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`

const insertVariant = 'multi-row INSERT'

type Variant = { name: string; run(): Promise<void> }

function variantsOf(dataset: Dataset, url: string, clients: readonly pg.Client[], folder: string): Variant[] {
  const json = (items: readonly Item[]) => post(url, dataset.key, 'application/json', JSON.stringify({ items }))
  const lines = (items: readonly Item[]) =>
    post(url, dataset.key, 'application/x-ndjson', items.map((item) => JSON.stringify(item)).join('\n'))
  return [
    { name: 'API, JSON', run: () => sendConcurrently(batches(false), json) },
    { name: 'API, NDJSON', run: () => sendConcurrently(batches(false), lines) },
    { name: 'API, with contacts', run: () => sendConcurrently(batches(true), json) },
    {
      name: insertVariant,
      run: () => sendConcurrently(batches(false), (items, sender) => insert(clients[sender]!, dataset.org, items)),
    },
    { name: 'COPY', run: () => copyAll(clients[0]!, dataset.org, join(folder, 'rows.csv')) },
  ]
}

async function copyAll(client: pg.Client, org: string, file: string) {
  const rows = batches(false)
    .flat()
    .map((item) => rowOf(org, item))
  const copy = async (into: string, values: readonly string[][]) => {
    writeFileSync(file, values.map((row) => row.map(quoted).join(',')).join('\n'), { mode: 0o644 })
    await client.query(`copy ${into} from '${file}' with (format csv)`)
  }
  await copy(`feedback (${columns})`, rows)
  await copy(
    'feedback_state (org_id, feedback_id, status)',
    rows.map(([org, id]) => [org!, id!, 'queued']),
  )
}

async function measure(target: Target, folder: string, postmaster: number) {
  const dataset = await fill(target, 'bench_ingest', 20, [20])
  const server = await startServer('earshot-server.ts', { dataset, poolSize: 8 })
  try {
    await withClient(dataset.connection, (first) =>
      withClient(dataset.connection, async (second) => {
        const variants = variantsOf(dataset, server.url, [first, second], folder)
        for (const { run } of variants) await run()
        await first.query('vacuum analyze feedback, feedback_state')
        const speeds = new Map(variants.map(({ name }) => [name, [] as number[]]))
        const work = new Map(variants.map(({ name }) => [name, [] as number[]]))
        const memory: number[] = []
        const cpu = async () => (await server.usage()).cpuMicroseconds + (postgresCpu(postmaster) ?? 0)
        for (let round = 0; round < rounds; round++) {
          for (let i = 0; i < variants.length; i++) {
            const { name, run } = variants[(i + round) % variants.length]!
            const used = await cpu()
            const began = performance.now()
            await run()
            speeds.get(name)!.push(items / ((performance.now() - began) / 1000))
            work.get(name)!.push(((await cpu()) - used) / items)
          }
          memory.push((await server.usage()).rssBytes / 2 ** 20)
        }
        report(speeds, work, memory)
      }),
    )
  } finally {
    await server.stop()
  }
}

type Figures = ReadonlyMap<string, readonly number[]>

function report(speeds: Figures, work: Figures, memory: readonly number[]) {
  const inserted = speeds.get(insertVariant)!
  const setup = `${batch} per request, ${senders} senders, median of ${rounds} rounds of ${items}`
  console.log(`\nfeedback items per second: ${setup}\n`)
  for (const [name, each] of speeds) {
    const ratio = median(each.map((speed, round) => speed / inserted[round]!))
    const speed = median(each)
    const range = `(${Math.min(...each).toFixed(0)} to ${Math.max(...each).toFixed(0)})`
    const cpu = `${median(work.get(name)!).toFixed(0).padStart(4)} µs CPU per item`
    const bar = name.startsWith('API') ? barOf(speed, ratio) : ''
    const rate = speed.toFixed(0).padStart(8)
    console.log(`  ${name.padEnd(22)} ${rate}   ${ratio.toFixed(2)} of INSERT   ${range}   ${cpu}${bar}`)
  }
  const half = memory.length >> 1
  const growth = median(memory.slice(half)) / median(memory.slice(0, Math.max(1, half)))
  console.log(`\n  server memory after each round: ${memory.map((mb) => mb.toFixed(0)).join(', ')} MB`)
  console.log(`  second half over first half: ${growth.toFixed(2)}`)
}

function barOf(perSecond: number, ofInsert: number): string {
  const verdict = (met: boolean) => (met ? 'met' : 'MISSED')
  const [speed, share] = [verdict(perSecond >= bars.perSecond), verdict(ofInsert >= bars.ofInsert)]
  return `   bars: at least ${bars.perSecond}/s ${speed}, ${bars.ofInsert} of INSERT ${share}`
}

const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-ingest-'))
const postgres = await startEmbedded({ dataDir: join(folder, 'data') })
try {
  const { database: _, ...target } = postgres.connection
  await measure(target, folder, postgres.pid)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
