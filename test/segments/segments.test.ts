import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateOrganization } from '#domain/organizations/queries.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { useTestServer, org, app } from '../test-server.ts'
import { type Body, segmentsClient, type SegmentsClient } from './segments-client.ts'

let client: SegmentsClient
useTestServer(undefined, {
  beforeEachTest() {
    client = segmentsClient(app, org)
  },
})

const plan = (value: string) => [{ field: 'plan', op: 'eq', value }]
const on = (plan: string, more: Body = {}) => ({ company: { plan }, ...more })

test('a segment with rules or manual members is created, shown, updated and listed', async () => {
  const ana = await client.contact(on('pro', { name: 'Ana' }))
  const created = await client.call('POST', '/segments', {
    name: 'Pro plan',
    rules: { conditions: plan('pro') },
    description: 'Paying',
  })
  assert.equal(created.status, 201)
  const { id, created_at: _, updated_at: __, last_evaluated_at, ...shown } = created.body
  assert.deepEqual(shown, {
    name: 'Pro plan',
    slug: `pro-plan-${id.slice(-6)}`,
    description: 'Paying',
    color: '#3b82f6',
    kind: 'rules',
    rules: { conditions: plan('pro') },
    contact_count: 1,
    insight_count: 0,
    weight: 1,
    ai_classification: false,
    archived_at: null,
  })
  assert.ok(last_evaluated_at)
  assert.deepEqual(await client.segmentsOf(ana.id), [id])
  const byHand = await client.segment('Friends')
  assert.deepEqual([byHand.kind, byHand.rules, byHand.contact_count, byHand.color], ['manual', null, 0, '#f97316'])
  const changed = (await client.call('PATCH', `/segments/${id}`, { name: 'Paying', weight: 3, color: '#112233' })).body
  assert.deepEqual(
    [changed.name, changed.slug, changed.weight, changed.color, changed.contact_count],
    ['Paying', `paying-${id.slice(-6)}`, 3, '#112233', 1],
  )
  const names = async (query: Record<string, string> = {}) =>
    (await client.read('/segments', query)).data.map((one: Body) => one.name)
  assert.deepEqual(await names(), ['Friends', 'Paying'])
  assert.deepEqual(
    [
      await names({ q: 'pay' }),
      await names({ kind: 'manual' }),
      await names({ sort: '-name' }),
      await names({ updated_since: '2020-01-01' }),
    ],
    [['Paying'], ['Friends'], ['Paying', 'Friends'], ['Friends', 'Paying']],
  )
})

test('active segments have unique names, and invalid ones are refused', async () => {
  const one = await client.segment('Big')
  assert.equal((await client.call('POST', '/segments', { name: 'bIG' })).body.error.code, 'DUPLICATE')
  const other = await client.segment('Small', plan('a'))
  assert.equal((await client.call('PATCH', `/segments/${other.id}`, { name: 'big' })).body.error.code, 'DUPLICATE')
  const place = async (body: Body, path = '/segments', method = 'POST') =>
    (await client.call(method, path, body)).body.error?.details[0].path
  assert.equal(await place({ name: 'x', kind: 'rules' }), 'body.rules')
  assert.equal(await place({ name: 'x', kind: 'manual', rules: { conditions: plan('a') } }), 'body.rules')
  assert.equal(
    await place({ name: 'x', rules: { conditions: [{ field: 'plan', op: 'gt', value: 1 }] } }),
    'body.rules.conditions.0.op',
  )
  assert.equal(await place({ name: 'x', weight: 11 }), 'body.weight')
  assert.equal(await place({ kind: 'rules' }, `/segments/${one.id}`, 'PATCH'), 'body.rules')
  assert.equal((await client.call('PATCH', `/segments/${other.id}`, { kind: 'manual' })).body.rules, null)
})

