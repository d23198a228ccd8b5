import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { waitUntilReachable } from '#store/wait-until-reachable.ts'
import { freePort } from '#free-port.ts'
import { openSlowLink } from '../crash/slow-link.ts'
import { cloneDatabase } from '../database.ts'

test('a start waits for a database that takes no connections yet, and not for one that refuses the user', async (t) => {
  const { connection, drop } = await cloneDatabase()
  const port = await freePort('127.0.0.1')
  let store = openStore({ ...connection, host: '127.0.0.1', port, max: 1 })
  let link: Awaited<ReturnType<typeof openSlowLink>> | undefined
  t.after(async () => {
    await store.close()
    await link?.close()
    await drop()
  })
  const errors: Error[] = []
  const row = await waitUntilReachable(
    () => store.first<{ one: number }>(sql`select 1 as one`),
    async (error) => {
      errors.push(error)
      link = await openSlowLink(connection, 0)
      await store.close()
      store = openStore({ ...link.connection, max: 1, connectionTimeoutMillis: 30_000 })
    },
  )
  assert.deepEqual(row, { one: 1 })
  assert.deepEqual(
    errors.map((error) => (error as NodeJS.ErrnoException).code),
    ['ECONNREFUSED'],
  )
  const absent = openStore({ ...connection, database: 'there_is_none', max: 1, connectionTimeoutMillis: 30_000 })
  await assert.rejects(
    waitUntilReachable(
      () => absent.first(sql`select 1`),
      () => assert.fail('waited'),
    ),
    { code: '3D000' },
  )
  await absent.close()
})
