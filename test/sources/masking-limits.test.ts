import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateMaskingSettings } from '#domain/organizations/queries-settings.ts'
import { uploadsClient } from '../imports/uploads-client.ts'
import { type Connected, deliver } from '../integrations/deliver.ts'
import { app, type Body, call, org, useTestServer } from '../test-server.ts'
import { callOk, withTestWorker } from '../test-worker.ts'

useTestServer({ poolSize: 12 })

const patterns = (pattern: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `p${n}`, pattern }))
const costly = patterns('\\pL{999}\\pN', 20)
const longText = 'a'.repeat(20_000)
/** As patterns were stored before there was a limit. */
const storeCostly = () => updateMaskingSettings(app.store, org.id, { patterns: costly })

test('patterns that need too much work are refused when saved, with their place and the reason', async () => {
  const refusal = async (body: Body, path = '/masking', method = 'PATCH') => {
    const { status, body: answer } = await call(method, path, body)
    assert.equal(status, 400)
    return answer.error.details[0]
  }
  const one = await refusal({ patterns: costly })
  assert.equal(one.path, 'body.patterns.0.pattern')
  assert.match(one.message, /has 1002 instructions.*500 are allowed/)
  const together = await refusal({ patterns: patterns('[a-z]{100}@', 20) })
  assert.equal(together.path, 'body.patterns.4.pattern')
  assert.match(together.message, /has 103 instructions.*together with the patterns before it 515/)
  const source = { source: 'chat', kinds: [], patterns: [{ name: 'own', pattern: '[a-z]{300}@' }] }
  await callOk('PATCH', '/masking', { sources: [source] })
  assert.match((await refusal({ patterns: patterns('[a-z]{300}@', 1) })).message, /those of the source chat 606/)
  await callOk('PATCH', '/masking', { sources: [], patterns: patterns('[a-z]{300}@', 1) })
  assert.equal((await refusal({ sources: [source] })).path, 'body.sources.0.patterns.0.pattern')
  assert.equal(
    (await refusal({ text: 'a', patterns: costly }, '/masking/preview', 'POST')).path,
    'body.patterns.0.pattern',
  )
  assert.equal((await callOk('GET', '/masking')).problem, null)
})

test('patterns from before the limit stop nobody: long texts are refused and admins see why', async () => {
  await storeCostly()
  const { problem } = await callOk('GET', '/masking')
  assert.match(problem, /20040 instructions; 500 are allowed.*more than 1497 characters are refused/)
  for (const [path, body] of [
    ['/feedback', { content: longText }],
    ['/feedback/bulk', { items: [{ content: 'short' }, { content: longText }] }],
    ['/masking/preview', { text: longText }],
  ] as const) {
    const { status, body: answer } = await call('POST', path, body)
    assert.equal(status, 400, path)
    assert.match(answer.error.message, /cannot be masked.*simplify the patterns/)
  }
  assert.equal((await callOk('GET', '/feedback/count')).count, 0)
  assert.equal((await callOk('POST', '/feedback', { content: `Key ${'a'.repeat(999)}1.` })).content, 'Key [p0].')
  await callOk('PATCH', '/masking', { patterns: [] })
  assert.equal((await callOk('POST', '/feedback', { content: longText })).content, longText)
})

test('other requests are answered while a text is being masked', async () => {
  await callOk('PATCH', '/masking', { patterns: patterns('\\pL{480}\\pN', 1) })
  let masked = false
  let answered = 0
  const sent = callOk('POST', '/feedback', { content: 'a'.repeat(50_000) }).then(() => (masked = true))
  while (!masked) {
    assert.equal((await fetch(`${app.baseUrl}/healthz`)).status, 200)
    if (!masked) answered++
  }
  await sent
  // With the search on the event loop, none would be answered between its start and its end.
  assert.ok(answered > 10, `${answered} answers`)
})

test('texts in webhooks are held and rows of files rejected, and the rest is stored', async () => {
  await storeCostly()
  const connected = (await callOk('POST', '/integrations', { provider: 'zendesk', name: 'Desk' })) as Connected
  const { data } = await callOk('GET', '/integrations/providers')
  const payload = structuredClone(data.find((one: Body) => one.provider === 'zendesk').sample_payload)
  payload.detail.description = longText
  // The sender repeats a delivery that was not accepted.
  assert.equal((await deliver(app, connected, 'zendesk', payload)).status, 503)
  const [logged] = (await callOk('GET', `/integrations/${connected.id}/events`)).data
  assert.deepEqual([logged.status, logged.reason], ['rejected', 'not_masked'])

  const uploads = uploadsClient(app, org)
  const file = `Comment\nThe export fails\n${longText}\nThe import is slow\n`
  const imported = await withTestWorker(() => uploads.importFile(file, { columns: { Comment: 'content' } }))
  assert.equal(imported.status, 'completed_with_errors')
  assert.deepEqual([imported.totals.created, imported.totals.failed], [2, 1])
  const [problem] = (await callOk('GET', `/csv-uploads/${imported.id}/errors`)).data
  assert.match(problem.message, /cannot be masked/)
  await callOk('PATCH', '/masking', { patterns: [] })
  assert.equal((await deliver(app, connected, 'zendesk', payload)).body.status, 'accepted')
})
