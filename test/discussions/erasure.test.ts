import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { findInDatabase } from '../support/find-in-database.ts'
import { app, type Body, org } from '../test-server.ts'
import { callOk, useTestWorker, waitForOrgJobs } from '../test-worker.ts'

useTestWorker()

const send = async (path: string, body: Body, key = org.admin.key) => {
  const reply = await app.call(key, 'POST', path, { body, headers: { 'idempotency-key': newId() } })
  assert.ok(reply.status < 300, `${path}: ${reply.text}`)
  return reply.body
}

test('an erased contact is not named in comments any more, nor in copies of them', async () => {
  const contact = await send('/contacts', { name: 'Zoequill Marrowby', email: 'zoemail@marrowbox.example' })
  const feedback = await send('/feedback', { content: 'The export fails every week.', contact_id: contact.id })
  const project = await send('/projects', { title: 'Exports' })
  const comment = (object_type: string, object_id: string, body: string) =>
    send('/comments', { object_type, object_id, body })
  const own = await comment('feedback', feedback.id, `Zoequill says it again, @${org.member.userId}.`)
  const named = await comment(
    'project',
    project.id,
    'Ask Zoequill Marrowby (zoemail@marrowbox.example); Zoequill knows.',
  )
  const other = await comment('project', project.id, 'Nobody is named here.')
  await waitForOrgJobs()
  await callOk('POST', `/contacts/${contact.id}/erase`)
  await waitForOrgJobs()
  const bodyOf = async (id: string) => (await app.call(org.admin.key, 'GET', `/comments/${id}`)).body.body
  assert.equal(await bodyOf(own.id), `[name] says it again, @${org.member.userId}.`)
  assert.equal(await bodyOf(named.id), 'Ask [name] ([email]); [name] knows.')
  assert.equal(await bodyOf(other.id), 'Nobody is named here.')
  assert.deepEqual(await findInDatabase(app.store, 'zoequill'), [])
  assert.deepEqual(await findInDatabase(app.store, 'marrowbox'), [])
})
