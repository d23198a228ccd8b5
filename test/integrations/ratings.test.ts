import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { Provider } from './deliver.ts'
import { newId } from '#store/ids.ts'
import { app, type Body, call, org, useTestServer } from '../test-server.ts'
import { type Connected, deliver } from './deliver.ts'

/* Ratings in the deliveries of providers. */

useTestServer()

const connect = async (provider: Provider, more: Body = {}) => {
  const reply = await app.call(org.admin.key, 'POST', '/integrations', {
    body: { provider, name: provider, ...more },
    headers: { 'idempotency-key': newId() },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.body as Connected
}
const list = async (path: string) => (await call('GET', path)).body.data as Body[]
const accept = async (to: Connected, scheme: Parameters<typeof deliver>[2], payload: Body) => {
  const reply = await deliver(app, to, scheme, payload)
  assert.equal(reply.body.status, 'accepted', reply.text)
}
const ratingOf = ({ rating }: Body) => rating && [rating.value, rating.scale_min, rating.scale_max]

test('Zendesk: good and bad become the satisfaction score of the ticket', async () => {
  const to = await connect('zendesk')
  const ticket = { id: '1', subject: 'Export', description: 'It stops.', status: 'solved' }
  await accept(to, 'zendesk', { ticket })
  await accept(to, 'zendesk', {
    ticket: { id: '1', satisfaction_rating: { score: 'bad', comment: 'Nobody answered' } },
  })
  await accept(to, 'zendesk', {
    ticket: { ...ticket, id: '2' },
    satisfaction: { current_rating: "Good, I'm satisfied", current_comment: '' },
  })
  await accept(to, 'zendesk', { ticket: { ...ticket, id: '3', satisfaction_rating: { score: 'offered' } } })
  await accept(to, 'zendesk', { ticket: { ...ticket, id: '4', satisfaction_rating: '4' } })
  const csats = Object.fromEntries((await list('/support/cs/tickets')).map((one) => [one.external_id, one.csat]))
  assert.deepEqual(csats, {
    1: { score: 0, scale_min: 0, scale_max: 1, comment: 'Nobody answered' },
    2: { score: 1, scale_min: 0, scale_max: 1, comment: null },
    3: null,
    4: { score: 4, scale_min: 1, scale_max: 5, comment: null },
  })
  const first = (await list('/feedback')).find(({ metadata, rating }) => metadata.ticket_id && rating?.value === 0)
  assert.deepEqual([first!.content, ratingOf(first!)], ['It stops.', [0, 0, 1]])
})

test('Intercom: the rating of a conversation, when it is added', async () => {
  const to = await connect('intercom')
  await accept(to, 'intercom', {
    type: 'notification_event',
    topic: 'conversation.rating.added',
    id: newId(),
    created_at: Math.floor(Date.now() / 1000),
    data: {
      item: {
        type: 'conversation',
        id: '215',
        state: 'closed',
        source: { body: '<p>The export button is gone</p>', author: { type: 'user', id: '5c94' } },
        conversation_rating: { rating: 2, remark: 'Slow', created_at: 1777716720 },
      },
    },
  })
  const [ticket] = await list('/support/cs/tickets')
  assert.deepEqual(ticket!.csat, { score: 2, scale_min: 1, scale_max: 5, comment: 'Slow' })
  assert.deepEqual((await list('/feedback')).map(ratingOf), [[2, 1, 5]])
})

test('generic: a rating as number, text or object, without a mapping', async () => {
  const to = await connect('generic')
  const ratings = [4, '4/5', '★★☆☆☆', { value: 7, scale_min: 0, scale_max: 10 }, 9, 'lovely', null]
  for (const [n, rating] of ratings.entries())
    await accept(to, 'generic', { content: 'It works', external_id: String(n), rating })
  const stored = Object.fromEntries((await list('/feedback')).map((one) => [one.external_id, ratingOf(one)]))
  assert.deepEqual(stored, {
    0: [4, 1, 5],
    1: [4, 1, 5],
    2: [2, 1, 5],
    3: [7, 0, 10],
    4: null,
    5: null,
    6: null,
  })
})

test('generic: the mapping names the scale of ratings whose payload does not', async () => {
  const mapping = {
    record: 'feedback',
    fields: { content: '$.review', external_id: '$.id', rating: '$.score' },
    rating_scale: { min: 0, max: 10 },
  }
  const refused = await app.call(org.admin.key, 'POST', '/integrations', {
    body: { provider: 'generic', name: 'x', mapping: { ...mapping, rating_scale: { min: 1, max: 1 } } },
    headers: { 'idempotency-key': newId() },
  })
  assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'body.mapping.rating_scale'])
  await accept(await connect('generic', { mapping }), 'generic', { id: 1, review: 'It works', score: 9 })
  assert.deepEqual((await list('/feedback')).map(ratingOf), [[9, 0, 10]])
  const tickets = {
    record: 'support_ticket',
    fields: { subject: '$.subject', csat: '$.csat', 'csat.comment': '$.why' },
  }
  await accept(await connect('generic', { mapping: tickets }), 'generic', {
    subject: 'Export',
    csat: 'bad',
    why: 'Slow',
  })
  const [ticket] = await list('/support/cs/tickets')
  assert.deepEqual(ticket!.csat, { score: 0, scale_min: 0, scale_max: 1, comment: 'Slow' })
})

