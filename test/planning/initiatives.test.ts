import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { signedIn } from '../account/browser.ts'
import { useTestServer, org, app } from '../test-server.ts'
import { type Body, codeOf, type Ground, groundOf, idsOf, pathOf } from './ground.ts'
import { readPages } from '../read-pages.ts'

let on: Ground
useTestServer(undefined, {
  beforeEachTest() {
    on = groundOf(app, org)
  },
})

const statuses = ['draft', 'exploring', 'building', 'ready_to_act', 'completed', 'archived'] as const

test('an initiative has the contract’s fields in the list and more in the detail', async () => {
  const made = await on.initiative({ description: 'd', goal: 'g', owner_id: org.member.userId })
  const { data } = await on.read('/initiatives')
  assert.deepEqual(Object.keys(data[0]).sort(), [
    'created_at',
    'description',
    'goal',
    'id',
    'leveraged_insights_count',
    'slug',
    'status',
    'title',
    'updated_at',
  ])
  assert.match(made.slug, /^make-export-dependable-[0-9a-f]{6}$/)
  assert.deepEqual(
    [made.status, made.owner_id, made.last_generated_at, made.projects, made.opportunity_ids, made.status_history],
    ['draft', org.member.userId, null, [], [], []],
  )
  assert.deepEqual(
    made.sections.map((s: Body) => [s.key, s.content]),
    [
      ['overview', ''],
      ['evidence', ''],
    ],
  )
  assert.deepEqual(await on.read(`/initiatives/${made.id}`), made)
})

test('the slug stays when the title changes, and equal titles have different ones', async () => {
  const [one, two] = [await on.initiative(), await on.initiative()]
  assert.notEqual(one.slug, two.slug)
  const { body } = await on.call('PATCH', `/initiatives/${one.id}`, { title: ' Über  Zürich! ' })
  assert.deepEqual([body.title, body.slug], ['Über  Zürich!', one.slug])
  assert.match((await on.initiative({ title: 'Über Zürich!' })).slug, /^uber-zurich-[0-9a-f]{6}$/)
  assert.match((await on.initiative({ title: '導出を直す' })).slug, /^導出を直す-[0-9a-f]{6}$/)
  assert.match((await on.initiative({ title: '!!' })).slug, /^[0-9a-f]{6}$/)
})

test('any status follows any other, through PATCH and through the action, and the history tells', async () => {
  for (const from of statuses)
    for (const to of statuses) {
      const made = await on.initiative()
      if (from !== 'draft') await on.call('PATCH', `/initiatives/${made.id}`, { status: from })
      const changed = await on.call('PATCH', `/initiatives/${made.id}`, { status: to })
      assert.deepEqual([changed.status, changed.body.status], [200, to], `${from} → ${to}`)
      const expected = [...(from === 'draft' ? [] : [['draft', from]]), ...(from === to ? [] : [[from, to]])]
      assert.deepEqual(
        changed.body.status_history.map((h: Body) => [h.from, h.to]),
        expected,
      )
      assert.ok(changed.body.status_history.every((h: Body) => h.actor === org.admin.userId))
      const built = await on.build('initiatives', { action: 'update_status', initiative_id: made.id, status: from })
      assert.deepEqual([built.status, built.body.initiative.status], [200, from])
    }
})

test('an initiative may begin anywhere but in the archive', async () => {
  for (const status of statuses) {
    const reply = await on.call('POST', '/initiatives', { title: 't', status })
    assert.equal(reply.status, status === 'archived' ? 400 : 201, status)
  }
})

