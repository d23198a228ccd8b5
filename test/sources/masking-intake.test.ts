import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createOutbound } from '#outbound/client.ts'
import { type RunningServer, startSimulator } from '../simulators/start-simulator.ts'
import { loadSimulator } from '../simulators/verify-provider.ts'
import { createWorld } from '../simulators/world.ts'
import { vaultFor } from '#store/vault.ts'
import { uploadsClient } from '../imports/uploads-client.ts'
import { deliver } from '../integrations/deliver.ts'
import { findInDatabase } from '../support/find-in-database.ts'
import { app, type Body, call, org } from '../test-server.ts'
import { callOk, startTestWorker, useTestWorker, waitForOrgJobs } from '../test-worker.ts'

/** Comes in through every door and must be in no table afterwards. */
const leak = 'leak@personal.example'
const number = '4111 1111 1111 1111'
const text = `The export fails. Write to ${leak} about ORD-123456, card ${number}.`
const maskedText = 'The export fails. Write to [email] about [order], card [card].'
let server: RunningServer
const local = await loadSimulator('typeform')

useTestWorker({
  startsWorker: false,
  afterStart: () =>
    startTestWorker({
      vault: vaultFor(app.secret),
      outbound: createOutbound({ networks: ['127.0.0.0/8'], resolve: async () => [] }),
    }),
  beforeEachTest: () =>
    callOk('PATCH', '/masking', { kinds: ['email', 'card'], patterns: [{ name: 'order', pattern: 'ORD-[0-9]{6}' }] }),
})
before(async () => {
  server = await startSimulator(local, createWorld(local, 5))
  server.faults.isActive = false
  for (const item of server.world.items) item.text = text
})
after(() => server.close())

const contact = { email: 'ana@customer.example', name: 'Ana' }
const uploads = () => uploadsClient(app, org)

/** Sends the text through one door; returns what is stored. */
const doors: Record<string, () => Promise<unknown>> = {
  async 'one piece of feedback'() {
    const item = {
      content: text,
      title: text.slice(0, 60),
      metadata: { note: [text], card: 4111111111111111 },
      contact,
    }
    const { id, content, metadata } = await callOk('POST', '/feedback', item)
    assert.deepEqual([content, metadata], [maskedText, { note: [maskedText], card: '[card]' }])
    await callOk('PATCH', `/feedback/${id}`, { content: `Again: ${text}`, tags: [leak] })
    return content
  },
  'a second time, by content': async () =>
    [
      await callOk('POST', '/feedback', { content: text, dedupe: 'content' }),
      await callOk('POST', '/feedback', { content: text, dedupe: 'content' }),
    ].map(({ result, content }) => [result, content]),
  'feedback in bulk': () =>
    callOk('POST', '/feedback/bulk', { items: [{ content: text }, { content: text, contact }] }),
  async tickets() {
    const messages = [{ author: { type: 'customer', name: 'Ana' }, body: text }]
    const ticket = {
      source_name: 'desk',
      subject: `From ${leak}`,
      body: text,
      messages,
      custom_fields: { a: { b: text } },
      csat: { score: 1, scale_min: 1, scale_max: 5, comment: text },
    }
    const write = async (path: string, body: Body) => {
      const headers = { 'idempotency-key': `key${path}` }
      const reply = await app.call(org.admin.key, 'POST', `/support/custom/tickets${path}`, { body, headers })
      assert.ok(reply.status < 300, reply.text)
      return reply.body
    }
    const { ticket: stored } = await write('', ticket)
    await write(`/${stored.id}/messages`, { author: { type: 'customer' }, body: text })
    await write('/bulk', { items: [{ ...ticket, external_id: 'b1' }] })
    return callOk('GET', `/support/cs/tickets/${stored.id}`)
  },
  async interviews() {
    const { id } = await callOk('POST', '/interviews', {
      title: `With ${leak}`,
      interview_date: '2026-05-02',
      segments: [{ speaker: 'Ana', role: 'customer', text }],
    })
    await callOk('PATCH', `/interviews/${id}`, { title: `Again with ${leak}` })
    await callOk('PATCH', `/interviews/${id}/transcript/segments/0`, { text: `Again: ${text}` })
    const transcript = { format: 'auto', text: `Ana: ${text}\nBob: Thanks, ${leak}` }
    return callOk('PATCH', `/interviews/${id}/transcript`, { transcript })
  },
  async 'NPS responses'() {
    const { id, reason } = await callOk('POST', '/nps/responses', { score: 3, reason: text, contact })
    await callOk('PATCH', `/nps/responses/${id}`, { reason: `Again: ${text}` })
    await callOk('POST', '/nps/responses/bulk', { items: [{ score: 2, reason: text, external_id: 'n1' }] })
    return reason
  },
  async 'survey answers'() {
    const { id } = await callOk('POST', '/surveys', {
      title: 'How is it?',
      status: 'active',
      questions: [{ type: 'open_text', text: 'What should we improve?', key: 'improve' }],
    })
    const answers = [{ key: 'improve', value: text }]
    await callOk('POST', `/surveys/${id}/responses/bulk`, { items: [{ answers, metadata: { note: text } }] })
    return (await callOk('POST', `/surveys/${id}/responses`, { answers })).answers
  },
  async 'a CSV file'() {
    const done = await uploads().importFile(
      `Comment,Email,Rating\n"${text}",ana@customer.example,5\n"${text}",x,9999\n`,
      {
        columns: { Comment: 'content', Email: 'respondent_email' },
      },
    )
    return done.status
  },
  async 'inbound hooks'() {
    const connected = (await callOk('POST', '/integrations', { provider: 'zendesk', name: 'Desk' })) as never
    const { sample_payload } = (await callOk('GET', '/integrations/providers')).data.find(
      (one: Body) => one.provider === 'zendesk',
    )
    const payload = structuredClone(sample_payload)
    payload.detail.subject = `From ${leak}`
    payload.detail.description = text
    return (await deliver(app, connected, 'zendesk', payload)).body.status
  },
  async 'threads of chats'() {
    const config = { channels: ['C1'] }
    const connected = (await callOk('POST', '/integrations', { provider: 'slack', name: 'Chat', config })) as never
    const event = { type: 'message', channel: 'C1', user: 'U1', text, ts: '1777000000.000100' }
    const payload = { type: 'event_callback', event_id: 'E1', event_time: Math.floor(Date.now() / 1000), event }
    return (await deliver(app, connected, 'slack', payload)).body.status
  },
  async integrations() {
    const connection = { config: { ...local.config, base_url: server.url }, credential: { ...local.credential } }
    await callOk('POST', '/integrations', {
      provider: 'typeform',
      name: 'Forms',
      backfill_from: '2020-01-01',
      ...connection,
    })
    await waitForOrgJobs()
    return (await callOk('GET', '/feedback')).data[0]?.content
  },
}

