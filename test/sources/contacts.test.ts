import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { type Body, call, org, app } from '../test-server.ts'
import { insertFeedback } from '../insert-feedback.ts'
import { useTestWorker, withTestWorker } from '../test-worker.ts'

useTestWorker({ startsWorker: false })

const upsert = async (body: Body): Promise<Body> => (await call('POST', '/contacts', body)).body
const ids = async (query: Record<string, string>) =>
  (await call('GET', '/contacts', undefined, query)).body.data.map((c: Body) => c.id)
const feedbackFrom = (contact_id: string, content = 'The export just spins') =>
  insertFeedback(app.store, org.id, { content, contact_id })
const insight = async (more: Body): Promise<Body> =>
  (await call('POST', '/insights', { name: 'Found', sentiment: 'NEGATIVE', category: 'PAIN_POINTS', ...more })).body

test('a new contact is created, the same one is found again', async () => {
  const first = await call('POST', '/contacts', {
    email: 'Ana@Acme.example',
    name: 'Ana',
    company: { name: 'Acme', mrr: 10 },
    tags: ['beta'],
    identities: [{ provider: 'intercom', external_id: 'u-9' }],
  })
  assert.deepEqual(
    [first.status, first.body.result, first.body.email, first.body.company.mrr, first.body.company.plan],
    [201, 'created', 'Ana@Acme.example', 10, null],
  )
  const same = await call('POST', '/contacts', { email: 'ana@acme.example', name: 'Ana' })
  assert.deepEqual(
    [same.status, same.body.result, same.body.id, same.body.email, same.body.updated_at],
    [200, 'unchanged', first.body.id, 'Ana@Acme.example', first.body.updated_at],
  )
  assert.equal(
    (await call('POST', '/contacts', { email: 'ana@acme.example', name: 'Ana Lima' })).body.result,
    'updated',
  )
  const more = await upsert({
    identities: [{ provider: 'intercom', external_id: 'u-9' }],
    company: { plan: 'pro' },
    tags: ['vip'],
    attributes: { a: 1 },
  })
  assert.deepEqual(
    [more.id, more.company.name, more.company.plan, more.tags, more.attributes],
    [first.body.id, 'Acme', 'pro', ['beta', 'vip'], { a: 1 }],
  )
  assert.equal((await call('POST', '/contacts', { name: 'Nobody' })).body.error.code, 'VALIDATION_ERROR')
})

test('a replayed response keeps its status of 200 or 201', async () => {
  await upsert({ email: 'ana@acme.example' })
  const again = () =>
    app.call(org.admin.key, 'POST', '/contacts', {
      body: { email: 'ana@acme.example', name: 'Ana' },
      headers: { 'idempotency-key': 'k1' },
    })
  const first = await again()
  const replay = await again()
  assert.deepEqual(
    [first.status, replay.status, replay.body.result, replay.body.idempotency.replayed],
    [200, 200, 'updated', true],
  )
})

test('emails that a provider treats as equal match one contact, others do not', async () => {
  const cases: [string, string, boolean][] = [
    ['a.n.a@gmail.com', 'ana+news@googlemail.com', true],
    ['bo@outlook.com', 'BO+x@outlook.com', true],
    ['cy@hotmail.co.uk', 'cy+1@hotmail.co.uk', true],
    ['d.i@acme.example', 'di@acme.example', false],
    ['ed+a@acme.example', 'ed+b@acme.example', false],
    ['f.a@outlook.com', 'fa@outlook.com', false],
  ]
  for (const [one, other, same] of cases)
    assert.equal((await upsert({ email: one })).id === (await upsert({ email: other })).id, same, `${one} ${other}`)
})

