import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scheduleDueSyncs } from '#domain/integrations/sync/schedule-syncs.ts'
import { vaultFor } from '#store/vault.ts'
import { newId } from '#store/ids.ts'
import { openQueue } from '#store/queue.ts'
import { raw, sql } from '#store/sql.ts'
import { deleteExpired } from '#worker/retention.ts'
import { type Body, call, org, app } from '../test-server.ts'
import { useTestWorker, withTestWorker } from '../test-worker.ts'
import { type Connected, deliver } from './deliver.ts'

useTestWorker({ startsWorker: false })

const connect = async (body: Body = {}) =>
  (await call('POST', '/integrations', { provider: 'generic', name: 'Forum', ...body })).body as Connected & Body
const getIntegration = async (to: Connected) => (await call('GET', `/integrations/${to.id}`)).body as Body
const listEvents = async (to: Connected, query?: Record<string, string>) =>
  (await call('GET', `/integrations/${to.id}/events`, undefined, query)).body.data as Body[]
const feedbackContents = async () => (await call('GET', '/feedback')).body.data.map((f: Body) => f.content)

test('an integration is created with its URL and, once, its secret', async () => {
  const reply = await call('POST', '/integrations', {
    provider: 'slack',
    name: 'Team chat',
    config: { channels: ['C1'], source: 'team-chat' },
  })
  assert.equal(reply.status, 201)
  const { secret, ...created } = reply.body
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.match(created.inbound_url, /^http:\/\/localhost:3000\/hooks\/v1\/[\w-]{32}$/)
  assert.deepEqual(
    [created.status, created.direction, created.config, created.secret_hint, created.created_by, created.sync],
    [
      'pending',
      'inbound',
      { channels: ['C1'], source: 'team-chat' },
      `…${secret.slice(-4)}`,
      org.admin.userId,
      { enabled: false, frequency: 'daily', last_run_at: null, next_run_at: null },
    ],
  )
  assert.deepEqual(await getIntegration(created), created)
  assert.deepEqual((await call('GET', '/integrations')).body.data, [created])
  assert.ok(!(await call('GET', '/integrations')).text.includes(secret))
})

test('no plaintext secret is stored in the database, including stored responses', async () => {
  const own = 'own-secret-0123456789-abcdef'
  const created = await app.call(org.admin.key, 'POST', '/integrations', {
    body: { provider: 'jira', name: 'Tracker', secret: own },
    headers: { 'idempotency-key': 'make' },
  })
  const rotated = await app.call(org.admin.key, 'POST', `/integrations/${created.body.id}/rotate-secret`, {
    body: {},
    headers: { 'idempotency-key': 'turn' },
  })
  const again = await app.call(org.admin.key, 'POST', `/integrations/${created.body.id}/rotate-secret`, {
    body: {},
    headers: { 'idempotency-key': 'turn' },
  })
  assert.deepEqual(
    [created.body.secret, again.body.secret, again.body.idempotency.replayed],
    [own, rotated.body.secret, true],
  )
  const tables = await app.store.rows<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  for (const { name } of tables) {
    const { dump } = (await app.store.first<{ dump: string }>(
      sql`select coalesce(string_agg(t::text, ' '), '') as dump from ${raw(`"${name}"`)} t`,
    ))!
    for (const secret of [own, rotated.body.secret as string]) {
      const hex = Buffer.from(secret).toString('hex')
      for (const form of [secret, hex, Buffer.from(secret).toString('base64').slice(0, 30)])
        assert.ok(!dump.includes(form), `${name} contains the secret`)
    }
  }
})

test('an encrypted secret can only be decrypted with the same key and context', () => {
  const vault = vaultFor('installation-secret-one')
  const sealed = vault.seal('whsec_abc', 'a')
  assert.equal(vault.open(sealed, 'a'), 'whsec_abc')
  assert.notDeepEqual(vault.seal('whsec_abc', 'a'), sealed)
  assert.throws(() => vault.open(sealed, 'b'))
  assert.throws(() => vaultFor('installation-secret-two').open(sealed, 'a'))
  for (let n = 0; n < sealed.length; n++) {
    const corrupted = Buffer.from(sealed)
    corrupted[n]! ^= 1
    assert.throws(() => vault.open(corrupted, 'a'), `byte ${n}`)
  }
})

