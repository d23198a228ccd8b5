import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { providers } from '#domain/integrations/providers/registry.ts'
import { PullClient } from '#domain/integrations/pull/client.ts'
import type { PullError } from '#domain/integrations/definition/failures.ts'
import { createOutbound, type Outbound } from '#outbound/client.ts'
import { type RunningServer, startSimulator } from '../simulators/start-simulator.ts'
import { loadSimulator } from '../simulators/verify-provider.ts'
import { createWorld } from '../simulators/world.ts'
import { sql } from '#store/sql.ts'
import { vaultFor } from '#store/vault.ts'
import { app, type Body, call, org } from '../test-server.ts'
import { callOk, startTestWorker, useTestWorker, waitForOrgJobs } from '../test-worker.ts'
import { deliver } from './deliver.ts'

const local = await loadSimulator('typeform')
/** Five of them are of the last 90 days. */
const count = 20
let server: RunningServer

useTestWorker({
  startsWorker: false,
  afterStart: () =>
    startTestWorker({
      vault: vaultFor(app.secret),
      outbound: createOutbound({ networks: ['127.0.0.0/8'], resolve: async () => [] }),
    }),
})
before(async () => {
  server = await startSimulator(local, createWorld(local, count))
  server.faults.isActive = false
})
after(() => server.close())

const connection = () => ({
  provider: 'typeform',
  config: { ...local.config, base_url: server.url } as Body,
  credential: { ...local.credential },
})
const connect = (more: Body = {}) =>
  callOk('POST', '/integrations', { ...connection(), name: 'Forms', backfill_from: '2020-01-01', ...more })
const countFeedback = async () => (await callOk('GET', '/feedback/count')).count

test('connecting fetches the history, and the credential is stored encrypted and never shown', async () => {
  const { id } = await connect()
  await waitForOrgJobs()
  const integration = await callOk('GET', `/integrations/${id}`)
  assert.equal(integration.status, 'connected')
  const { status, progress, error, credential_hint } = integration.pull
  assert.deepEqual(
    { status, error, hint: credential_hint, created: progress.created, percent: progress.percent },
    { status: 'up_to_date', error: null, hint: '…oken', created: count, percent: 100 },
  )
  assert.ok(integration.sync.enabled && integration.sync.next_run_at)
  assert.ok(!JSON.stringify(integration).includes('tfp_token'))
  const stored = await app.store.first<{ credential: Buffer }>(
    sql`select credential from integration_pull where org_id = ${org.id} and integration_id = ${id}`,
  )
  assert.ok(!stored!.credential.includes('tfp_token'))
})

test('what a webhook brought is not doubled by a fetch, nor the other way round', async () => {
  const { id, inbound_url, secret } = await connect()
  const payload = (token: string, text: string) => ({
    event_type: 'form_response',
    event_id: token + text,
    form_response: {
      token,
      submitted_at: '2026-05-02T10:00:00Z',
      answers: [{ type: 'text', text, field: { id: 'DlXFaesGBpoF', type: 'long_text' } }],
    },
  })
  const to = { id, inbound_url, secret }
  const send = (token: string, text: string) => deliver(app, to, 'typeform', payload(token, text))
  assert.equal((await send('r10001', 'Sent before it was fetched')).body.status, 'accepted')
  await waitForOrgJobs()
  assert.equal((await send('r10002', 'Sent after it was fetched')).body.status, 'accepted')
  assert.equal(await countFeedback(), count)
})

test('a refused credential is explained, and a new one continues', async () => {
  const { id } = await connect({ credential: { access_token: 'wrong' } })
  await waitForOrgJobs()
  const { status, pull } = await callOk('GET', `/integrations/${id}`)
  assert.deepEqual([status, pull.status, pull.error.code], ['error', 'error', 'credential_refused'])
  assert.match(pull.error.message, /Typeform refused/)
  assert.match(pull.error.action, /new credential/)
  await callOk('PATCH', `/integrations/${id}`, { credential: { ...local.credential } })
  await waitForOrgJobs()
  assert.deepEqual(
    [(await callOk('GET', `/integrations/${id}`)).pull.status, await countFeedback()],
    ['up_to_date', count],
  )
})

test('a paused integration fetches nothing; resuming and fetching again from a date double nothing', async () => {
  const { id } = await connect()
  await waitForOrgJobs()
  await callOk('PATCH', `/integrations/${id}`, { pull: { paused: true } })
  const requests = server.log.length
  await callOk('POST', `/integrations/${id}/sync`)
  await waitForOrgJobs()
  assert.equal(server.log.length, requests)
  assert.equal((await callOk('GET', `/integrations/${id}`)).pull.status, 'paused')
  await callOk('PATCH', `/integrations/${id}`, { pull: { paused: false, backfill_from: '2021-01-01' } })
  await waitForOrgJobs()
  const { pull } = await callOk('GET', `/integrations/${id}`)
  assert.deepEqual([pull.status, pull.progress.fetched, pull.progress.created], ['up_to_date', count, 0])
  assert.equal(await countFeedback(), count)
})

test('disconnecting keeps what came in, or removes it', async () => {
  const kept = await connect()
  await waitForOrgJobs()
  await callOk('DELETE', `/integrations/${kept.id}`)
  assert.equal(await countFeedback(), count)
  const removed = await connect({ config: { ...connection().config, source: 'forms-2' } })
  await waitForOrgJobs()
  assert.equal(await countFeedback(), 2 * count)
  await callOk('DELETE', `/integrations/${removed.id}`, undefined, { records: 'remove' })
  await waitForOrgJobs()
  assert.equal(await countFeedback(), count)
})

