import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AuditPosition, listOldest } from '#domain/account/audit/queries.ts'
import { recordAudit } from '#domain/account/audit/record.ts'
import { openStore, type Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { cloneDatabase, type TestDatabase } from '../../database.ts'

/* Writers commit in another order than their transactions began, while a reader follows the log. */

const writers = 8
const transactionsPerWriter = 20
const org = 'org_audit'
const actor = { type: 'system', id: null } as const

let database: TestDatabase
let store: Store
before(async () => {
  database = await cloneDatabase()
  store = openStore({
    ...database.connection,
    max: writers + 2,
    query_timeout: 60_000,
  })
  await store.run(sql`insert into organization (id, name) values (${org}, 'Audit')`)
})
after(async () => {
  await store.close()
  await database.drop()
})

async function write(writer: number): Promise<string[]> {
  const committed: string[] = []
  for (let n = 0; n < transactionsPerWriter; n++) {
    const operation = `${writer}-${n}`
    const isRolledBack = n % 7 === 6
    await store
      .transaction(async (db) => {
        await recordAudit(db, org, { operation, actor })
        await sleep(Math.random() * 15)
        if (isRolledBack) throw new Error('rolled back')
      })
      .then(
        () => committed.push(operation),
        (error: Error) => assert.equal(error.message, 'rolled back'),
      )
  }
  return committed
}

test('a reader of the log gets every entry exactly once, while many transactions write', async () => {
  let expected: string[] | undefined
  const follow = async () => {
    const seen: string[] = []
    let from: AuditPosition | undefined
    for (let idle = 0; !(expected && seen.length >= expected.length) && idle < 4000;) {
      const rows = (await listOldest(store, org, {}, { limit: 10, from })).slice(0, 10)
      seen.push(...rows.map(({ operation }) => operation))
      from = rows.at(-1) ?? from
      idle = rows.length ? 0 : idle + 1
      if (!rows.length) await sleep(5)
    }
    return seen
  }
  const reading = follow()
  expected = (await Promise.all(Array.from({ length: writers }, (_, n) => write(n)))).flat()
  const seen = await reading
  assert.deepEqual(seen.toSorted(), expected.toSorted())
})
