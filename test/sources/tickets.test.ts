import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listQueuedFeedback } from '../insert-feedback.ts'
import { ingestTickets } from '#domain/sources/tickets/ingest.ts'
import { queueIdleTickets } from '#domain/sources/tickets/jobs.ts'
import { nextAnalysisState, customerText } from '#domain/sources/tickets/rules.ts'
import { newId } from '#store/ids.ts'
import { openQueue } from '#store/queue.ts'
import { sql } from '#store/sql.ts'
import { countStatements } from '../count-statements.ts'
import { type Body, org, app } from '../test-server.ts'
import { useTestWorker, withTestWorker } from '../test-worker.ts'
import { readPages } from '../read-pages.ts'

useTestWorker({ startsWorker: false })

const custom = '/support/custom/tickets'
const read = async (path: string, query?: Record<string, string>) =>
  (await app.call(org.admin.key, 'GET', `/support/cs/tickets${path}`, { ...(query && { query }) })).body as Body
const write = (method: string, path: string, body?: Body, key = newId()) =>
  app.call(org.admin.key, method, path, { ...(body && { body }), headers: { 'idempotency-key': key } })
const send = async (body: Body): Promise<Body> => {
  const reply = await write('POST', custom, body)
  assert.ok(reply.status < 300, reply.text)
  return reply.body as Body
}
const say = (id: string, body: Body) => write('POST', `${custom}/${id}/messages`, body)
const ids = async (query: Record<string, string>) => (await read('', query)).data.map((t: Body) => t.id)
const feedbackOf = async (ticket: Body) =>
  (await app.call(org.admin.key, 'GET', `/feedback/${ticket.feedback_id}`)).body as Body
const line = async () => (await listQueuedFeedback(app.store, org.id, 50)).map((row) => row.id)
const recently = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const full = () => ({
  source_name: 'helpdesk-x',
  external_id: '48213',
  subject: 'Export times out',
  body: 'The export times out.',
  status: 'open',
  priority: 'high',
  channel: 'email',
  opened_at: recently(2),
  tags: ['export'],
  requester: { email: 'ana@acme.example', name: 'Ana', company: { name: 'Acme' } },
  messages: [
    {
      external_id: 'm1',
      author: { type: 'customer', name: 'Ana' },
      body: 'It happens above 10,000 rows.',
      sent_at: recently(1.5),
    },
    {
      external_id: 'm2',
      author: { type: 'agent', name: 'Kim' },
      body: 'Thank you, we look into it.',
      sent_at: recently(1),
    },
  ],
  custom_fields: { tier: 'gold' },
  csat: { score: 4 },
  assignee_name: 'Kim',
  url: 'https://help.example.com/48213',
})

test('a ticket is returned as sent, with its messages and its requester found or created', async () => {
  const existing = (await app.call(org.admin.key, 'POST', '/contacts', { body: { email: 'ANA@acme.example' } })).body
  const input = full()
  const reply = await write('POST', custom, input)
  assert.equal(reply.status, 201)
  const { ticket, result, job_id } = reply.body
  assert.deepEqual([result, job_id], ['created', null])
  assert.deepEqual(await read(`/${ticket.id}`), ticket)
  assert.deepEqual(ticket.requester, { contact_id: existing.id, name: 'Ana', email: 'ANA@acme.example' })
  for (const field of [
    'external_id',
    'source_name',
    'subject',
    'body',
    'status',
    'priority',
    'channel',
    'tags',
    'custom_fields',
    'assignee_name',
    'url',
    'opened_at',
  ] as const)
    assert.deepEqual(ticket[field], input[field], field)
  assert.deepEqual(
    [
      ticket.source,
      ticket.company,
      ticket.csat,
      ticket.message_count,
      ticket.first_response_at,
      ticket.resolved_at,
      ticket.insight_count,
      ticket.analysis_status,
    ],
    [
      'custom',
      'Acme',
      { score: 4, scale_min: 1, scale_max: 5, comment: null },
      2,
      input.messages[1]!.sent_at,
      null,
      0,
      'received',
    ],
  )
  const messages = (await read(`/${ticket.id}/messages`)).data
  assert.deepEqual(
    messages.map((m: Body) => [m.external_id, m.author, m.body, m.is_public]),
    [
      ['m1', { type: 'customer', name: 'Ana', email: null }, 'It happens above 10,000 rows.', true],
      ['m2', { type: 'agent', name: 'Kim', email: null }, 'Thank you, we look into it.', true],
    ],
  )
  assert.deepEqual((await read(`/${ticket.id}`, { include: 'messages' })).messages, messages)
  assert.deepEqual(
    (await read(`/${ticket.id}/messages`, { author_type: 'agent' })).data.map((m: Body) => m.external_id),
    ['m2'],
  )
})