test('an archived initiative can be read, relieved and restored, and takes no other change', async () => {
  const seen = await on.insight()
  const known = await on.opportunity()
  const made = await on.initiative()
  const at = `/initiatives/${made.id}`
  await on.call('POST', `${at}/insights`, { insight_ids: [seen.id] })
  await on.call('POST', `${at}/opportunities`, { opportunity_ids: [known.id] })
  assert.equal((await on.call('DELETE', at)).body.status, 'archived')
  const refused: [string, string, Body?][] = [
    ['PATCH', at, { title: 'x' }],
    ['PATCH', at, { goal: null }],
    ['PATCH', at, { title: 'x', status: 'archived' }],
    ['PATCH', at, { owner_id: org.admin.userId }],
    ['PATCH', `${at}/sections/overview`, { content: 'x' }],
    ['DELETE', `${at}/sections/overview`],
    ['PATCH', `${at}/segments`, { segment_ids: [] }],
    ['POST', `${at}/insights`, { insight_ids: [seen.id] }],
    ['POST', `${at}/opportunities`, { opportunity_ids: [known.id] }],
  ]
  for (const [method, path, body] of refused)
    assert.equal(codeOf(await on.call(method, path, body)), 'INVALID_STATE', `${method} ${path}`)
  for (const action of [
    { action: 'update_title', title: 'x' },
    { action: 'update_goal', goal: 'x' },
    { action: 'upsert_section', section_type: 'overview', content: 'x' },
    { action: 'set_segments', segment_ids: [] },
  ])
    assert.equal(
      codeOf(await on.build('initiatives', { ...action, initiative_id: made.id })),
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
    assert.equal((await on.call('GET', path)).status, 200, path)
  assert.equal((await on.call('DELETE', `${at}/insights/${seen.id}`)).status, 200)
  assert.equal((await on.call('DELETE', `${at}/opportunities/${known.id}`)).status, 200)
  assert.equal((await on.call('DELETE', at)).status, 200)
  assert.equal((await on.call('PATCH', at, { status: 'archived' })).status, 200)
  const restored = (await on.call('PATCH', at, { status: 'building', title: 'Back' })).body
  assert.deepEqual(
    [restored.status, restored.title, restored.leveraged_insights_count, restored.opportunity_ids],
    ['building', 'Back', 0, []],
  )
})

test('leveraged insights are the distinct live ones that are linked', async () => {
  const made = await on.initiative()
  const at = `/initiatives/${made.id}`
  const [a, b, c] = [
    await on.insight(),
    await on.insight({ sentiment: 'POSITIVE' }),
    await on.insight({ sentiment: 'NEUTRAL' }),
  ]
  const counts = async () => [
    (await on.read(at)).leveraged_insights_count,
    (await on.read('/initiatives')).data[0].leveraged_insights_count,
  ]
  assert.deepEqual((await on.call('POST', `${at}/insights`, { insight_ids: [a.id, b.id], reason: 'why' })).body, {
    linked: 2,
    already_linked: 0,
  })
  assert.deepEqual((await on.call('POST', `${at}/insights`, { insight_ids: [b.id, c.id] })).body, {
    linked: 1,
    already_linked: 1,
  })
  assert.deepEqual(await counts(), [3, 3])
  assert.deepEqual((await on.read(at)).sentiment_breakdown, { positive: 1, negative: 1, neutral: 1 })
  await on.call('PATCH', `/insights/${a.id}`, { status: 'dismissed' })
  assert.deepEqual(await counts(), [2, 2])
  await on.call('DELETE', `/insights/${b.id}`)
  assert.deepEqual(await counts(), [1, 1])
  await on.call('PATCH', `/insights/${a.id}`, { status: 'active' })
  await on.call('POST', `/insights/${c.id}/merge`, { source_insight_ids: [a.id] })
  assert.deepEqual(await counts(), [1, 1])
  assert.deepEqual(idsOf(await on.read(`${at}/insights`)), [c.id])
  for (let i = 0; i < 2; i++)
    assert.deepEqual((await on.call('DELETE', `${at}/insights/${c.id}`)).body, {
      initiative_id: made.id,
      insight_id: c.id,
      linked: false,
    })
  assert.deepEqual(await counts(), [0, 0])
})

test('the insights of an initiative say why they are there, filter and page', async () => {
  const { id } = await on.initiative()
  const theme = (await on.call('POST', '/themes', { name: 'Export' })).body
  const all = [
    await on.insight({ theme_ids: [theme.id] }),
    await on.insight({ sentiment: 'POSITIVE' }),
    await on.insight({ category: 'DELIGHTS' }),
  ]
  await on.call('POST', `/initiatives/${id}/insights`, { insight_ids: all.map((i) => i.id), reason: 'said "so"' })
  const whole = await on.read(`/initiatives/${id}/insights`)
  assert.deepEqual(idsOf(whole), all.map((i) => i.id).reverse())
  const { reason, added_by, added_at, ...insight } = whole.data[2]
  assert.deepEqual([reason, added_by, typeof added_at], ['said "so"', org.admin.userId, 'string'])
  assert.deepEqual(insight, (await on.read('/insights')).data[2])
  assert.deepEqual(idsOf(await on.read(`/initiatives/${id}/insights`, { sentiment: 'POSITIVE' })), [all[1]!.id])
  assert.deepEqual(
    idsOf(await on.read(`/initiatives/${id}/insights`, { category: 'DELIGHTS,PAIN_POINTS', sentiment: 'NEGATIVE' })),
    [all[2]!.id, all[0]!.id],
  )
  const walked: string[] = []
  const read = (cursor: object) => on.read(`/initiatives/${id}/insights`, { limit: '1', ...cursor })
  for await (const page of readPages(read)) walked.push(...idsOf(page))
  assert.deepEqual(walked, idsOf(whole))
})

test('one unknown insight, segment, owner or opportunity and nothing is written', async () => {
  const { id } = await on.initiative()
  const at = `/initiatives/${id}`
  const stranger = (await app.org()).admin.userId
  const known = (await on.insight()).id
  const gone = await on.insight()
  await on.call('DELETE', `/insights/${gone.id}`)
  const wrong: [string, string, Body, string][] = [
    ['POST', `${at}/insights`, { insight_ids: [known, newId()] }, 'insight_ids'],
    ['POST', `${at}/insights`, { insight_ids: [known, gone.id] }, 'insight_ids'],
    ['PATCH', `${at}/segments`, { segment_ids: [newId()] }, 'segment_ids'],
    ['PATCH', at, { title: 'x', owner_id: stranger }, 'owner_id'],
    ['POST', '/initiatives', { title: 'x', owner_id: stranger }, 'owner_id'],
    ['POST', '/initiatives', { title: 'x', segment_ids: [newId()] }, 'segment_ids'],
    ['POST', `${at}/opportunities`, { opportunity_ids: [(await on.opportunity()).id, newId()] }, 'opportunity_ids'],
  ]
  for (const [method, path, body, field] of wrong) {
    const reply = await on.call(method, path, body)
    assert.deepEqual([reply.status, pathOf(reply)], [400, `body.${field}`], `${method} ${path}`)
  }
  const after = await on.read(at)
  assert.deepEqual(
    [after.title, after.leveraged_insights_count, after.opportunity_ids],
    ['Make export dependable', 0, []],
  )
  assert.equal((await on.read('/initiatives')).data.length, 1)
})

test('a suspended member owns nothing new', async () => {
  await app.store.run(
    sql`update membership set status = 'suspended' where org_id = ${org.id} and user_id = ${org.member.userId}`,
  )
  assert.equal(
    pathOf(await on.call('POST', '/initiatives', { title: 'x', owner_id: org.member.userId })),
    'body.owner_id',
  )
})

test('sections: written, overwritten, with metadata kept or taken away, removed once and for all', async () => {
  const { id } = await on.initiative()
  const at = `/initiatives/${id}/sections`
  const write = async (key: string, body: Body) => (await on.call('PATCH', `${at}/${key}`, body)).body
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
    (await on.read(at)).data.map((s: Body) => [s.key, s.content]),
    [
      ['overview', ''],
      ['evidence', ''],
      ['risks_2', 'c'],
      ['aims', 'z'],
    ],
  )
  assert.deepEqual((await on.read(`/initiatives/${id}`)).sections, (await on.read(at)).data)
  for (let i = 0; i < 2; i++)
    assert.deepEqual((await on.call('DELETE', `${at}/aims`)).body, { key: 'aims', deleted: true })
  assert.deepEqual(
    (await on.read(at)).data.map((s: Body) => s.key),
    ['overview', 'evidence', 'risks_2'],
  )
  for (const key of ['Overview', '1st', 'a-b', 'a'.repeat(65)])
    assert.equal((await on.call('PATCH', `${at}/${key}`, { content: '' })).status, 404, key)
  assert.equal(pathOf(await on.call('PATCH', `${at}/overview`, { content: 'x'.repeat(100_001) })), 'body.content')
  assert.equal(
    pathOf(await on.call('PATCH', `${at}/overview`, { content: '', metadata: { big: 'x'.repeat(17_000) } })),
    'body.metadata',
  )
})

