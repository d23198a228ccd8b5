import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { startEmbedded } from '#store/embedded/launch.ts'
import { newId } from '#store/ids.ts'
import { fill, type Target, withClient, type World } from './data.ts'
import { postgresCpu } from './postgres-cpu.ts'
import { median } from './report.ts'
import { startServer } from './servers.ts'

/*
 * npm run bench:ingest: how fast feedback comes in through the API, beside the same rows by COPY and by INSERT of many rows, in turn in the same run.
 *   --rounds N --items N (of a round) --batch N (of a request or a statement) --senders N (at once)
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
const min = { perSecond: 2000, ofInsert: 0.25 }

type Item = {
  content: string
  source: string
  external_id: string
  occurred_at: string
  tags: string[]
  metadata: object
  contact?: { email: string }
}

let made = 0
const itemOf = (withContact: boolean): Item => {
  const n = ++made
  return {
    content: `The weekly summary forgets the chosen filters on slow lines, honestly the team’s about to give up on it when nobody finds the reason (${n})`,
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

/** Each sender takes the next batch as soon as its last one is in. */
async function inTurns<T>(work: readonly T[], send: (one: T, sender: number) => Promise<void>) {
  const waiting = [...work]
  const lane = async (sender: number) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await send(next, sender)
  }
  await Promise.all(Array.from({ length: senders }, (_, sender) => lane(sender)))
}

async function post(url: string, key: string, type: string, body: string) {
  const response = await fetch(`${url}/api/v1/feedback/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    body,
  })
  const answer = (await response.json()) as { summary?: { failed: number } }
  if (response.status !== 200 || answer.summary!.failed > 0)
    throw new Error(`bulk feedback: ${response.status} ${JSON.stringify(answer).slice(0, 300)}`)
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

async function insert(client: pg.Client, org: string, some: readonly Item[]) {
  const rows = some.map((item) => rowOf(org, item))
  const places = rows.map((row, i) => `(${row.map((_, j) => `$${i * row.length + j + 1}`).join(', ')})`)
  await client.query(
    `
    with said as (insert into feedback (${columns}) values ${places.join(', ')} returning org_id, id)
    insert into feedback_state (org_id, feedback_id, status) select org_id, id, 'queued' from said`,
    rows.flat(),
  )
}

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`

type Variant = { name: string; run(): Promise<void> }

function variantsOf(world: World, url: string, clients: readonly pg.Client[], folder: string): Variant[] {
  const json = (some: readonly Item[]) => post(url, world.key, 'application/json', JSON.stringify({ items: some }))
  const lines = (some: readonly Item[]) =>
    post(url, world.key, 'application/x-ndjson', some.map((item) => JSON.stringify(item)).join('\n'))
  return [
    { name: 'API, JSON', run: () => inTurns(batches(false), json) },
    { name: 'API, NDJSON', run: () => inTurns(batches(false), lines) },
    { name: 'API, with contacts', run: () => inTurns(batches(true), json) },
    {
      name: 'INSERT of many rows',
      run: () => inTurns(batches(false), (some, sender) => insert(clients[sender]!, world.org, some)),
    },
    { name: 'COPY', run: () => copyAll(clients[0]!, world.org, join(folder, 'rows.csv')) },
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
  const world = await fill(target, 'bench_ingest', 20, [20])
  const server = await startServer('earshot-server.ts', { world, poolSize: 8 })
  try {
    await withClient(world.connection, (first) =>
      withClient(world.connection, async (second) => {
        const variants = variantsOf(world, server.url, [first, second], folder)
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
  const inserted = speeds.get('INSERT of many rows')!
  console.log(
    `\nfeedback items per second, ${batch} to a request, ${senders} at once; the middle of ${rounds} rounds of ${items}\n`,
  )
  for (const [name, each] of speeds) {
    const ratio = median(each.map((speed, round) => speed / inserted[round]!))
    const bar = name.startsWith('API')
      ? `   bars: at least ${min.perSecond}/s ${median(each) >= min.perSecond ? 'met' : 'MISSED'}, ${min.ofInsert} of INSERT ${ratio >= min.ofInsert ? 'met' : 'MISSED'}`
      : ''
    console.log(
      `  ${name.padEnd(22)} ${median(each).toFixed(0).padStart(8)}   ${ratio.toFixed(2)} of INSERT   (${Math.min(...each).toFixed(0)} to ${Math.max(...each).toFixed(0)})   ${median(work.get(name)!).toFixed(0).padStart(4)} µs CPU an item${bar}`,
    )
  }
  const half = memory.length >> 1
  console.log(
    `\n  server memory: ${memory.map((mb) => mb.toFixed(0)).join(', ')} MB after each round; later half over first half ${(median(memory.slice(half)) / median(memory.slice(0, Math.max(1, half)))).toFixed(2)}`,
  )
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
