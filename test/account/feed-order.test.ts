import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { insertEvents } from '#domain/events/feed/queries-insert.ts'
import { listEvents } from '#domain/events/feed/queries.ts'
import { listEventsAfter } from '#domain/events/webhooks/queries-dispatch.ts'
import { newId } from '#store/ids.ts'
import { openStore, type Store, type Tx } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { cloneDatabase, type TestDatabase } from '../database.ts'
import { writeInterleaved } from './interleaved-writes.ts'

/*
 * Many writers commit in another order than their transactions began, while two readers follow the feed. On a cluster
 * some transactions write to several nodes, so that they are committed there after they ended on the coordinator.
 */

const writing = { writers: 12, transactionsPerWriter: 25 }
const org = 'org_feed'

let database: TestDatabase
let store: Store
before(async () => {
  database = await cloneDatabase()
  store = openStore({
    ...database.connection,
    max: writing.writers + 3,
    query_timeout: 60_000,
  })
  await store.run(sql`insert into organization (id, name) values (${org}, 'Feed')`)
})
after(async () => {
  await store.close()
  await database.drop()
})

type Seen = { id: string; tx: string; resource: string }
const origin = { operation: 'test', actor: { type: 'system', id: null }, user: null, requestId: null } as const

/** Returns the resources of the events. */
async function writeEvents(db: Tx, writer: number, n: number): Promise<string[]> {
  const resources = Array.from({ length: 1 + (n % 3) }, (_, m) => `${writer}-${n}-${m}`)
  const events = resources.map((resource) => ({
    type: 'theme.updated' as const,
    resource,
    object: JSON.stringify({ id: resource }),
  }))
  await db.run(insertEvents(org, origin, events))
  // A row that every node has.
  if (n % 5 === 0)
    await db.run(sql`insert into app_user (id, name, email) values (${newId()}, 'x', ${`${newId()}@example.com`})`)
  return resources
}

const fromFeed = async (after: Seen | undefined): Promise<Seen[]> =>
  (await listEvents(store, org, { limit: 20 }, after)).map(({ id, tx, object }) => ({
    id,
    tx,
    resource: String(object!.id),
  }))

/** As the dispatcher of webhooks reads: within a transaction. */
const forWebhooks = (after: Seen | undefined): Promise<Seen[]> =>
  store.transaction(async (db) => {
    const from = { tx: after?.tx ?? '0', at: after?.id ?? '00000000-0000-0000-0000-000000000000' }
    // A filter makes it load the objects.
    const rows = await listEventsAfter(db, org, { events: ['*'], filter: { theme_id: 'x' }, ...from }, 20)
    return rows.map(({ id, tx, object }) => ({ id, tx, resource: String(object!.id) }))
  })

async function follow(read: (after: Seen | undefined) => Promise<Seen[]>, isComplete: (seen: Seen[]) => boolean) {
  const seen: Seen[] = []
  for (let idle = 0; !isComplete(seen) && idle < 2000;) {
    const rows = await read(seen.at(-1))
    seen.push(...rows)
    idle = rows.length ? 0 : idle + 1
    if (!rows.length) await sleep(5)
  }
  return seen
}

test('every event is read exactly once and none before an earlier one, while many transactions write', async () => {
  let expected: string[] | undefined
  const isComplete = (seen: Seen[]) => expected !== undefined && seen.length >= expected.length
  const readers = [fromFeed, forWebhooks].map((read) => follow(read, isComplete))
  const perWriter = await writeInterleaved(store, writing, writeEvents)
  expected = perWriter.flat()
  for (const seen of await Promise.all(readers)) {
    assert.deepEqual(seen.map(({ resource }) => resource).sort(), [...expected].sort())
    const places = seen.map(({ tx, id }) => ({ tx: BigInt(tx), id }))
    for (const [n, next] of places.entries()) {
      const last = places[n - 1]
      assert.ok(!last || last.tx < next.tx || (last.tx === next.tx && last.id < next.id), `place ${n}`)
    }
    for (const [n, committed] of perWriter.entries())
      assert.deepEqual(
        seen.map(({ resource }) => resource).filter((resource) => resource.startsWith(`${n}-`)),
        committed,
      )
  }
})
