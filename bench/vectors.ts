import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createOrganization } from '#domain/organizations/queries.ts'
import { copyVectors, indexLargeSpaces } from '#domain/findings/semantic/copy-vectors.ts'
import { readVectors } from '#demo/stored-analysis.ts'
import { type Embedder, modelIds, openEmbedder, type Tier } from '#engine/embed/embedder.ts'
import { dequantize } from '#engine/vectors/quantize.ts'
import { migrate } from '#store/migrate.ts'
import { openStore, type Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { insertVectors, measureRecall } from './vector-recall.ts'
import { noVectorExtension, startVectorPostgres } from './vector-postgres.ts'

/*
 * npm run bench:vectors: recall and time of the nearest 50 in PostgreSQL, exact and by index,
 * with the vectors of the demo.
 *   --data DIR   files of JSON lines with a field `text`; each distinct text is an insight or one of the queries
 *   --tier static|model --rows N --queries N
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    tier: { type: 'string', default: 'static' },
    rows: { type: 'string', default: '1000000' },
    queries: { type: 'string', default: '100' },
  },
})
const nearest = 50
const queryCount = Number(values.queries)

type Embedded = { tier: Tier; vectors: Float32Array[]; queries: Float32Array[] }

const batchSize = 512

function readTexts(folder: string): string[] {
  const texts = new Set<string>()
  for (const file of globSync(join(folder, '*.jsonl')).sort())
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const { text } = JSON.parse(line) as { text?: unknown }
      if (typeof text === 'string') texts.add(text)
    }
  return [...texts]
}

async function embedAll({ embed }: Embedder, texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let at = 0; at < texts.length; at += batchSize)
    for (const vector of await embed(texts.slice(at, at + batchSize))) vectors.push(vector.slice())
  return vectors
}

const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

const bytesOf = async (store: Store, what: 'r' | 'i') =>
  (await store.first<{ bytes: number }>(sql`
    select coalesce(sum(pg_relation_size(c.oid)), 0)::bigint as bytes from pg_class c
    where c.relnamespace = 'semantic'::regnamespace and c.relkind = ${what}
      and (${what} = 'r' or c.relname like 'hnsw%')`))!.bytes

async function embeddedTexts(folder: string, tier: Tier): Promise<Embedded> {
  const texts = readTexts(folder)
  const embedder = await openEmbedder(tier)
  const step = Math.floor(texts.length / queryCount)
  const isQuery = (n: number) => n % step === 0 && n / step < queryCount
  const queries = await embedAll(
    embedder,
    texts.filter((_, n) => isQuery(n)),
  )
  const kept = texts.filter((_, n) => !isQuery(n)).slice(0, Number(values.rows))
  const vectors: Float32Array[] = []
  const took = await seconds(async () => vectors.push(...(await embedAll(embedder, kept))))
  console.log(`embedded in ${took.toFixed(1)} s`)
  await embedder.close()
  return { tier, vectors, queries }
}

function demoVectors(): Embedded {
  const vectors = readVectors().map((hex) => dequantize(Buffer.from(hex, 'hex')))
  const step = Math.floor(vectors.length / queryCount)
  return { tier: 'model', vectors, queries: vectors.filter((_, n) => n % step === 0) }
}

async function main() {
  if (noVectorExtension) throw new Error(noVectorExtension)
  const embedded = values.data ? await embeddedTexts(values.data, values.tier as Tier) : demoVectors()
  console.log(`${embedded.vectors.length} texts, ${embedded.queries.length} queries, tier ${embedded.tier}`)
  const server = await startVectorPostgres({ shared_buffers: '512MB', max_wal_size: '4GB' })
  const connection = await server.createDatabase()
  await migrate(connection)
  const store = openStore({ ...connection, max: 4, query_timeout: 600_000, session: { statement_timeout: '600s' } })
  try {
    await measure(store, embedded)
  } finally {
    await store.close()
    await server.stop()
  }
}

async function measure(store: Store, { tier, vectors, queries }: Embedded) {
  const { id: org } = await createOrganization(store, { name: 'Acme' })
  const model = modelIds[tier]
  const all = await insertVectors(store, org, model, vectors)
  await store.run(sql`analyze insight, insight_vector`)
  const stored = await store.first<{ bytes: number }>(
    sql`select pg_total_relation_size('insight_vector')::float8 as bytes`,
  )
  console.log(`insight_vector: ${Math.round(stored!.bytes / all.length)} bytes each`)
  const copying = await seconds(() => copyVectors(store, tier, { minIndexed: 1e9 }))
  console.log(`copied in ${copying.toFixed(1)} s, ${Math.round((await bytesOf(store, 'r')) / all.length)} bytes each`)
  await store.run(sql`analyze semantic.embedding`)
  const question = { all, queries, limit: nearest }
  console.log('exact', await measureRecall(store, org, model, question))
  const building = await seconds(() => indexLargeSpaces(store, 1))
  console.log(`index in ${building.toFixed(1)} s, ${Math.round((await bytesOf(store, 'i')) / all.length)} bytes each`)
  console.log('index', await measureRecall(store, org, model, question))
}

await main()
