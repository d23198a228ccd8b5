import assert from 'node:assert/strict'
import { test } from 'node:test'
import { app, call, useTestServer } from '../test-server.ts'
import { callOk } from '../test-worker.ts'

/* Texts that take long to mask keep no connections of the database, which all organizations share. */

useTestServer({ poolSize: 2 })

/** A quarter of a second of work and more, so that no transaction waits for it with its connection. */
const costlyText = (n: number) => `No. ${n}: ${'a'.repeat(8000)}1`
const setCostlyPattern = () => callOk('PATCH', '/masking', { patterns: [{ name: 'p', pattern: '\\pL{480}\\pN' }] })

test('another organization is answered before the texts of one are masked, each of which is stored once', async () => {
  await setCostlyPattern()
  const other = await app.org()
  let masked = 0
  const post = async (path: string, body: object) => {
    const reply = await call('POST', path, body)
    masked++
    return reply
  }
  const sent = Promise.all([
    ...Array.from({ length: 6 }, (_, n) => post('/feedback', { content: costlyText(n) })),
    post('/feedback/bulk', { items: [6, 7, 8].map((n) => ({ content: costlyText(n) })) }),
    post('/masking/preview', { text: costlyText(9) }),
    post('/change-sets', { title: 'x', changes: [{ operation: 'ingestFeedback', body: { content: costlyText(10) } }] }),
  ])
  // Both connections could be taken now.
  for (let n = 0; n < 3; n++) assert.equal((await app.call(other.admin.key, 'GET', '/themes')).status, 200)
  assert.ok(masked <= 2, `${masked} of 9 requests were answered before`)
  for (const { status, text } of await sent) assert.ok(status < 300, text)
  assert.equal((await callOk('GET', '/feedback/count')).count, 9)
  const { daily } = await callOk('GET', '/masking')
  assert.deepEqual(
    daily.map(({ rule, count }: { rule: string; count: number }) => [rule, count]),
    [['p', 9]],
  )
})