const field = (id: string, type: string, properties: Body = {}) => ({ id, type, title: `Question ${id}`, properties })
const answer = (id: string, type: string, value: unknown) => {
  const kind = typeof value === 'number' ? 'number' : type === 'email' ? 'email' : 'text'
  return { type: kind, [kind]: value, field: { id, type } }
}
const typeform = (fields: Body[], answers: Body[], token = newId()) => ({
  event_id: newId(),
  event_type: 'form_response',
  form_response: { token, submitted_at: '2026-05-02T10:00:00Z', definition: { fields }, answers },
})

/** Signs the body as a provider that a generic integration accepts. */
const deliverSigned = async (to: Connected, payload: Body, header: string, encoding: 'hex' | 'base64') => {
  const body = JSON.stringify(payload)
  const signature = createHmac('sha256', to.secret).update(body).digest(encoding)
  const response = await fetch(app.baseUrl + new URL(to.inbound_url).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [header]: `sha256=${signature}` },
    body,
  })
  return (await response.json()) as Body
}

test('Typeform: texts get the rating of their response, on a scale with its number of steps', async () => {
  const to = await connect('generic')
  const send = (fields: Body[], answers: Body[]) =>
    deliverSigned(to, typeform(fields, answers), 'Typeform-Signature', 'base64')
  const text = field('t', 'long_text')
  for (const [kind, properties, value] of [
    ['rating', { steps: 7, shape: 'star' }, 6],
    ['opinion_scale', { steps: 11 }, 3],
    ['opinion_scale', { steps: 5, start_at_one: true }, 5],
    ['rating', {}, 4],
  ] as const) {
    const reply = await send(
      [field('n', 'short_text'), text, field('r', kind, properties)],
      [answer('n', 'short_text', 'Ana'), answer('t', 'long_text', 'The export stops'), answer('r', kind, value)],
    )
    assert.equal(reply.status, 'accepted', JSON.stringify(reply))
  }
  const stored = await list('/feedback')
  assert.deepEqual(stored.map(ratingOf).reverse(), [
    [6, 1, 7],
    [3, 0, 10],
    [5, 1, 5],
    [4, 1, 5],
  ])
  assert.deepEqual(
    [...new Set(stored.map(({ content, title }) => `${title}: ${content}`))],
    ['Question t: The export stops'],
  )
  const empty = await send([field('r', 'rating')], [answer('r', 'rating', 4)])
  assert.deepEqual([empty.status, empty.reason], ['ignored', 'no_text'])
})

test('Typeform: an NPS answer becomes an NPS response with its reason', async () => {
  const to = await connect('generic')
  const fields = [field('s', 'nps', { steps: 11 }), field('t', 'long_text'), field('e', 'email')]
  await deliverSigned(
    to,
    typeform(fields, [
      answer('s', 'nps', 9),
      answer('t', 'long_text', 'Fast'),
      answer('e', 'email', 'ana@acme.example'),
    ]),
    'Typeform-Signature',
    'base64',
  )
  const [response] = await list('/nps/responses')
  assert.deepEqual([response!.score, response!.reason], [9, 'Fast'])
  assert.deepEqual(
    (await list('/feedback')).map((one) => [one.contact.email, ratingOf(one)]),
    [['ana@acme.example', [9, 0, 10]]],
  )
})

test('Delighted: its signature is accepted, and a mapping reads its score', async () => {
  const to = await connect('generic', {
    mapping: {
      record: 'nps_response',
      when: { path: '$.event_type', equals: 'survey_response.created' },
      fields: {
        score: '$.event_data.score',
        reason: '$.event_data.comment',
        external_id: '$.event_data.id',
        'contact.email': '$.event_data.person.email',
      },
    },
  })
  const payload = {
    event_type: 'survey_response.created',
    event_data: { id: '5435', score: 3, comment: 'Too slow', person: { email: 'ana@acme.example' } },
  }
  const header = 'X-Delighted-Webhook-Signature'
  assert.equal((await deliverSigned(to, payload, header, 'hex')).status, 'accepted')
  const forged = await deliverSigned({ ...to, secret: 'whsec_another-secret' }, payload, header, 'hex')
  assert.equal(forged.error?.code, 'INVALID_SIGNATURE', JSON.stringify(forged))
  assert.deepEqual(
    (await list('/feedback')).map((one) => [one.content, ratingOf(one)]),
    [['Too slow', [3, 0, 10]]],
  )
})
