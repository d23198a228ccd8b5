import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AuditPosition, listOldest } from '#domain/events/audit/queries.ts'
import { recordAudit } from '#domain/events/audit/record.ts'
import { openStore, type Store, type Tx } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { cloneDatabase, type TestDatabase } from '../../database.ts'
import { writeInterleaved } from '../interleaved-writes.ts'

/* Writers commit in another order than their transactions began, while a reader follows the log. */

const writing = { writers: 8, transactionsPerWriter: 20 }
const org = 'org_audit'
const actor = { type: 'system', id: null } as const

let database: TestDatabase
let store: Store
before(async () => {
  database = await cloneDatabase()
  store = openStore({
    ...database.connection,
    max: writing.writers + 2,
    query_timeout: 60_000,
  })
  await store.run(sql`insert into organization (id, name) values (${org}, 'Audit')`)
})
after(async () => {
  await store.close()
  await database.drop()
})

async function writeEntry(db: Tx, writer: number, n: number): Promise<string[]> {
  const operation = `${writer}-${n}`
  await recordAudit(db, org, { operation, actor })
  return [operation]
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
  expected = (await writeInterleaved(store, writing, writeEntry)).flat()
  const seen = await reading
  assert.deepEqual(seen.toSorted(), expected.toSorted())
})