test('changed rules are applied to all contacts', async () => {
  const [a, b, c] = [await client.contact(on('pro')), await client.contact(on('free')), await client.contact({})]
  const segment = await client.segment('Some', plan('pro'))
  assert.deepEqual(await client.members(segment.id), [a.id])
  await client.call('PATCH', `/segments/${segment.id}`, {
    rules: { match: 'any', conditions: [...plan('free'), { field: 'plan', op: 'is_not_set' }] },
  })
  assert.deepEqual(await client.members(segment.id), [b.id, c.id])
  assert.deepEqual(await client.segmentsOf(a.id), [])
  const by = (await client.call('PATCH', `/segments/${segment.id}`, { rules: null })).body
  assert.deepEqual([by.kind, by.contact_count], ['manual', 0])
})

test('contacts are evaluated when created, updated, upserted, imported in bulk or merged', async () => {
  const [pro, german] = [
    await client.segment('Pro', plan('pro')),
    await client.segment('German', [{ field: 'country', op: 'eq', value: 'DE' }]),
  ]
  const both = [pro.id, german.id].sort()
  const created = await client.contact(on('pro'))
  assert.deepEqual(created.segment_ids, [pro.id])
  assert.deepEqual((await client.call('PATCH', `/contacts/${created.id}`, { country: 'DE' })).body.segment_ids, both)
  assert.deepEqual(
    (await client.create('/contacts', { email: created.email, company: { plan: 'free' } })).segment_ids,
    [german.id],
  )
  const { results } = (
    await client.call('POST', '/contacts/bulk', {
      items: [{ email: 'a@x.org', country: 'DE' }, { email: 'b@y.org', ...on('pro') }, { email: 'c@x.org' }],
    })
  ).body
  assert.deepEqual(await Promise.all(results.map((row: Body) => client.segmentsOf(row.id))), [
    [german.id],
    [pro.id],
    [],
  ])
  const merged = (
    await client.call('POST', `/contacts/${results[1].id}/merge`, { source_contact_ids: [results[0].id] })
  ).body
  assert.deepEqual(merged.segment_ids, both)
  assert.deepEqual((await client.feedback({ contact: { email: 'd@x.org', country: 'DE' } })).contact.email, 'd@x.org')
  assert.equal((await client.read(`/segments/${german.id}`)).contact_count, 3)
})

test('feedback and NPS responses re-evaluate their contact', async () => {
  const [loud, slack, fans] = [
    await client.segment('Loud', [{ field: 'feedback_count', op: 'gte', value: 2 }]),
    await client.segment('Slack', [{ field: 'integration_source', op: 'eq', value: 'slack' }]),
    await client.segment('Fans', [{ field: 'nps_type', op: 'eq', value: 'promoter' }]),
  ]
  const ana = await client.contact({})
  const first = await client.feedback({ contact_id: ana.id, source: 'slack' })
  assert.deepEqual(await client.segmentsOf(ana.id), [slack.id])
  await client.call('POST', '/feedback/bulk', { items: [{ content: 'More', contact_id: ana.id }] })
  assert.deepEqual(await client.segmentsOf(ana.id), [loud.id, slack.id].sort())
  const answer = await client.create('/nps/responses', { score: 9, contact_id: ana.id })
  assert.deepEqual(await client.segmentsOf(ana.id), [loud.id, slack.id, fans.id].sort())
  await client.call('DELETE', `/nps/responses/${answer.id}`)
  await client.call('DELETE', `/feedback/${first.id}`)
  assert.deepEqual(await client.segmentsOf(ana.id), [])
})