test('only the customer’s messages are analyzed', async () => {
  const { ticket } = await send(full())
  const feedback = await feedbackOf(ticket)
  assert.deepEqual(
    [
      feedback.source,
      feedback.source_type,
      feedback.title,
      feedback.content,
      feedback.contact.email,
      feedback.metadata,
      feedback.status,
    ],
    [
      'helpdesk-x',
      'cs_ticket',
      'Export times out',
      'The export times out.\n\nIt happens above 10,000 rows.',
      'ana@acme.example',
      { ticket_id: ticket.id },
      'received',
    ],
  )
  await say(ticket.id, { author: { type: 'agent' }, body: 'Any news?' })
  await say(ticket.id, { author: { type: 'system' }, body: 'Assigned to Kim' })
  assert.equal((await feedbackOf(ticket)).content, feedback.content)
  await say(ticket.id, { author: { type: 'customer' }, body: 'Still broken.' })
  assert.equal((await feedbackOf(ticket)).content, `${feedback.content}\n\nStill broken.`)
  assert.equal((await send({ subject: 'Only a subject' })).ticket.feedback_id.length, 36)
})

test('a ticket is analyzed when solved, on request, after a day without messages, or never', async () => {
  const { ticket: open } = await send({ subject: 'a', body: 'Waits' })
  const { ticket: now } = await send({ subject: 'b', body: 'At once', analyze: 'now' })
  const { ticket: solved } = await send({ subject: 'c', body: 'Over', status: 'solved' })
  const { ticket: never } = await send({ subject: 'd', body: 'Not this', status: 'closed', analyze: 'never' })
  const { ticket: old } = await send({ subject: 'e', body: 'Long ago', opened_at: recently(30) })
  const { ticket: revived } = await send({
    subject: 'f',
    body: 'Long ago',
    opened_at: recently(30),
    messages: [{ author: { type: 'agent' }, body: 'Hello?', sent_at: recently(23) }],
  })
  assert.deepEqual(await line(), [now.feedback_id, solved.feedback_id, old.feedback_id])
  assert.deepEqual(
    [open, now, solved, never, old, revived].map((t) => t.analysis_status),
    ['received', 'queued', 'queued', 'skipped', 'queued', 'received'],
  )
  assert.equal((await feedbackOf(never)).skip_reason, 'not_requested')
  const closed = await write('PATCH', `${custom}/${open.id}`, { status: 'closed' })
  assert.deepEqual([closed.body.ticket.analysis_status, closed.body.ticket.resolved_at !== null], ['queued', true])
  await app.store.run(sql`update support_message set sent_at = sent_at - interval '2 hours' where org_id = ${org.id}`)
  await app.store.run(
    sql`update support_ticket set last_message_at = last_message_at - interval '2 hours' where org_id = ${org.id}`,
  )
  const queue = openQueue(app.store)
  await queue.start()
  assert.ok((await queueIdleTickets(app.store, queue, 100)) >= 1)
  assert.equal(await queueIdleTickets(app.store, queue, 100), 0)
  await queue.stop()
  const jobs = await app.store.rows<{ ids: string[] }>(
    sql`select payload->'feedback_ids' as ids from job where org_id = ${org.id} and type = 'feedback_analysis'
      order by id desc limit 1`,
  )
  assert.deepEqual(jobs, [{ ids: [revived.feedback_id] }])
  assert.equal((await read(`/${revived.id}`)).analysis_status, 'queued')
})

