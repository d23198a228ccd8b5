import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { FindingsDiff } from '#domain/findings/analysis/diff-findings.ts'
import { storeDiff } from '#domain/findings/analysis/queries-diff.ts'
import type { AnalyzedInsight, UpdatedInsight } from '#domain/findings/analysis/queries-findings.ts'
import { updateVectors } from '#domain/findings/analysis/queries-vectors.ts'
import { copyVectors, indexLargeSpaces } from '#domain/findings/semantic/copy-vectors.ts'
import { findSpaceMean, listNearest } from '#domain/findings/semantic/queries-spaces.ts'
import { centeredVector } from '#domain/findings/semantic/vector-index-cache.ts'
import { VectorSearch } from '#domain/findings/semantic/search.ts'
import { createOrganization } from '#domain/organizations/queries.ts'
import { readVectors } from '#demo/stored-analysis.ts'
import type { Finding } from '#engine/analyze.ts'
import { modelIds } from '#engine/embed/embedder.ts'
import { dequantize } from '#engine/vectors/quantize.ts'
import { restoreBackup } from '#store/backup/restore.ts'
import { writeBackup } from '#store/backup/write.ts'
import { newId } from '#store/ids.ts'
import { migrate } from '#store/migrate.ts'
import { openStore, type Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { insertVectors, measureRecall, type StoredVector } from '../../bench/vector-recall.ts'
import { noVectorExtension, startVectorPostgres } from '../../bench/vector-postgres.ts'

/* Semantic search in a PostgreSQL that has the vector extension. */

const options = noVectorExtension ? { skip: noVectorExtension } : {}
const model = modelIds.model
/** Of the demo's texts, made by the model. */
const vectors = readVectors().map((hex) => Buffer.from(hex, 'hex'))
const stores: Store[] = []
const folder = mkdtempSync(join(tmpdir(), 'earshot-vectors-'))
let server: Awaited<ReturnType<typeof startVectorPostgres>>
let store: Store

async function openDatabase() {
  const connection = await server.createDatabase()
  const opened = openStore({ ...connection, max: 4 })
  stores.push(opened)
  return { connection, store: opened }
}

before(async () => {
  if (noVectorExtension) return
  server = await startVectorPostgres()
  const database = await openDatabase()
  await migrate(database.connection)
  store = database.store
})
after(async () => {
  for (const each of stores) await each.close()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function createFilledOrg(db: Store, some: readonly Uint8Array[]) {
  const { id: org } = await createOrganization(db, { name: 'Acme' })
  return { org, all: await insertVectors(db, org, model, some) }
}
const copies = async (db: Store, org: string) =>
  (
    await db.rows<{ id: string }>(
      sql`select insight_id::text as id from semantic.embedding where org_id = ${org} order by 1`,
    )
  ).map(({ id }) => id)
const indexes = (db: Store) =>
  db.rows<{ name: string }>(sql`select indexname as name from pg_indexes where indexname like 'hnsw%' order by 1`)
const nearestTo = async (db: Store, org: string, { bytes }: StoredVector, limit = 3) => {
  const mean = (await findSpaceMean(db, org, model))!
  return listNearest(db, org, model, { vector: centeredVector(dequantize(bytes), mean), limit })
}

test('of the 50 nearest insights, the exact search finds all and the index 95 % or more', options, async () => {
  const { org, all } = await createFilledOrg(store, vectors)
  const other = await createFilledOrg(store, vectors.slice(0, 50))
  assert.equal(await findSpaceMean(store, org, model), undefined)
  await copyVectors(store, 'model')
  const queries = all.filter((_, n) => n % 60 === 7).map(({ bytes }) => dequantize(bytes))
  const exact = await measureRecall(store, org, model, { all, queries, limit: 50 })
  assert.ok(exact.recall > 0.99, `exact: ${JSON.stringify(exact)}`)
  assert.equal(await indexLargeSpaces(store, 1000), 1)
  assert.equal((await indexes(store)).length, 1, 'the small organization has no index')
  const indexed = await measureRecall(store, org, model, { all, queries, limit: 50 })
  assert.ok(indexed.recall >= 0.95, `index: ${JSON.stringify(indexed)}`)
  assert.equal((await nearestTo(store, other.org, other.all[0]!, 200)).length, 50)
})

test('the index of an organization serves its search', options, async () => {
  const [{ org_id: org }] = (await store.rows<{ org_id: string }>(
    sql`select org_id from semantic.space where is_indexed`,
  )) as [{ org_id: string }]
  const scans = async () => {
    await store.run(sql`select pg_stat_force_next_flush()`)
    return (await store.first<{ scans: number }>(
      sql`select sum(idx_scan)::integer as scans from pg_stat_user_indexes where indexrelname like 'hnsw%'`,
    ))!.scans
  }
  const [{ vector }] = (await store.rows<{ vector: Buffer }>(
    sql`select vector from insight_vector where org_id = ${org} limit 1`,
  )) as [{ vector: Buffer }]
  const before = await scans()
  await nearestTo(store, org, { id: '', bytes: vector })
  await store.run(sql`select pg_stat_force_next_flush()`)
  await nearestTo(store, org, { id: '', bytes: vector })
  assert.ok((await scans()) > before)
})

test('search finds new and changed vectors at once, and nothing deleted, erased or superseded', options, async () => {
  const { org, all } = await createFilledOrg(store, vectors.slice(0, 40))
  await copyVectors(store, 'model')
  assert.equal((await copies(store, org)).length, 40)

  const added = await store.transaction(async (db) => {
    const [one] = await insertVectors(db, org, model, [vectors[100]!])
    await db.run(sql`select copy_vectors(${org}, ${[one!.id]}::uuid[])`)
    return one!
  })
  assert.equal((await nearestTo(store, org, added))[0]!.id, added.id)

  const changed = { id: all[0]!.id, vector: vectors[200]!.toString('base64') }
  const noArea = { area: null, area_probability: null, mention: null, aspects: null }
  await store.transaction((db) => updateVectors(db, org, model, [{ ...changed, ...noArea }]))
  assert.equal((await nearestTo(store, org, { id: '', bytes: vectors[200]! }))[0]!.id, all[0]!.id)

  await store.run(sql`update insight set deleted_at = now() where org_id = ${org} and id = ${added.id}`)
  assert.ok((await nearestTo(store, org, added, 40)).every(({ id }) => id !== added.id))
  assert.equal((await nearestTo(store, org, added, 40)).length, 40)

  await store.run(sql`delete from insight_vector where org_id = ${org} and insight_id = ${added.id}`)
  assert.ok(!(await copies(store, org)).includes(added.id))
})

test('a vector of another model leaves the search until that model is the active one', options, async () => {
  const { org, all } = await createFilledOrg(store, vectors.slice(0, 20))
  await copyVectors(store, 'model')
  const row = {
    vector: Buffer.alloc(384, 3).toString('base64'),
    area: null,
    area_probability: null,
    mention: null,
    aspects: null,
  }
  await store.transaction((db) => updateVectors(db, org, modelIds.static, [{ id: all[3]!.id, ...row }]))
  assert.equal((await copies(store, org)).length, 19)
  assert.ok(!(await copies(store, org)).includes(all[3]!.id))
})

test('vectors are centred anew when the mean of the organization is fixed', options, async () => {
  const { org } = await createFilledOrg(store, vectors.slice(0, 30))
  await copyVectors(store, 'model')
  const mean = new Float32Array(512).fill(0.01)
  await store.run(sql`
    insert into embedding_space (org_id, model, mean) values (${org}, ${model}, ${Buffer.from(mean.buffer)})`)
  await copyVectors(store, 'model')
  assert.deepEqual(await findSpaceMean(store, org, model), mean)
  assert.equal((await copies(store, org)).length, 30)
  const created = () => store.first(sql`select created_at from semantic.space where org_id = ${org}`)
  const first = await created()
  await copyVectors(store, 'model')
  assert.deepEqual(await created(), first, 'a mean that stays is not copied again')
})

test(
  'an analysis stores the copies it makes and renews; rolled back, as a dry run is, it leaves none',
  options,
  async () => {
    const { org } = await createFilledOrg(store, vectors.slice(0, 5))
    await copyVectors(store, 'model')
    const found = findingOf(vectors[9]!)
    const analysis = (end: 'commit' | 'rollback', diff: FindingsDiff) =>
      store.transaction((db) => storeDiff(db, org, model, diff), undefined, undefined, end)
    const added: FindingsDiff = { added: [found], updated: [], superseded: [] }
    await analysis('rollback', added)
    assert.equal((await copies(store, org)).length, 5)
    await analysis('commit', added)
    assert.ok((await copies(store, org)).includes(found.id))
    const renewed = { ...findingOf(vectors[300]!), id: found.id }
    const previous = { quote_id: found.quote_id } as UpdatedInsight['previous']
    await analysis('commit', { added: [], updated: [{ ...renewed, previous, isChanged: false }], superseded: [] })
    const [first] = await nearestTo(store, org, { id: '', bytes: vectors[300]! })
    assert.equal(first!.id, found.id)
    assert.ok(first!.similarity > 0.99, String(first!.similarity))
  },
)

/** An insight as the analysis stores it. */
function findingOf(bytes: Uint8Array): AnalyzedInsight {
  const labels = { name: 'Exports never end', sentiment: 'NEGATIVE', category: 'PAIN_POINTS' } as const
  const quote = { start: 0, end: 5 } as Finding['quote']
  const item = { source: 'api', source_type: 'feedback', segment_ids: [], occurred_at: '2026-01-01' }
  return {
    ...labels,
    id: newId(),
    feedback_id: newId(),
    quote: 'never',
    quote_id: newId(),
    item: { ...item, contact_id: null, url: null, language: null } as unknown as AnalyzedInsight['item'],
    finding: { ...labels, quote, confidence: 1, vector: dequantize(bytes), area: null, mention: null, aspects: null },
  }
}

test('results are those of the in-memory index, and no vectors are kept in memory', options, async () => {
  const { org, all } = await createFilledOrg(store, vectors.slice(0, 400))
  const ids = [all[11]!.id]
  const search = new VectorSearch('model')
  const before = await search.findSimilar(store, org, ids, 10)
  assert.equal(search.vectorsInMemory, 400)
  await search.close()
  await copyVectors(store, 'model')
  const stored = new VectorSearch('model')
  const found = await stored.findSimilar(store, org, ids, 10)
  assert.equal(stored.vectorsInMemory, 0)
  await stored.close()
  const idsOf = (rows: typeof found) => rows!.map(({ insight_id }) => insight_id).sort()
  const common = idsOf(found).filter((id) => idsOf(before).includes(id))
  assert.ok(common.length >= 9, `${common.length} of 10`)
})

test('a deleted organization leaves no copies, and its index is dropped', options, async () => {
  const { org } = await createFilledOrg(store, vectors.slice(0, 60))
  await copyVectors(store, 'model', { minIndexed: 50 })
  const before = await indexes(store)
  await store.transaction(async (db) => {
    await db.run(sql`delete from insight_vector where org_id = ${org}`)
    await db.run(sql`delete from insight where org_id = ${org}`)
    await db.run(sql`delete from category where org_id = ${org}`)
    await db.run(sql`delete from organization where id = ${org}`)
  })
  assert.deepEqual(await copies(store, org), [])
  await indexLargeSpaces(store, 1_000_000)
  assert.equal((await indexes(store)).length, before.length - 1)
})

test('a backup has no copies; a restore makes them anew, also with --force', options, async () => {
  const file = join(folder, 'all.backup')
  const source = await openDatabase()
  await migrate(source.connection)
  const { org } = await createFilledOrg(source.store, vectors.slice(0, 25))
  await copyVectors(source.store, 'model')
  const digests = await writeBackup(source.connection, file, 'test')
  assert.ok(!Object.keys(digests.tables).some((name) => name.includes('embedding_') || name.includes('semantic')))
  await restoreBackup(source.connection, file, { force: true })
  assert.deepEqual(await copies(source.store, org), [])
  await copyVectors(source.store, 'model')
  assert.equal((await copies(source.store, org)).length, 25)
})

test('an extension that is installed after the first start is used from then on', options, async () => {
  const late = await openDatabase()
  await migrate(late.connection)
  await late.store.run(sql`drop schema semantic cascade`)
  await late.store.run(sql`drop extension vector cascade`)
  const { org } = await createFilledOrg(late.store, vectors.slice(0, 10))
  const [one] = await late.store.transaction((db) => insertVectors(db, org, model, [vectors[20]!]))
  await late.store.run(sql`select copy_vectors(${org}, ${[one!.id]}::uuid[])`)
  assert.equal(await findSpaceMean(late.store, org, model), undefined)
  await copyVectors(late.store, 'model')
  assert.equal((await copies(late.store, org)).length, 11)
})
