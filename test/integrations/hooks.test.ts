import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultLimits, createLimiter } from '#api/pipeline/rate-limits.ts'
import { samples } from './samples.ts'
import type { Provider } from './deliver.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { type Body, useTestServer, org, app } from '../test-server.ts'
import { startTestApp } from '../test-app.ts'
import { type Connected, deliver } from './deliver.ts'

useTestServer()

const api = async (method: string, path: string, body?: Body, query?: Record<string, string>) => {
  const reply = await app.call(org.admin.key, method, path, {
    ...(body && { body }),
    ...(query && { query }),
    headers: { 'idempotency-key': newId() },
  })
  assert.ok(reply.status < 300, reply.text)
  return reply.body as Body
}
const connect = (provider: Provider, more: Body = {}) =>
  api('POST', '/integrations', { provider, name: provider, ...more }) as unknown as Promise<Connected & Body>
const getIntegration = (to: Connected) => api('GET', `/integrations/${to.id}`)
const listEvents = async (to: Connected, query?: Record<string, string>) =>
  (await api('GET', `/integrations/${to.id}/events`, undefined, query)).data as Body[]
const tickets = async () => (await api('GET', '/support/cs/tickets')).data as Body[]
const feedback = async () => (await api('GET', '/feedback')).data as Body[]
const countRecords = async () => ({
  tickets: (await tickets()).length,
  feedback: (await feedback()).filter((f) => f.source_type !== 'cs_ticket').length,
  contacts: (await api('GET', '/contacts')).data.length as number,
})

/** A sample payload with the current time and a new delivery id. */
function freshPayload(provider: Provider, change: (payload: Body) => void = () => {}): Body {
  const payload = structuredClone(samples[provider]) as Body
  if (provider === 'linear') payload.webhookTimestamp = Date.now()
  if (provider === 'jira') payload.timestamp = Date.now()
  if (provider === 'intercom')
    Object.assign(payload, { created_at: Math.floor(Date.now() / 1000), id: `notif_${newId()}` })
  if (provider === 'slack') payload.event_id = newId()
  if (provider === 'zendesk') payload.id = newId()
  change(payload)
  return payload
}

test('a verified delivery of each kind creates its record once', async () => {
  const recordsByProvider: Record<string, unknown> = {}
  for (const provider of ['zendesk', 'intercom', 'slack', 'generic'] as const) {
    const to = await connect(provider)
    const reply = await deliver(app, to, provider, freshPayload(provider))
    assert.deepEqual([reply.status, reply.body.accepted, reply.body.status], [202, true, 'accepted'], reply.text)
    const [event] = await listEvents(to)
    assert.deepEqual([event!.id, event!.status, event!.created_ids.length], [reply.body.event_id, 'accepted', 1])
    recordsByProvider[provider] = event!.records.map((r: Body) => [r.type, r.result])
    assert.deepEqual(await getIntegration(to).then(({ status, stats }) => [status, stats]), [
      'connected',
      { received: 1, accepted: 1, duplicates: 0, rejected: 0 },
    ])
  }
  assert.deepEqual(recordsByProvider, {
    zendesk: [['support_ticket', 'created']],
    intercom: [['support_ticket', 'created']],
    slack: [['feedback', 'created']],
    generic: [['feedback', 'created']],
  })
  assert.deepEqual(
    (await tickets()).map((t) => [t.source, t.source_name, t.external_id, t.message_count, t.integration_id !== null]),
    [
      ['intercom', 'intercom', '21321941764', 0, true],
      ['zendesk', 'zendesk', '5158', 1, true],
    ],
  )
  const [generic, slack] = (await feedback()).filter((f) => f.source_type !== 'cs_ticket')
  assert.deepEqual(
    [
      generic!.source,
      generic!.content,
      generic!.contact.email,
      slack!.source,
      slack!.content,
      slack!.status,
      slack!.integration_id !== null,
    ],
    [
      'generic',
      'The export times out.',
      'ana@example.com',
      'slack',
      'The export times out for our largest customer.',
      'queued',
      true,
    ],
  )
})

