import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { signedIn } from '../account/browser.ts'
import { useTestServer, org, app } from '../test-server.ts'
import { type Body, codeOf, type PlanningClient, createPlanningClient, idsOf, pathOf } from './planning-client.ts'
import { readPages } from '../read-pages.ts'

let client: PlanningClient
useTestServer(undefined, {
  beforeEachTest() {
    client = createPlanningClient(app, org)
  },
})

const statuses = ['draft', 'exploring', 'building', 'ready_to_act', 'completed', 'archived'] as const

test('an initiative has the list fields of the contract and more in the detail', async () => {
  const created = await client.initiative({ description: 'd', goal: 'g', owner_id: org.member.userId })
  const { data } = await client.read('/initiatives')
  assert.deepEqual(Object.keys(data[0]).sort(), [
    'account_reach',
    'created_at',
    'custom_fields',
    'description',
    'goal',
    'id',
    'leveraged_insights_count',
    'slug',
    'status',
    'title',
    'updated_at',
  ])
  assert.match(created.slug, /^make-export-dependable-[0-9a-f]{6}$/)
  assert.deepEqual(
    [
      created.status,
      created.owner_id,
      created.last_generated_at,
      created.projects,
      created.opportunity_ids,
      created.status_history,
    ],
    ['draft', org.member.userId, null, [], [], []],
  )
  assert.deepEqual(
    created.sections.map((s: Body) => [s.key, s.content]),
    [
      ['overview', ''],
      ['evidence', ''],
    ],
  )
  assert.deepEqual(await client.read(`/initiatives/${created.id}`), created)
})

test('the slug is stable when the title changes and unique for equal titles', async () => {
  const [one, two] = [await client.initiative(), await client.initiative()]
  assert.notEqual(one.slug, two.slug)
  const { body } = await client.call('PATCH', `/initiatives/${one.id}`, { title: ' Über  Zürich! ' })
  assert.deepEqual([body.title, body.slug], ['Über  Zürich!', one.slug])
  assert.match((await client.initiative({ title: 'Über Zürich!' })).slug, /^uber-zurich-[0-9a-f]{6}$/)
  assert.match((await client.initiative({ title: '導出を直す' })).slug, /^導出を直す-[0-9a-f]{6}$/)
  assert.match((await client.initiative({ title: '!!' })).slug, /^[0-9a-f]{6}$/)
})

test('any status can follow any other, by PATCH and by action, and is recorded in the history', async () => {
  for (const from of statuses)
    for (const to of statuses) {
      const created = await client.initiative()
      if (from !== 'draft') await client.call('PATCH', `/initiatives/${created.id}`, { status: from })
      const changed = await client.call('PATCH', `/initiatives/${created.id}`, { status: to })
      assert.deepEqual([changed.status, changed.body.status], [200, to], `${from} → ${to}`)
      const expected = [...(from === 'draft' ? [] : [['draft', from]]), ...(from === to ? [] : [[from, to]])]
      assert.deepEqual(
        changed.body.status_history.map((h: Body) => [h.from, h.to]),
        expected,
      )
      assert.ok(changed.body.status_history.every((h: Body) => h.actor === org.admin.userId))
      const built = await client.build('initiatives', {
        action: 'update_status',
        initiative_id: created.id,
        status: from,
      })
      assert.deepEqual([built.status, built.body.initiative.status], [200, from])
    }
})

test('an initiative can be created in any status except archived', async () => {
  for (const status of statuses) {
    const reply = await client.call('POST', '/initiatives', { title: 't', status })
    assert.equal(reply.status, status === 'archived' ? 400 : 201, status)
  }
})

