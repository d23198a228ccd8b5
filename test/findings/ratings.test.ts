import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callOk, useTestWorker, waitForOrgJobs } from '../test-worker.ts'
import { app, org } from '../test-server.ts'
import { newId } from '#store/ids.ts'

/* What a rating does to the labels of what is found in a text. */

useTestWorker()

type Found = { sentiment: string; category: string; quote: string }
const stars = (value: number) => ({ value, scale_min: 1, scale_max: 5 })
const insightsOf = async (id: string) => (await callOk('GET', `/feedback/${id}/insights`)).data as Found[]
const analyzed = async (content: string, rating?: object) => {
  const { id } = await callOk('POST', '/feedback', { content, source: 'store', ...(rating && { rating }) })
  await waitForOrgJobs()
  return { id: id as string, found: await insightsOf(id) }
}
const about = (found: readonly Found[], text: RegExp) => {
  const one = found.find(({ quote }) => text.test(quote))
  assert.ok(one, `no insight about ${text}: ${JSON.stringify(found)}`)
  return [one.category, one.sentiment]
}

test('a five-star review that reports a crash reports a crash', async () => {
  const { found } = await analyzed(
    'I love this app and use it every day. But since the last update the app crashes every time I open the camera.',
    stars(5),
  )
  assert.deepEqual(about(found, /crashes/), ['BUGS_AND_ERRORS', 'NEGATIVE'])
})

test('a crash report with five stars and nothing else is a bug and not positive', async () => {
  const { found } = await analyzed('The app crashes with an error every time I open the camera.', stars(5))
  const [category, sentiment] = about(found, /crashes/)
  assert.equal(category, 'BUGS_AND_ERRORS')
  assert.notEqual(sentiment, 'POSITIVE')
})

test('praise with one star is meant ironically', async () => {
  const { found } = await analyzed('Great, just great', stars(1))
  assert.deepEqual(
    found.map(({ sentiment }) => sentiment),
    ['NEGATIVE'],
  )
})

test('praise with five stars stays praise, and a request stays a request whatever its stars', async () => {
  const praise = await analyzed('The new editor is wonderful and so fast', stars(5))
  assert.deepEqual(about(praise.found, /editor/), ['DELIGHTS', 'POSITIVE'])
  for (const value of [1, 5]) {
    const { found } = await analyzed(`Please add a dark mode for work at night number ${value}`, stars(value))
    assert.equal(about(found, /dark mode/)[0], 'FEATURE_REQUESTS')
  }
})

test('a plain statement follows its rating, on whatever scale', async () => {
  const sentimentWith = async (rating: object, n: number) =>
    (await analyzed(`I have been using it for three months now, team ${n}`, rating)).found[0]?.sentiment
  assert.equal(await sentimentWith(stars(1), 1), 'NEGATIVE')
  assert.equal(await sentimentWith({ value: 0, scale_min: 0, scale_max: 10 }, 2), 'NEGATIVE')
  assert.equal(await sentimentWith({ value: 100, scale_min: 0, scale_max: 100 }, 3), 'POSITIVE')
})

test('a rating that is changed later changes the sentiment', async () => {
  const { id } = await analyzed('I have been using it for three months now, team 4', stars(5))
  assert.deepEqual(
    (await insightsOf(id)).map(({ sentiment }) => sentiment),
    ['POSITIVE'],
  )
  await callOk('PATCH', `/feedback/${id}`, { rating: stars(1) })
  await waitForOrgJobs()
  assert.deepEqual(
    (await insightsOf(id)).map(({ sentiment }) => sentiment),
    ['NEGATIVE'],
  )
})

test('a satisfied customer does not turn the problem of a ticket into praise', async () => {
  const reply = await app.call(org.admin.key, 'POST', '/support/custom/tickets', {
    body: {
      source_name: 'desk',
      subject: 'Export',
      body: 'The CSV export fails with an error for more than 10,000 rows.',
      status: 'solved',
      csat: { score: 5 },
    },
    headers: { 'idempotency-key': newId() },
  })
  await waitForOrgJobs()
  const found = await insightsOf(reply.body.ticket.feedback_id)
  assert.deepEqual(about(found, /export fails/), ['BUGS_AND_ERRORS', 'NEGATIVE'])
})