/** Headers that replace a signed value, or the signature itself. */
function tamperedHeaders(provider: Provider): Record<string, string> {
  if (provider === 'zendesk')
    return { 'X-Zendesk-Webhook-Signature-Timestamp': new Date(Date.now() - 1000).toISOString() }
  if (provider === 'slack') return { 'X-Slack-Request-Timestamp': String(Math.floor(Date.now() / 1000) - 5) }
  if (provider === 'generic') return { 'webhook-id': 'other' }
  return { 'X-Hub-Signature': 'sha1=00', 'Linear-Signature': '00' }
}

test('an invalid signature is rejected for every provider and logged without its body; nothing is stored', async () => {
  for (const provider of ['zendesk', 'intercom', 'slack', 'linear', 'jira', 'generic'] as const) {
    const to = await connect(provider)
    const wrong = await deliver(app, to, provider, freshPayload(provider), {
      secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
    })
    assert.deepEqual([wrong.status, wrong.body.error.code], [401, 'INVALID_SIGNATURE'])
    const unsigned = await fetch(app.baseUrl + new URL(to.inbound_url).pathname, {
      method: 'POST',
      body: JSON.stringify(freshPayload(provider)),
    })
    assert.equal(unsigned.status, 401)
    const changed = await deliver(app, to, provider, freshPayload(provider), {
      headers: tamperedHeaders(provider),
    })
    assert.equal(changed.status, 401, provider)
    assert.deepEqual(
      (await listEvents(to, { include: 'body' })).map((e) => [e.status, e.reason, e.body]),
      [
        ['rejected', provider === 'jira' ? 'missing_signature' : 'bad_signature', null],
        ['rejected', 'missing_signature', null],
        ['rejected', 'bad_signature', null],
      ],
    )
    const { status, stats, last_error } = await getIntegration(to)
    assert.deepEqual(
      [status, stats, last_error.code],
      [
        'pending',
        { received: 3, accepted: 0, duplicates: 0, rejected: 3 },
        provider === 'jira' ? 'missing_signature' : 'bad_signature',
      ],
    )
  }
  assert.deepEqual(await countRecords(), { tickets: 0, feedback: 0, contacts: 0 })
})

test('a stale delivery is rejected and logged although it is signed', async () => {
  const old = new Date(Date.now() - 301_000)
  for (const provider of ['zendesk', 'slack', 'generic'] as const) {
    const to = await connect(provider)
    assert.equal((await deliver(app, to, provider, freshPayload(provider), { at: old })).status, 401)
    assert.equal(
      (await deliver(app, to, provider, freshPayload(provider), { at: new Date(Date.now() + 302_000) })).status,
      401,
    )
    assert.deepEqual(
      (await listEvents(to)).map((e) => e.reason),
      ['stale_timestamp', 'stale_timestamp'],
    )
  }
  for (const [provider, change] of [
    ['linear', (p: Body) => void (p.webhookTimestamp -= 61_000)],
    ['jira', (p: Body) => void (p.timestamp -= 86_401_000)],
    ['intercom', (p: Body) => void (p.created_at -= 86_401)],
  ] as const) {
    const to = await connect(provider)
    assert.equal((await deliver(app, to, provider, freshPayload(provider, change))).status, 401)
    assert.deepEqual(
      (await listEvents(to)).map((e) => e.reason),
      ['stale_timestamp'],
    )
  }
  assert.deepEqual(await countRecords(), { tickets: 0, feedback: 0, contacts: 0 })
})

test('a repeated delivery, also concurrent or under another id, is logged as a duplicate and stored once', async () => {
  for (const provider of ['zendesk', 'intercom', 'slack', 'generic'] as const) {
    const to = await connect(provider)
    const [payload, at, delivery] = [freshPayload(provider), new Date(), newId()]
    const before = await countRecords()
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => deliver(app, to, provider, payload, { at, delivery })),
    )
    assert.deepEqual(replies.map((r) => [r.status, r.body.status]).sort(), [
      [202, 'accepted'],
      ...Array.from({ length: 5 }, () => [202, 'duplicate']),
    ])
    if (provider === 'zendesk') {
      const renamed = await deliver(app, to, provider, payload, { at, delivery: newId() })
      assert.equal(renamed.body.status, 'duplicate')
    }
    const later = await deliver(app, to, provider, payload, { at: new Date(Date.now() + 2000), delivery })
    assert.equal(later.body.status, 'duplicate')
    const after = await countRecords()
    assert.equal(after.tickets + after.feedback, before.tickets + before.feedback + 1)
    const { stats } = await getIntegration(to)
    assert.deepEqual(
      [stats.accepted, stats.duplicates, stats.received],
      [1, provider === 'zendesk' ? 7 : 6, provider === 'zendesk' ? 8 : 7],
    )
  }
})