test('manual members override the rules, and exclusions override everything', async () => {
  const [inside, outside] = [await client.contact(on('pro')), await client.contact(on('free'))]
  const segment = await client.segment('Pro', plan('pro'))
  const add = (ids: string[]) => client.call('POST', `/segments/${segment.id}/contacts`, { contact_ids: ids })
  const exclude = (id: string) => client.call('DELETE', `/segments/${segment.id}/contacts/${id}`)
  assert.deepEqual((await add([inside.id, outside.id])).body, { segment_id: segment.id, added: 1, already_members: 1 })
  const why = async () =>
    Object.fromEntries(
      (await client.read(`/segments/${segment.id}/contacts`)).data.map((one: Body) => [one.id, one.membership]),
    )
  assert.deepEqual(await why(), { [inside.id]: 'manual', [outside.id]: 'manual' })
  await client.call('PATCH', `/contacts/${inside.id}`, on('free'))
  assert.equal((await why())[inside.id], 'manual')
  assert.deepEqual((await exclude(inside.id)).body, { segment_id: segment.id, contact_id: inside.id, member: false })
  await client.call('PATCH', `/contacts/${inside.id}`, on('pro'))
  await client.call('PATCH', `/segments/${segment.id}`, { rules: { conditions: [{ field: 'plan', op: 'is_set' }] } })
  assert.deepEqual(await why(), { [outside.id]: 'manual' })
  assert.deepEqual([(await exclude(inside.id)).status, (await add([inside.id])).body.added], [200, 1])
  const third = await client.contact(on('pro'))
  assert.deepEqual(await why(), { [inside.id]: 'manual', [outside.id]: 'manual', [third.id]: 'rule' })
  const only = async (membership: string) =>
    (await client.read(`/segments/${segment.id}/contacts`, { membership })).data.map((one: Body) => one.id)
  assert.deepEqual([await only('rule'), (await only('manual')).length, await only('ai')], [[third.id], 2, []])
  const missing = newId()
  assert.equal((await add([third.id, missing])).body.error.details[0].message, `there is no contact ${missing}`)
  const other = await client.contact({})
  await client.call('POST', `/contacts/${other.id}/merge`, { source_contact_ids: [outside.id] })
  assert.equal((await why())[other.id], 'manual')
  assert.equal((await exclude(outside.id)).body.error.code, 'MERGED')
})

test('an insight has the segments of its contact until they are overridden', async () => {
  const segment = await client.segment('Pro', plan('pro'))
  const other = await client.segment('Other')
  const ana = await client.contact(on('pro'))
  const where = async (id: string) => (await client.read(`/insights/${id}`)).segment_ids
  const inherited = await client.insight({ contact_id: ana.id })
  const byHand = await client.insight({ contact_id: ana.id, segment_ids: [other.id] })
  const moved = await client.insight({ contact_id: ana.id })
  assert.deepEqual([inherited.segment_ids, byHand.segment_ids], [[segment.id], [other.id]])
  assert.deepEqual(
    (await client.call('PATCH', `/insights/${moved.id}/segments`, { segment_ids: [] })).body.segment_ids,
    [],
  )
  await client.call('PATCH', `/contacts/${ana.id}`, on('free'))
  assert.deepEqual([await where(inherited.id), await where(byHand.id), await where(moved.id)], [[], [other.id], []])
  await client.call('PATCH', `/contacts/${ana.id}`, on('pro'))
  assert.deepEqual([await where(inherited.id), await where(moved.id)], [[segment.id], []])
  const bo = await client.contact({})
  assert.deepEqual(
    (await client.call('PATCH', `/insights/${inherited.id}`, { contact_id: bo.id })).body.segment_ids,
    [],
  )
  assert.deepEqual((await client.call('PATCH', `/insights/${inherited.id}`, { contact_id: ana.id })).body.segment_ids, [
    segment.id,
  ])
  await client.call('POST', `/contacts/${bo.id}/merge`, { source_contact_ids: [ana.id] })
  assert.deepEqual([await where(inherited.id), await where(byHand.id)], [[segment.id], [other.id]])
  assert.equal((await client.read(`/segments/${segment.id}`)).insight_count, 1)
})

