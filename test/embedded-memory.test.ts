import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { analyzeGrownTables } from '#store/analyze-tables.ts'
import { availableMemory, memorySettings } from '#store/embedded/memory-settings.ts'
import { openStore, type Store } from '#store/open.ts'
import { raw } from '#store/sql.ts'
import { createDatabase, type TestDatabase } from './database.ts'

const gib = 1024 ** 3

let database: TestDatabase
let store: Store
before(async () => {
  database = await createDatabase()
  store = openStore({ ...database.connection, max: 1 })
})
after(async () => {
  await store.close()
  await database.drop()
})

test('the memory settings of the embedded PostgreSQL follow the memory of the machine within limits', () => {
  assert.deepEqual(memorySettings(0.5 * gib), {
    shared_buffers: '128MB',
    effective_cache_size: '256MB',
    work_mem: '4MB',
    maintenance_work_mem: '64MB',
  })
  assert.deepEqual(memorySettings(16 * gib), {
    shared_buffers: '2048MB',
    effective_cache_size: '8192MB',
    work_mem: '16MB',
    maintenance_work_mem: '512MB',
  })
  assert.equal(memorySettings(512 * gib).shared_buffers, '4096MB')
})

test('the limit of a container counts, and no limit (0 or more than there is) does not', () => {
  assert.equal(availableMemory(8 * gib, 2 * gib), 2 * gib)
  assert.equal(availableMemory(8 * gib, 0), 8 * gib)
  assert.equal(availableMemory(8 * gib, 2 ** 63), 8 * gib)
})

test('PostgreSQL accepts the settings', async () => {
  for (const [name, value] of Object.entries(memorySettings(16 * gib)).filter(([name]) => name !== 'shared_buffers'))
    await store.run(raw(`set ${name} = '${value}'`))
})

test('a table that more than doubled gets new statistics, one that grew a little does not', async () => {
  const add = async (rows: number) => {
    await store.run(raw(`insert into grown select generate_series(1, ${rows})`))
    await store.run(raw('select pg_stat_force_next_flush()'))
    await analyzeGrownTables(store, ['grown'])
    const row = await store.first<{ n: number }>(
      raw(`select reltuples::int as n from pg_class where relname = 'grown'`),
    )
    return row!.n
  }
  await store.run(raw('create table grown (n int) with (autovacuum_enabled = false)'))
  assert.equal(await add(1000), 1000)
  assert.equal(await add(500), 1000)
  assert.equal(await add(1000), 2500)
})