test('a body signed without a timestamp is accepted once within the log retention', async () => {
  const to = await connect('generic', { config: { signature: 'sha256' } })
  const payload = { content: 'No id and no time' }
  assert.deepEqual(
    [(await deliver(app, to, 'sha256', payload)).body.status, (await deliver(app, to, 'sha256', payload)).body.status],
    ['accepted', 'duplicate'],
  )
  assert.equal((await deliver(app, to, 'generic', payload)).status, 401)
  assert.equal((await countRecords()).feedback, 1)
})

test('signatures cover the raw bytes: whitespace, key order, byte order mark', async () => {
  const to = await connect('generic', {
    mapping: { record: 'feedback', fields: { content: '$.content', external_id: '$.id' } },
  })
  const body = '{ "id" : "1" ,\r\n "content":"Ol\\u00e1 \\ud83d\\ude00",  "n": 1.0 }\n'
  assert.equal((await deliver(app, to, 'sha256', null, { body })).body.status, 'accepted')
  assert.equal((await feedback())[0]!.content, 'Olá 😀')
  assert.equal((await listEvents(to, { include: 'body' }))[0]!.body, body)
  for (const odd of ['', 'nonsense', '\ufeff{"content":"x"}', '[1]', Buffer.from([0xff, 0xfe, 0x7b])]) {
    const reply = await deliver(app, to, 'sha256', null, { body: odd })
    assert.deepEqual([reply.status, reply.body.status], [202, 'rejected'], String(odd))
  }
  assert.deepEqual(
    (await listEvents(to)).slice(0, 5).map((e) => e.reason),
    ['not_json', 'invalid_record', 'not_json', 'not_json', 'not_json'],
  )
  const large = await deliver(app, to, 'sha256', { content: 'x'.repeat(1024 * 1024) })
  assert.deepEqual([large.status, large.body.error.code], [413, 'PAYLOAD_TOO_LARGE'])
})

test('an unknown address returns 404, and HEAD reveals nothing', async () => {
  const to = await connect('generic')
  await api('DELETE', `/integrations/${to.id}`)
  for (const path of [
    new URL(to.inbound_url).pathname,
    '/hooks/v1/nobody',
    '/hooks/v1/%00',
    `/hooks/v1/${'x'.repeat(5000)}`,
  ]) {
    const reply = await fetch(app.baseUrl + path, { method: 'POST', body: '{}' })
    assert.deepEqual([reply.status, ((await reply.json()) as Body).error.code], [404, 'NOT_FOUND'], path)
    assert.equal((await fetch(app.baseUrl + path, { method: 'HEAD' })).status, 200)
  }
  assert.equal((await fetch(`${app.baseUrl}/hooks/v1/nobody`)).status, 404)
})

test('the Slack challenge is answered after verification', async () => {
  const to = await connect('slack')
  const payload = {
    type: 'url_verification',
    token: 'x',
    challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P',
  }
  const reply = await deliver(app, to, 'slack', payload)
  assert.deepEqual([reply.status, reply.body], [200, { challenge: payload.challenge }])
  assert.equal((await deliver(app, to, 'slack', payload, { secret: 'wrong-wrong-wrong-wrong' })).status, 401)
  assert.deepEqual(
    (await listEvents(to)).map((e) => [e.type, e.status, e.reason]),
    [
      [null, 'rejected', 'bad_signature'],
      ['url_verification', 'ignored', 'handshake'],
    ],
  )
})