test('archiving a segment removes its members and its references', async () => {
  const segment = await client.segment('Pro', plan('pro'))
  const ana = await client.contact(on('pro'))
  const bo = await client.contact({})
  await client.call('POST', `/segments/${segment.id}/contacts`, { contact_ids: [bo.id] })
  const opportunity = await client.create('/opportunities', {
    title: 'Faster',
    category: 'PAIN_POINTS',
    segment_ids: [segment.id],
  })
  const initiative = await client.create('/initiatives', { title: 'Fast', segment_ids: [segment.id] })
  const gone = await client.call('DELETE', `/segments/${segment.id}`)
  assert.ok(gone.body.archived_at)
  assert.deepEqual(
    [gone.body.contact_count, (await client.call('DELETE', `/segments/${segment.id}`)).body.archived_at],
    [0, gone.body.archived_at],
  )
  assert.deepEqual([await client.segmentsOf(ana.id), await client.segmentsOf(bo.id)], [[], []])
  assert.deepEqual(
    [
      (await client.read(`/opportunities/${opportunity.id}`)).segment_ids,
      (await client.read(`/initiatives/${initiative.id}`)).segment_ids,
    ],
    [[], []],
  )
  assert.deepEqual(
    [
      (await client.read('/segments')).data.length,
      (await client.read('/segments', { include_archived: 'true' })).data.length,
    ],
    [0, 1],
  )
  assert.equal((await client.contact(on('pro'))).segment_ids.length, 0)
  for (const [method, path, body] of [
    ['PATCH', '', { name: 'x' }],
    ['POST', '/evaluate', undefined],
    ['POST', '/contacts', { contact_ids: [ana.id] }],
  ] as const)
    assert.equal(
      (await client.call(method, `/segments/${segment.id}${path}`, body)).body.error.code,
      'INVALID_STATE',
      path,
    )
  assert.equal(
    (await client.call('PATCH', `/opportunities/${opportunity.id}/segments`, { segment_ids: [segment.id] })).status,
    400,
  )
  assert.equal((await client.segment('Pro')).name, 'Pro')
})

test('lists filter by segment', async () => {
  const segment = await client.segment('Pro', plan('pro'))
  const [ana, bo] = [await client.contact(on('pro')), await client.contact({})]
  for (const who of [ana, bo]) {
    const theme = await client.create('/themes', { name: `Theme ${who.id}` })
    const insight = await client.insight({ contact_id: who.id, theme_ids: [theme.id] })
    await client.feedback({ contact_id: who.id })
    await client.create('/nps/responses', { score: 9, contact_id: who.id })
    const segment_ids = who === ana ? [segment.id] : []
    await client.create('/opportunities', {
      title: 'One',
      category: 'PAIN_POINTS',
      segment_ids,
      insight_ids: [insight.id],
    })
    await client.create('/initiatives', { title: 'One', segment_ids })
    const project = await client.create('/projects', { title: 'One' })
    await app.call(org.admin.key, 'POST', '/build/projects', {
      body: { action: 'assign_insights', project_id: project.id, insight_ids: [insight.id] },
      headers: { 'idempotency-key': newId() },
    })
  }
  for (const list of [
    '/contacts',
    '/insights',
    '/feedback',
    '/nps/responses',
    '/themes',
    '/opportunities',
    '/initiatives',
    '/projects',
  ]) {
    assert.equal((await client.read(list)).data.length, 2, list)
    assert.equal((await client.read(list, { segment_id: segment.id })).data.length, 1, list)
    assert.equal((await client.read(list, { segment_id: newId() })).data.length, 0, list)
  }
  assert.equal((await client.read('/categories', { segment_id: segment.id })).data[0].insight_count, 1)
  assert.equal((await client.read('/nps', { segment_id: segment.id })).responses, 1)
})

test('plans and insights accept existing segments only, and none while segments are off', async () => {
  const segment = await client.segment('Pro')
  const [insight, opportunity, initiative] = [
    await client.insight({}),
    await client.create('/opportunities', { title: 'One', category: 'PAIN_POINTS' }),
    await client.create('/initiatives', { title: 'One' }),
  ]
  const paths = [
    `/insights/${insight.id}/segments`,
    `/opportunities/${opportunity.id}/segments`,
    `/initiatives/${initiative.id}/segments`,
  ]
  for (const path of paths) {
    assert.equal((await client.call('PATCH', path, { segment_ids: [segment.id] })).status, 200, path)
    assert.deepEqual(
      (await client.call('PATCH', path, { segment_ids: [newId()] })).body.error.details[0].path,
      'body.segment_ids',
    )
  }
  assert.equal((await client.read(`/segments/${segment.id}`)).insight_count, 1)
  await updateOrganization(app.store, org.id, { feature_segments: false })
  assert.equal((await client.call('GET', '/segments')).body.error.code, 'FEATURE_NOT_AVAILABLE')
  for (const path of paths)
    assert.ok([400, 403].includes((await client.call('PATCH', path, { segment_ids: [segment.id] })).status), path)
  assert.equal(
    (
      await client.call('POST', '/insights', {
        name: 'x',
        sentiment: 'NEUTRAL',
        category: 'DELIGHTS',
        segment_ids: [segment.id],
      })
    ).status,
    400,
  )
})

