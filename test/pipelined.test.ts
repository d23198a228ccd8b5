import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { pipelined } from '#store/pipelined.ts'
import { sql } from '#store/sql.ts'
import type { Db } from '#store/open.ts'
import { countRoundTrips } from './count-round-trips.ts'
import { app, useTestServer } from './test-server.ts'

useTestServer()

const org = 'pipelined'
const insert = (db: Db, id: string) =>
  db.run(sql`insert into last_use (org_id, id, last_used_at) values (${org}, ${id}, now())`)
const remove = (db: Db, id: string) => db.run(sql`delete from last_use where org_id = ${org} and id = ${id}`)
const count = async (db: Db) =>
  (await db.first<{ n: number }>(sql`select count(*)::int as n from last_use where org_id = ${org}`))!.n
const fail = (db: Db, reason: string) => db.run(sql`select ${reason}::text::int`)

test('statements run in the order of the list, in one round trip', async () => {
  const trips = countRoundTrips(app.store)
  const inOneTrip = () =>
    app.store.transaction(async (db) => {
      await db.run(sql`select 1`)
      trips.reset()
      const [a, b] = [newId(), newId()]
      const results = await pipelined(db, [
        count(db),
        insert(db, a),
        count(db),
        insert(db, b),
        count(db),
        remove(db, a),
        remove(db, b),
        count(db),
        'no statement',
      ])
      assert.deepEqual(results, [0, 1, 1, 1, 2, 1, 1, 0, 'no statement'])
      return trips.count()
    })
  // The least, because the server also writes in the background.
  const counts = [await inOneTrip(), await inOneTrip(), await inOneTrip()]
  assert.equal(Math.min(...counts), 1)
})

test('the first error is thrown when all others have settled, and nothing is kept', async () => {
  let settled = 0
  const slow = async (db: Db) => {
    try {
      await db.run(sql`select 1`)
      await db.run(sql`select 1`)
    } finally {
      settled++
    }
  }
  const failing = app.store.transaction(async (db) => {
    await insert(db, newId())
    const started = pipelined(db, [slow(db), fail(db, 'first'), fail(db, 'second'), slow(db)])
    await started.catch(() => assert.equal(settled, 2, 'nothing goes on after the error'))
    return started
  })
  await assert.rejects(failing, /invalid input syntax for type integer: "first"/)
  assert.equal(settled, 2)
  assert.equal(await count(app.store), 0)
})

test('the first error is the first in time, also one that no statement caused', async () => {
  const stop = async (db: Db) => {
    await db.run(sql`select 1`)
    throw new Error('there is no such thing')
  }
  const failLater = async (db: Db) => {
    await db.run(sql`select 1`)
    await fail(db, 'later')
  }
  const failing = app.store.transaction((db) => pipelined(db, [failLater(db), stop(db)]))
  await assert.rejects(failing, /there is no such thing/)
})

test('a pool is refused: it sends in no order', async () => {
  await assert.rejects(pipelined(app.store, [count(app.store)]), /within a transaction only/)
})