test('an initiative has at most a hundred sections', async () => {
  const { id } = await on.initiative()
  await app.store.run(
    sql`insert into initiative_section (org_id, initiative_id, key, content) select ${org.id}, ${id}, 's' || n, '' from generate_series(1, 98) n`,
  )
  assert.equal(codeOf(await on.call('PATCH', `/initiatives/${id}/sections/one_more`, { content: '' })), 'INVALID_STATE')
  assert.equal(codeOf(await on.call('PATCH', `/initiatives/${id}/sections/s98`, { content: 'new' })), 'ok')
})

test('segments are replaced as a whole, by name, and an archived one is not mentioned', async () => {
  const { id } = await on.initiative()
  const [gold, blue] = [await on.segment('Gold'), await on.segment('Blue')]
  const set = async (...segment_ids: string[]) =>
    (await on.call('PATCH', `/initiatives/${id}/segments`, { segment_ids })).body.data.map((s: Body) => s.name)
  assert.deepEqual(await set(gold, blue), ['Blue', 'Gold'])
  assert.deepEqual((await on.read(`/initiatives/${id}`)).segment_ids, [blue, gold])
  assert.deepEqual(idsOf(await on.read('/initiatives', { segment_id: gold })), [id])
  assert.deepEqual(await set(blue), ['Blue'])
  assert.deepEqual(idsOf(await on.read('/initiatives', { segment_id: gold })), [])
  await app.store.run(sql`update segment set archived_at = now() where org_id = ${org.id} and id = ${blue}`)
  assert.deepEqual((await on.read(`/initiatives/${id}/segments`)).data, [])
  assert.equal(
    pathOf(await on.call('PATCH', `/initiatives/${id}/segments`, { segment_ids: [blue] })),
    'body.segment_ids',
  )
  assert.deepEqual(await set(), [])
})