test('phones match by digits, unless the emails differ', async () => {
  const first = await upsert({ phone: '+49 (0)30 901820' })
  assert.equal((await upsert({ phone: '0049 30 90-18-20', email: 'ana@acme.example' })).id, first.id)
  const other = await upsert({ phone: '+4930901820', email: 'bo@acme.example' })
  assert.notEqual(other.id, first.id)
  const [suggestion] = (await call('GET', '/contacts/merge-suggestions')).body.data
  assert.deepEqual(
    [suggestion.contact_id, suggestion.other_contact_id, suggestion.reason],
    [first.id, other.id, 'phone'],
  )
  assert.equal((await call('POST', '/contacts', { phone: '030 901820' })).status, 400)
})

test('an input that matches two contacts updates the one with the identity and merges none', async () => {
  const a = await upsert({ identities: [{ provider: 'zendesk', external_id: '1' }], email: 'a@acme.example' })
  const b = await upsert({ email: 'b@acme.example' })
  const both = await upsert({
    identities: [{ provider: 'zendesk', external_id: '1' }],
    email: 'b@acme.example',
    name: 'Ana',
  })
  assert.deepEqual([both.id, both.email, both.name], [a.id, 'a@acme.example', 'Ana'])
  const { data } = (await call('GET', '/contacts/merge-suggestions')).body
  assert.deepEqual(
    data.map((s: Body) => [s.contact_id, s.other_contact_id, s.reason]),
    [[a.id, b.id, 'email']],
  )
  await call('POST', `/contacts/${a.id}/merge`, { source_contact_ids: [b.id] })
  assert.deepEqual((await call('GET', '/contacts/merge-suggestions')).body.data, [])
})

test('bulk rows succeed or fail one by one and match new contacts of the same batch', async () => {
  const existing = await upsert({ email: 'known@acme.example', name: 'Known' })
  const { status, body } = await call('POST', '/contacts/bulk', {
    items: [
      { email: 'new@acme.example', identities: [{ provider: 'x', external_id: '1' }] },
      { email: 'no email' },
      { identities: [{ provider: 'x', external_id: '1' }], name: 'New' },
      { name: 'Nobody' },
      { email: 'KNOWN@acme.example', name: 'Known' },
      { email: 'known@acme.example', title: 'CEO', nonsense: 1 },
    ],
  })
  assert.equal(status, 200)
  assert.deepEqual(body.summary, { received: 6, created: 1, updated: 1, unchanged: 1, failed: 3 })
  assert.deepEqual(
    body.results.map((r: Body) => r.status),
    ['created', 'failed', 'updated', 'failed', 'unchanged', 'failed'],
  )
  assert.equal(body.results[0].id, body.results[2].id)
  assert.equal(body.results[4].id, existing.id)
  assert.deepEqual([body.results[1].id, body.results[1].error.message.startsWith('body.items.1.email')], [null, true])
  assert.match(body.results[5].error.message, /body\.items\.5\.nonsense/)
  assert.equal((await call('GET', `/contacts/${body.results[0].id}`)).body.name, 'New')
  assert.equal((await call('POST', '/contacts/bulk', { items: [] })).status, 400)
  assert.equal(
    (await call('POST', '/contacts/bulk', { items: Array.from({ length: 501 }, () => ({ email: 'a@b.example' })) }))
      .status,
    400,
  )
})

test('concurrent upserts of the same contact create one', async () => {
  const created = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      upsert({ email: 'ana@acme.example', identities: [{ provider: 'x', external_id: String(i % 3) }] }),
    ),
  )
  assert.equal(new Set(created.map((c) => c.id)).size, 1)
  assert.equal(created.filter((c) => c.result === 'created').length, 1)
})

test('setting an email while another request creates it gives neither a duplicate nor an error', async () => {
  for (let n = 0; n < 8; n++) {
    const { id } = await upsert({ phone: `+49 30 1000${n}00` })
    const email = `late-${n}@acme.example`
    const replies = await Promise.all([
      call('PATCH', `/contacts/${id}`, { email }),
      call('POST', '/contacts', { email, name: 'Ana' }),
      call('POST', '/feedback', { content: `Slow ${n}`, contact: { email } }),
    ])
    assert.deepEqual(
      replies.filter(({ status }) => ![200, 201, 409].includes(status)).map(({ text }) => text),
      [],
    )
  }
})