test('an undecryptable secret rejects deliveries without an error', async () => {
  const to = await connect()
  await app.store.run(sql`update integration set secret = decode('01' || repeat('00', 60), 'hex') where id = ${to.id}`)
  assert.equal((await deliver(app, to, 'generic', { content: 'x' })).status, 401)
})

test('settings are validated per provider, and a source belongs to one integration', async () => {
  const assertRejected = async (body: Body, path: string) => {
    const reply = await call('POST', '/integrations', { provider: 'zendesk', name: 'x', ...body })
    assert.deepEqual([reply.status, reply.body.error.details?.[0].path], [400, path], reply.text)
  }
  await assertRejected({ config: { channels: ['C1'] } }, 'body.config.channels')
  await assertRejected({ config: { source: 'No Slug' } }, 'body.config.source')
  await assertRejected({ secret: 'short' }, 'body.secret')
  await assertRejected({ provider: 'unheard-of' }, 'body.provider')
  await assertRejected({ mapping: { record: 'feedback', fields: { content: '$.x' } } }, 'body.mapping')
  const generic = { provider: 'generic' }
  await assertRejected(
    { ...generic, mapping: { record: 'feedback', fields: { content: 'x' } } },
    'body.mapping.fields.content',
  )
  await assertRejected({ ...generic, mapping: { record: 'feedback', fields: { title: '$.x' } } }, 'body.mapping.fields')
  await assertRejected(
    { ...generic, mapping: { record: 'feedback', fields: { content: '$.x', status: '$.y' } } },
    'body.mapping.fields.status',
  )
  await assertRejected(
    { ...generic, mapping: { record: 'feedback', items: '$..x', fields: { content: '$.x' } } },
    'body.mapping.items',
  )
  await assertRejected({ ...generic, mapping: { record: 'contact', fields: { name: '$.x' } } }, 'body.mapping.fields')
  const first = await connect({ config: { source: 'forum' } })
  assert.equal(
    (await call('POST', '/integrations', { provider: 'generic', name: 'y', config: { source: 'forum' } })).body.error
      .code,
    'DUPLICATE',
  )
  const second = await connect()
  assert.equal(
    (await call('PATCH', `/integrations/${second.id}`, { config: { source: 'forum' } })).body.error.code,
    'DUPLICATE',
  )
  assert.equal(
    (await call('PATCH', `/integrations/${first.id}`, { config: { source: 'forum', signature: 'sha256' } })).body.config
      .signature,
    'sha256',
  )
  const integrations = await Promise.all(Array.from({ length: 5 }, () => connect({ provider: 'slack' })))
  assert.equal(new Set(integrations.map((one) => one.config.source)).size, 5)
})

test('an update changes the fields in the request; deleting twice is idempotent and erases the secrets', async () => {
  const to = await connect()
  const mapping = {
    record: 'feedback',
    items: '$.data[*]',
    fields: { content: '$.text' },
    when: { path: '$.type', equals: 'comment' },
  }
  const changed = (
    await call('PATCH', `/integrations/${to.id}`, {
      name: 'Board',
      mapping,
      sync: { enabled: true, frequency: 'hourly' },
    })
  ).body
  assert.deepEqual(
    [changed.name, changed.mapping, changed.sync.enabled, changed.sync.frequency, changed.config.source],
    ['Board', mapping, true, 'hourly', 'generic'],
  )
  assert.ok(Math.abs(Date.parse(changed.sync.next_run_at) - Date.now() - 3_600_000) < 60_000)
  assert.equal((await call('PATCH', `/integrations/${to.id}`, { mapping: null })).body.mapping, null)
  for (let n = 0; n < 2; n++)
    assert.deepEqual((await call('DELETE', `/integrations/${to.id}`)).body, { id: to.id, deleted: true })
  assert.equal((await call('GET', `/integrations/${to.id}`)).status, 404)
  assert.deepEqual((await call('GET', '/integrations')).body.data, [])
  const stored = await app.store.first(sql`select secret, previous_secret from integration where id = ${to.id}`)
  assert.deepEqual(stored, { secret: null, previous_secret: null })
})

