import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { verifyWebhook } from '#client/webhook.ts'
import { openBackend } from './backend.ts'
import { type } from './terminal.ts'

const eventOf = (n: number) => ({
  id: `evt_${n}`,
  type: 'insight.created',
  created_at: '2026-05-02T10:00:00.000Z',
  data: { object: { id: `i${n}`, name: `Insight ${n}` } },
})
const pageOf = (numbers: number[], has_more: boolean) => ({
  body: { data: numbers.map(eventOf), pagination: { has_more, next_cursor: null } },
})

async function listen(t: TestContext, statuses: (number | 'hangup')[], argv: string[] = []) {
  const server = await openBackend(t, [pageOf([1, 2], true), pageOf([3], false)])
  const receiver = await openBackend(t, (_, n) => (statuses[n] === 'hangup' ? 'hangup' : { status: statuses[n]! }))
  const typed = await type(['listen', '--forward-to', `${receiver.baseUrl}/hook`, '--once', ...argv], {
    env: { EARSHOT_URL: server.baseUrl, EARSHOT_API_KEY: 'k', HOME: '/nonexistent' },
  })
  return { ...typed, asked: server.heard.map(({ url }) => new URL(url, 'http://x').searchParams), got: receiver.heard }
}

test('listen sends each event once, in order, signed as a webhook is', async (t) => {
  const { code, stdout, stderr, asked, got } = await listen(t, [200, 200, 204])
  assert.equal(code, 0)
  assert.deepEqual(
    got.map(({ method, url, body }) => [method, url, body]),
    [1, 2, 3].map((n) => ['POST', '/hook', eventOf(n)]),
  )
  const secret = /^Signing secret: (whsec_\S+)$/m.exec(stderr)![1]!
  for (const { headers, body } of got)
    assert.deepEqual(await verifyWebhook({ secret, headers, body: JSON.stringify(body) }), body)
  await assert.rejects(
    verifyWebhook({ secret: 'whsec_AAAA', headers: got[0]!.headers, body: JSON.stringify(got[0]!.body) }),
  )
  assert.match(stdout, /insight\.created +200 {2}evt_1\n.*200 {2}evt_2\n.*204 {2}evt_3\n$/)
  // From now on, then after the last event.
  assert.deepEqual(
    [asked[0]!.has('created_after'), asked[0]!.has('after'), asked[1]!.get('after')],
    [true, false, 'evt_2'],
  )
})

test('a receiver that fails gets the next event all the same, and the failure is shown', async (t) => {
  const { code, stdout, got } = await listen(t, [500, 'hangup', 200])
  assert.deepEqual([code, got.length], [0, 3])
  assert.match(stdout, / 500 {2}evt_1\n.* failed \(\S+\) {2}evt_2\n.* 200 {2}evt_3\n$/)
})

test('a given secret, types and the event to begin after are used', async (t) => {
  const argv = ['--secret', 'whsec_MDEyMzQ1Njc4OQ==', '--types', 'insight.*,theme.*', '--after', 'evt_0']
  const { stderr, asked, got } = await listen(t, [200, 200, 200], argv)
  assert.match(stderr, /whsec_MDEyMzQ1Njc4OQ==/)
  await verifyWebhook({ secret: argv[1]!, headers: got[0]!.headers, body: JSON.stringify(got[0]!.body) })
  assert.deepEqual([asked[0]!.getAll('types').join(), asked[0]!.get('after')], ['insight.*,theme.*', 'evt_0'])
})

test('a wrong address or secret is refused before anything is sent', async () => {
  const refused = async (...argv: string[]) =>
    type(['listen', ...argv], { env: { EARSHOT_URL: 'http://127.0.0.1:9', EARSHOT_API_KEY: 'k' } })
  assert.match((await refused('--forward-to', 'localhost:4000')).stderr, /not an http or https URL/)
  assert.match((await refused('--forward-to', 'http://127.0.0.1:4000', '--secret', 'x')).stderr, /begin with whsec_/)
  assert.equal((await refused()).code, 64)
})