test('a Slack thread is one feedback item through replies, edits and deletions', async () => {
  const to = await connect('slack', { config: { channels: ['C1'] } })
  const sendMessage = async (event: Body) =>
    (
      await deliver(app, to, 'slack', {
        type: 'event_callback',
        event_id: newId(),
        event: { type: 'message', channel: 'C1', user: 'U1', ...event },
      })
    ).body as Body
  await sendMessage({ text: 'Export is slow', ts: '1777716727.000100' })
  await Promise.all([
    sendMessage({ text: 'Very slow', ts: '1777716729.000300', thread_ts: '1777716727.000100', user: 'U2' }),
    sendMessage({ text: 'Since Monday', ts: '1777716728.000200', thread_ts: '1777716727.000100' }),
  ])
  const [item] = await feedback()
  assert.deepEqual(
    [item!.content, item!.external_id, item!.metadata, item!.occurred_at],
    [
      'Export is slow\n\nSince Monday\n\nVery slow',
      'C1-1777716727.000100',
      { channel: 'C1', thread_ts: '1777716727.000100', messages: 3 },
      '2026-05-02T10:12:07.000Z',
    ],
  )
  assert.deepEqual((await api('GET', `/contacts/${item!.contact_id}`)).identities, [
    { provider: 'slack', external_id: 'U1' },
  ])
  await sendMessage({
    subtype: 'message_changed',
    message: { ts: '1777716728.000200', thread_ts: '1777716727.000100', user: 'U1', text: 'Since Tuesday' },
  })
  await sendMessage({
    subtype: 'message_deleted',
    deleted_ts: '1777716729.000300',
    previous_message: { ts: '1777716729.000300', thread_ts: '1777716727.000100', user: 'U2' },
  })
  assert.equal((await feedback())[0]!.content, 'Export is slow\n\nSince Tuesday')
  assert.equal((await sendMessage({ channel: 'C2', text: 'Elsewhere', ts: '1777716730.000100' })).status, 'ignored')
  assert.equal((await sendMessage({ bot_id: 'B', text: 'Beep', ts: '1777716731.000100' })).status, 'ignored')
  assert.equal((await feedback()).length, 1)
  for (const ts of ['1777716727.000100', '1777716728.000200'])
    await sendMessage({
      subtype: 'message_deleted',
      deleted_ts: ts,
      previous_message: { ts, thread_ts: '1777716727.000100', user: 'U1' },
    })
  assert.deepEqual(await feedback(), [])
  assert.deepEqual(
    (await listEvents(to))[0]!.records.map((r: Body) => r.result),
    ['deleted'],
  )
})

test('ticket changes in the helpdesk are applied', async () => {
  const to = await connect('zendesk')
  const send = (type: string, change: (p: Body) => void) =>
    deliver(
      app,
      to,
      'zendesk',
      freshPayload(
        'zendesk',
        (p) => ((p.type = `zen:event-type:ticket.${type}`), (p.time = new Date().toISOString()), change(p)),
      ),
    )
  await send('created', (p) => void delete p.event)
  await send('comment_added', () => {})
  await send('comment_added', (p) =>
    Object.assign(p.event.comment, {
      id: '8652',
      body: 'We are on it.',
      author: { id: '1', is_staff: true, name: 'Kim' },
    }),
  )
  const [open] = await tickets()
  assert.deepEqual(
    [open!.status, open!.message_count, open!.analysis_status, open!.first_response_at !== null],
    ['open', 2, 'received', true],
  )
  await send('status_changed', (p) => (delete p.event, (p.detail.status = 'SOLVED')))
  const [solved] = await tickets()
  assert.deepEqual(
    [solved!.id, solved!.status, solved!.message_count, solved!.analysis_status],
    [open!.id, 'solved', 2, 'queued'],
  )
  const ticketFeedback = (await feedback()).find((f) => f.id === solved!.feedback_id)
  assert.deepEqual(
    [ticketFeedback!.source, ticketFeedback!.content],
    ['zendesk', 'The export times out.\n\nIt happens above 10,000 rows.'],
  )
  assert.equal(
    (
      await app.store.rows(
        sql`select 1 from event
          where org_id = ${org.id} and actor_type = 'integration' and actor_id = ${to.id} and type like 'support.%'`,
      )
    ).length,
    4,
  )
})