test('new customer messages are analyzed again, other changes are not', async () => {
  const { ticket } = await send({ subject: 'a', body: 'First', status: 'solved' })
  const analyzed = () =>
    app.store.run(sql`update feedback_state set status = 'analyzed' where feedback_id = ${ticket.feedback_id}`)
  await analyzed()
  await write('PATCH', `${custom}/${ticket.id}`, { tags: ['x'], status: 'closed' })
  await say(ticket.id, { author: { type: 'agent' }, body: 'Glad to help' })
  assert.equal((await read(`/${ticket.id}`)).analysis_status, 'analyzed')
  await say(ticket.id, { author: { type: 'customer' }, body: 'It broke again' })
  assert.equal((await read(`/${ticket.id}`)).analysis_status, 'queued')
  await analyzed()
  await write('PATCH', `${custom}/${ticket.id}`, { status: 'open' })
  await say(ticket.id, { author: { type: 'customer' }, body: 'And again' })
  assert.deepEqual(
    [(await read(`/${ticket.id}`)).analysis_status, (await read(`/${ticket.id}`)).resolved_at],
    ['received', null],
  )
})

test('the same ticket is unchanged, updated or gets new messages; nothing is stored twice', async () => {
  const first = await send(full())
  const same = await write('POST', custom, {
    ...full(),
    opened_at: first.ticket.opened_at,
    messages: full().messages.map((m) => ({ ...m, sent_at: undefined })),
  })
  assert.deepEqual(
    [same.status, same.body.result, same.body.ticket.updated_at],
    [200, 'unchanged', first.ticket.updated_at],
  )
  const longer = await send({
    source_name: 'helpdesk-x',
    external_id: '48213',
    subject: 'Export times out',
    messages: [{ external_id: 'm3', author: { type: 'customer' }, body: 'More' }],
    custom_fields: { seats: 5 },
  })
  assert.deepEqual(
    [longer.result, longer.ticket.message_count, longer.ticket.custom_fields, longer.ticket.priority],
    ['updated', 3, { tier: 'gold', seats: 5 }, 'high'],
  )
  const updated = await send({
    source_name: 'helpdesk-x',
    external_id: '48213',
    subject: 'Export times out',
    messages: [{ external_id: 'm3', author: { type: 'customer' }, body: '[removed]' }],
  })
  assert.deepEqual([updated.result, updated.ticket.message_count], ['updated', 3])
  assert.ok((await feedbackOf(updated.ticket)).content.endsWith('[removed]'))
  const unnamed = {
    subject: 'Export times out',
    source_name: 'helpdesk-x',
    external_id: '48213',
    messages: [{ author: { type: 'customer' }, body: 'Same words', sent_at: '2026-05-02T10:00:00Z' }],
  }
  assert.deepEqual([(await send(unnamed)).result, (await send(unnamed)).result], ['updated', 'unchanged'])
  assert.notEqual(
    (await send({ source_name: 'other', external_id: '48213', subject: 'Another helpdesk' })).ticket.id,
    first.ticket.id,
  )
  assert.equal((await ids({})).length, 2)
  assert.equal((await app.call(org.admin.key, 'GET', '/feedback/count')).body.count, 2)
})

test('every write needs an Idempotency-Key, and the same key acts once', async () => {
  const { ticket } = await send(full())
  const attempts: [string, string, Body | undefined][] = [
    ['POST', custom, full()],
    ['POST', `${custom}/bulk`, { items: [full()] }],
    ['PATCH', `${custom}/${ticket.id}`, { status: 'solved' }],
    ['POST', `${custom}/${ticket.id}/messages`, { author: { type: 'customer' }, body: 'x' }],
    ['DELETE', `${custom}/${ticket.id}`, undefined],
  ]
  for (const [method, path, body] of attempts)
    assert.equal(
      (await app.call(org.admin.key, method, path, { ...(body && { body }) })).body.error.code,
      'IDEMPOTENCY_KEY_REQUIRED',
    )
  const append = () => say(ticket.id, { author: { type: 'customer' }, body: 'No id of its own' })
  const once = () =>
    write('POST', `${custom}/${ticket.id}/messages`, { author: { type: 'customer' }, body: 'With a key' }, 'k')
  await Promise.all([once(), once(), once()])
  assert.equal((await once()).body.idempotency.replayed, true)
  await append()
  await append()
  assert.equal((await read(`/${ticket.id}`)).message_count, 5)
  assert.equal(
    (await write('POST', custom, { ...full(), subject: 'Other' }, 'k')).body.error.code,
    'IDEMPOTENCY_CONFLICT',
  )
})