test('where segments are off, none can be set and the routes say so', async () => {
  const off = await app.org({ features: { segments: false } })
  const there = groundOf(app, off)
  const made = await there.initiative({ segment_ids: [] })
  const segment = await there.segment('Gold')
  assert.equal(
    pathOf(await there.call('POST', '/initiatives', { title: 'x', segment_ids: [segment] })),
    'body.segment_ids',
  )
  assert.equal(
    pathOf(
      await there.build('initiatives', { action: 'set_segments', initiative_id: made.id, segment_ids: [segment] }),
    ),
    'body.segment_ids',
  )
  assert.equal(
    (await there.build('initiatives', { action: 'set_segments', initiative_id: made.id, segment_ids: [] })).status,
    200,
  )
  assert.equal(codeOf(await there.call('GET', `/initiatives/${made.id}/segments`)), 'FEATURE_NOT_AVAILABLE')
})

test('every filter selects, alone and together, and the archive is not in the plain list', async () => {
  const a = await on.initiative({ title: 'Alpha 50%', owner_id: org.member.userId })
  const b = await on.initiative({ title: 'Beta', goal: 'the needle', status: 'building' })
  const c = await on.initiative({
    title: 'Gamma',
    description: 'a needle too',
    status: 'completed',
    owner_id: org.admin.userId,
  })
  const d = await on.initiative({ title: 'Delta' })
  await on.call('DELETE', `/initiatives/${d.id}`)
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
      idsOf(await on.read('/initiatives', query)),
      expected.map((i) => i.id),
      JSON.stringify(query),
    )
  for (const [query, field] of [
    [{ status: 'done' }, 'status'],
    [{ owner_id: 'me' }, 'owner_id'],
    [{ sort: 'title' }, 'sort'],
  ] as [Record<string, string>, string][])
    assert.match(pathOf(await on.call('GET', '/initiatives', undefined, query))!, new RegExp(`^query\\.${field}`))
})

