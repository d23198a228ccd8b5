import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { useTestServer, org, app } from '../test-server.ts'

/* POST /feedback/bulk as application/x-ndjson: one piece of feedback to a line. */

useTestServer()

const ndjson = { 'content-type': 'application/x-ndjson' }
const send = (rawBody: string | Uint8Array, headers: Record<string, string> = {}, path = '/feedback/bulk') =>
  app.call(org.admin.key, 'POST', path, { rawBody, headers: { ...ndjson, ...headers } })
const count = async () => (await app.call(org.admin.key, 'GET', '/feedback/count')).body.count as number
const line = (n: number) => JSON.stringify({ content: `Item ${n}`, source: 'slack', external_id: String(n) })

test('each NDJSON line is a row: an invalid one fails alone, blank lines are ignored', async () => {
  const lines = [
    line(0),
    '',
    '{"content":',
    '  ',
    '{"content":"a","content":"b"}',
    '{"nonsense":1}',
    '{"content":"a","metadata":{"__proto__":1}}',
    '"text"',
    `${line(1)}\r`,
    line(2),
  ]
  const { status, body } = await send(
    Buffer.concat([Buffer.from(`${lines.join('\n')}\n`), Buffer.from([0x22, 0xff, 0x22])]),
  )
  assert.equal(status, 200)
  assert.deepEqual(
    body.results.map((row: { status: string }) => row.status),
    ['created', 'failed', 'failed', 'failed', 'failed', 'failed', 'created', 'created', 'failed'],
  )
  assert.deepEqual(body.summary, { received: 9, created: 3, updated: 0, unchanged: 0, failed: 6 })
  assert.deepEqual(
    body.results.slice(1, 6).map((row: { error: { message: string } }) => row.error.message.split(' ')[0]),
    ['body.items.1', 'body.items.2', 'body.items.3.content', 'body.items.4.metadata.__proto__', 'body.items.5'],
  )
  assert.deepEqual(
    [body.results[6].external_id, body.results[8].error.message],
    ['1', 'body.items.8 is not valid UTF-8'],
  )
  assert.equal(await count(), 3)
})

test('five thousand lines are accepted, one more is refused and nothing is stored', async () => {
  const lines = Array.from({ length: 5001 }, (_, n) => line(n))
  const refused = await send(lines.join('\n'))
  assert.deepEqual([refused.status, refused.body.error.details[0].path, await count()], [400, 'body.items', 0])
  const accepted = await send(lines.slice(1).join('\n'))
  assert.deepEqual([accepted.status, accepted.body.summary.created, await count()], [200, 5000, 5000])
  const again = await send(lines.slice(1).join('\n'))
  assert.deepEqual([again.body.summary.unchanged, await count()], [5000, 5000])
})

test('an empty body, one over 5 MB and NDJSON on another route are refused', async () => {
  for (const empty of ['', '\n', ' \n\r\n']) assert.equal((await send(empty)).body.error.code, 'VALIDATION_ERROR')
  assert.equal(
    (await send(`${JSON.stringify({ content: 'x'.repeat(49_000) })}\n`.repeat(110))).body.error.code,
    'PAYLOAD_TOO_LARGE',
  )
  assert.equal((await send(line(1), {}, '/feedback')).body.error.code, 'UNSUPPORTED_MEDIA_TYPE')
  assert.equal((await send(line(1), { 'content-encoding': 'gzip' })).body.error.code, 'UNSUPPORTED_MEDIA_TYPE')
  assert.equal(await count(), 0)
})

test('the same lines with the same Idempotency-Key act once, other lines conflict', async () => {
  const headers = { 'idempotency-key': newId() }
  const lines = '{"content":"One"}\n{"content":"Two"}\n'
  const first = await send(lines, headers)
  const again = await send(lines, headers)
  assert.deepEqual([again.body.results, again.body.idempotency.replayed, await count()], [first.body.results, true, 2])
  assert.equal((await send('{"content":"One"}\n', headers)).body.error.code, 'IDEMPOTENCY_CONFLICT')
})

test('an interrupted upload stores nothing', async () => {
  const url = new URL(`${app.baseUrl}/api/v1/feedback/bulk`)
  const lines = `${line(1)}\n${line(2)}\n`
  await new Promise<void>((resolve) => {
    const sent = request(url, {
      method: 'POST',
      headers: { ...ndjson, authorization: `Bearer ${org.admin.key}`, 'content-length': lines.length + 100 },
    })
    sent.on('error', () => resolve())
    sent.write(lines, () => sent.destroy())
    sent.on('close', () => resolve())
  })
  assert.equal((await send(line(3))).status, 200)
  assert.equal(await count(), 1)
})