test('an update merges attributes key by key and refuses the email of another contact', async () => {
  const created = await upsert({
    email: 'a@acme.example',
    attributes: { a: 1, b: 'x' },
    company: { name: 'Acme', plan: 'pro' },
    tags: ['one'],
  })
  const changed = (
    await call('PATCH', `/contacts/${created.id}`, {
      attributes: { b: null, c: true },
      company: { plan: null },
      tags: ['two'],
      phone: '+4930901820',
    })
  ).body
  assert.deepEqual(
    [changed.attributes, changed.company.name, changed.company.plan, changed.tags, changed.phone],
    [{ a: 1, c: true }, 'Acme', null, ['two'], '+4930901820'],
  )
  await upsert({ email: 'b@acme.example', identities: [{ provider: 'x', external_id: '1' }] })
  assert.equal(
    (await call('PATCH', `/contacts/${created.id}`, { email: 'B@acme.example' })).body.error.code,
    'DUPLICATE',
  )
  assert.equal(
    (await call('PATCH', `/contacts/${created.id}`, { identities: [{ provider: 'x', external_id: '1' }] })).body.error
      .code,
    'DUPLICATE',
  )
  assert.equal((await call('PATCH', `/contacts/${created.id}`, { attributes: { big: 'x'.repeat(1001) } })).status, 400)
  assert.equal(
    (
      await call('PATCH', `/contacts/${created.id}`, {
        attributes: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, 'x'.repeat(1000)])),
      })
    ).status,
    400,
  )
})

test('merging fills empty fields, moves feedback and redirects the old ids', async () => {
  const a = await upsert({ email: 'a@acme.example', name: 'Ana' })
  const b = await upsert({
    email: 'b@acme.example',
    name: 'Bea',
    title: 'CEO',
    attributes: { x: 1 },
    identities: [{ provider: 'x', external_id: '1' }],
  })
  const c = await upsert({ phone: '+4930901820' })
  await feedbackFrom(b.id)
  await insight({ contact_id: b.id })
  const merged = (await call('POST', `/contacts/${a.id}/merge`, { source_contact_ids: [b.id] })).body
  assert.deepEqual(
    [
      merged.name,
      merged.title,
      merged.email,
      merged.attributes,
      merged.feedback_count,
      merged.insight_count,
      merged.identities.length,
    ],
    ['Ana', 'CEO', 'a@acme.example', { x: 1 }, 1, 1, 1],
  )
  const last = (await call('POST', `/contacts/${c.id}/merge`, { source_contact_ids: [a.id] })).body
  assert.deepEqual([last.email, last.name, last.feedback_count], ['a@acme.example', 'Ana', 1])
  for (const old of [a, b]) {
    const gone = await call('GET', `/contacts/${old.id}`)
    assert.deepEqual([gone.status, gone.body.error.code, gone.body.error.replacement_id], [410, 'MERGED', c.id])
  }
  assert.equal((await upsert({ email: 'a@acme.example' })).id, c.id)
  assert.equal((await call('POST', `/contacts/${c.id}/merge`, { source_contact_ids: [c.id] })).status, 400)
  assert.equal((await call('POST', `/contacts/${c.id}/merge`, { source_contact_ids: [a.id] })).status, 400)
})

test('a deleted contact is not found, and a new one can use its email', async () => {
  const created = await upsert({ email: 'a@acme.example', identities: [{ provider: 'x', external_id: '1' }] })
  const gone = { id: created.id, deleted: true }
  assert.deepEqual((await call('DELETE', `/contacts/${created.id}`)).body, gone)
  assert.deepEqual((await call('DELETE', `/contacts/${created.id}`)).body, gone)
  assert.equal((await call('GET', `/contacts/${created.id}`)).status, 404)
  assert.equal(
    (await upsert({ email: 'a@acme.example', identities: [{ provider: 'x', external_id: '1' }] })).result,
    'created',
  )
})