test('a message with an external id is added once, updated and returned', async () => {
  const { ticket } = await send({ subject: 'a' })
  const note = {
    external_id: 'n1',
    author: { type: 'agent', name: 'Kim', email: 'kim@acme.example' },
    body: 'Note',
    is_public: false,
    sent_at: '2026-05-02T10:00:00Z',
  }
  const first = await say(ticket.id, note)
  assert.deepEqual(
    [first.status, first.body.result, first.body.message.author, first.body.message.is_public],
    [201, 'created', note.author, false],
  )
  const same = await say(ticket.id, note)
  assert.deepEqual([same.status, same.body.result, same.body.message], [200, 'unchanged', first.body.message])
  assert.deepEqual(
    [(await say(ticket.id, { ...note, body: 'Mended' })).body.result, (await read(`/${ticket.id}`)).message_count],
    ['updated', 1],
  )
  assert.equal((await read(`/${ticket.id}`)).first_response_at, null)
  assert.equal((await say(newId(), note)).status, 404)
})

test('bulk rows succeed or fail one by one', async () => {
  const existing = await send(full())
  const contact = existing.ticket.requester.contact_id as string
  const { status, body } = await write('POST', `${custom}/bulk`, {
    items: [
      { ...full(), opened_at: existing.ticket.opened_at, messages: [] },
      { subject: 'New', external_id: '1', requester: { email: 'bo@acme.example' }, status: 'solved' },
      { subject: 'x'.repeat(501) },
      { subject: 'Whose', requester: { name: 'Nobody' } },
      { subject: 'Whose', contact_id: newId() },
      { subject: 'Both', contact_id: contact, requester: { email: 'ana@acme.example' } },
      { subject: 'Newer', external_id: '1' },
      { subject: 'Newer', external_id: '1' },
      'not an object',
      { subject: 'Many', messages: Array.from({ length: 51 }, () => ({ author: { type: 'agent' }, body: 'x' })) },
      { subject: 'Known contact', contact_id: contact },
    ],
  })
  assert.equal(status, 200)
  assert.deepEqual(
    body.results.map((r: Body) => r.status),
    [
      'unchanged',
      'created',
      'failed',
      'failed',
      'failed',
      'failed',
      'updated',
      'unchanged',
      'failed',
      'failed',
      'created',
    ],
  )
  assert.deepEqual(body.summary, { received: 11, created: 2, updated: 1, unchanged: 2, failed: 6 })
  for (const [n, path] of [
    [2, 'body.items.2.subject'],
    [3, 'body.items.3.requester'],
    [4, 'body.items.4.contact_id'],
    [5, 'body.items.5.requester'],
    [9, 'body.items.9.messages'],
  ] as const)
    assert.ok(body.results[n].error.message.startsWith(path), body.results[n].error.message)
  assert.deepEqual([body.results[0].id, body.results[0].external_id], [existing.ticket.id, '48213'])
  assert.deepEqual(
    [(await read(`/${body.results[1].id}`)).subject, (await read(`/${body.results[10].id}`)).requester.contact_id],
    ['Newer', contact],
  )
  assert.equal(
    (await write('POST', `${custom}/bulk`, { items: Array.from({ length: 201 }, () => ({ subject: 'x' })) })).status,
    400,
  )
})

