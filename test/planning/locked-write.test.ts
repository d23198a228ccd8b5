import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { app, call, org, useTestServer } from '../test-server.ts'
import { waitFor } from '../wait-for.ts'

useTestServer()

const rename = (project_id: string, title: string, key: string) =>
  app.call(org.admin.key, 'POST', '/build/projects', {
    body: { action: 'update_title', project_id, title },
    headers: { 'idempotency-key': key },
  })

const isWaiting = async () =>
  (
    await app.store.rows(sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  ).length > 0

test('a write waits for a locked row, and its repetition learns at once that it is one', async () => {
  const { id } = (await call('POST', '/projects', { title: 'Before' })).body
  const key = newId()
  const first = await app.store.transaction(async (tx) => {
    await tx.run(sql`select 1 from project where org_id = ${org.id} and id = ${id} for update`)
    const sent = rename(id, 'After', key)
    await waitFor('the write to wait for the lock', isWaiting)
    const repeated = await rename(id, 'After', key)
    assert.equal(repeated.status, 409, repeated.text)
    return { sent }
  })
  const reply = await first.sent
  assert.deepEqual([reply.status, reply.body.project.title], [200, 'After'], reply.text)
  assert.equal((await rename(id, 'After', key)).headers.get('idempotency-replayed'), 'true')
})

test('an unknown Project is not found, as before it was locked', async () => {
  const reply = await rename(newId(), 'After', newId())
  assert.deepEqual([reply.status, reply.body.error.code], [404, 'NOT_FOUND'])
})
