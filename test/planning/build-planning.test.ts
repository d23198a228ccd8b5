import assert from 'node:assert/strict'
import { test } from 'node:test'
import { opportunityActions } from '#contract/resources/build-opportunities.ts'
import { initiatives } from '#contract/resources/initiatives.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { useTestServer, org, app } from '../test-server.ts'
import { type Body, codeOf, type PlanningClient, createPlanningClient, idsOf, pathOf } from './planning-client.ts'

let client: PlanningClient
useTestServer(undefined, {
  beforeEachTest() {
    client = createPlanningClient(app, org)
  },
})

type Kind = 'initiatives' | 'opportunities'
/** The contract's table: each action with its required and optional fields. */
const table: { kind: Kind; action: string; required: string[]; optional: string[] }[] = [
  { kind: 'initiatives', action: 'create', required: ['title'], optional: ['goal', 'owner_id'] },
  { kind: 'initiatives', action: 'update_title', required: ['initiative_id', 'title'], optional: [] },
  { kind: 'initiatives', action: 'update_goal', required: ['initiative_id', 'goal'], optional: [] },
  { kind: 'initiatives', action: 'update_status', required: ['initiative_id', 'status'], optional: [] },
  {
    kind: 'initiatives',
    action: 'upsert_section',
    required: ['initiative_id', 'section_type', 'content'],
    optional: ['metadata'],
  },
  { kind: 'initiatives', action: 'set_segments', required: ['initiative_id', 'segment_ids'], optional: [] },
  { kind: 'opportunities', action: 'archive', required: ['opportunity_id'], optional: [] },
  { kind: 'opportunities', action: 'set_segments', required: ['opportunity_id', 'segment_ids'], optional: [] },
  { kind: 'opportunities', action: 'link_initiative', required: ['opportunity_id', 'initiative_id'], optional: [] },
  {
    kind: 'opportunities',
    action: 'create_initiative_from_opportunity',
    required: ['opportunity_id', 'title'],
    optional: ['goal', 'owner_id'],
  },
]

async function values(): Promise<Body> {
  return {
    initiative_id: (await client.initiative({ title: 'Existing' })).id,
    opportunity_id: (await client.opportunity()).id,
    title: 'A title',
    goal: 'A goal',
    owner_id: org.member.userId,
    status: 'building',
    section_type: 'overview',
    content: 'Words',
    metadata: { from: 'a test' },
    segment_ids: [await client.segment(`s-${newId()}`)],
  }
}
const pick = (from: Body, names: string[]): Body => Object.fromEntries(names.map((name) => [name, from[name]]))
const count = async () => [
  (await client.read('/initiatives', { include_archived: 'true' })).data.length,
  (await client.read('/opportunities', { status: 'active,archived' })).data.length,
]

test('the actions and their fields match the contract', () => {
  const declared = [
    ...Object.entries(initiatives.buildInitiatives.actions),
    ...Object.entries(opportunityActions.buildOpportunities.actions),
  ].map(([action, { properties, required = [] }]) => ({
    action,
    required: [...required].sort(),
    optional: Object.keys(properties)
      .filter((name) => !(required as string[]).includes(name))
      .sort(),
  }))
  assert.deepEqual(
    declared,
    table.map(({ action, required, optional }) => ({
      action,
      required: required.toSorted(),
      optional: optional.toSorted(),
    })),
  )
})

