import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ingestFeedback } from '#domain/sources/feedback/ingest.ts'
import { listQueuedFeedback } from '../insert-feedback.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { countStatements } from '../count-statements.ts'
import { type Body, call, useTestServer, org, app } from '../test-server.ts'
import { readPages } from '../read-pages.ts'

useTestServer()

const send = async (body: Body): Promise<Body> => (await call('POST', '/feedback', body)).body
const bulk = async (items: unknown[], more: Body = {}) =>
  (await call('POST', '/feedback/bulk', { items, ...more })).body as Body
const ids = async (query: Record<string, string>) =>
  (await call('GET', '/feedback', undefined, query)).body.data.map((f: Body) => f.id)
const insight = async (more: Body): Promise<Body> =>
  (await call('POST', '/insights', { name: 'Found', sentiment: 'NEGATIVE', category: 'PAIN_POINTS', ...more })).body
const statuses = (answer: Body) => answer.results.map((row: Body) => row.status)

test('feedback is returned as sent, with its contact found or created', async () => {
  const { status, body } = await call('POST', '/feedback', {
    content: 'CSV export fails',
    source: 'slack',
    external_id: 'C1',
    occurred_at: '2026-05-02T10:00:00Z',
    rating: { value: 2, scale_min: 1, scale_max: 5 },
    contact: { email: 'ana@acme.example', name: 'Ana', company: { name: 'Acme' } },
    tags: ['export'],
    metadata: { app: { version: '4.2' } },
    url: 'https://example.com/1',
    title: 'Export',
  })
  assert.equal(status, 201)
  const { id, result, ...rest } = body
  assert.equal(result, 'created')
  assert.deepEqual(
    [rest.status, rest.rating, rest.contact.name, rest.metadata, rest.insight_count, rest.occurred_at],
    [
      'queued',
      { value: 2, scale_min: 1, scale_max: 5 },
      'Ana',
      { app: { version: '4.2' } },
      0,
      '2026-05-02T10:00:00.000Z',
    ],
  )
  assert.deepEqual((await call('GET', `/feedback/${id}`)).body, { id, ...rest })
  assert.equal((await call('GET', `/contacts/${rest.contact_id}`)).body.feedback_count, 1)
  assert.deepEqual(
    (await call('GET', `/contacts/${rest.contact_id}/feedback`)).body.data.map((f: Body) => f.id),
    [id],
  )
  const plain = await send({ content: 'x' })
  assert.deepEqual([plain.source, plain.source_type, plain.contact, plain.rating], ['api', 'feedback', null, null])
})

test('the same source and external id is unchanged, updated or analyzed again', async () => {
  const first = await send({ content: 'One', source: 'slack', external_id: '1', title: 'T' })
  await app.store.run(sql`update feedback_state set status = 'analyzed' where feedback_id = ${first.id}`)
  const same = await call('POST', '/feedback', { content: 'One', source: 'slack', external_id: '1' })
  assert.deepEqual(
    [same.status, same.body.result, same.body.id, same.body.title, same.body.updated_at],
    [200, 'unchanged', first.id, 'T', first.updated_at],
  )
  const tagged = await send({ content: 'One', source: 'slack', external_id: '1', tags: ['a'] })
  assert.deepEqual([tagged.result, tagged.status, tagged.tags], ['updated', 'analyzed', ['a']])
  const changed = await send({ content: 'Two', source: 'slack', external_id: '1' })
  assert.deepEqual([changed.result, changed.status, changed.content, changed.tags], ['updated', 'queued', 'Two', ['a']])
  assert.notEqual((await send({ content: 'One', source: 'email', external_id: '1' })).id, first.id)
  await call('DELETE', `/feedback/${first.id}`)
  assert.equal((await send({ content: 'One', source: 'slack', external_id: '1' })).result, 'created')
})