test('a delta export walks all changes in their order, archived ones included', async () => {
  const since = new Date(Date.now() - 60_000).toISOString()
  const made: Body[] = []
  for (let i = 0; i < 5; i++) made.push(await on.initiative())
  await on.call('DELETE', `/initiatives/${made[0]!.id}`)
  await on.call('PATCH', `/initiatives/${made[1]!.id}/sections/overview`, { content: 'changed' })
  const walked: string[] = []
  const read = (cursor: object) => on.read('/initiatives', { updated_since: since, limit: '2', ...cursor })
  for await (const page of readPages(read)) {
    walked.push(...idsOf(page))
    assert.ok(page.pagination.sync_until)
  }
  assert.deepEqual(
    walked,
    [2, 3, 4, 0, 1].map((n) => made[n]!.id),
  )
})

test('opportunities are linked to one initiative at a time, and shown there while active', async () => {
  const [one, two] = [await on.initiative(), await on.initiative()]
  const [a, b] = [await on.opportunity(), await on.opportunity({ title: 'b' })]
  const link = async (to: Body, ...opportunity_ids: string[]) =>
    (await on.call('POST', `/initiatives/${to.id}/opportunities`, { opportunity_ids })).body
  assert.deepEqual(await link(one, a.id, b.id), { linked: 2, already_linked: 0 })
  assert.deepEqual(await link(one, a.id), { linked: 0, already_linked: 1 })
  assert.deepEqual(await link(two, a.id), { linked: 1, already_linked: 0 })
  assert.deepEqual(
    [
      (await on.read(`/initiatives/${one.id}`)).opportunity_ids,
      (await on.read(`/initiatives/${two.id}`)).opportunity_ids,
    ],
    [[b.id], [a.id]],
  )
  assert.deepEqual((await on.read(`/opportunities/${a.id}`)).initiative, {
    id: two.id,
    title: two.title,
    status: 'draft',
  })
  assert.deepEqual(idsOf(await on.read(`/initiatives/${two.id}/opportunities`)), [a.id])
  await on.call('DELETE', `/initiatives/${one.id}/opportunities/${a.id}`)
  assert.equal((await on.read(`/opportunities/${a.id}`)).initiative_id, two.id)
  for (let i = 0; i < 2; i++)
    assert.deepEqual((await on.call('DELETE', `/initiatives/${two.id}/opportunities/${a.id}`)).body, {
      initiative_id: two.id,
      opportunity_id: a.id,
      linked: false,
    })
  assert.equal((await on.read(`/opportunities/${a.id}`)).initiative_id, null)
  await on.call('DELETE', `/opportunities/${a.id}`)
  assert.equal(
    codeOf(await on.call('POST', `/initiatives/${two.id}/opportunities`, { opportunity_ids: [a.id] })),
    'INVALID_STATE',
  )
  await on.call('DELETE', `/opportunities/${b.id}`)
  assert.deepEqual(idsOf(await on.read(`/initiatives/${one.id}/opportunities`)), [])
})