test('a changed segment weight changes the impact of opportunities', async () => {
  const segment = await client.segment('Pro', plan('pro'))
  const ana = await client.contact(on('pro'))
  const insight = await client.insight({ contact_id: ana.id })
  const opportunity = await client.create('/opportunities', {
    title: 'One',
    category: 'PAIN_POINTS',
    insight_ids: [insight.id],
  })
  const weight = async () =>
    (await client.read(`/opportunities/${opportunity.id}`)).impact_factors.find((one: Body) => one.factor === 'segment')
      .value
  assert.equal(await weight(), 0.1)
  await client.call('PATCH', `/segments/${segment.id}`, { weight: 10 })
  assert.equal(await weight(), 1)
  await client.call('DELETE', `/segments/${segment.id}/contacts/${ana.id}`)
  assert.equal(await weight(), 0)
})

test('moving a contact to another segment recalculates opportunities', async () => {
  await client.segment('Pro', plan('pro'), { weight: 5 })
  const ana = await client.contact({})
  const insight = await client.insight({ contact_id: ana.id })
  const opportunity = await client.create('/opportunities', {
    title: 'One',
    category: 'PAIN_POINTS',
    insight_ids: [insight.id],
  })
  const weight = async () =>
    (await client.read(`/opportunities/${opportunity.id}`)).impact_factors.find((one: Body) => one.factor === 'segment')
      .value
  const becomes = (name: string) => ({ company: { plan: name } })
  assert.equal(await weight(), 0)
  await client.call('PATCH', `/contacts/${ana.id}`, becomes('pro'))
  assert.equal(await weight(), 0.5)
  await client.call('POST', '/contacts', { email: ana.email, ...becomes('free') })
  assert.equal(await weight(), 0)
  await client.call('POST', '/contacts/bulk', { items: [{ email: ana.email, ...becomes('pro') }] })
  assert.equal(await weight(), 0.5)
})

test('merging or deleting contacts recalculates opportunities', async () => {
  const [a, b, c] = [await client.contact({}), await client.contact({}), await client.contact({})]
  const insights = await Promise.all([a, b, c].map((who) => client.insight({ contact_id: who.id })))
  const opportunity = await client.create('/opportunities', {
    title: 'One',
    category: 'PAIN_POINTS',
    insight_ids: insights.map((one) => one.id),
  })
  const count = async () => (await client.read(`/opportunities/${opportunity.id}`)).contact_count
  assert.equal(await count(), 3)
  await client.call('POST', `/contacts/${a.id}/merge`, { source_contact_ids: [b.id] })
  assert.equal(await count(), 2)
  await client.call('DELETE', `/contacts/${c.id}`)
  assert.equal(await count(), 1)
  assert.equal((await client.read(`/opportunities/${opportunity.id}`)).insight_count, 3)
})

test('segments are isolated between organizations', async () => {
  const segment = await client.segment('All', [{ field: 'created_at', op: 'after', value: '2000-01-01' }])
  const theirs = await app.org()
  const other = segmentsClient(app, theirs)
  const stranger = await other.contact({})
  assert.deepEqual([stranger.segment_ids, (await client.read(`/segments/${segment.id}`)).contact_count], [[], 0])
  const [row] = await app.store.rows<{ n: number }>(
    sql`select count(*) as n from contact where org_id = ${theirs.id} and segment_ids <> '{}'`,
  )
  assert.equal(row!.n, 0)
})