test('with dedupe, the same content of the same contact on the same day is stored once', async () => {
  const item = {
    content: 'Export  FAILS',
    dedupe: 'content',
    contact: { email: 'a@acme.example' },
    occurred_at: '2026-05-02T01:00:00Z',
  }
  const first = await send(item)
  const twin = await call('POST', '/feedback', {
    ...item,
    content: ' export fails\n',
    occurred_at: '2026-05-02T23:00:00Z',
  })
  assert.deepEqual([twin.status, twin.body.result, twin.body.id], [200, 'unchanged', first.id])
  for (const other of [
    { occurred_at: '2026-05-03T01:00:00Z' },
    { contact: { email: 'b@acme.example' } },
    { dedupe: undefined },
    { content: 'export failed' },
  ])
    assert.equal((await send({ ...item, ...other })).result, 'created')
  const together = await Promise.all(Array.from({ length: 6 }, () => send({ content: 'at once', dedupe: 'content' })))
  assert.equal(new Set(together.map((one) => one.id)).size, 1)
})

test('bulk rows succeed or fail one by one', async () => {
  const existing = await send({ content: 'One', source: 'slack', external_id: '1' })
  const answer = await bulk([
    { content: 'One', source: 'slack', external_id: '1' },
    { content: 'New', source: 'slack', external_id: '2', contact: { email: 'ana@acme.example' } },
    { content: 'x'.repeat(50_001) },
    { source: 'slack' },
    { content: 'New', source: 'slack', external_id: '2', contact: { email: 'ana@acme.example' } },
    { content: 'Newer', source: 'slack', external_id: '2' },
    { content: 'Rated', rating: { value: 9, scale_min: 1, scale_max: 5 } },
    { content: 'Whose', contact: { name: 'Nobody' } },
    { content: 'Whose', contact_id: newId() },
    { content: 'Plain', analyze: false },
    'not an object',
  ])
  assert.deepEqual(statuses(answer), [
    'unchanged',
    'created',
    'failed',
    'failed',
    'unchanged',
    'updated',
    'failed',
    'failed',
    'failed',
    'created',
    'failed',
  ])
  assert.deepEqual(answer.summary, { received: 11, created: 2, updated: 1, unchanged: 2, failed: 6 })
  assert.deepEqual([answer.results[0].id, answer.results[0].external_id], [existing.id, '1'])
  assert.equal(new Set([1, 4, 5].map((n) => answer.results[n].id)).size, 1)
  for (const [n, path] of [
    [2, 'body.items.2.content'],
    [3, 'body.items.3.content'],
    [6, 'body.items.6.rating'],
    [7, 'body.items.7.contact'],
    [8, 'body.items.8.contact_id'],
  ] as const)
    assert.ok(answer.results[n].error.message.startsWith(path), answer.results[n].error.message)
  const newer = (await call('GET', `/feedback/${answer.results[1].id}`)).body
  assert.deepEqual([newer.content, newer.contact.email, newer.batch_id], ['Newer', 'ana@acme.example', answer.batch_id])
  const plain = (await call('GET', `/feedback/${answer.results[9].id}`)).body
  assert.deepEqual([plain.status, plain.skip_reason], ['skipped', 'not_requested'])
  assert.deepEqual((await ids({ batch_id: answer.batch_id })).length, 2)
})

test('an atomic batch with an invalid row stores nothing', async () => {
  const { status, body } = await call('POST', '/feedback/bulk', {
    atomic: true,
    items: [{ content: 'Good', contact: { email: 'ana@acme.example' } }, { content: '' }],
  })
  assert.deepEqual(
    [status, body.error.code, body.error.details[0].path],
    [400, 'VALIDATION_ERROR', 'body.items.1.content'],
  )
  assert.equal((await call('GET', '/feedback/count')).body.count, 0)
  assert.deepEqual((await call('GET', '/contacts')).body.data, [])
  assert.deepEqual((await bulk([{ content: 'Good' }, { content: 'Too' }], { atomic: true })).summary.created, 2)
})

