import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readVectors } from '#demo/stored-analysis.ts'
import { VectorIndexCache } from '#domain/findings/semantic/vector-index-cache.ts'
import { modelIds } from '#engine/embed/embedder.ts'
import { insertVectors } from '../../bench/vector-recall.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

/* Semantic search in memory, where the vector extension is not installed. */

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const model = modelIds.model
const vectors = readVectors().map((hex) => Buffer.from(hex, 'hex'))
/** Memory for 100 vectors of the model. */
const hundred = 100 * 1252

async function filledOrg(count: number) {
  const { id } = await app.org()
  const all = await insertVectors(app.store, id, model, vectors.slice(0, count))
  return { id, ids: all.map((one) => one.id) }
}
const load = async (cache: VectorIndexCache, org: string) =>
  (await cache.load(app.store, org, { model, reembeddedAt: null })).index

test('the organizations searched longest ago are evicted beyond the memory budget', async () => {
  const cache = new VectorIndexCache(hundred)
  const [a, b, c] = [await filledOrg(40), await filledOrg(40), await filledOrg(40)]
  const first = await load(cache, a.id)
  await load(cache, b.id)
  assert.equal(cache.vectorCount, 80)
  assert.equal(await load(cache, a.id), first)
  await load(cache, c.id)
  assert.equal(cache.vectorCount, 80)
  assert.equal(await load(cache, a.id), first, 'used after the other, so kept')
})

test('of an organization larger than the budget the newest vectors are searched', async () => {
  const cache = new VectorIndexCache(hundred)
  const { id, ids } = await filledOrg(300)
  const index = await load(cache, id)
  assert.deepEqual(index.ids.toSorted(), ids.slice(-90))
  const added = await insertVectors(app.store, id, model, vectors.slice(300, 305))
  assert.equal(await load(cache, id), index)
  assert.ok(index.has(added[4]!.id))
  await insertVectors(app.store, id, model, vectors.slice(305, 315))
  await load(cache, id)
  assert.equal(cache.vectorCount, 0, 'it outgrew the budget')
  assert.equal((await load(cache, id)).size, 90)
})