test('a connection is tested before it is made: the first five records, or what to do', async () => {
  const works = await callOk('POST', '/integrations/test-connection', connection())
  assert.deepEqual([works.connected, works.records.length, works.error], [true, 5, null])
  assert.match(works.records[0].fields.content, /^The export of report/)
  const refused = await callOk('POST', '/integrations/test-connection', {
    ...connection(),
    credential: { access_token: 'wrong' },
  })
  assert.deepEqual([refused.connected, refused.error.code], [false, 'credential_refused'])
  assert.equal(await countFeedback(), 0)
  const missing = await call('POST', '/integrations/test-connection', { ...connection(), config: {} })
  assert.deepEqual(missing.body.error.details[0].path, 'body.config.forms')
  const member = await app.call(org.member.key, 'POST', '/integrations/test-connection', { body: connection() })
  assert.equal(member.body.error.code, 'ROLE_NOT_ALLOWED')
})

test('a link to another server does not get the credential', async () => {
  const json = await loadSimulator('json-http')
  const world = createWorld(json, 5)
  const seen: (string | undefined)[] = []
  const other = await startSimulator(
    { ...json, answer: ({ headers }) => (seen.push(headers.authorization), { status: 200, body: { results: [] } }) },
    world,
  )
  const own = await startSimulator(
    {
      ...json,
      answer: (_request, { items }) => ({
        status: 200,
        headers: { link: `<${other.url}/next>; rel="next"` },
        body: { results: items.map(({ id, text }) => ({ id, text })) },
      }),
    },
    world,
  )
  own.faults.isActive = other.faults.isActive = false
  try {
    await callOk('POST', '/integrations', {
      provider: 'json-http',
      name: 'List',
      config: { ...json.config, paging: 'link', base_url: own.url } as Body,
      mapping: json.mapping as Body,
      credential: { authorization: 'Bearer js-token' },
    })
    await waitForOrgJobs()
    assert.deepEqual([seen, await countFeedback()], [[undefined], 5])
  } finally {
    await Promise.all([own.close(), other.close()])
  }
})

test('a token request that is refused for too many requests is repeated later, not reported as a wrong key', async () => {
  const { pull } = providers.get('google-play')!
  const credential = { ...(await loadSimulator('google-play')).credential }
  const refuse = async () => ({ status: 429, headers: { 'retry-after': '90' }, body: Buffer.from('{}') })
  const client = new PullClient({
    name: 'Google Play',
    definition: pull!,
    context: { config: {}, credential, source: 's', mapping: null, baseUrl: '', since: new Date(0), pageSize: 1 },
    outbound: { get: refuse, post: refuse } as unknown as Outbound,
    clock: { now: () => 1000, sleep: async () => {} },
    budget: { requests: 10, ms: 1000 },
    token: null,
    saveToken: async () => {},
  })
  await assert.rejects(client.send({ url: '/x' }), (error: PullError) => {
    assert.equal(error.failure.code, 'rate_limited')
    return error.failure.retryAt === 91_000
  })
})

test('a source without authentication is fetched without a credential', async () => {
  const json = await loadSimulator('json-http')
  const seen: (string | undefined)[] = []
  const open = await startSimulator(
    {
      ...json,
      answer: (request, world) => {
        seen.push(request.headers.authorization)
        return json.answer({ ...request, headers: { ...json.credential } }, world)
      },
    },
    createWorld(json, 5),
  )
  open.faults.isActive = false
  const list = {
    provider: 'json-http',
    name: 'List',
    config: { ...json.config, base_url: open.url } as Body,
    mapping: json.mapping as Body,
  }
  try {
    const { id } = await callOk('POST', '/integrations', { ...list, backfill_from: '2020-01-01' })
    await waitForOrgJobs()
    const { pull } = await callOk('GET', `/integrations/${id}`)
    assert.deepEqual(
      [pull.status, pull.error, pull.credential_hint, await countFeedback()],
      ['up_to_date', null, null, 5],
    )
    assert.deepEqual(new Set(seen), new Set([undefined]))
    await callOk('POST', '/integrations', { ...list, name: 'From 90 days ago' })
    await waitForOrgJobs()
    assert.ok((await countFeedback()) > 5)
  } finally {
    await open.close()
  }
})

test('an integration made before its source could be read without a credential starts with a date', async () => {
  const { id } = await callOk('POST', '/integrations', {
    provider: 'json-http',
    name: 'List',
    config: { url: 'https://api.example.com/v1/comments', base_url: server.url },
  })
  await waitForOrgJobs()
  await app.store.run(sql`delete from integration_pull where org_id = ${org.id} and integration_id = ${id}`)
  assert.equal((await callOk('GET', `/integrations/${id}`)).pull, null)
  const { pull } = await callOk('PATCH', `/integrations/${id}`, { pull: { backfill_from: '2020-01-01' } })
  assert.deepEqual([pull.status, pull.since.slice(0, 10)], ['backfilling', '2020-01-01'])
})

test('a source that can be read without a credential needs its address; one that sends needs nothing', async () => {
  const connected = async (provider: string) => {
    const { status, body } = await call('POST', '/integrations', { provider, name: 'x', backfill_from: '2020-01-01' })
    return [status, body.pull ?? body.error?.details[0].path]
  }
  assert.deepEqual(await connected('json-http'), [400, 'body.config.url'])
  assert.deepEqual(await connected('generic'), [201, undefined])
  assert.deepEqual(await connected('typeform'), [201, undefined])
})
