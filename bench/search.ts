import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { toBytes } from '#engine/embed/bytes.ts'
import { openEmbedder } from '#engine/embed/embedder.ts'
import { startEmbedded } from '#store/embedded/launch.ts'
import { fill, type Target, withClient, type World } from './data.ts'
import { type Measured, startServer, stopAll } from './servers.ts'

/*
 * npm run bench:search: how long a search takes by words, by meaning and by both, over one organization's insights, in turn in the same run,
 * beside a page of the list of insights. With several sizes, how much longer the largest takes than the smallest.
 *   --rows N[,N…] --rounds N --ways list,lexical,semantic,hybrid
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000,100000' },
    rounds: { type: 'string', default: '20' },
    ways: { type: 'string', default: 'list,lexical,semantic,hybrid' },
  },
})
type Way = 'list' | 'lexical' | 'semantic' | 'hybrid'
const [sizes, rounds, ways] = [
  values.rows.split(',').map(Number),
  Number(values.rounds),
  values.ways.split(',') as Way[],
]
const maxMs = 200
const maxTimes = 5

/** Words that stand in every seventh insight, in every fortieth, in every two hundredth, in one; a word typed wrong, words that nothing holds together. */
const questions = [
  'export',
  'csv export takes too long',
  'slow connections',
  'mobile application stops',
  'single sign-on',
  'how do people invite colleagues',
  'yesterday’s numbers',
  'billing page filters',
  'weekly summary after the last update',
  'when two people edit at once',
  'exprot',
  'gave up',
  'billing page forgets the chosen filters on slow connections',
  'mobile application is easy outside of office hours',
  'case 7341',
  '"saw it in case 4711"',
  'honestly export',
]

/** As far apart as real sentences on one subject are: without it a few hundred sentences would lie in a handful of points. */
const spread = 0.6

function scattered(vector: Float32Array): Float32Array {
  const scale = spread / Math.sqrt(vector.length)
  const moved = vector.map((value) => value + scale * (Math.random() + Math.random() + Math.random() - 1.5) * 2)
  const length = Math.hypot(...moved)
  return moved.map((value) => value / length)
}

async function addVectors({ connection, org }: World) {
  const { model, embed } = await openEmbedder('static')
  await withClient(connection, async (client) => {
    const { rows: names } = await client.query<{ name: string }>(
      'select distinct name from insight where org_id = $1 order by name',
      [org],
    )
    const vectors = new Map((await embed(names.map(({ name }) => name))).map((vector, n) => [names[n]!.name, vector]))
    const { rows: all } = await client.query<{ id: string; name: string }>(
      'select id, name from insight where org_id = $1',
      [org],
    )
    for (let at = 0; at < all.length; at += 5000) {
      const some = all.slice(at, at + 5000)
      await client.query(
        'insert into insight_vector (org_id, insight_id, model, vector, clustered_at) select $1, id, $2, vector, now() from unnest($3::uuid[], $4::bytea[]) as v (id, vector)',
        [
          org,
          model,
          some.map(({ id }) => id),
          some.map(({ name }) => Buffer.from(toBytes(scattered(vectors.get(name)!)))),
        ],
      )
    }
    await client.query('vacuum analyze')
  })
}

const pathOf = (way: Way, q: string) =>
  way === 'list'
    ? '/insights?limit=20'
    : `/search?${new URLSearchParams({ q, mode: way, limit: '20', allow_fallback: 'false' })}`

async function ask(url: string, { key }: World, way: Way, q: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(`${url}/api/v1${pathOf(way, q)}`, { headers: { authorization: `Bearer ${key}` } })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${way} ${q}: ${response.status} ${text.slice(0, 300)}`)
  return performance.now() - began
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!

type Measuring = {
  rows: number
  world: World
  server: Measured
  times: Map<Way, number[]>
  byQuestion: Map<string, number[]>
}

const percentile = (each: readonly number[], share: number) =>
  at(
    each.toSorted((a, b) => a - b),
    share,
  )

/** By its median: what happens on the machine besides hits one question or another. */
const slowest = (byQuestion: ReadonlyMap<string, readonly number[]>) =>
  [...byQuestion]
    .map(([q, each]) => ({ q, ms: percentile(each, 0.5) }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 3)
    .map(({ q, ms }) => `“${q}” ${ms.toFixed(1)} ms`)
    .join(', ')

function report(all: readonly Measuring[]) {
  console.log(`\n${questions.length} questions, ${rounds} rounds, one at a time`)
  for (const { rows, times, byQuestion } of all) {
    console.log(`\nsearch over ${rows} insights\n`)
    for (const [way, each] of times) {
      const [p50, p95] = [percentile(each, 0.5), percentile(each, 0.95)]
      const bar = way === 'list' ? '' : `   bar: p95 under ${maxMs} ms ${p95 < maxMs ? 'met' : 'MISSED'}`
      console.log(
        `  ${way.padEnd(10)} p50 ${p50.toFixed(1).padStart(7)} ms   p95 ${p95.toFixed(1).padStart(7)} ms${bar}`,
      )
    }
    if (byQuestion.size) console.log(`  slowest by words: ${slowest(byQuestion)}`)
  }
  const [smallest, largest] = [all[0]!, all.at(-1)!]
  if (smallest !== largest)
    for (const way of ways) {
      const times = percentile(largest.times.get(way)!, 0.95) / percentile(smallest.times.get(way)!, 0.95)
      const bar = way === 'lexical' ? `   bar: at most ${maxTimes} ${times <= maxTimes ? 'met' : 'MISSED'}` : ''
      console.log(
        `\n  ${way.padEnd(10)} p95 over ${largest.rows} insights is ${times.toFixed(2)} of that over ${smallest.rows}${bar}`,
      )
    }
}

async function prepare(target: Target, rows: number): Promise<Measuring> {
  const world = await fill(target, `bench_search_${rows}`, rows, [20])
  if (ways.some((way) => way === 'semantic' || way === 'hybrid')) await addVectors(world)
  return {
    rows,
    world,
    server: await startServer('search-server.ts', { world, poolSize: 8 }),
    times: new Map(ways.map((way) => [way, []])),
    byQuestion: new Map(),
  }
}

async function measure(target: Target) {
  const all: Measuring[] = []
  try {
    for (const rows of sizes) all.push(await prepare(target, rows))
    for (const q of questions)
      for (const { server, world } of all) for (const way of ways) await ask(server.url, world, way, q)
    for (let round = 0; round < rounds; round++)
      for (const [n, q] of questions.entries())
        for (let i = 0; i < ways.length; i++) {
          const way = ways[(i + round + n) % ways.length]!
          for (const { server, world, times, byQuestion } of all) {
            const ms = await ask(server.url, world, way, q)
            times.get(way)!.push(ms)
            if (way === 'lexical') byQuestion.set(q, [...(byQuestion.get(q) ?? []), ms])
          }
        }
    report(all)
    for (const { rows, server } of all)
      console.log(
        `\n  memory of the server over ${rows} insights: ${((await server.usage()).rssBytes / 2 ** 20).toFixed(0)} MB`,
      )
  } finally {
    await stopAll(all.map(({ server }) => server))
  }
}

const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-search-'))
const postgres = await startEmbedded({ dataDir: join(folder, 'data') })
try {
  const { database: _, ...target } = postgres.connection
  await measure(target)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