test('two hundred tickets take as many statements as two, and concurrent batches store them once', async () => {
  const some = (count: number, from: string) =>
    Array.from({ length: count }, (_, i) => ({
      source_name: 'h',
      external_id: `${from} ${i}`,
      subject: `T${i}`,
      requester: { email: `ana@${from}${i % 20}.example` },
      messages: Array.from({ length: 5 }, (_, m) => ({
        external_id: `m${m}`,
        author: { type: 'customer' as const },
        body: `Words ${i} ${m}`,
        is_public: true,
      })),
    }))
  const statementsFor = async (items: ReturnType<typeof some>) => {
    let statements = 0
    const { outcomes } = await app.store.transaction(async (db) => {
      const counted = countStatements(db)
      const done = await ingestTickets(counted.db, org.id, items, { now: new Date(), source: 'custom' })
      statements = counted.count()
      return done
    })
    assert.ok(outcomes.every((one) => one.result === 'created'))
    return statements
  }
  const items = some(200, 'c')
  const statements = await statementsFor(items)
  assert.equal(statements, await statementsFor(some(2, 'd')))
  // Seventeen store the tickets and their contacts; five more are for the companies that the new contacts join.
  assert.ok(statements <= 22, `${statements} statements`)
  const more = items.slice(0, 60).map((item) => ({ ...item, external_id: `new ${item.external_id}` }))
  const answers = await Promise.all(
    [more, [...more].reverse(), more].map((batch) => write('POST', `${custom}/bulk`, { items: batch })),
  )
  assert.equal(
    answers.reduce((sum, { body }) => sum + body.summary.created, 0),
    60,
  )
  const stored = await app.store.first<Body>(sql`
    select (select count(*) from support_ticket where org_id = ${org.id}) as tickets, (select count(*)
      from support_message where org_id = ${org.id}) as messages,
      (select count(*) from feedback where org_id = ${org.id}) as feedback`)
  assert.deepEqual(stored, { tickets: 262, messages: 1310, feedback: 262 })
})

test('an update sets the given fields, merges custom fields, and reports unchanged tickets', async () => {
  const { ticket } = await send(full())
  const changed = (
    await write('PATCH', `${custom}/${ticket.id}`, {
      priority: null,
      assignee_name: null,
      csat: { score: 5, comment: 'Nice' },
      tags: [],
      custom_fields: { tier: null, seats: 3 },
    })
  ).body
  assert.deepEqual(
    [
      changed.result,
      changed.ticket.priority,
      changed.ticket.assignee_name,
      changed.ticket.csat,
      changed.ticket.tags,
      changed.ticket.custom_fields,
    ],
    ['updated', null, null, { score: 5, scale_min: 1, scale_max: 5, comment: 'Nice' }, [], { seats: 3 }],
  )
  const same = (await write('PATCH', `${custom}/${ticket.id}`, { tags: [], csat: { score: 5, comment: 'Nice' } })).body
  assert.deepEqual([same.result, same.ticket.updated_at], ['unchanged', changed.ticket.updated_at])
  assert.equal((await write('PATCH', `${custom}/${ticket.id}`, { csat: null })).body.ticket.csat, null)
  for (const bad of [
    {},
    { status: 'new' },
    { subject: 'No' },
    { priority: 'top' },
    { custom_fields: { big: 'x'.repeat(17_000) } },
  ])
    assert.equal((await write('PATCH', `${custom}/${ticket.id}`, bad)).body.error.code, 'VALIDATION_ERROR')
})

test('deleting a ticket deletes its feedback; tickets of a connected helpdesk are read-only', async () => {
  const { ticket } = await send({ ...full(), status: 'solved' })
  const insight = (
    await app.call(org.admin.key, 'POST', '/insights', {
      body: { name: 'Found', sentiment: 'NEGATIVE', category: 'PAIN_POINTS', feedback_id: ticket.feedback_id },
    })
  ).body
  await app.store.run(sql`update insight set origin = 'auto' where id = ${insight.id}`)
  assert.deepEqual(
    (await read(`/${ticket.id}/insights`)).data.map((i: Body) => i.id),
    [insight.id],
  )
  assert.equal((await read(`/${ticket.id}`)).insight_count, 1)
  for (let n = 0; n < 2; n++)
    assert.deepEqual((await write('DELETE', `${custom}/${ticket.id}`, undefined, `d${n}`)).body, {
      id: ticket.id,
      deleted: true,
      idempotency: { key: `d${n}`, replayed: false },
    })
  for (const path of [`/${ticket.id}`, `/${ticket.id}/messages`, `/${ticket.id}/insights`])
    assert.equal((await read(path)).error.code, 'NOT_FOUND')
  assert.equal((await app.call(org.admin.key, 'GET', `/insights/${insight.id}`)).status, 404)
  assert.deepEqual(await line(), [])
  assert.equal((await send(full())).result, 'created')
  const { outcomes } = await app.store.transaction((db) =>
    ingestTickets(db, org.id, [{ subject: 'Theirs', source_name: 'zendesk', external_id: '1' }], {
      now: new Date(),
      source: 'zendesk',
    }),
  )
  const theirs = outcomes[0]!.id
  for (const [method, path, body] of [
    ['PATCH', '', { status: 'solved' }],
    ['POST', '/messages', { author: { type: 'agent' }, body: 'x' }],
    ['DELETE', '', undefined],
  ] as const)
    assert.equal((await write(method, `${custom}/${theirs}${path}`, body)).body.error.code, 'INVALID_STATE')
  assert.equal((await read(`/${theirs}`)).source, 'zendesk')
})

