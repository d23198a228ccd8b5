import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockAndFindStored } from '#api/pipeline/idempotency.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import { newId } from '#store/ids.ts'
import type { Store, Tx } from '#store/open.ts'
import type { Sql } from '#store/sql.ts'
import { useTestServerWithSharedOrg, org, app } from './test-server.ts'
import type { Reply } from './test-app.ts'

useTestServerWithSharedOrg()

const create = (name: string) =>
  app.call(org.admin.key, 'POST', '/themes', { body: { name }, headers: { 'idempotency-key': `make ${name}` } })

type Work = (tx: Tx, found: unknown) => Promise<unknown>

/** Runs `meanwhile` between the snapshot of the next transaction, which finds no stored response, and its lock. */
function betweenLookAndLock(meanwhile: () => Promise<unknown>) {
  const { transaction } = app.store
  app.store.transaction = ((work: Work, lookUp: Sql) => {
    app.store.transaction = transaction
    let tries = 0
    return transaction(async (tx) => {
      const isFirst = ++tries === 1
      if (isFirst) await meanwhile()
      const found = await tx.first<object>(lookUp)
      return work(tx, isFirst ? { ...found, same_request: null } : found)
    })
  }) as Store['transaction']
}

test('a duplicate that commits between snapshot and lock is replayed', async () => {
  let first: Reply | undefined
  betweenLookAndLock(async () => void (first = await create('Twins')))
  const second = await create('Twins')
  assert.equal(first!.status, 201)
  assert.equal(second.status, 201, second.text)
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  assert.equal(second.body.id, first!.body.id)
})

test('an error that no duplicate caused is returned, and the key stays unused', async () => {
  await create('Taken')
  const again = () =>
    app.call(org.admin.key, 'POST', '/themes', {
      body: { name: 'Taken' },
      headers: { 'idempotency-key': 'another key' },
    })
  for (const reply of [await again(), await again()])
    assert.deepEqual([reply.status, reply.body.error.code], [409, 'DUPLICATE'])
})

test('an error raised by PostgreSQL is returned as such', async () => {
  const contact = async (email: string) =>
    (await app.call(org.admin.key, 'POST', '/contacts', { body: { email } })).body.id as string
  await contact('ana@acme.example')
  const reply = await app.call(org.admin.key, 'PATCH', `/contacts/${await contact('bo@acme.example')}`, {
    body: { email: 'ana@acme.example' },
    headers: { 'idempotency-key': 'rename' },
  })
  assert.deepEqual([reply.status, reply.body.error.code], [409, 'DUPLICATE'])
})

test('a key named like a lock of the organization does not collide with that lock', async () => {
  const reply = await app.store.transaction(async (tx) => {
    await acquireLock(tx, orgLock(org.id, 'idempotency/make places'))
    return create('places')
  })
  assert.equal(reply.status, 201, reply.text)
})

test('a lock outside a transaction is rejected', () => {
  assert.throws(() => acquireLock(app.store, orgLock(org.id, 'theme-assignment')), /needs a transaction/)
})

test('a stored answer of another organization is not replayed', async () => {
  const other = await app.org()
  const first = await create('Everywhere')
  const headers = { 'idempotency-key': 'make Everywhere' }
  const second = await app.call(other.admin.key, 'POST', '/themes', { body: { name: 'Everywhere' }, headers })
  assert.deepEqual([first.status, second.status, second.body.idempotency.replayed], [201, 201, false])
  assert.notEqual(first.body.id, second.body.id)
})

test('the order of fields makes no other payload', async () => {
  const send = (rawBody: string) =>
    app.call(org.admin.key, 'POST', '/themes', { rawBody, headers: { 'idempotency-key': 'fields' } })
  assert.equal((await send('{"name":"Fields","notes":"n"}')).status, 201)
  assert.equal((await send('{"notes":"n","name":"Fields"}')).body.idempotency.replayed, true)
})

test('the same payload of another operation is refused', async () => {
  const body = { name: 'Two operations', definition: 'Done twice.' }
  const { id } = (await app.call(org.admin.key, 'POST', '/themes', { body })).body
  const headers = { 'idempotency-key': newId() }
  const first = await app.call(org.admin.key, 'POST', `/themes/${id}/backfill`, { headers })
  assert.ok(first.status < 300, first.text)
  const second = await app.call(org.admin.key, 'DELETE', `/themes/${id}`, { headers })
  assert.equal(second.body.error?.code, 'IDEMPOTENCY_CONFLICT')
})

test('while the first request runs, the second is refused', async () => {
  const key = 'make Running'
  const reply = await app.store.transaction(async (tx) => {
    await tx.first(lockAndFindStored({ org: org.id, key, fingerprint: Buffer.alloc(32) }))
    return create('Running')
  })
  assert.deepEqual([reply.status, reply.body.error?.code], [409, 'IDEMPOTENCY_CONFLICT'])
})