test('members read, admins change', async () => {
  const to = await connect()
  const callAsMember = (method: string, path: string, body?: Body) =>
    app.call(org.member.key, method, path, { ...(body && { body }) })
  for (const path of [
    '/integrations',
    '/integrations/providers',
    `/integrations/${to.id}`,
    `/integrations/${to.id}/events`,
  ])
    assert.equal((await callAsMember('GET', path)).status, 200)
  for (const [method, path, body] of [
    ['POST', '/integrations', { provider: 'slack', name: 'x' }],
    ['PATCH', `/integrations/${to.id}`, { name: 'y' }],
    ['DELETE', `/integrations/${to.id}`, undefined],
    ['POST', `/integrations/${to.id}/rotate-secret`, {}],
  ] as const)
    assert.equal((await callAsMember(method, path, body)).body.error.code, 'ROLE_NOT_ALLOWED')
})

test('the catalogue documents verification per provider, and each sample payload is parsed', async () => {
  const { data } = (await call('GET', '/integrations/providers')).body
  for (const info of data.filter((one: Body) => one.webhook && one.sample_payload !== null) as Body[]) {
    assert.ok(info.verification.headers.length > 0)
    const to = await connect({ provider: info.provider, name: info.name })
    const { records, reason } = (await call('POST', `/integrations/${to.id}/test`, { payload: info.sample_payload }))
      .body
    assert.deepEqual([reason, info.records.includes(records[0].type)], [null, true], info.provider)
  }
  assert.deepEqual(
    [
      (await call('GET', '/support/cs/tickets')).body.data,
      await feedbackContents(),
      (await call('GET', '/contacts')).body.data,
    ],
    [[], [], []],
  )
})

test('testing a payload shows its records and stores nothing', async () => {
  const to = await connect({
    mapping: { record: 'feedback', items: '$.data[*]', fields: { content: '$.text', external_id: '$.id' } },
  })
  const result = (
    await call('POST', `/integrations/${to.id}/test`, {
      payload: { type: 'batch', data: [{ text: 'One', id: 1 }, { id: 2 }] },
    })
  ).body
  assert.deepEqual(
    [
      result.type,
      result.records.map((r: Body) => [r.type, r.fields.content, r.fields.external_id]),
      result.reason,
      result.detail,
    ],
    ['batch', [['feedback', 'One', '1']], 'invalid_record', 'item 1: content is missing'],
  )
  assert.deepEqual([await feedbackContents(), await listEvents(to)], [[], []])
})

test('the log is filtered and paged, and includes bodies on request', async () => {
  const to = await connect()
  await deliver(app, to, 'generic', { content: 'One', external_id: '1' })
  await deliver(app, to, 'generic', { nothing: 1 })
  await deliver(app, to, 'generic', { content: 'x' }, { secret: 'whsec_AAAA' })
  assert.deepEqual(
    (await listEvents(to)).map((e) => [e.status, 'body' in e]),
    [
      ['rejected', false],
      ['rejected', false],
      ['accepted', false],
    ],
  )
  assert.deepEqual(
    (await listEvents(to, { status: 'accepted', include: 'body' })).map((e) => e.body),
    ['{"content":"One","external_id":"1"}'],
  )
  const first = (await call('GET', `/integrations/${to.id}/events`, undefined, { limit: '2' })).body
  assert.deepEqual(
    (await listEvents(to, { limit: '2', cursor: first.pagination.next_cursor })).map((e) => e.status),
    ['accepted'],
  )
  assert.equal((await listEvents(to, { created_before: '2026-01-01' })).length, 0)
})

test('a stored delivery can be replayed, for example after a change of mapping, without duplicates', async () => {
  const to = await connect({ mapping: { record: 'feedback', fields: { content: '$.wrong' } } })
  const { event_id, status } = (await deliver(app, to, 'generic', { text: 'Words', sub: { id: 1 } })).body
  assert.equal(status, 'rejected')
  const replay = (id: string) => call('POST', `/integrations/${to.id}/events/${id}/replay`)
  assert.equal((await replay(event_id)).body.status, 'rejected')
  await call('PATCH', `/integrations/${to.id}`, { mapping: { record: 'feedback', fields: { content: '$.text' } } })
  const accepted = (await replay(event_id)).body
  assert.deepEqual(
    [accepted.status, accepted.replay_of_id, accepted.created_ids.length, await feedbackContents()],
    ['accepted', event_id, 1, ['Words']],
  )
  const again = (await replay(accepted.id)).body
  assert.deepEqual(
    [again.status, again.replay_of_id, again.records, await feedbackContents()],
    ['accepted', event_id, [{ type: 'feedback', id: accepted.created_ids[0], result: 'unchanged' }], ['Words']],
  )
  await deliver(app, to, 'generic', { text: 'x' }, { secret: 'whsec_AAAA' })
  assert.equal((await replay((await listEvents(to))[0]!.id)).body.error.code, 'INVALID_STATE')
  assert.equal((await replay(newId())).status, 404)
})