test('the list filters, sorts and pages', async () => {
  const a = (await send({ ...full(), status: 'pending', opened_at: '2026-01-01T00:00:00Z' })).ticket
  const b = (
    await send({
      subject: 'Love 100% of it',
      body: 'export',
      priority: 'low',
      opened_at: '2026-02-01T00:00:00Z',
      tags: ['praise'],
    })
  ).ticket
  await app.call(org.admin.key, 'POST', '/insights', {
    body: { name: 'Found', sentiment: 'NEGATIVE', category: 'PAIN_POINTS', feedback_id: a.feedback_id },
  })
  const segment = newId()
  await app.store.run(
    sql`update contact set segment_ids = array[${segment}]::uuid[] where id = ${a.requester.contact_id}`,
  )
  for (const [query, found] of [
    [{}, [b.id, a.id]],
    [{ q: 'EXPORT' }, [b.id, a.id]],
    [{ q: '100%' }, [b.id]],
    [{ status: 'pending,closed' }, [a.id]],
    [{ priority: 'low' }, [b.id]],
    [{ source: 'custom' }, [b.id, a.id]],
    [{ source: 'zendesk' }, []],
    [{ source_name: 'helpdesk-x' }, [a.id]],
    [{ tag: 'praise' }, [b.id]],
    [{ contact_id: a.requester.contact_id }, [a.id]],
    [{ segment_id: segment }, [a.id]],
    [{ has_insights: 'true' }, [a.id]],
    [{ has_insights: 'false' }, [b.id]],
    [{ opened_after: '2026-02-01' }, [b.id]],
    [{ opened_before: '2026-02-01' }, [a.id]],
    [{ occurred_after: '2026-02-01' }, [b.id]],
    [{ created_before: '2026-01-01' }, []],
    [{ sort: 'opened_at' }, [a.id, b.id]],
  ] as const)
    assert.deepEqual(await ids(query as Record<string, string>), found, JSON.stringify(query))
  for (const sort of ['-created_at', 'created_at', '-opened_at', 'opened_at', '-updated_at']) {
    const page = await read('', { sort, limit: '1' })
    assert.deepEqual(
      [page.data[0].id, ...(await ids({ sort, limit: '1', cursor: page.pagination.next_cursor }))],
      sort.startsWith('-') ? [b.id, a.id] : [a.id, b.id],
      sort,
    )
  }
  const page = await read(`/${a.id}/messages`, { limit: '1' })
  assert.equal(
    (await read(`/${a.id}/messages`, { limit: '1', cursor: page.pagination.next_cursor })).data[0].external_id,
    'm2',
  )
})

test('a copy kept by delta exports equals a full export', async () => {
  const mirror = new Map<string, Body>()
  const sync = async (since: string) => {
    let syncUntil = since
    const readDelta = (cursor: object) =>
      read('', { updated_since: since, include_deleted: 'true', limit: '3', ...cursor })
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
    await write('POST', `${custom}/bulk`, {
      items: Array.from({ length: 8 }, (_, i) => ({ subject: `T${i}`, external_id: String(i) })),
    })
  ).body.results as Body[]
  const since = await sync('2026-01-01')
  await write('PATCH', `${custom}/${created[1]!.id}`, { status: 'solved' })
  await say(created[2]!.id, { author: { type: 'customer' }, body: 'More' })
  await write('DELETE', `${custom}/${created[3]!.id}`)
  await send({ subject: 'New' })
  await sync(since)
  assert.deepEqual(
    [...mirror.values()].sort((x, y) => (x.id < y.id ? 1 : -1)),
    (await read('', { limit: '100' })).data,
  )
})