test('five hundred rows take as many statements as five', async () => {
  const some = (count: number, from: string) =>
    Array.from({ length: count }, (_, i) => ({
      content: `Item ${i}`,
      source: 'slack',
      external_id: `${from} ${i}`,
      contact: { email: `ana@${from}${i % 50}.example` },
      tags: ['a'],
    }))
  const statementsFor = async (items: ReturnType<typeof some>) => {
    let statements = 0
    const sent = items.map((item) => ({ ...item, source_type: 'feedback' as const, analyze: true }))
    const outcomes = await app.store.transaction(async (db) => {
      const counted = countStatements(db)
      const done = await ingestFeedback(counted.db, org.id, sent)
      statements = counted.count()
      return done
    })
    assert.ok(outcomes.every((one) => one.result === 'created'))
    return statements
  }
  const items = some(500, 'c')
  const statements = await statementsFor(items)
  assert.equal(statements, await statementsFor(some(5, 'd')))
  // Eleven store the rows and their contacts; five more are for the companies that the new contacts join.
  assert.ok(statements <= 16, `${statements} statements`)
  assert.deepEqual((await bulk(items)).summary, { received: 500, created: 0, updated: 0, unchanged: 500, failed: 0 })
  assert.equal((await call('GET', '/contacts', undefined, { limit: '100' })).body.data.length, 55)
  assert.equal((await call('POST', '/feedback/bulk', { items: [...items, { content: 'one more' }] })).status, 400)
})

test('a batch locks and reads segment rules once', async () => {
  const segment = async (name: string, condition: object) =>
    (await call('POST', '/segments', { name, rules: { match: 'all', conditions: [condition] } })).body.id as string
  const byContact = await segment('Acme', { field: 'email', op: 'ends_with', value: '@acme.example' })
  const byFeedback = await segment('Slack', { field: 'integration_source', op: 'eq', value: 'slack' })
  const items = Array.from({ length: 30 }, (_, n) => ({
    content: `Item ${n}`,
    source: 'slack',
    external_id: String(n),
    contact: { email: `c${n % 9}@acme.example` },
    source_type: 'feedback' as const,
    analyze: true,
  }))
  const texts = await app.store.transaction(async (db) => {
    const counted = countStatements(db)
    await ingestFeedback(counted.db, org.id, items)
    return counted.texts
  })
  for (const part of ['pg_advisory_xact_lock_shared', 'select id, rules from segment'])
    assert.equal(texts.filter((text) => text.includes(part)).length, 1, part)
  const { data } = (await call('GET', '/contacts')).body
  assert.equal(data.length, 9)
  const stored = await app.store.rows<{ segment_ids: string[] }>(
    sql`select segment_ids from contact where org_id = ${org.id}`,
  )
  for (const { segment_ids } of stored) assert.deepEqual(segment_ids, [byContact, byFeedback].sort())
})

test('concurrent batches of the same items store each once', async () => {
  const items = Array.from({ length: 100 }, (_, i) => ({
    content: `Item ${i}`,
    source: 'slack',
    external_id: String(i),
    contact: { email: `c${i % 7}@acme.example` },
  }))
  const answers = await Promise.all([bulk(items), bulk([...items].reverse()), bulk(items)])
  assert.equal(
    answers.reduce((sum, answer) => sum + answer.summary.created, 0),
    100,
  )
  assert.equal((await call('GET', '/feedback/count')).body.count, 100)
  assert.equal((await call('GET', '/contacts')).body.data.length, 7)
})

test('a body over 5 MB is refused', async () => {
  const items = Array.from({ length: 110 }, () => ({ content: 'x'.repeat(49_000) }))
  assert.equal((await call('POST', '/feedback/bulk', { items })).body.error.code, 'PAYLOAD_TOO_LARGE')
})

