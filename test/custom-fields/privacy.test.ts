import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { findInDatabase } from '../support/find-in-database.ts'
import { app, type Body, call, org } from '../test-server.ts'
import { callOk, useTestWorker, waitForOrgJobs } from '../test-worker.ts'

useTestWorker()

const define = (object_type: string, name: string, more: Body = {}) =>
  callOk('POST', '/custom-fields', { object_type, name, kind: 'text', ...more })
const options = { kind: 'select', options: [{ name: 'Gold' }] }

test('an erasure removes the values of a contact and the words in those of its feedback', async () => {
  await define('contact', 'Nickname')
  await define('feedback', 'Callback')
  await define('feedback', 'Tier', options)
  const contact = { email: `zoe${newId().slice(-8)}@gmail.com`, name: 'Zoequill Marrowby' }
  const { id } = await callOk('POST', '/contacts', { ...contact, custom_fields: { nickname: 'Zoequill' } })
  const feedback = await callOk('POST', '/feedback', {
    content: 'The export fails.',
    contact_id: id,
    analyze: false,
    custom_fields: { callback: 'Ask Zoequill on Monday', tier: 'gold' },
  })
  await callOk('POST', `/contacts/${id}/erase`)
  await waitForOrgJobs()
  assert.deepEqual((await callOk('GET', `/contacts/${id}`)).custom_fields, {})
  assert.deepEqual((await callOk('GET', `/feedback/${feedback.id}`)).custom_fields, {})
  assert.deepEqual(await findInDatabase(app.store, 'zoequill'), [])
})

test('texts in custom fields of feedback are masked as they come in, and other kinds stay values', async () => {
  await define('feedback', 'Callback')
  await define('feedback', 'Seats', { kind: 'number' })
  await define('feedback', 'Page', { kind: 'link' })
  await define('feedback', 'Due', { kind: 'date' })
  await define('feedback', 'Lead', { kind: 'person' })
  const rules = await call('PATCH', '/masking', { kinds: ['email', 'phone', 'card'] })
  assert.ok(rules.status < 300, rules.text)
  const { custom_fields } = await callOk('POST', '/feedback', {
    content: 'The export fails.',
    analyze: false,
    custom_fields: {
      callback: 'Write to ana@example.com',
      seats: 4111111111111111,
      page: 'https://example.com/ana@example.com',
      due: '2026-05-02',
      lead: org.admin.userId,
    },
  })
  const { callback, ...others } = custom_fields
  assert.doesNotMatch(callback, /ana@example/)
  assert.deepEqual(others, {
    seats: 4111111111111111,
    page: 'https://example.com/ana@example.com',
    due: '2026-05-02',
    lead: org.admin.userId,
  })
})
