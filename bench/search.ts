import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { quantize } from '#engine/vectors/quantize.ts'
import { openEmbedder } from '#engine/embed/embedder.ts'
import { startEmbedded } from '#store/embedded/launch.ts'
import { fill, type Target, withClient, type Dataset } from './data.ts'
import { type MeasuredServer, startServer, stopAll } from './servers.ts'

/*
 * npm run bench:search: latency of lexical, semantic and hybrid search over one organization's insights, and of a page
 * of the insight list, in interleaved rounds. With several sizes, the ratio of the largest to the smallest.
 *   --rows N[,N…] --rounds N --ways list,lexical,semantic,hybrid
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000,100000' },
    rounds: { type: 'string', default: '20' },
    ways: { type: 'string', default: 'list,lexical,semantic,hybrid' },
  },
})
type Mode = 'list' | 'lexical' | 'semantic' | 'hybrid'
const [sizes, rounds, modes] = [
  values.rows.split(',').map(Number),
  Number(values.rounds),
  values.ways.split(',') as Mode[],
]
const maxMs = 200
const maxSlowdown = 5

/** Terms that match one in 7, 40 or 200 insights or a single one; a typo; terms that never occur together. */
const queries = [
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

/** Random noise, so that the few hundred distinct sentences do not collapse into a handful of points. */
const noise = 0.6

function addNoise(vector: Float32Array): Float32Array {
  const scale = noise / Math.sqrt(vector.length)
  const moved = vector.map((value) => value + scale * (Math.random() + Math.random() + Math.random() - 1.5) * 2)
  const length = Math.hypot(...moved)
  return moved.map((value) => value / length)
}

async function addVectors({ connection, org }: Dataset) {
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
        `insert into insight_vector (org_id, insight_id, model, vector, clustered_at)
         select $1, id, $2, vector, now() from unnest($3::uuid[], $4::bytea[]) as v (id, vector)`,
        [
          org,
          model,
          some.map(({ id }) => id),
          some.map(({ name }) => Buffer.from(quantize(addNoise(vectors.get(name)!)))),
        ],
      )
    }
    await client.query('vacuum analyze')
  })
}

const pathOf = (mode: Mode, q: string) =>
  mode === 'list'
    ? '/insights?limit=20'
    : `/search?${new URLSearchParams({ q, mode, limit: '20', allow_fallback: 'false' })}`

async function ask(url: string, { key }: Dataset, mode: Mode, q: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(`${url}/api/v1${pathOf(mode, q)}`, { headers: { authorization: `Bearer ${key}` } })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${mode} ${q}: ${response.status} ${text.slice(0, 300)}`)
  return performance.now() - began
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!

type Measurement = {
  rows: number
  dataset: Dataset
  server: MeasuredServer
  times: Map<Mode, number[]>
  byQuery: Map<string, number[]>
}

const percentile = (each: readonly number[], share: number) =>
  at(
    each.toSorted((a, b) => a - b),
    share,
  )

/** By the median of each query: other load on the machine hits single requests. */
const slowest = (byQuery: ReadonlyMap<string, readonly number[]>) =>
  [...byQuery]
    .map(([q, each]) => ({ q, ms: percentile(each, 0.5) }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 3)
    .map(({ q, ms }) => `“${q}” ${ms.toFixed(1)} ms`)
    .join(', ')

function report(all: readonly Measurement[]) {
  console.log(`\n${queries.length} queries, ${rounds} rounds, one request at a time`)
  for (const { rows, times, byQuery } of all) {
    console.log(`\nsearch over ${rows} insights\n`)
    for (const [mode, each] of times) {
      const [p50, p95] = [percentile(each, 0.5), percentile(each, 0.95)]
      const bar = mode === 'list' ? '' : `   bar: p95 under ${maxMs} ms ${p95 < maxMs ? 'met' : 'MISSED'}`
      console.log(
        `  ${mode.padEnd(10)} p50 ${p50.toFixed(1).padStart(7)} ms   p95 ${p95.toFixed(1).padStart(7)} ms${bar}`,
      )
    }
    if (byQuery.size) console.log(`  slowest lexical queries: ${slowest(byQuery)}`)
  }
  const [smallest, largest] = [all[0]!, all.at(-1)!]
  if (smallest !== largest)
    for (const mode of modes) {
      const slowdown = percentile(largest.times.get(mode)!, 0.95) / percentile(smallest.times.get(mode)!, 0.95)
      const bar =
        mode === 'lexical' ? `   bar: at most ${maxSlowdown} ${slowdown <= maxSlowdown ? 'met' : 'MISSED'}` : ''
      const ratio = `p95 ratio of ${largest.rows} to ${smallest.rows} insights: ${slowdown.toFixed(2)}`
      console.log(`\n  ${mode.padEnd(10)} ${ratio}${bar}`)
    }
}

async function prepare(target: Target, rows: number): Promise<Measurement> {
  const dataset = await fill(target, `bench_search_${rows}`, rows, [20])
  if (modes.some((mode) => mode === 'semantic' || mode === 'hybrid')) await addVectors(dataset)
  return {
    rows,
    dataset,
    server: await startServer('search-server.ts', { dataset, poolSize: 8 }),
    times: new Map(modes.map((mode) => [mode, []])),
    byQuery: new Map(),
  }
}

async function measure(target: Target) {
  const all: Measurement[] = []
  try {
    for (const rows of sizes) all.push(await prepare(target, rows))
    for (const q of queries)
      for (const { server, dataset } of all) for (const mode of modes) await ask(server.url, dataset, mode, q)
    for (let round = 0; round < rounds; round++)
      for (const [n, q] of queries.entries())
        for (let i = 0; i < modes.length; i++) {
          const mode = modes[(i + round + n) % modes.length]!
          for (const { server, dataset, times, byQuery } of all) {
            const ms = await ask(server.url, dataset, mode, q)
            times.get(mode)!.push(ms)
            if (mode === 'lexical') byQuery.set(q, [...(byQuery.get(q) ?? []), ms])
          }
        }
    report(all)
    for (const { rows, server } of all)
      console.log(
        `\n  server memory with ${rows} insights: ${((await server.usage()).rssBytes / 2 ** 20).toFixed(0)} MB`,
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