test('an archived initiative can be read, unlinked and restored, but not edited', async () => {
  const seen = await client.insight()
  const existing = await client.opportunity()
  const created = await client.initiative()
  const at = `/initiatives/${created.id}`
  await client.call('POST', `${at}/insights`, { insight_ids: [seen.id] })
  await client.call('POST', `${at}/opportunities`, { opportunity_ids: [existing.id] })
  assert.equal((await client.call('DELETE', at)).body.status, 'archived')
  const refused: [string, string, Body?][] = [
    ['PATCH', at, { title: 'x' }],
    ['PATCH', at, { goal: null }],
    ['PATCH', at, { title: 'x', status: 'archived' }],
    ['PATCH', at, { owner_id: org.admin.userId }],
    ['PATCH', `${at}/sections/overview`, { content: 'x' }],
    ['DELETE', `${at}/sections/overview`],
    ['PATCH', `${at}/segments`, { segment_ids: [] }],
    ['POST', `${at}/insights`, { insight_ids: [seen.id] }],
    ['POST', `${at}/opportunities`, { opportunity_ids: [existing.id] }],
  ]
  for (const [method, path, body] of refused)
    assert.equal(codeOf(await client.call(method, path, body)), 'INVALID_STATE', `${method} ${path}`)
  for (const action of [
    { action: 'update_title', title: 'x' },
    { action: 'update_goal', goal: 'x' },
    { action: 'upsert_section', section_type: 'overview', content: 'x' },
    { action: 'set_segments', segment_ids: [] },
  ])
    assert.equal(
      codeOf(await client.build('initiatives', { ...action, initiative_id: created.id })),
      'INVALID_STATE',
      action.action,
    )
  for (const path of [
    at,
    `${at}/sections`,
    `${at}/insights`,
    `${at}/segments`,
    `${at}/projects`,
    `${at}/opportunities`,
  ])
    assert.equal((await client.call('GET', path)).status, 200, path)
  assert.equal((await client.call('DELETE', `${at}/insights/${seen.id}`)).status, 200)
  assert.equal((await client.call('DELETE', `${at}/opportunities/${existing.id}`)).status, 200)
  assert.equal((await client.call('DELETE', at)).status, 200)
  assert.equal((await client.call('PATCH', at, { status: 'archived' })).status, 200)
  const restored = (await client.call('PATCH', at, { status: 'building', title: 'Back' })).body
  assert.deepEqual(
    [restored.status, restored.title, restored.leveraged_insights_count, restored.opportunity_ids],
    ['building', 'Back', 0, []],
  )
})

test('leveraged insights are the distinct live linked insights', async () => {
  const created = await client.initiative()
  const at = `/initiatives/${created.id}`
  const [a, b, c] = [
    await client.insight(),
    await client.insight({ sentiment: 'POSITIVE' }),
    await client.insight({ sentiment: 'NEUTRAL' }),
  ]
  const counts = async () => [
    (await client.read(at)).leveraged_insights_count,
    (await client.read('/initiatives')).data[0].leveraged_insights_count,
  ]
  assert.deepEqual((await client.call('POST', `${at}/insights`, { insight_ids: [a.id, b.id], reason: 'why' })).body, {
    linked: 2,
    already_linked: 0,
  })
  assert.deepEqual((await client.call('POST', `${at}/insights`, { insight_ids: [b.id, c.id] })).body, {
    linked: 1,
    already_linked: 1,
  })
  assert.deepEqual(await counts(), [3, 3])
  assert.deepEqual((await client.read(at)).sentiment_breakdown, { positive: 1, negative: 1, neutral: 1 })
  await client.call('PATCH', `/insights/${a.id}`, { status: 'dismissed' })
  assert.deepEqual(await counts(), [2, 2])
  await client.call('DELETE', `/insights/${b.id}`)
  assert.deepEqual(await counts(), [1, 1])
  await client.call('PATCH', `/insights/${a.id}`, { status: 'active' })
  await client.call('POST', `/insights/${c.id}/merge`, { source_insight_ids: [a.id] })
  assert.deepEqual(await counts(), [1, 1])
  assert.deepEqual(idsOf(await client.read(`${at}/insights`)), [c.id])
  for (let i = 0; i < 2; i++)
    assert.deepEqual((await client.call('DELETE', `${at}/insights/${c.id}`)).body, {
      initiative_id: created.id,
      insight_id: c.id,
      linked: false,
    })
  assert.deepEqual(await counts(), [0, 0])
})

