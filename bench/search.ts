import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { toBytes } from '#engine/embed/bytes.ts'
import { openEmbedder } from '#engine/embed/embedder.ts'
import { startEmbedded } from '#store/embedded/launch.ts'
import { fill, type Target, withClient, type World } from './data.ts'
import { startServer } from './servers.ts'

/*
 * npm run bench:search: how long a search takes by words, by meaning and by both, over one organization's insights, in turn in the same run,
 * beside a page of the list of insights.
 *   --rows N --rounds N
 */
const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '20' } } })
const [rows, rounds] = [Number(values.rows), Number(values.rounds)]
const mostMs = 200

const questions = [
  'export', 'csv export takes too long', 'slow connections', 'mobile application stops', 'single sign-on', 'how do people invite colleagues', 'yesterday’s numbers', 'billing page filters',
  'weekly summary after the last update', 'when two people edit at once', 'exprot', 'gave up',
]
const ways = ['list', 'lexical', 'semantic', 'hybrid'] as const
type Way = (typeof ways)[number]

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
    const { rows: names } = await client.query<{ name: string }>('select distinct name from insight where org_id = $1 order by name', [org])
    const vectors = new Map((await embed(names.map(({ name }) => name))).map((vector, n) => [names[n]!.name, vector]))
    const { rows: all } = await client.query<{ id: string; name: string }>('select id, name from insight where org_id = $1', [org])
    for (let at = 0; at < all.length; at += 5000) {
      const some = all.slice(at, at + 5000)
      await client.query('insert into insight_vector (org_id, insight_id, model, vector, considered_at) select $1, id, $2, vector, now() from unnest($3::uuid[], $4::bytea[]) as v (id, vector)', [
        org, model, some.map(({ id }) => id), some.map(({ name }) => Buffer.from(toBytes(scattered(vectors.get(name)!)))),
      ])
    }
    await client.query('vacuum analyze')
  })
}

const pathOf = (way: Way, q: string) => (way === 'list' ? '/insights?limit=20' : `/search?${new URLSearchParams({ q, mode: way, limit: '20', allow_fallback: 'false' })}`)

async function ask(url: string, { key }: World, way: Way, q: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(`${url}/api/v1${pathOf(way, q)}`, { headers: { authorization: `Bearer ${key}` } })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${way} ${q}: ${response.status} ${text.slice(0, 300)}`)
  return performance.now() - began
}

const at = (sorted: readonly number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!

function report(times: ReadonlyMap<Way, readonly number[]>) {
  console.log(`\nsearch over ${rows} insights, ${questions.length} questions, ${rounds} rounds, one at a time\n`)
  const words = at(times.get('lexical')!.toSorted((a, b) => a - b), 0.5)
  for (const [way, each] of times) {
    const sorted = each.toSorted((a, b) => a - b)
    const [p50, p95] = [at(sorted, 0.5), at(sorted, 0.95)]
    const bar = way === 'list' ? '' : `   bar: p95 under ${mostMs} ms ${p95 < mostMs ? 'met' : 'MISSED'}`
    console.log(`  ${way.padEnd(10)} p50 ${p50.toFixed(1).padStart(7)} ms   p95 ${p95.toFixed(1).padStart(7)} ms   p50 ${(p50 / words).toFixed(2)} of lexical${bar}`)
  }
}

async function measure(target: Target) {
  const world = await fill(target, 'bench_search', rows, [20])
  await addVectors(world)
  const server = await startServer('search-server.ts', { world, poolSize: 8 })
  try {
    for (const q of questions) for (const way of ways) await ask(server.url, world, way, q)
    const times = new Map<Way, number[]>(ways.map((way) => [way, []]))
    for (let round = 0; round < rounds; round++) for (const [n, q] of questions.entries()) for (let i = 0; i < ways.length; i++) {
      const way = ways[(i + round + n) % ways.length]!
      times.get(way)!.push(await ask(server.url, world, way, q))
    }
    report(times)
    console.log(`\n  server memory: ${((await server.usage()).rssBytes / 2 ** 20).toFixed(0)} MB`)
  } finally {
    await server.stop()
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