test('merging contacts moves their tickets, erasing one clears the author of its messages', async () => {
  const { ticket } = await send(full())
  const other = (await app.call(org.admin.key, 'POST', '/contacts', { body: { email: 'other@acme.example' } })).body
  await app.call(org.admin.key, 'POST', `/contacts/${other.id}/merge`, {
    body: { source_contact_ids: [ticket.requester.contact_id] },
  })
  assert.equal((await read(`/${ticket.id}`)).requester.contact_id, other.id)
  const { job_id } = (await app.call(org.admin.key, 'POST', `/contacts/${other.id}/erase`)).body
  const erased = await withTestWorker(() =>
    app.call(org.admin.key, 'GET', `/jobs/${job_id}`, { query: { wait: '20' } }),
  )
  assert.equal(erased.body.status, 'ready')
  const messages = (await read(`/${ticket.id}/messages`)).data
  assert.deepEqual(
    messages.map((m: Body) => m.author.name),
    [null, 'Kim'],
  )
})

test('each change of a ticket emits one event with the previous values', async () => {
  const { ticket } = await send(full())
  await send({ ...full(), opened_at: ticket.opened_at, messages: [] })
  await write('PATCH', `${custom}/${ticket.id}`, { status: 'pending', tags: ['export'] })
  await say(ticket.id, { author: { type: 'customer' }, body: 'More' })
  await write('DELETE', `${custom}/${ticket.id}`)
  const events = await app.store.rows<Body>(
    sql`select type, resource_id, object, previous from event where org_id = ${org.id} and type like 'support.%'
      order by id`,
  )
  assert.deepEqual(
    events.map((one) => [one.type, one.resource_id, one.object.subject, one.previous]),
    [
      ['support.ticket_created', ticket.id, 'Export times out', null],
      ['support.ticket_updated', ticket.id, 'Export times out', { status: 'open' }],
      ['support.ticket_updated', ticket.id, undefined, null],
      ['support.ticket_updated', ticket.id, undefined, null],
    ],
  )
})

test('the customer’s text has no repeated and no truncated messages', () => {
  const ticket = { subject: 'Subject', body: ' First. ' }
  assert.equal(customerText(ticket, ['First.', 'Second\n\nline', ' second ']), 'First.\n\nSecond\n\nline\n\nsecond')
  assert.equal(customerText({ subject: 'Subject', body: null }, ['  ']), 'Subject')
  const long = 'x'.repeat(30_000)
  assert.equal(customerText({ subject: 's', body: long }, ['y'.repeat(30_000), 'short']), `${long}\n\nshort`)
})

test('the next analysis state of a ticket', () => {
  const now = new Date()
  const open = { status: 'open' as const, lastMessageAt: now, now }
  const solved = { ...open, status: 'solved' as const }
  const at = (status: string, skip_reason: string | null = null) => ({ status, skip_reason })
  const [queued, received, skipped] = [at('queued'), at('received'), at('skipped', 'not_requested')]
  for (const [before, reworded, analyze, moment, expected] of [
    [null, false, undefined, open, received],
    [null, false, undefined, solved, queued],
    [null, false, 'now', open, queued],
    [null, false, 'never', solved, skipped],
    [received, true, undefined, open, undefined],
    [received, false, undefined, solved, queued],
    [at('analyzed'), true, undefined, open, received],
    [at('analyzed'), true, undefined, solved, queued],
    [at('analyzed'), false, undefined, solved, undefined],
    [at('analyzed'), false, 'now', open, undefined],
    [at('failed'), false, 'now', open, queued],
    [skipped, true, undefined, solved, undefined],
    [skipped, false, 'auto', solved, queued],
    [skipped, false, 'now', open, queued],
    [skipped, false, 'never', open, undefined],
    [queued, true, undefined, open, received],
  ] as const)
    assert.deepEqual(
      nextAnalysisState(before, reworded, analyze, moment),
      expected,
      JSON.stringify([before, reworded, analyze, moment.status]),
    )
})