test('the list filters, sorts and pages', async () => {
  const ana = await upsert({
    email: 'ana@acme.example',
    name: 'Ana',
    company: { name: 'Acme' },
    tags: ['vip'],
    identities: [{ provider: 'x', external_id: '1' }],
  })
  const bo = await upsert({ email: 'bo@other.example', name: 'bo' })
  await feedbackFrom(ana.id)
  await app.store.run(sql`update contact set nps_score = 9, nps_at = now() where id = ${bo.id}`)
  assert.deepEqual(await ids({}), [bo.id, ana.id])
  for (const [query, found] of [
    [{ q: 'acme' }, [ana.id]],
    [{ email: 'ANA@acme.example' }, [ana.id]],
    [{ provider: 'x', external_id: '1' }, [ana.id]],
    [{ company: 'acme' }, [ana.id]],
    [{ tag: 'vip' }, [ana.id]],
    [{ has_feedback: 'true' }, [ana.id]],
    [{ has_feedback: 'false' }, [bo.id]],
    [{ nps_type: 'promoter,passive' }, [bo.id]],
    [{ nps_type: 'detractor' }, []],
    [{ segment_id: newId() }, []],
    [{ sort: 'name' }, [ana.id, bo.id]],
    [{ sort: '-name' }, [bo.id, ana.id]],
  ] as const)
    assert.deepEqual(await ids(query as Record<string, string>), found, JSON.stringify(query))
  assert.deepEqual((await call('GET', `/contacts/${bo.id}`)).body.latest_nps.type, 'promoter')
  for (const sort of ['-created_at', 'created_at', 'name', '-name', '-updated_at']) {
    const page = (await call('GET', '/contacts', undefined, { sort, limit: '1' })).body
    const rest = await ids({ sort, limit: '1', cursor: page.pagination.next_cursor })
    assert.deepEqual([page.data[0].id, ...rest].sort(), [ana.id, bo.id].sort(), sort)
  }
})

test('a delta export lists changes, deletions and merges', async () => {
  const [a, b, c] = [
    await upsert({ email: 'a@acme.example' }),
    await upsert({ email: 'b@acme.example' }),
    await upsert({ email: 'c@acme.example' }),
  ]
  await call('POST', `/contacts/${a.id}/merge`, { source_contact_ids: [b.id] })
  await call('DELETE', `/contacts/${c.id}`)
  const since = new Date(Date.now() - 60_000).toISOString()
  const page = (await call('GET', '/contacts', undefined, { updated_since: since, include_deleted: 'true' })).body
  assert.deepEqual(
    new Map(page.data.map((x: Body) => [x.id, [x.deleted ?? false, x.merged_into_id]])),
    new Map([
      [a.id, [false, null]],
      [b.id, [true, a.id]],
      [c.id, [true, null]],
    ]),
  )
  assert.ok(page.pagination.sync_until <= new Date().toISOString())
  assert.deepEqual(await ids({ updated_since: since }), [a.id])
})

test('insights and timeline of a contact are paged, newest first', async () => {
  const created = await upsert({ email: 'a@acme.example' })
  const feedbackId = await feedbackFrom(created.id)
  const found = await insight({ feedback_id: feedbackId, occurred_at: '2026-01-01T00:00:00Z' })
  await insight({})
  assert.deepEqual(
    (await call('GET', `/contacts/${created.id}/insights`)).body.data.map((i: Body) => i.id),
    [found.id],
  )
  const first = (await call('GET', `/contacts/${created.id}/timeline`, undefined, { limit: '1' })).body
  const second = (
    await call('GET', `/contacts/${created.id}/timeline`, undefined, {
      limit: '1',
      cursor: first.pagination.next_cursor,
    })
  ).body
  assert.deepEqual(
    [...first.data, ...second.data].map((m: Body) => [m.type, m.id]),
    [
      ['feedback', feedbackId],
      ['insight', found.id],
    ],
  )
  assert.equal(second.pagination.has_more, false)
})