test('rating_min and rating_max are inclusive and exclude feedback without a rating', async () => {
  const rated = async (value: number) =>
    (await send({ content: `Rated ${value}`, rating: { value, scale_min: -5, scale_max: 5 } })).id as string
  const [low, zero, half, high] = [await rated(-5), await rated(0), await rated(0.5), await rated(5)]
  await send({ content: 'Not rated' })
  for (const [query, found] of [
    [{ rating_min: '0' }, [high, half, zero]],
    [{ rating_max: '0' }, [zero, low]],
    [{ rating_min: '0', rating_max: '0' }, [zero]],
    [{ rating_min: '0.5', rating_max: '5' }, [high, half]],
    [{ rating_min: '-1000000000', rating_max: '1000000000' }, [high, half, zero, low]],
    [{ rating_min: '0.51', rating_max: '4.99' }, []],
    [{ rating_min: '5', rating_max: '-5' }, []],
  ] as const)
    assert.deepEqual(await ids(query as Record<string, string>), found, JSON.stringify(query))
  for (const query of [
    { rating_min: '-1000000001' },
    { rating_max: '1000000001' },
    { rating_min: '' },
    { rating_max: 'five' },
    { rating_min: 'NaN' },
    { rating_max: '1e400' },
  ] as Record<string, string>[]) {
    const reply = await call('GET', '/feedback', undefined, query)
    assert.deepEqual(
      [reply.status, reply.body.error?.details[0].path],
      [400, `query.${Object.keys(query)[0]}`],
      JSON.stringify(query),
    )
  }
})

test('list and count apply the same filters', async () => {
  const a = await send({
    content: 'Export 100% fails',
    source: 'slack',
    tags: ['x'],
    language: 'en',
    rating: { value: 2, scale_min: 1, scale_max: 5 },
    occurred_at: '2026-01-01T00:00:00Z',
    contact: { email: 'a@acme.example' },
  })
  const b = await send({
    content: 'Love it',
    source: 'review',
    source_type: 'review',
    title: 'export',
    occurred_at: '2026-02-01T00:00:00Z',
    analyze: false,
  })
  await insight({ feedback_id: a.id })
  const segment = newId()
  await app.store.run(sql`update contact set segment_ids = array[${segment}]::uuid[] where id = ${a.contact_id}`)
  for (const [query, found] of [
    [{}, [b.id, a.id]],
    [{ q: 'EXPORT' }, [b.id, a.id]],
    [{ q: '100%' }, [a.id]],
    [{ source: 'slack' }, [a.id]],
    [{ source_type: 'review,note' }, [b.id]],
    [{ tag: 'x' }, [a.id]],
    [{ status: 'skipped' }, [b.id]],
    [{ language: 'en' }, [a.id]],
    [{ rating_max: '2' }, [a.id]],
    [{ rating_min: '3' }, []],
    [{ has_insights: 'true' }, [a.id]],
    [{ has_insights: 'false' }, [b.id]],
    [{ contact_id: a.contact_id }, [a.id]],
    [{ segment_id: segment }, [a.id]],
    [{ occurred_after: '2026-02-01' }, [b.id]],
    [{ occurred_before: '2026-02-01' }, [a.id]],
  ] as const) {
    assert.deepEqual(await ids(query as Record<string, string>), found, JSON.stringify(query))
    assert.equal(
      (await call('GET', '/feedback/count', undefined, query as Record<string, string>)).body.count,
      found.length,
    )
  }
  for (const sort of ['-created_at', 'created_at', '-occurred_at', 'occurred_at']) {
    const page = (await call('GET', '/feedback', undefined, { sort, limit: '1' })).body
    assert.deepEqual(
      [page.data[0].id, ...(await ids({ sort, limit: '1', cursor: page.pagination.next_cursor }))],
      sort.startsWith('-') ? [b.id, a.id] : [a.id, b.id],
      sort,
    )
  }
  assert.deepEqual(
    (await call('GET', `/feedback/${a.id}`, undefined, { include: 'insights' })).body.insights.map((i: Body) => i.name),
    ['Found'],
  )
  assert.equal((await call('GET', `/feedback/${a.id}/insights`)).body.data.length, 1)
})

