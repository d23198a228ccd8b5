import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { analyzeGrownTables } from '#store/analyze-tables.ts'
import { openStore, type Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { createDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let store: Store
const analyzed: string[] = []

before(async () => {
  database = await createDatabase()
  store = openStore({
    ...database.connection,
    max: 1,
    onStatement: (text) => {
      if (text.startsWith('analyze')) analyzed.push(text)
      return undefined
    },
  })
  await store.run(sql`create table shell (id int)`)
  await store.run(sql`create table filled (id int)`)
  await store.run(sql`insert into filled values (1)`)
})
after(async () => {
  await store.close()
  await database.drop()
})

test('statistics are made of named tables with rows, not of empty ones, as distributed tables are', async () => {
  await analyzeGrownTables(store, ['shell', 'filled'])
  assert.deepEqual(analyzed, ['analyze (skip_locked) "filled"'])
})

test('without names, of all tables with rows that have grown', async () => {
  analyzed.length = 0
  await analyzeGrownTables(store)
  assert.deepEqual(analyzed, [])
  await store.run(sql`insert into filled select generate_series(1, 5)`)
  await store.run(sql`select pg_stat_force_next_flush()`)
  await analyzeGrownTables(store)
  assert.deepEqual(analyzed, ['analyze (skip_locked) "filled"'])
})