for (const { kind, action, required, optional } of table) {
  test(`${kind} ${action}: returns the action and the object, and replays the same response`, async () => {
    for (const names of [required, [...required, ...optional]]) {
      const body = { action, ...pick(await values(), names) }
      const key = newId()
      const first = await client.build(kind, body, key)
      assert.deepEqual(
        [first.status, first.body.action, first.body.idempotency],
        [200, action, { key, replayed: false }],
        first.text,
      )
      assert.ok(first.body[kind === 'initiatives' ? 'initiative' : 'opportunity'].id)
      const again = await client.build(kind, Object.fromEntries(Object.entries(body).reverse()), key)
      assert.deepEqual([again.status, again.body], [200, { ...first.body, idempotency: { key, replayed: true } }])
      const other = { action, ...pick({ ...(await values()), title: 'Another' }, names) }
      assert.equal(codeOf(await client.build(kind, other, key)), 'IDEMPOTENCY_CONFLICT')
    }
  })

  test(`${kind} ${action}: rejects each missing, unknown and invalid field by name, and changes nothing`, async () => {
    const all = pick(await values(), [...required, ...optional])
    const before = await count()
    for (const name of required) {
      const { [name]: _, ...rest } = all
      const reply = await client.build(kind, { action, ...rest })
      assert.deepEqual([reply.status, pathOf(reply)], [400, `body.${name}`], `without ${name}`)
    }
    for (const name of Object.keys(all))
      for (const wrong of [null, 7, true, {}, [7], ''].filter(
        (value) =>
          !(name === 'metadata' && value !== null && typeof value === 'object' && !Array.isArray(value)) &&
          !(value === '' && /content|goal/.test(name)),
      )) {
        const reply = await client.build(kind, { action, ...all, [name]: wrong })
        assert.deepEqual(
          [reply.status, pathOf(reply)?.slice(0, name.length + 5)],
          [400, `body.${name}`],
          `${name} = ${JSON.stringify(wrong)}`,
        )
      }
    for (const extra of ['description', 'id', 'project_id', 'nonsense']) {
      const reply = await client.build(kind, { action, ...all, [extra]: 'x' })
      assert.deepEqual([reply.status, pathOf(reply)], [400, `body.${extra}`])
    }
    assert.deepEqual(await count(), before)
  })

  test(`${kind} ${action}: needs a key, and an unknown target is not found`, async () => {
    const body = { action, ...pick(await values(), required) }
    assert.equal(codeOf(await client.call('POST', `/build/${kind}`, body)), 'IDEMPOTENCY_KEY_REQUIRED')
    const target = required[0]!
    if (!target.endsWith('_id')) return
    const foreign = createPlanningClient(app, await app.org())
    const otherOrg = kind === 'initiatives' ? await foreign.initiative() : await foreign.opportunity()
    for (const id of [newId(), otherOrg.id])
      assert.deepEqual((await client.build(kind, { ...body, [target]: id })).status, 404)
  })
}

test('a missing, unknown or double action and an invalid body are rejected', async () => {
  const { initiative_id, opportunity_id } = await values()
  for (const kind of ['initiatives', 'opportunities'] as const) {
    assert.deepEqual(
      [codeOf(await client.build(kind, {})), pathOf(await client.build(kind, {}))],
      ['VALIDATION_ERROR', 'body.action'],
    )
    for (const action of ['delete', 'CREATE', '', null, 3, ['create'], 'constructor']) {
      const reply = await client.build(kind, { action, title: 'x' })
      assert.deepEqual([reply.status, pathOf(reply)], [400, 'body.action'], String(action))
    }
  }
  assert.equal(
    pathOf(await client.build('initiatives', { action: 'update_title', initiative_id, title: 'x', goal: 'y' })),
    'body.goal',
  )
  assert.equal(
    pathOf(await client.build('opportunities', { action: 'archive', opportunity_id, segment_ids: [] })),
    'body.segment_ids',
  )
  for (const body of [[{ action: 'archive', opportunity_id }], 'archive', null])
    assert.equal((await client.build('opportunities', body as never)).status, 400)
})

test('each initiative action has its effect', async () => {
  const [gold, blue] = [await client.segment('Gold'), await client.segment('Blue')]
  const act = async (action: string, more: Body) =>
    (await client.build('initiatives', { action, ...more })).body.initiative
  const created = await act('create', { title: ' Spaced ', goal: 'g', owner_id: org.member.userId })
  assert.deepEqual(
    [created.title, created.goal, created.owner_id, created.status, created.description],
    ['Spaced', 'g', org.member.userId, 'draft', null],
  )
  const initiative_id = created.id
  assert.equal((await act('update_title', { initiative_id, title: 'New' })).title, 'New')
  assert.equal((await act('update_goal', { initiative_id, goal: '' })).goal, '')
  assert.deepEqual(
    (await act('update_status', { initiative_id, status: 'archived' })).status_history.map((h: Body) => [
      h.from,
      h.to,
      h.actor,
    ]),
    [['draft', 'archived', org.admin.userId]],
  )
  assert.equal((await act('update_status', { initiative_id, status: 'exploring' })).status, 'exploring')
  const written = await act('upsert_section', {
    initiative_id,
    section_type: 'success_metrics',
    content: 'c',
    metadata: { a: 1 },
  })
  assert.deepEqual(
    written.sections.map((s: Body) => [s.key, s.content, s.metadata]),
    [
      ['overview', '', undefined],
      ['evidence', '', undefined],
      ['success_metrics', 'c', { a: 1 }],
    ],
  )
  assert.deepEqual(
    (await act('upsert_section', { initiative_id, section_type: 'success_metrics', content: 'd' })).sections[2].content,
    'd',
  )
  assert.deepEqual((await act('set_segments', { initiative_id, segment_ids: [gold, blue] })).segment_ids, [blue, gold])
  assert.deepEqual((await act('set_segments', { initiative_id, segment_ids: [blue] })).segment_ids, [blue])
  assert.deepEqual((await act('set_segments', { initiative_id, segment_ids: [] })).segments, [])
  assert.equal(
    pathOf(await client.build('initiatives', { action: 'set_segments', initiative_id, segment_ids: [newId()] })),
    'body.segment_ids',
  )
  assert.equal(
    pathOf(
      await client.build('initiatives', { action: 'create', title: 'x', owner_id: (await app.org()).admin.userId }),
    ),
    'body.owner_id',
  )
  assert.equal((await client.read(`/initiatives/${initiative_id}`)).last_generated_at, null)
})

