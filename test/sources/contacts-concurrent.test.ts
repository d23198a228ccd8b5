import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteContact } from '#domain/sources/contacts/delete.ts'
import { mergeContacts } from '#domain/sources/contacts/merge.ts'
import { lockContacts } from '#domain/sources/contacts/queries.ts'
import type { Db } from '#store/open.ts'
import { type Body, app, call, org, useTestServer } from '../test-server.ts'
import { waitForLockWaits } from '../wait-for.ts'

useTestServer()

const upsert = async (contact: Body): Promise<Body> => (await call('POST', '/contacts', contact)).body

/** Starts an upsert of the contact's email that finds the contact, and removes the contact before it is written. */
async function upsertWhileRemoving(id: string, contact: Body, remove: (db: Db) => Promise<void>) {
  const reply = await app.store.transaction(async (tx) => {
    await lockContacts(tx, org.id, [id])
    const reply = call('POST', '/contacts', contact)
    await waitForLockWaits(app, 1)
    await remove(tx)
    return [reply]
  })
  return (await reply[0]!).body
}

test('a contact that is deleted while it is updated is created again', async () => {
  const { id } = await upsert({ email: 'mia@acme.example', name: 'Mia' })
  const body = await upsertWhileRemoving(id, { email: 'mia@acme.example', title: 'CTO' }, (tx) =>
    deleteContact(tx, org.id, id),
  )
  assert.equal(body.result, 'created')
  assert.notEqual(body.id, id)
  assert.deepEqual([body.name, body.title], [null, 'CTO'])
})

test('an update of a contact that is merged meanwhile goes to the other one', async () => {
  const { id } = await upsert({ email: 'mia@acme.example', name: 'Mia' })
  const other = await upsert({ phone: '+49 30 123456' })
  const body = await upsertWhileRemoving(id, { email: 'mia@acme.example', title: 'CTO' }, (tx) =>
    mergeContacts(tx, org.id, [id], other.id),
  )
  assert.deepEqual([body.id, body.result, body.title], [other.id, 'updated', 'CTO'])
})