test('the insights of an initiative carry their reason, and can be filtered and paged', async () => {
  const { id } = await client.initiative()
  const theme = (await client.call('POST', '/themes', { name: 'Export' })).body
  const all = [
    await client.insight({ theme_ids: [theme.id] }),
    await client.insight({ sentiment: 'POSITIVE' }),
    await client.insight({ category: 'DELIGHTS' }),
  ]
  await client.call('POST', `/initiatives/${id}/insights`, { insight_ids: all.map((i) => i.id), reason: 'said "so"' })
  const allInsights = await client.read(`/initiatives/${id}/insights`)
  assert.deepEqual(idsOf(allInsights), all.map((i) => i.id).reverse())
  const { reason, added_by, added_at, ...insight } = allInsights.data[2]
  assert.deepEqual([reason, added_by, typeof added_at], ['said "so"', org.admin.userId, 'string'])
  assert.deepEqual(insight, (await client.read('/insights')).data[2])
  assert.deepEqual(idsOf(await client.read(`/initiatives/${id}/insights`, { sentiment: 'POSITIVE' })), [all[1]!.id])
  assert.deepEqual(
    idsOf(
      await client.read(`/initiatives/${id}/insights`, { category: 'DELIGHTS,PAIN_POINTS', sentiment: 'NEGATIVE' }),
    ),
    [all[2]!.id, all[0]!.id],
  )
  const pagedIds: string[] = []
  const read = (cursor: object) => client.read(`/initiatives/${id}/insights`, { limit: '1', ...cursor })
  for await (const page of readPages(read)) pagedIds.push(...idsOf(page))
  assert.deepEqual(pagedIds, idsOf(allInsights))
})

test('one unknown insight, segment, owner or opportunity rejects the whole write', async () => {
  const { id } = await client.initiative()
  const at = `/initiatives/${id}`
  const otherUserId = (await app.org()).admin.userId
  const existing = (await client.insight()).id
  const deleted = await client.insight()
  await client.call('DELETE', `/insights/${deleted.id}`)
  const wrong: [string, string, Body, string][] = [
    ['POST', `${at}/insights`, { insight_ids: [existing, newId()] }, 'insight_ids'],
    ['POST', `${at}/insights`, { insight_ids: [existing, deleted.id] }, 'insight_ids'],
    ['PATCH', `${at}/segments`, { segment_ids: [newId()] }, 'segment_ids'],
    ['PATCH', at, { title: 'x', owner_id: otherUserId }, 'owner_id'],
    ['POST', '/initiatives', { title: 'x', owner_id: otherUserId }, 'owner_id'],
    ['POST', '/initiatives', { title: 'x', segment_ids: [newId()] }, 'segment_ids'],
    ['POST', `${at}/opportunities`, { opportunity_ids: [(await client.opportunity()).id, newId()] }, 'opportunity_ids'],
  ]
  for (const [method, path, body, field] of wrong) {
    const reply = await client.call(method, path, body)
    assert.deepEqual([reply.status, pathOf(reply)], [400, `body.${field}`], `${method} ${path}`)
  }
  const after = await client.read(at)
  assert.deepEqual(
    [after.title, after.leveraged_insights_count, after.opportunity_ids],
    ['Make export dependable', 0, []],
  )
  assert.equal((await client.read('/initiatives')).data.length, 1)
})

test('a suspended member cannot become an owner', async () => {
  await app.store.run(
    sql`update membership set status = 'suspended' where org_id = ${org.id} and user_id = ${org.member.userId}`,
  )
  assert.equal(
    pathOf(await client.call('POST', '/initiatives', { title: 'x', owner_id: org.member.userId })),
    'body.owner_id',
  )
})