test('an initiative created from an opportunity copies problem, insights and segments, and is linked', async () => {
  const gold = await client.segment('Gold')
  const [a, b] = [await client.insight(), await client.insight()]
  const existing = await client.opportunity({ problem_statement: 'Exports never finish.', segment_ids: [gold] })
  await client.call('POST', `/opportunities/${existing.id}/insights`, { insight_ids: [a.id, b.id], reason: 'why' })
  await client.call('DELETE', `/insights/${b.id}`)
  const { opportunity, initiative } = (
    await client.build('opportunities', {
      action: 'create_initiative_from_opportunity',
      opportunity_id: existing.id,
      title: 'Fix it',
      owner_id: org.member.userId,
    })
  ).body
  assert.deepEqual(
    [initiative.title, initiative.goal, initiative.status, initiative.owner_id],
    ['Fix it', 'Exports never finish.', 'draft', org.member.userId],
  )
  assert.deepEqual(
    [initiative.segment_ids, initiative.leveraged_insights_count, initiative.opportunity_ids],
    [[gold], 1, [existing.id]],
  )
  assert.deepEqual(
    (await client.read(`/initiatives/${initiative.id}/insights`)).data.map((i: Body) => [i.id, i.reason]),
    [[a.id, 'why']],
  )
  assert.deepEqual(
    [opportunity.initiative_id, opportunity.initiative],
    [initiative.id, { id: initiative.id, title: 'Fix it', status: 'draft' }],
  )
  const second = (
    await client.build('opportunities', {
      action: 'create_initiative_from_opportunity',
      opportunity_id: existing.id,
      title: 'Again',
      goal: 'Own goal',
    })
  ).body
  assert.equal(second.initiative.goal, 'Own goal')
  assert.deepEqual(
    [(await client.read(`/initiatives/${initiative.id}`)).opportunity_ids, second.initiative.opportunity_ids],
    [[], [existing.id]],
  )
  const before = await count()
  const refused = await client.build('opportunities', {
    action: 'create_initiative_from_opportunity',
    opportunity_id: existing.id,
    title: 'x',
    owner_id: (await app.org()).admin.userId,
  })
  assert.deepEqual([refused.status, pathOf(refused), await count()], [400, 'body.owner_id', before])
})

test('the segments of an opportunity are copied even after the segments feature was disabled', async () => {
  const gold = await client.segment('Gold')
  const existing = await client.opportunity({ segment_ids: [gold] })
  await app.store.run(sql`update organization set feature_segments = false where id = ${org.id}`)
  const reply = await client.build('opportunities', {
    action: 'create_initiative_from_opportunity',
    opportunity_id: existing.id,
    title: 'x',
  })
  assert.deepEqual([reply.status, reply.body.initiative.segment_ids], [200, [gold]])
})

