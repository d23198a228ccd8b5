import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { vaultFor } from '#store/vault.ts'
import { mailOutbox } from '#domain/outbox/outbox.ts'
import { uploadsClient } from '../imports/uploads-client.ts'
import { findInDatabase } from '../support/find-in-database.ts'
import { app, call, org } from '../test-server.ts'
import { waitFor } from '../wait-for.ts'
import { callOk, startTestWorker, useTestWorker, waitForOrgJobs } from '../test-worker.ts'

useTestWorker({ startsWorker: false, afterStart: () => startTestWorker({ vault: vaultFor(app.secret) }) })

/* Places that an erasure finds by more than the ids of the person's records. */

const person = { name: 'Zoequill Marrowby', email: 'zoemail@marrowbox.example' }
const createPerson = async (more: object = {}) =>
  (await callOk('POST', '/contacts', { ...person, ...more })).id as string

const erase = async (id: string) => {
  await callOk('POST', `/contacts/${id}/erase`)
  await waitForOrgJobs()
  const { data } = await callOk('GET', '/jobs', undefined, { type: 'contact_erasure' })
  assert.equal(data[0].status, 'ready')
}

const insertTheme = async (name: string, more: { merged_into_id?: string } = {}) => {
  const id = newId()
  await app.store.run(sql`
    insert into theme (org_id, id, name, color, origin, merged_into_id)
    values (${org.id}, ${id}, ${name}, '#3b82f6', 'auto', ${more.merged_into_id ?? null})`)
  return id
}
const nameOf = async (id: string) =>
  (await app.store.first<{ name: string }>(sql`select name from theme where org_id = ${org.id} and id = ${id}`))!.name

test('a deleted contact can be erased: deleting keeps the data of the person', async () => {
  const id = await createPerson()
  await callOk('DELETE', `/contacts/${id}`)
  assert.ok((await findInDatabase(app.store, person.email)).includes('contact.email'))
  await erase(id)
  assert.deepEqual(await findInDatabase(app.store, 'marrowb'), [])
  assert.equal((await call('POST', `/contacts/${newId()}/erase`)).status, 404)
})

test('names of themes without a link to the person lose words that nobody else used; ordinary words stay', async () => {
  const contact_id = await createPerson({ attributes: { prefers: 'email' } })
  const said = 'The flumquill export fails every week. Please send notifications by email.'
  await callOk('POST', '/feedback', { content: said, contact_id })
  await callOk('POST', '/feedback', { content: 'Notifications by email arrive twice for all of us.' })
  await waitForOrgJobs()
  const [shared, merged] = [await insertTheme('Email notifications'), await insertTheme('Flumquill export')]
  await app.store.run(sql`
    insert into insight_theme (org_id, theme_id, insight_id)
    select ${org.id}, ${shared}, id from insight where org_id = ${org.id} and contact_id = ${contact_id}`)
  await app.store.run(sql`
    update theme set merged_into_id = ${shared} where org_id = ${org.id} and id = ${merged}`)
  await erase(contact_id)
  assert.match(await nameOf(merged), /^\[redacted\]/)
  assert.equal(await nameOf(shared), 'Email notifications')
  assert.deepEqual(await findInDatabase(app.store, 'flumquill'), [])
})

test('a file without a header loses its first row, and its name the name of the person', async () => {
  const id = await createPerson()
  const { upload, map } = uploadsClient(app, org)
  const rows = `"The flumquill export fails",${person.email},Ana\n"Imports hang",tom@other.example,Tom\n`
  const { status, body } = await upload(rows, { file_name: 'zoequill marrowby.csv' })
  assert.equal(status, 201)
  const mapped = await map(body.id, { [body.headers[0]]: 'content', [body.headers[2]]: 'metadata.flumquill' })
  assert.equal(mapped.status, 200)
  await erase(id)
  for (const canary of ['flumquill', 'zoequill', 'marrowb'])
    assert.deepEqual(await findInDatabase(app.store, canary), [], canary)
  const { headers, file_name } = await callOk('GET', `/csv-uploads/${body.id}`)
  assert.deepEqual([headers, file_name], [['column 1', 'column 2', 'column 3'], '[name].csv'])
})

test('mail that waits to be sent and links a record of the person is deleted, other mail is not', async () => {
  const id = await createPerson()
  const write = mailOutbox(vaultFor(app.secret))
  for (const path of [`/contacts/${id}`, '/contacts']) {
    const message = { to: 'ana@team.example', subject: 'Digest', text: `See ${path}.` }
    await write(app.store, org.id, message)
  }
  await erase(id)
  const left = await app.store.rows(sql`select id from mail_outbox where org_id = ${org.id}`)
  assert.equal(left.length, 1)
})

test('an erasure waits for the import of a file with the person, which counts as no failure', async () => {
  const id = await createPerson()
  const { upload, map } = uploadsClient(app, org)
  const { body } = await upload(`content,email\nThe flumquill export fails,${person.email}\n`)
  await map(body.id, { content: 'content', email: 'contact.email' })
  const setStatus = (status: string) =>
    app.store.run(sql`update csv_upload set status = ${status} where org_id = ${org.id} and id = ${body.id}`)
  await setStatus('importing')
  await callOk('POST', `/contacts/${id}/erase`)
  const job = async () => (await callOk('GET', '/jobs', undefined, { type: 'contact_erasure' })).data[0]
  // More attempts than a job that fails has.
  const waiting = await waitFor('the erasure to have waited five times', async () => {
    const now = await job()
    return now.attempts > 5 && now.status === 'queued' && now
  })
  assert.equal(waiting.error_code, 'WAITING')
  assert.match(waiting.error_message, /being imported/)
  await setStatus('mapped')
  await waitForOrgJobs()
  const { status, error_code } = await job()
  assert.deepEqual([status, error_code], ['ready', null])
  assert.deepEqual(await findInDatabase(app.store, 'marrowb'), [])
})