test('a sync imports skipped deliveries and records when it ran', async () => {
  const to = await connect({ mapping: { record: 'feedback', fields: { content: '$.wrong', external_id: '$.id' } } })
  for (let n = 1; n <= 60; n++) await deliver(app, to, 'generic', { text: `Words ${n}`, id: n })
  await call('PATCH', `/integrations/${to.id}`, {
    enabled: false,
    mapping: { record: 'feedback', fields: { content: '$.text', external_id: '$.id' } },
  })
  await deliver(app, to, 'generic', { text: 'While off', id: 61 })
  assert.equal((await call('POST', `/integrations/${to.id}/sync`)).body.error.code, 'INVALID_STATE')
  await call('PATCH', `/integrations/${to.id}`, { enabled: true })
  const { status, body } = await call('POST', `/integrations/${to.id}/sync`)
  assert.deepEqual([status, body.status], [202, 'queued'])
  const second = (await call('POST', `/integrations/${to.id}/sync`)).body
  await withTestWorker(async () => {
    for (const id of [body.job_id, second.job_id]) {
      const job = (await call('GET', `/jobs/${id}`, undefined, { wait: '20' })).body
      assert.deepEqual([job.status, job.result], ['ready', { resource_type: 'integration', resource_id: to.id }])
    }
  })
  assert.equal((await call('GET', '/feedback/count')).body.count, 61)
  const analyses = await app.store.rows<{ ids: string[] }>(
    sql`select payload->'feedback_ids' as ids from job where org_id = ${org.id} and type = 'feedback_analysis'`,
  )
  assert.equal(new Set(analyses.flatMap(({ ids }) => ids)).size, 61, 'analysis jobs cover every imported item')
  assert.notEqual((await getIntegration(to)).sync.last_run_at, null)
  const [{ eventCount }] = (await app.store.rows<{ eventCount: number }>(
    sql`select count(*) as "eventCount" from event where org_id = ${org.id} and type = 'feedback.created'`,
  )) as [{ eventCount: number }]
  assert.equal(eventCount, 61)
})

test('a due sync is enqueued once', async () => {
  const [hourly, off] = [await connect(), await connect()]
  await call('PATCH', `/integrations/${hourly.id}`, { sync: { enabled: true, frequency: 'hourly' } })
  await call('PATCH', `/integrations/${off.id}`, { sync: { enabled: true }, enabled: false })
  await app.store.run(sql`update integration set next_run_at = now() - interval '1 minute' where org_id = ${org.id}`)
  const queue = openQueue(app.store)
  await queue.start()
  const enqueued = await Promise.all([scheduleDueSyncs(app.store, queue), scheduleDueSyncs(app.store, queue)])
  await queue.stop()
  assert.equal(enqueued[0] + enqueued[1], 1)
  const jobs = (await call('GET', '/jobs', undefined, { type: 'integration_sync' })).body.data as Body[]
  assert.deepEqual(
    jobs.map((job) => [job.status, job.created_by, job.result.resource_id]),
    [['queued', null, hourly.id]],
  )
  assert.ok(Date.parse((await getIntegration(hourly)).sync.next_run_at) > Date.now() + 3_500_000)
})

test('bodies are kept for a week, the log for ninety days', async () => {
  const to = await connect()
  for (const n of [1, 2, 3]) await deliver(app, to, 'generic', { content: `Words ${n}`, external_id: String(n) })
  const [third, second, first] = await listEvents(to)
  await app.store.run(sql`update integration_event set created_at = now() - interval '8 days' where id = ${second!.id}`)
  await app.store.run(sql`update integration_event set created_at = now() - interval '91 days' where id = ${first!.id}`)
  await deleteExpired(app.store)
  assert.deepEqual(
    (await listEvents(to, { include: 'body' })).map((e) => [e.id, e.body !== null]),
    [
      [third!.id, true],
      [second!.id, false],
    ],
  )
  assert.equal(
    (await call('POST', `/integrations/${to.id}/events/${second!.id}/replay`)).body.error.code,
    'INVALID_STATE',
  )
})
