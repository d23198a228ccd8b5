import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call, org, app } from '../test-server.ts'
import { callOk, useTestWorkerWithSharedOrg, waitForOrgJobs } from '../test-worker.ts'
import { threeNeeds } from './three-needs.ts'

useTestWorkerWithSharedOrg({
  async afterStart() {
    await callOk('POST', '/feedback/bulk', {
      items: threeNeeds.flat().map((content, n) => ({
        content,
        source: n % 2 ? 'app' : 'chat',
        contact: { email: `c${n}@example.com`, name: `Person ${n}` },
      })),
    })
    await waitForOrgJobs()
  },
})

test('lists subthemes by offset, the largest first, and searches them by text', async () => {
  const all = await callOk('GET', '/subthemes')
  assert.ok(all.data.length >= 2 && all.pagination.total === all.data.length)
  assert.deepEqual(
    all.data.map((one: any) => one.insight_count),
    all.data.map((one: any) => one.insight_count).sort((a: number, b: number) => b - a),
  )
  const paged = [
    await callOk('GET', '/subthemes', undefined, { limit: '1' }),
    await callOk('GET', '/subthemes', undefined, { limit: '1', offset: '1' }),
  ]
  assert.deepEqual(
    paged.map((page) => page.data[0].id),
    all.data.slice(0, 2).map((one: any) => one.id),
  )
  assert.deepEqual(paged[0].pagination, { total: all.data.length, has_more: true, offset: 0, limit: 1 })
  const past = await callOk('GET', '/subthemes', undefined, { offset: '500' })
  assert.deepEqual([past.data, past.pagination.total, past.pagination.has_more], [[], all.data.length, false])
  const [first] = all.data
  const found = await callOk('GET', '/subthemes', undefined, { q: first.name.toUpperCase(), theme_id: first.theme_id })
  assert.ok(found.data.some((one: any) => one.id === first.id))
  assert.deepEqual((await callOk('GET', '/subthemes', undefined, { q: 'no such words' })).data, [])
})

test('a subtheme shows its evidence with verbatim quotes', async () => {
  const { data } = await callOk('GET', '/subthemes')
  for (const { id } of data) {
    const one = await callOk('GET', `/subthemes/${id}`)
    assert.equal(one.insight_ids.length, one.insight_count)
    const { positive, negative, neutral } = one.sentiment_breakdown
    assert.equal(positive + negative + neutral, one.insight_count)
    assert.deepEqual(one.theme, { id: one.theme_id, name: one.theme_name, color: one.theme_color })
    const block = (type: string) => one.blocks.find((part: any) => part.type === type)
    assert.ok(
      block('summary').text.includes(`${one.insight_count} insights from ${one.insight_count} customers`),
      block('summary').text,
    )
    assert.ok(
      block('key_points')
        .items.flatMap((item: any) => item.insight_ids)
        .every((insight: string) => one.insight_ids.includes(insight)),
    )
    for (const quote of block('quotes').items)
      assert.ok((await callOk('GET', `/feedback/${quote.feedback_id}`)).content.includes(quote.text))
    assert.equal((await callOk('GET', `/subthemes/${id}/insights`)).data.length, one.insight_count)
  }
})

test('without the subthemes feature an unknown id is refused for the feature, not for the id', async () => {
  const other = await app.org({ features: { subthemes: false } })
  for (const path of ['/subthemes', '/subthemes/nonsense', `/subthemes/${org.id}`]) {
    const reply = await app.call(other.admin.key, 'GET', path)
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'API_DISABLED'])
  }
})

test('the segment filter counts only the insights of the segment, and is refused without the feature', async () => {
  const { data } = await callOk('GET', '/subthemes')
  const own = await callOk('GET', '/subthemes', undefined, { segment_id: data[0].id })
  assert.deepEqual([own.data, own.pagination.total], [[], 0])
  const other = await app.org({ features: { segments: false } })
  const reply = await app.call(other.admin.key, 'GET', '/subthemes', { query: { segment_id: data[0].id } })
  assert.deepEqual([reply.status, reply.body.error.code], [400, 'VALIDATION_ERROR'])
})

test('deleting an insight updates the counts of its subtheme at once', async () => {
  const [{ id, insight_count }] = (await callOk('GET', '/subthemes')).data
  const { insight_ids } = await callOk('GET', `/subthemes/${id}`)
  await callOk('DELETE', `/insights/${insight_ids[0]}`)
  const now = await callOk('GET', `/subthemes/${id}`)
  assert.deepEqual([now.insight_count, now.insight_ids.length], [insight_count - 1, insight_count - 1])
})

test('a definition matches new insights, and existing ones after a backfill', async () => {
  const theme = await callOk('POST', '/themes', {
    name: 'Night work',
    definition: 'Include dark mode and eyes hurting at night; exclude exports.',
  })
  const { job_id } = await callOk('POST', `/themes/${theme.id}/backfill`)
  await waitForOrgJobs()
  assert.equal((await callOk('GET', `/jobs/${job_id}`)).status, 'ready')
  const linked = (await callOk('GET', `/themes/${theme.id}/insights`)).data as { quote: string }[]
  assert.ok(
    linked.length >= 4 && linked.every((one) => /dark mode/i.test(one.quote)),
    JSON.stringify(linked.map((one) => one.quote)),
  )
  await callOk('POST', '/feedback', { content: 'A dark mode for late hours would be lovely', source: 'app' })
  await waitForOrgJobs()
  assert.equal((await callOk('GET', `/themes/${theme.id}`)).insight_count, linked.length + 1)
  const bare = await callOk('POST', '/themes', { name: 'No definition' })
  assert.equal((await call('POST', `/themes/${bare.id}/backfill`)).body.error.code, 'INVALID_STATE')
})

test('merging themes moves their subthemes', async () => {
  const { data } = await callOk('GET', '/subthemes')
  const [from, into] = [...new Set(data.map((one: any) => one.theme_id))] as [string, string]
  await callOk('POST', `/themes/${into}/merge`, { source_theme_ids: [from] })
  const after = await callOk('GET', '/subthemes', undefined, { theme_id: into })
  for (const one of data.filter((one: any) => one.theme_id === from))
    assert.ok(after.data.some((other: any) => other.id === one.id))
})