test('changed content is analyzed again, other changes are not', async () => {
  const created = await send({ content: 'One', analyze: false })
  const moved = (
    await call('PATCH', `/feedback/${created.id}`, {
      tags: ['a'],
      metadata: { a: 1 },
      contact: { email: 'a@acme.example' },
      title: 'T',
    })
  ).body
  assert.deepEqual(
    [moved.status, moved.tags, moved.metadata, moved.contact.email, moved.title],
    ['skipped', ['a'], { a: 1 }, 'a@acme.example', 'T'],
  )
  const same = (await call('PATCH', `/feedback/${created.id}`, { content: 'One', contact_id: null })).body
  assert.deepEqual([same.status, same.contact], ['skipped', null])
  const changed = (await call('PATCH', `/feedback/${created.id}`, { content: 'Two' })).body
  assert.deepEqual([changed.status, changed.skip_reason], ['queued', null])
  assert.equal((await call('PATCH', `/feedback/${created.id}`, { metadata: { big: 'x'.repeat(17_000) } })).status, 400)
})

test('queued feedback waits in order and can be queued again', async () => {
  const line = async () => (await listQueuedFeedback(app.store, org.id, 10)).map((row) => row.id)
  const [a, b, c] = [
    await send({ content: 'One' }),
    await send({ content: 'Two', analyze: false }),
    await send({ content: 'Three' }),
  ]
  assert.deepEqual(await line(), [a.id, c.id])
  const { status, body } = await call('POST', `/feedback/${b.id}/analyze`)
  assert.deepEqual([status, body], [202, { feedback_id: b.id, job_id: body.job_id, status: 'queued' }])
  await call('DELETE', `/feedback/${a.id}`)
  assert.deepEqual(await line(), [b.id, c.id])
})

test('deleting hides automatic insights that have no other source, and counts follow', async () => {
  const [created, other] = [await send({ content: 'The export just spins' }), await send({ content: 'It spins' })]
  const theme = (await call('POST', '/themes', { name: 'Export' })).body
  const [alone, edited, shared, manual] = [await insight({}), await insight({}), await insight({}), await insight({})]
  for (const one of [alone, edited, shared, manual])
    await call('PATCH', `/insights/${one.id}`, { feedback_id: created.id, theme_ids: [theme.id] })
  await call('POST', `/insights/${shared.id}/quotes`, { text: 'It spins', feedback_id: other.id })
  await app.store.run(
    sql`update insight set origin = 'auto', edited_by_human = id = ${edited.id} where org_id = ${org.id}
      and id <> ${manual.id}`,
  )
  assert.deepEqual((await call('DELETE', `/feedback/${created.id}`)).body, { id: created.id, deleted: true })
  assert.deepEqual((await call('DELETE', `/feedback/${created.id}`)).body, { id: created.id, deleted: true })
  assert.equal((await call('GET', `/feedback/${created.id}`)).status, 404)
  assert.deepEqual(
    (await call('GET', '/insights')).body.data.map((i: Body) => i.id),
    [manual.id, shared.id, edited.id],
  )
  assert.equal((await call('GET', `/themes/${theme.id}`)).body.insight_count, 3)
})

test('a copy kept by delta exports equals a full export', async () => {
  const mirror = new Map<string, Body>()
  const sync = async (since: string) => {
    let syncUntil = since
    const readDelta = async (cursor: object) =>
      (
        await call('GET', '/feedback', undefined, {
          updated_since: since,
          include_deleted: 'true',
          limit: '3',
          ...cursor,
        })
      ).body
    for await (const page of readPages(readDelta)) {
      for (const item of page.data) {
        if (item.deleted) mirror.delete(item.id)
        else mirror.set(item.id, item)
      }
      syncUntil = page.pagination.sync_until
    }
    return syncUntil
  }
  const created = (
    await bulk(Array.from({ length: 8 }, (_, i) => ({ content: `Item ${i}`, source: 's', external_id: String(i) })))
  ).results as Body[]
  const since = await sync('2026-01-01')
  await call('PATCH', `/feedback/${created[1]!.id}`, { title: 'changed' })
  await call('DELETE', `/feedback/${created[2]!.id}`)
  await bulk([{ content: 'Other', source: 's', external_id: '3' }, { content: 'New' }])
  await sync(since)
  const whole: Body[] = (await call('GET', '/feedback', undefined, { limit: '100' })).body.data
  assert.deepEqual(
    [...mirror.values()].sort((a, b) => (a.id < b.id ? 1 : -1)),
    whole,
  )
})
