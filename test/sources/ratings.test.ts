import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { app, type Body, call, org, useTestServer } from '../test-server.ts'

/* Ratings of feedback and satisfaction scores of tickets through the API. */

useTestServer()

const stars = (value: number) => ({ value, scale_min: 1, scale_max: 5 })
const send = async (item: Body) => (await call('POST', '/feedback', item)).body as Body
const markAnalyzed = (id: string) =>
  app.store.run(sql`update feedback_state set status = 'analyzed' where org_id = ${org.id} and feedback_id = ${id}`)

test('a rating outside its scale, or with an empty scale, is refused by name', async () => {
  for (const rating of [stars(6), stars(0), { value: 3, scale_min: 5, scale_max: 5 }]) {
    const { status, body } = await call('POST', '/feedback', { content: 'Fine', rating })
    assert.deepEqual([status, body.error.code, body.error.details[0].path], [400, 'VALIDATION_ERROR', 'body.rating'])
  }
  const { id } = await send({ content: 'Fine', rating: stars(4) })
  const refused = await call('PATCH', `/feedback/${id}`, { rating: stars(6) })
  assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'body.rating'])
  assert.deepEqual((await call('GET', `/feedback/${id}`)).body.rating, stars(4))
})

test('a rating can be changed and removed; another one is analyzed again, the same one is not', async () => {
  const { id } = await send({ content: 'Fine', rating: stars(4) })
  for (const [rating, status] of [
    [stars(4), 'analyzed'],
    [stars(1), 'queued'],
    [null, 'queued'],
  ] as const) {
    await markAnalyzed(id)
    const { body } = await call('PATCH', `/feedback/${id}`, { rating })
    assert.deepEqual([body.rating, body.status], [rating, status])
  }
})

test('an item that is sent again with another rating is analyzed again, without one it keeps its rating', async () => {
  const item = { content: 'Fine', source: 'store', external_id: '1' }
  const { id } = await send({ ...item, rating: stars(4) })
  await markAnalyzed(id)
  const again = await send(item)
  assert.deepEqual([again.result, again.status, again.rating], ['unchanged', 'analyzed', stars(4)])
  const changed = await send({ ...item, rating: stars(1) })
  assert.deepEqual([changed.result, changed.status, changed.rating], ['updated', 'queued', stars(1)])
})

const ticket = async (csat: Body | null, method = 'POST', path = '/support/custom/tickets') => {
  const reply = await app.call(org.admin.key, method, path, {
    body: {
      ...(method === 'POST' && { source_name: 'desk', external_id: newId(), subject: 'Export', body: 'It stops' }),
      csat,
    },
    headers: { 'idempotency-key': newId() },
  })
  return reply
}

test('the satisfaction score of a ticket has a scale, and is the rating of its feedback', async () => {
  const ratingOf = async (created: Body) => (await call('GET', `/feedback/${created.feedback_id}`)).body.rating
  const { body: rated } = await ticket({ score: 0, scale_min: 0, scale_max: 1, comment: 'Slow' })
  assert.deepEqual(rated.ticket.csat, { score: 0, scale_min: 0, scale_max: 1, comment: 'Slow' })
  assert.deepEqual(await ratingOf(rated.ticket), { value: 0, scale_min: 0, scale_max: 1 })
  const { body: usual } = await ticket({ score: 4 })
  assert.deepEqual(await ratingOf(usual.ticket), stars(4))
  const { body: unknown } = await ticket({ score: 85 })
  assert.deepEqual(unknown.ticket.csat, { score: 85, scale_min: null, scale_max: null, comment: null })
  assert.equal(await ratingOf(unknown.ticket), null)
  const path = `/support/custom/tickets/${usual.ticket.id}`
  assert.equal((await ticket({ score: 1, scale_min: 1, scale_max: 7 }, 'PATCH', path)).status, 200)
  assert.deepEqual(await ratingOf(usual.ticket), { value: 1, scale_min: 1, scale_max: 7 })
  await ticket(null, 'PATCH', path)
  assert.equal(await ratingOf(usual.ticket), null)
})

test('a satisfaction score outside its scale is refused by name', async () => {
  const { body } = await ticket({ score: 4 })
  for (const reply of [
    await ticket({ score: 6, scale_max: 5 }),
    await ticket({ score: 3, scale_min: 5, scale_max: 5 }),
    await ticket({ score: 9, scale_min: 1, scale_max: 7 }, 'PATCH', `/support/custom/tickets/${body.ticket.id}`),
  ])
    assert.deepEqual([reply.status, reply.body.error.details[0].path], [400, 'body.csat'])
})

test('a score that arrives after the analysis of a ticket queues it again', async () => {
  const { body } = await ticket(null)
  await markAnalyzed(body.ticket.feedback_id)
  const path = `/support/custom/tickets/${body.ticket.id}`
  const statusOf = async () => (await call('GET', `/feedback/${body.ticket.feedback_id}`)).body.status
  await ticket({ score: 1 }, 'PATCH', path)
  assert.equal(await statusOf(), 'received', 'an open ticket is analyzed once it is solved')
  await markAnalyzed(body.ticket.feedback_id)
  await ticket({ score: 1 }, 'PATCH', path)
  assert.equal(await statusOf(), 'analyzed')
})