test('records of two integrations with equal ids stay separate', async () => {
  const [a, b] = [await connect('generic'), await connect('generic')]
  assert.deepEqual([a.config.source, b.config.source], ['generic', 'generic-2'])
  for (const to of [a, b])
    assert.equal((await deliver(app, to, 'generic', { content: 'Same id', external_id: '1' })).body.status, 'accepted')
  assert.equal((await feedback()).length, 2)
  assert.equal((await deliver(app, a, 'generic', { content: 'Other words', external_id: '1' })).body.status, 'accepted')
  assert.deepEqual(
    (await feedback()).map((f) => [f.source, f.content]),
    [
      ['generic-2', 'Same id'],
      ['generic', 'Other words'],
    ],
  )
})

test('a mapping can import NPS responses, and the score is updated', async () => {
  const to = await connect('generic', {
    mapping: {
      record: 'nps_response',
      items: '$.rows[*]',
      fields: { score: '$.s', reason: '$.why', external_id: '$.id', 'contact.email': '$.who' },
    },
  })
  const rows = [
    { s: 10, why: 'Fast', id: 1, who: 'ana@acme.example' },
    { s: 2, why: 'Slow', id: 2, who: 'bo@acme.example' },
    { s: 9, id: 3 },
  ]
  const { body } = await deliver(app, to, 'generic', { rows })
  assert.equal(body.status, 'accepted')
  const { score, responses } = await api('GET', '/nps')
  assert.deepEqual([score, responses], [33, 3])
  assert.deepEqual((await deliver(app, to, 'generic', { rows })).body.status, 'accepted')
  assert.equal((await api('GET', '/nps')).responses, 3)
})

test('trackers update linked issues and create nothing', async () => {
  const project = await api('POST', '/projects', { title: 'Exports' })
  const link = (provider: string, more: Body) =>
    api('POST', '/build/projects', {
      action: 'link_external_artifact',
      project_id: project.id,
      provider,
      external_url: `https://${provider}.example/ENG-142`,
      display_title: 'Old',
      ...more,
    })
  await link('linear', { external_key: 'ENG-142' })
  await link('jira', { external_id: '10002', external_key: 'OLD-1', metadata: { team: 'Data' } })
  const [linear, jira] = [await connect('linear'), await connect('jira')]
  for (const [to, provider] of [
    [linear, 'linear'],
    [jira, 'jira'],
  ] as const)
    assert.equal((await deliver(app, to, provider, freshPayload(provider))).body.status, 'accepted')
  const links = (await api('GET', `/projects/${project.id}`)).external_links as Body[]
  assert.deepEqual(
    links.map((l) => [
      l.provider,
      l.external_key,
      l.state,
      l.display_title,
      l.external_url,
      l.metadata,
      l.refreshed_at !== null,
    ]),
    [
      ['jira', 'ENG-142', 'In Progress', 'Background exports', 'https://jira.example/ENG-142', { team: 'Data' }, true],
      ['linear', 'ENG-142', 'In Progress', 'Background exports', 'https://linear.app/acme/issue/ENG-142', null, true],
    ],
  )
  assert.deepEqual((await listEvents(jira))[0]!.records, [{ type: 'project_link', id: project.id, result: 'updated' }])
  const unknown = await deliver(
    app,
    jira,
    'jira',
    freshPayload('jira', (p) => ((p.issue.id = '9'), (p.issue.key = 'X-9'))),
  )
  assert.deepEqual([unknown.body.status, unknown.body.reason], ['ignored', 'not_linked'])
  assert.equal(
    (
      await deliver(
        app,
        linear,
        'linear',
        freshPayload('linear', (p) => (p.action = 'remove')),
      )
    ).body.status,
    'accepted',
  )
  assert.equal((await api('GET', `/projects/${project.id}`)).external_links[1].state, 'deleted')
  assert.equal((await api('GET', '/projects')).data.length, 1)
})