for (const [name, send] of Object.entries(doors))
  test(`personal values are masked: ${name}`, async () => {
    assert.ok(await send())
    await waitForOrgJobs()
    const { daily } = await callOk('GET', '/masking')
    assert.ok(
      daily.some(({ rule, count }: Body) => rule === 'email' && count > 0),
      JSON.stringify(daily),
    )
  })

test('no table of the database holds a value that was masked', async () => {
  for (const value of [leak, number, 'ORD-123456']) assert.deepEqual(await findInDatabase(app.store, value), [])
  assert.notDeepEqual(await findInDatabase(app.store, contact.email), [])
})

test('rules of a source are used in addition, and contacts keep what identifies them', async () => {
  await callOk('PATCH', '/masking', { sources: [{ source: 'chat', kinds: ['phone'], patterns: [] }] })
  const content = 'Call +49 30 1234567 or ana@customer.example'
  const send = async (source: string) => (await callOk('POST', '/feedback', { content, source, contact })).content
  assert.equal(await send('chat'), 'Call [phone] or [email]')
  assert.equal(await send('mail'), 'Call +49 30 1234567 or [email]')
  assert.equal((await callOk('GET', '/contacts')).data[0].email, contact.email)
})

test('days and choices of survey responses stay, and so do UUIDs', async () => {
  await callOk('PATCH', '/masking', { patterns: [{ name: 'year', pattern: '20[0-9]{2}' }] })
  const { id } = await callOk('POST', '/surveys', {
    title: 'When was it?',
    status: 'active',
    questions: [
      { type: 'date', text: 'Which day?', key: 'day' },
      { type: 'open_text', text: 'What happened?', key: 'what' },
      { type: 'single_choice', text: 'Which year?', key: 'year', options: [{ label: '2025' }, { label: '2026' }] },
    ],
  })
  const answers = [
    { key: 'what', value: 'It broke in 2026' },
    { key: 'day', value: '2026-05-02' },
    { key: 'year', value: '2026' },
  ]
  const uuid = '20260000-0000-4000-8000-000000002026'
  const stored = await callOk('POST', `/surveys/${id}/responses`, { answers, metadata: { uuid, year: '2026' } })
  assert.deepEqual(
    stored.answers.map(({ key, value }: Body) => [key, value]),
    [
      ['day', '2026-05-02'],
      ['what', 'It broke in [year]'],
      ['year', '2026'],
    ],
  )
  assert.deepEqual(stored.metadata, { uuid, year: '[year]' })
})

test('the preview shows what stored or given rules mask, and counts nothing', async () => {
  const preview = await callOk('POST', '/masking/preview', { text })
  assert.equal(preview.masked_text, maskedText)
  assert.deepEqual(
    preview.masked.toSorted((a: Body, b: Body) => (a.rule < b.rule ? -1 : 1)),
    ['card', 'email', 'order'].map((rule) => ({ rule, count: 1 })),
  )
  const other = { text: 'Ticket T-12 of ana@x.example', patterns: [{ name: 'ticket', pattern: 'T-\\d+' }] }
  assert.equal((await callOk('POST', '/masking/preview', other)).masked_text, 'Ticket [ticket] of ana@x.example')
  assert.deepEqual((await callOk('GET', '/masking')).daily, [])
})

test('rules that cannot be used are refused with their place', async () => {
  const refused = async (body: Body) => (await call('PATCH', '/masking', body)).body.error.details[0].path
  assert.equal(await refused({ patterns: [{ name: 'a', pattern: '(' }] }), 'body.patterns.0.pattern')
  assert.equal(await refused({ patterns: [{ name: 'a', pattern: 'x*' }] }), 'body.patterns.0.pattern')
  const twice = { source: 'a', kinds: [], patterns: [] }
  assert.equal(await refused({ sources: [twice, twice] }), 'body.sources.1.source')
})
