import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { signedIn } from './account/browser.ts'
import { cloneDatabase } from './database.ts'
import { prepareServer } from './crash/server-child.ts'
import { createTenant } from './crash/tenant.ts'
import { startTestApp } from './test-app.ts'
import { asRequest } from './support/nested-connections.ts'

/* No code waits for a connection while it holds one; with as many such waits as connections, none would ever end. */

const senders = 16

test('a fresh web process accepts the first feedback of more senders than it has connections', async (t) => {
  const { connection, drop } = await cloneDatabase()
  const store = openStore({ ...connection, max: 1 })
  const tenant = await createTenant(store)
  const server = await prepareServer().start({ connection, port: 0, drainSeconds: 0 })
  t.after(async () => {
    await server.kill()
    await store.close()
    await drop()
  })
  const send = async (n: number) => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/feedback`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: `The export of report ${n} fails with a blank page.` }),
    })
    return response.status
  }
  const statuses = await Promise.all(Array.from({ length: senders }, (_, n) => send(n)))
  assert.deepEqual(new Set(statuses), new Set([201]))
  const [row] = await store.rows<{ n: number }>(sql`select count(*) as n from queue.job where name = 'work'`)
  assert.equal(row!.n, senders)
})

test('with a single connection, writes that enqueue jobs, sign-in and a changed password succeed', async (t) => {
  const app = await startTestApp({ poolSize: 1 })
  t.after(() => app.close())
  const org = await app.org()
  const { admin } = org
  const created = await app.call(admin.key, 'POST', '/feedback', {
    body: { content: 'The map does not load on Android.' },
  })
  assert.equal(created.status, 201, created.text)
  const browser = await signedIn(app, admin)
  const newPassword = 'another horse battery'
  const changed = await browser.auth('POST', '/change-password', {
    body: { currentPassword: admin.password, newPassword },
  })
  assert.equal(changed.status, 200, changed.text)
  await signedIn(app, { ...admin, password: newPassword })
  assert.deepEqual(app.errors, [])
})

test('the tests refuse code that asks for a connection inside a transaction', async (t) => {
  const app = await startTestApp()
  t.after(() => app.close())
  const nested = asRequest(() => app.store.transaction(() => app.store.first(sql`select 1`)))
  await assert.rejects(nested, /asked for while another one is held/)
  await asRequest(() => app.store.transaction((db) => db.first(sql`select 1`)))
  await Promise.all([app.store.transaction((db) => db.first(sql`select 1`)), app.store.first(sql`select 1`)])
  assert.equal(app.errors.length, 1)
})