test('sections can be written, overwritten with metadata kept or removed, and deleted', async () => {
  const { id } = await client.initiative()
  const at = `/initiatives/${id}/sections`
  const write = async (key: string, body: Body) => (await client.call('PATCH', `${at}/${key}`, body)).body
  const { updated_at: _, ...first } = await write('risks_2', {
    content: 'a',
    metadata: { n: 1.5, deep: { x: [null, true] } },
  })
  assert.deepEqual(first, { key: 'risks_2', content: 'a', metadata: { n: 1.5, deep: { x: [null, true] } } })
  assert.deepEqual((await write('risks_2', { content: 'b' })).metadata, { n: 1.5, deep: { x: [null, true] } })
  assert.equal('metadata' in (await write('risks_2', { content: 'c', metadata: null })), false)
  await write('aims', { content: 'z' })
  await write('overview', { content: '' })
  assert.deepEqual(
    (await client.read(at)).data.map((s: Body) => [s.key, s.content]),
    [
      ['overview', ''],
      ['evidence', ''],
      ['risks_2', 'c'],
      ['aims', 'z'],
    ],
  )
  assert.deepEqual((await client.read(`/initiatives/${id}`)).sections, (await client.read(at)).data)
  for (let i = 0; i < 2; i++)
    assert.deepEqual((await client.call('DELETE', `${at}/aims`)).body, { key: 'aims', deleted: true })
  assert.deepEqual(
    (await client.read(at)).data.map((s: Body) => s.key),
    ['overview', 'evidence', 'risks_2'],
  )
  for (const key of ['Overview', '1st', 'a-b', 'a'.repeat(65)])
    assert.equal((await client.call('PATCH', `${at}/${key}`, { content: '' })).status, 404, key)
  assert.equal(pathOf(await client.call('PATCH', `${at}/overview`, { content: 'x'.repeat(100_001) })), 'body.content')
  assert.equal(
    pathOf(await client.call('PATCH', `${at}/overview`, { content: '', metadata: { big: 'x'.repeat(17_000) } })),
    'body.metadata',
  )
})

test('an initiative has at most a hundred sections', async () => {
  const { id } = await client.initiative()
  await app.store.run(
    sql`insert into initiative_section (org_id, initiative_id, key, content)
      select ${org.id}, ${id}, 's' || n, '' from generate_series(1, 98) n`,
  )
  assert.equal(
    codeOf(await client.call('PATCH', `/initiatives/${id}/sections/one_more`, { content: '' })),
    'INVALID_STATE',
  )
  assert.equal(codeOf(await client.call('PATCH', `/initiatives/${id}/sections/s98`, { content: 'new' })), 'ok')
})

test('segments are replaced as a whole, listed by name, without archived ones', async () => {
  const { id } = await client.initiative()
  const [gold, blue] = [await client.segment('Gold'), await client.segment('Blue')]
  const set = async (...segment_ids: string[]) =>
    (await client.call('PATCH', `/initiatives/${id}/segments`, { segment_ids })).body.data.map((s: Body) => s.name)
  assert.deepEqual(await set(gold, blue), ['Blue', 'Gold'])
  assert.deepEqual((await client.read(`/initiatives/${id}`)).segment_ids, [blue, gold])
  assert.deepEqual(idsOf(await client.read('/initiatives', { segment_id: gold })), [id])
  assert.deepEqual(await set(blue), ['Blue'])
  assert.deepEqual(idsOf(await client.read('/initiatives', { segment_id: gold })), [])
  await app.store.run(sql`update segment set archived_at = now() where org_id = ${org.id} and id = ${blue}`)
  assert.deepEqual((await client.read(`/initiatives/${id}/segments`)).data, [])
  assert.equal(
    pathOf(await client.call('PATCH', `/initiatives/${id}/segments`, { segment_ids: [blue] })),
    'body.segment_ids',
  )
  assert.deepEqual(await set(), [])
})

test('with the segments feature disabled, no segments can be set', async () => {
  const disabledOrg = await app.org({ features: { segments: false } })
  const disabledClient = createPlanningClient(app, disabledOrg)
  const created = await disabledClient.initiative({ segment_ids: [] })
  const segment = await disabledClient.segment('Gold')
  assert.equal(
    pathOf(await disabledClient.call('POST', '/initiatives', { title: 'x', segment_ids: [segment] })),
    'body.segment_ids',
  )
  assert.equal(
    pathOf(
      await disabledClient.build('initiatives', {
        action: 'set_segments',
        initiative_id: created.id,
        segment_ids: [segment],
      }),
    ),
    'body.segment_ids',
  )
  assert.equal(
    (await disabledClient.build('initiatives', { action: 'set_segments', initiative_id: created.id, segment_ids: [] }))
      .status,
    200,
  )
  assert.equal(codeOf(await disabledClient.call('GET', `/initiatives/${created.id}/segments`)), 'FEATURE_NOT_AVAILABLE')
})

