import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openStore, type Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { createDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let store: Store

before(async () => {
  database = await createDatabase()
  store = openStore(database.connection)
})
after(async () => {
  await store.close()
  await database.drop()
})

const violated = async (name: string) => {
  await store.run(sql`drop table if exists shard`)
  await store.pool.query(`create table shard (id int, constraint ${name} unique (id))`)
  await store.run(sql`insert into shard values (1)`)
  return (await store.run(sql`insert into shard values (1)`).catch((error: unknown) => error)) as {
    code: string
    constraint: string
  }
}

test('the name of a violated constraint has no number of a shard', async () => {
  const { code, constraint } = await violated('contact_mailbox_102049')
  assert.deepEqual([code, constraint], ['23505', 'contact_mailbox'])
})

test('another number at the end of a name is part of it', async () => {
  assert.equal((await violated('contact_mailbox_2')).constraint, 'contact_mailbox_2')
})