test('erasing removes personal data and quotes, keeps the counts and is recorded', async () => {
  const old = await upsert({ email: 'old@acme.example', name: 'Ana Maiden' })
  const created = await upsert({
    email: 'ana@acme.example',
    name: 'Ana',
    phone: '+4930901820',
    attributes: { a: 1 },
    company: { name: 'Acme' },
    identities: [{ provider: 'x', external_id: '1' }],
  })
  await call('POST', `/contacts/${created.id}/merge`, { source_contact_ids: [old.id] })
  const feedbackId = await feedbackFrom(created.id, 'The export just spins')
  const found = await insight({ feedback_id: feedbackId, quote: 'export just spins' })
  const other = await insight({ quote: 'somebody else', allow_unverified: true })
  const propose = async (title: string, changes: object[]) => {
    const reply = await call('POST', '/change-sets', { title, changes })
    assert.equal(reply.status, 201, reply.text)
  }
  await propose('By id', [{ operation: 'updateContact', params: { contactId: created.id }, body: { title: 'CTO' } }])
  await propose('By email', [{ operation: 'upsertContact', body: { email: 'Ana@acme.example', name: 'Ana' } }])
  await propose('About another', [{ operation: 'createTheme', body: { name: 'Export' } }])
  assert.equal(
    (await app.call(org.member.key, 'POST', `/contacts/${created.id}/erase`)).body.error.code,
    'ROLE_NOT_ALLOWED',
  )
  const { status, body } = await call('POST', `/contacts/${created.id}/erase`)
  assert.equal(status, 202)
  const { body: job } = await withTestWorker(() => call('GET', `/jobs/${body.job_id}`, undefined, { wait: '30' }))
  assert.deepEqual([job.status, job.result.resource_id], ['ready', created.id])
  const erased = (await call('GET', `/contacts/${created.id}`)).body
  assert.deepEqual(
    [
      erased.name,
      erased.email,
      erased.phone,
      erased.company,
      erased.attributes,
      erased.identities,
      erased.feedback_count,
      erased.insight_count,
    ],
    [null, null, null, null, {}, [], 1, 1],
  )
  assert.ok(erased.erased_at)
  const shown = (await call('GET', `/insights/${found.id}`)).body
  assert.deepEqual(
    [shown.quote, shown.quotes[0].text, shown.quotes[0].redacted, shown.user_name],
    ['[redacted]', '[redacted]', true, null],
  )
  assert.equal((await call('GET', `/insights/${other.id}`)).body.quote, 'somebody else')
  const { data } = (await call('GET', '/change-sets')).body
  assert.deepEqual(
    data.map((one: { title: string }) => one.title),
    ['About another'],
  )
  const left = await app.store.rows<{ all: string }>(
    sql`select c::text as all from contact c where org_id = ${org.id} union all select q::text from quote q
      where org_id = ${org.id}`,
  )
  assert.ok(!/ana|maiden|spins/i.test(left.map((row) => row.all).join()))
  const trail = await app.store.rows<{ type: string; user_id: string; object: { id: string } | null }>(sql`
    select type, user_id, object from event where org_id = ${org.id} and resource_id = ${created.id}
      and type <> 'contact.updated' order by id`)
  assert.deepEqual(
    trail.map((one) => [one.type, one.user_id, one.object?.id]),
    [
      ['contact.created', org.admin.userId, undefined],
      ['contact.merged', org.admin.userId, undefined],
      ['contact.erased', org.admin.userId, created.id],
    ],
  )
  const events = await app.store.rows<{ all: string }>(
    sql`select e::text as all from event e where org_id = ${org.id}
      and type like any (array['contact.%', 'insight.%'])`,
  )
  assert.ok(
    !/maiden|spins|ana@acme/i.test(events.map((row) => row.all).join()),
    'events keep no data of an erased contact',
  )
  assert.equal((await call('PATCH', `/contacts/${created.id}`, { name: 'Ana' })).body.error.code, 'INVALID_STATE')
  assert.equal((await upsert({ email: 'ana@acme.example' })).result, 'created')
})