test('every filter works, alone and combined, and archived ones are not in the default list', async () => {
  const a = await client.initiative({ title: 'Alpha 50%', owner_id: org.member.userId })
  const b = await client.initiative({ title: 'Beta', goal: 'the needle', status: 'building' })
  const c = await client.initiative({
    title: 'Gamma',
    description: 'a needle too',
    status: 'completed',
    owner_id: org.admin.userId,
  })
  const d = await client.initiative({ title: 'Delta' })
  await client.call('DELETE', `/initiatives/${d.id}`)
  const table: [Record<string, string>, Body[]][] = [
    [{}, [c, b, a]],
    [{ include_archived: 'true' }, [d, c, b, a]],
    [{ status: 'archived' }, [d]],
    [{ status: 'building' }, [b]],
    [{ status: 'building,completed' }, [c, b]],
    [{ owner_id: org.member.userId }, [a]],
    [{ q: 'NEEDLE' }, [c, b]],
    [{ q: '50%' }, [a]],
    [{ q: '5_%' }, []],
    [{ q: 'needle', status: 'completed', owner_id: org.admin.userId }, [c]],
    [{ segment_id: newId() }, []],
  ]
  for (const [query, expected] of table)
    assert.deepEqual(
      idsOf(await client.read('/initiatives', query)),
      expected.map((i) => i.id),
      JSON.stringify(query),
    )
  for (const [query, field] of [
    [{ status: 'done' }, 'status'],
    [{ owner_id: 'me' }, 'owner_id'],
    [{ sort: 'title' }, 'sort'],
  ] as [Record<string, string>, string][])
    assert.match(pathOf(await client.call('GET', '/initiatives', undefined, query))!, new RegExp(`^query\\.${field}`))
})

test('a delta export returns all changes in order, including archived ones', async () => {
  const since = new Date(Date.now() - 60_000).toISOString()
  const created: Body[] = []
  for (let i = 0; i < 5; i++) created.push(await client.initiative())
  await client.call('DELETE', `/initiatives/${created[0]!.id}`)
  await client.call('PATCH', `/initiatives/${created[1]!.id}/sections/overview`, { content: 'changed' })
  const pagedIds: string[] = []
  const read = (cursor: object) => client.read('/initiatives', { updated_since: since, limit: '2', ...cursor })
  for await (const page of readPages(read)) {
    pagedIds.push(...idsOf(page))
    assert.ok(page.pagination.sync_until)
  }
  assert.deepEqual(
    pagedIds,
    [2, 3, 4, 0, 1].map((n) => created[n]!.id),
  )
})

test('an opportunity is linked to one initiative at a time and listed there while active', async () => {
  const [one, two] = [await client.initiative(), await client.initiative()]
  const [a, b] = [await client.opportunity(), await client.opportunity({ title: 'b' })]
  const link = async (to: Body, ...opportunity_ids: string[]) =>
    (await client.call('POST', `/initiatives/${to.id}/opportunities`, { opportunity_ids })).body
  assert.deepEqual(await link(one, a.id, b.id), { linked: 2, already_linked: 0 })
  assert.deepEqual(await link(one, a.id), { linked: 0, already_linked: 1 })
  assert.deepEqual(await link(two, a.id), { linked: 1, already_linked: 0 })
  assert.deepEqual(
    [
      (await client.read(`/initiatives/${one.id}`)).opportunity_ids,
      (await client.read(`/initiatives/${two.id}`)).opportunity_ids,
    ],
    [[b.id], [a.id]],
  )
  assert.deepEqual((await client.read(`/opportunities/${a.id}`)).initiative, {
    id: two.id,
    title: two.title,
    status: 'draft',
  })
  assert.deepEqual(idsOf(await client.read(`/initiatives/${two.id}/opportunities`)), [a.id])
  await client.call('DELETE', `/initiatives/${one.id}/opportunities/${a.id}`)
  assert.equal((await client.read(`/opportunities/${a.id}`)).initiative_id, two.id)
  for (let i = 0; i < 2; i++)
    assert.deepEqual((await client.call('DELETE', `/initiatives/${two.id}/opportunities/${a.id}`)).body, {
      initiative_id: two.id,
      opportunity_id: a.id,
      linked: false,
    })
  assert.equal((await client.read(`/opportunities/${a.id}`)).initiative_id, null)
  await client.call('DELETE', `/opportunities/${a.id}`)
  assert.equal(
    codeOf(await client.call('POST', `/initiatives/${two.id}/opportunities`, { opportunity_ids: [a.id] })),
    'INVALID_STATE',
  )
  await client.call('DELETE', `/opportunities/${b.id}`)
  assert.deepEqual(idsOf(await client.read(`/initiatives/${one.id}/opportunities`)), [])
})