test('each other opportunity action has its effect in each state', async () => {
  const gold = await client.segment('Gold')
  const [one, two, archivedInitiative] = [
    await client.initiative(),
    await client.initiative(),
    await client.initiative(),
  ]
  await client.call('DELETE', `/initiatives/${archivedInitiative.id}`)
  const opportunity_id = (await client.opportunity()).id
  const act = (action: string, more: Body = {}) => client.build('opportunities', { action, opportunity_id, ...more })
  assert.deepEqual((await act('set_segments', { segment_ids: [gold] })).body.opportunity.segment_ids, [gold])
  assert.deepEqual(idsOf(await client.read(`/opportunities/${opportunity_id}/segments`)), [gold])
  assert.deepEqual((await act('set_segments', { segment_ids: [] })).body.opportunity.segments, [])
  assert.equal(pathOf(await act('set_segments', { segment_ids: [newId()] })), 'body.segment_ids')
  const linked = (await act('link_initiative', { initiative_id: one.id })).body
  assert.deepEqual([linked.opportunity.initiative_id, linked.initiative.id], [one.id, one.id])
  assert.equal((await act('link_initiative', { initiative_id: two.id })).body.opportunity.initiative_id, two.id)
  const unknown = await act('link_initiative', { initiative_id: newId() })
  assert.deepEqual([unknown.status, pathOf(unknown)], [400, 'body.initiative_id'])
  assert.equal(codeOf(await act('link_initiative', { initiative_id: archivedInitiative.id })), 'INVALID_STATE')
  for (let i = 0; i < 2; i++) {
    const archived = await act('archive')
    assert.deepEqual(
      [archived.status, archived.body.opportunity.status, archived.body.opportunity.rank],
      [200, 'archived', null],
    )
  }
  for (const [action, more] of [
    ['link_initiative', { initiative_id: one.id }],
    ['create_initiative_from_opportunity', { title: 'x' }],
    ['set_segments', { segment_ids: [] }],
  ] as [string, Body][])
    assert.equal(codeOf(await act(action, more)), 'INVALID_STATE', action)
  assert.equal((await client.read(`/opportunities/${opportunity_id}`)).initiative_id, two.id)
})

test('twenty concurrent requests with one key have one effect; each gets its response or a conflict', async () => {
  for (let round = 0; round < 5; round++) {
    const { opportunity_id } = await values()
    const before = (await count())[0]!
    const key = newId()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        client.build(
          'opportunities',
          { action: 'create_initiative_from_opportunity', opportunity_id, title: 'Once' },
          key,
        ),
      ),
    )
    const done = replies.filter((reply) => reply.status === 200)
    assert.ok(
      done.length >= 1 && replies.every((reply) => reply.status === 200 || codeOf(reply) === 'IDEMPOTENCY_CONFLICT'),
    )
    assert.equal(new Set(done.map((reply) => reply.body.initiative.id)).size, 1)
    assert.equal(done.filter((reply) => !reply.body.idempotency.replayed).length, 1)
    assert.equal((await count())[0], before + 1)
  }
})

test('a rejected request does not use up its idempotency key', async () => {
  const { opportunity_id } = await values()
  const key = newId()
  await client.call('DELETE', `/opportunities/${opportunity_id}`)
  const body = { action: 'create_initiative_from_opportunity', opportunity_id, title: 'Later' }
  assert.equal(codeOf(await client.build('opportunities', body, key)), 'INVALID_STATE')
  await client.call('PATCH', `/opportunities/${opportunity_id}`, { status: 'active' })
  assert.equal((await client.build('opportunities', body, key)).body.idempotency.replayed, false)
})

test('ids of another organization are not found', async () => {
  const otherOrg = createPlanningClient(app, await app.org())
  const [initiative, segment] = [await otherOrg.initiative(), await otherOrg.segment('Theirs')]
  const { opportunity_id, initiative_id } = await values()
  for (const [kind, body, field] of [
    ['opportunities', { action: 'link_initiative', opportunity_id, initiative_id: initiative.id }, 'initiative_id'],
    ['opportunities', { action: 'set_segments', opportunity_id, segment_ids: [segment] }, 'segment_ids'],
    ['initiatives', { action: 'set_segments', initiative_id, segment_ids: [segment] }, 'segment_ids'],
  ] as [Kind, Body, string][]) {
    const foreign = await client.build(kind, body)
    const unknown = await client.build(kind, { ...body, [field]: Array.isArray(body[field]) ? [newId()] : newId() })
    assert.deepEqual(
      [foreign.status, codeOf(foreign), pathOf(foreign)],
      [unknown.status, codeOf(unknown), pathOf(unknown)],
    )
    assert.deepEqual([foreign.status, pathOf(foreign)], [400, `body.${field}`])
  }
})
