import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { Store, Tx } from '#store/open.ts'
import type { Sql } from '#store/sql.ts'
import { openOneGround, org, world } from './ground.ts'
import type { Reply } from './world.ts'

openOneGround()

const create = (name: string) =>
  world.call(org.admin.key, 'POST', '/themes', { body: { name }, headers: { 'idempotency-key': `make ${name}` } })

type Work = (tx: Tx, found: unknown) => Promise<unknown>

/** Lets `meanwhile` happen between the next transaction's look for its key, which finds nothing, and its lock. */
function betweenLookAndLock(meanwhile: () => Promise<unknown>) {
  const { transaction } = world.store
  world.store.transaction = ((work: Work, lookUp: Sql) => {
    world.store.transaction = transaction
    let tries = 0
    return transaction(async (tx) => {
      const isFirst = ++tries === 1
      if (isFirst) await meanwhile()
      const found = await tx.first<object>(lookUp)
      return work(tx, isFirst ? { ...found, same: null } : found)
    })
  }) as Store['transaction']
}

test('a request whose twin commits between its look and its lock replays the twin’s answer, though its name is taken by then', async () => {
  let first: Reply | undefined
  betweenLookAndLock(async () => void (first = await create('Twins')))
  const second = await create('Twins')
  assert.equal(first!.status, 201)
  assert.equal(second.status, 201, second.text)
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  assert.equal(second.body.id, first!.body.id)
})

test('a refusal that no twin caused stays a refusal, and its key stays free', async () => {
  await create('Taken')
  const again = () =>
    world.call(org.admin.key, 'POST', '/themes', {
      body: { name: 'Taken' },
      headers: { 'idempotency-key': 'another key' },
    })
  for (const reply of [await again(), await again()])
    assert.deepEqual([reply.status, reply.body.error.code], [409, 'DUPLICATE'])
})

test('a refusal that PostgreSQL itself caused is told in its own words', async () => {
  const contact = async (email: string) =>
    (await world.call(org.admin.key, 'POST', '/contacts', { body: { email } })).body.id as string
  await contact('ana@acme.example')
  const reply = await world.call(org.admin.key, 'PATCH', `/contacts/${await contact('bo@acme.example')}`, {
    body: { email: 'ana@acme.example' },
    headers: { 'idempotency-key': 'rename' },
  })
  assert.deepEqual([reply.status, reply.body.error.code], [409, 'DUPLICATE'])
})

test('a key that is called like a lock of the organization is free while that lock is held', async () => {
  const reply = await world.store.transaction(async (tx) => {
    await acquireLock(tx, orgLock(org.id, 'idempotency/make places'))
    return create('places')
  })
  assert.equal(reply.status, 201, reply.text)
})

test('a lock is refused outside of a transaction, where it would hold nothing', () => {
  assert.throws(() => acquireLock(world.store, orgLock(org.id, 'theme-assignment')), /needs a transaction/)
})