test('an initiative lists its Projects newest first, without archived ones; archiving it keeps them', async () => {
  const { id } = await client.initiative()
  const [a, b, c] = [
    await client.project('a', { initiative: id }),
    await client.project('b', { initiative: id }),
    await client.project('c', { initiative: id }),
  ]
  await client.archiveProject(b)
  const listedProjects = [
    { id: c, title: 'c', status: 'not_started' },
    { id: a, title: 'a', status: 'not_started' },
  ]
  assert.deepEqual((await client.read(`/initiatives/${id}`)).projects, listedProjects)
  const first = await client.read(`/initiatives/${id}/projects`, { limit: '1' })
  assert.deepEqual(
    [
      first.data,
      (await client.read(`/initiatives/${id}/projects`, { limit: '1', cursor: first.pagination.next_cursor })).data,
    ],
    [[listedProjects[0]], [listedProjects[1]]],
  )
  assert.deepEqual((await client.call('DELETE', `/initiatives/${id}`)).body.projects, listedProjects)
})

test('the history keeps the last 100 status changes', async () => {
  const { id } = await client.initiative()
  for (let i = 0; i < 103; i++)
    await client.call('PATCH', `/initiatives/${id}`, { status: i % 2 ? 'draft' : 'exploring' })
  const history = (await client.read(`/initiatives/${id}`)).status_history
  assert.deepEqual([history.length, history[0].to, history[99].to], [100, 'draft', 'exploring'])
  assert.ok(
    history.every((h: Body, i: number) => i === 0 || (h.from === history[i - 1].to && h.at >= history[i - 1].at)),
  )
})

test('concurrent changes of different fields both apply', async () => {
  const { id } = await client.initiative()
  for (let round = 0; round < 10; round++) {
    await Promise.all([
      client.call('PATCH', `/initiatives/${id}`, { title: `t${round}` }),
      client.call('PATCH', `/initiatives/${id}`, { goal: `g${round}` }),
      client.call('PATCH', `/initiatives/${id}/sections/overview`, { content: `o${round}` }),
      client.call('PATCH', `/initiatives/${id}`, { description: `d${round}` }),
    ])
    const after = await client.read(`/initiatives/${id}`)
    assert.deepEqual(
      [after.title, after.goal, after.sections[0].content, after.description],
      [`t${round}`, `g${round}`, `o${round}`, `d${round}`],
    )
  }
})

test('the web app lists initiatives with owner, segments and project progress', async () => {
  const segment = (await client.call('POST', '/segments', { name: 'Enterprise' })).body
  const created = await client.initiative({ owner_id: org.member.userId, segment_ids: [segment.id] })
  const bare = await client.initiative()
  for (const status of ['completed', 'in_progress', 'archived'])
    await client.call('POST', '/projects', { title: status, status, initiative_id: created.id })
  const found = (await client.call('POST', '/insights', { name: 'x', sentiment: 'NEGATIVE', category: 'PAIN_POINTS' }))
    .body
  await client.call('POST', `/initiatives/${created.id}/insights`, { insight_ids: [found.id] })
  const browser = await signedIn(app, org.member)
  const { data } = (await browser.app('GET', '/initiative-plans')).body
  const row = (id: string) => data.find((one: Body) => one.id === id)
  assert.deepEqual(
    [
      row(created.id).owner.user_id,
      row(created.id).segments.map((s: Body) => s.name),
      row(created.id).project_count,
      row(created.id).completed_project_count,
      row(created.id).sentiment_breakdown,
      row(created.id).leveraged_insights_count,
    ],
    [org.member.userId, ['Enterprise'], 2, 1, { positive: 0, negative: 1, neutral: 0 }, 1],
  )
  assert.deepEqual(
    [row(bare.id).owner, row(bare.id).segments, row(bare.id).project_count, row(bare.id).sentiment_breakdown],
    [null, [], 0, { positive: 0, negative: 0, neutral: 0 }],
  )
  assert.equal((await client.call('GET', '/initiative-plans')).status, 404, 'not part of the public API')
})