test('an initiative shows its Projects, newest first, but for archived ones, and archiving it leaves them alone', async () => {
  const { id } = await on.initiative()
  const [a, b, c] = [
    await on.project('a', { initiative: id }),
    await on.project('b', { initiative: id }),
    await on.project('c', { initiative: id }),
  ]
  await on.archiveProject(b)
  const shown = [
    { id: c, title: 'c', status: 'not_started' },
    { id: a, title: 'a', status: 'not_started' },
  ]
  assert.deepEqual((await on.read(`/initiatives/${id}`)).projects, shown)
  const first = await on.read(`/initiatives/${id}/projects`, { limit: '1' })
  assert.deepEqual(
    [
      first.data,
      (await on.read(`/initiatives/${id}/projects`, { limit: '1', cursor: first.pagination.next_cursor })).data,
    ],
    [[shown[0]], [shown[1]]],
  )
  assert.deepEqual((await on.call('DELETE', `/initiatives/${id}`)).body.projects, shown)
})

test('the history keeps the last hundred changes of status', async () => {
  const { id } = await on.initiative()
  for (let i = 0; i < 103; i++) await on.call('PATCH', `/initiatives/${id}`, { status: i % 2 ? 'draft' : 'exploring' })
  const history = (await on.read(`/initiatives/${id}`)).status_history
  assert.deepEqual([history.length, history[0].to, history[99].to], [100, 'draft', 'exploring'])
  assert.ok(
    history.every((h: Body, i: number) => i === 0 || (h.from === history[i - 1].to && h.at >= history[i - 1].at)),
  )
})

test('two people changing different fields at once both have their way', async () => {
  const { id } = await on.initiative()
  for (let round = 0; round < 10; round++) {
    await Promise.all([
      on.call('PATCH', `/initiatives/${id}`, { title: `t${round}` }),
      on.call('PATCH', `/initiatives/${id}`, { goal: `g${round}` }),
      on.call('PATCH', `/initiatives/${id}/sections/overview`, { content: `o${round}` }),
      on.call('PATCH', `/initiatives/${id}`, { description: `d${round}` }),
    ])
    const after = await on.read(`/initiatives/${id}`)
    assert.deepEqual(
      [after.title, after.goal, after.sections[0].content, after.description],
      [`t${round}`, `g${round}`, `o${round}`, `d${round}`],
    )
  }
})

test('the web app lists initiatives with who does them, for whom, and how far their Projects are', async () => {
  const segment = (await on.call('POST', '/segments', { name: 'Enterprise' })).body
  const made = await on.initiative({ owner_id: org.member.userId, segment_ids: [segment.id] })
  const bare = await on.initiative()
  for (const status of ['completed', 'in_progress', 'archived'])
    await on.call('POST', '/projects', { title: status, status, initiative_id: made.id })
  const found = (await on.call('POST', '/insights', { name: 'x', sentiment: 'NEGATIVE', category: 'PAIN_POINTS' })).body
  await on.call('POST', `/initiatives/${made.id}/insights`, { insight_ids: [found.id] })
  const browser = await signedIn(app, org.member)
  const { data } = (await browser.app('GET', '/initiative-plans')).body
  const row = (id: string) => data.find((one: Body) => one.id === id)
  assert.deepEqual(
    [
      row(made.id).owner.user_id,
      row(made.id).segments.map((s: Body) => s.name),
      row(made.id).project_count,
      row(made.id).completed_project_count,
      row(made.id).sentiment_breakdown,
      row(made.id).leveraged_insights_count,
    ],
    [org.member.userId, ['Enterprise'], 2, 1, { positive: 0, negative: 1, neutral: 0 }, 1],
  )
  assert.deepEqual(
    [row(bare.id).owner, row(bare.id).segments, row(bare.id).project_count, row(bare.id).sentiment_breakdown],
    [null, [], 0, { positive: 0, negative: 0, neutral: 0 }],
  )
  assert.equal((await on.call('GET', '/initiative-plans')).status, 404, 'the public API has it not')
})