test('an integration only affects its own organization', async () => {
  const otherOrg = await app.org()
  const project = await api('POST', '/projects', { title: 'Exports' })
  await api('POST', '/build/projects', {
    action: 'link_external_artifact',
    project_id: project.id,
    provider: 'jira',
    external_id: '10002',
    external_url: 'https://jira.example/1',
    display_title: 'Old',
  })
  const integration = (
    await app.call(otherOrg.admin.key, 'POST', '/integrations', { body: { provider: 'jira', name: 'Theirs' } })
  ).body as Connected
  assert.equal((await deliver(app, integration, 'jira', freshPayload('jira'))).body.reason, 'not_linked')
  assert.equal((await api('GET', `/projects/${project.id}`)).external_links[0].display_title, 'Old')
})

test('the previous secret is accepted for 24 hours after a rotation', async () => {
  const to = await connect('slack')
  const next = (await api('POST', `/integrations/${to.id}/rotate-secret`, {
    secret: 'slack-signing-secret-0001',
  })) as unknown as Connected & Body
  assert.deepEqual(
    [next.secret, next.secret_hint, next.inbound_url],
    ['slack-signing-secret-0001', '…0001', to.inbound_url],
  )
  for (const secret of [to.secret, next.secret])
    assert.equal((await deliver(app, to, 'slack', freshPayload('slack'), { secret })).status, 202)
  await app.store.run(
    sql`update integration set previous_secret_until = now() - interval '1 second' where id = ${to.id}`,
  )
  assert.deepEqual(
    [
      (await deliver(app, to, 'slack', freshPayload('slack'))).status,
      (await deliver(app, to, 'slack', freshPayload('slack'), { secret: next.secret })).status,
    ],
    [401, 202],
  )
})

test('a disabled integration accepts nothing until it is enabled again', async () => {
  const to = await connect('generic')
  const off = await api('PATCH', `/integrations/${to.id}`, { enabled: false })
  const reply = await deliver(app, to, 'generic', { content: 'While off', external_id: '1' })
  assert.deepEqual(
    [off.status, reply.body.status, reply.body.reason, (await getIntegration(to)).status],
    ['disabled', 'ignored', 'disabled', 'disabled'],
  )
  assert.equal((await countRecords()).feedback, 0)
  await api('PATCH', `/integrations/${to.id}`, { enabled: true })
  assert.equal((await deliver(app, to, 'generic', { content: 'While on', external_id: '2' })).body.status, 'accepted')
})

test('consecutive rejections change the status to degraded, then error; one valid delivery restores it', async () => {
  const to = await connect('generic')
  await deliver(app, to, 'generic', { content: 'ok', external_id: '1' })
  for (let n = 0; n < 9; n++) await deliver(app, to, 'generic', { wrong: n })
  assert.equal((await getIntegration(to)).status, 'degraded')
  await deliver(app, to, 'generic', { wrong: true })
  await deliver(app, to, 'generic', { wrong: 'still' })
  const broken = await getIntegration(to)
  assert.deepEqual(
    [broken.status, broken.last_error.code, broken.last_error.message],
    ['error', 'invalid_record', 'content is missing'],
  )
  assert.equal(
    (await app.store.rows(sql`select 1 from event where org_id = ${org.id} and type = 'integration.error'`)).length,
    1,
  )
  await deliver(app, to, 'generic', { content: 'ok', external_id: '2' })
  assert.equal((await getIntegration(to)).status, 'connected')
})

test('repeated rejections are rate-limited, and the log does not grow meanwhile', async () => {
  const limited = await startTestApp({ rates: { limits: defaultLimits, limiter: createLimiter(defaultLimits) } })
  const limitedOrg = await limited.org()
  const to = (
    await limited.call(limitedOrg.admin.key, 'POST', '/integrations', { body: { provider: 'generic', name: 'x' } })
  ).body as Connected
  const statuses: number[] = []
  for (let n = 0; n < 34; n++)
    statuses.push((await deliver(limited, to, 'generic', { n }, { secret: 'whsec_AAAA' })).status)
  assert.deepEqual([statuses[0], statuses.at(-1)], [401, 429])
  assert.equal(
    (await limited.call(limitedOrg.admin.key, 'GET', `/integrations/${to.id}`)).body.stats.received,
    statuses.filter((status) => status === 401).length,
  )
  assert.equal((await deliver(limited, to, 'generic', { content: 'good' })).status, 202)
  await limited.close()
})
