import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { signedIn } from '../account/browser.ts'
import { useTestServer, org, app } from '../test-server.ts'
import { type Body, codeOf, pathsOf, type ProjectClient, createProjectClient } from './project-client.ts'
import { readPages } from '../read-pages.ts'

let client: ProjectClient
useTestServer(undefined, {
  beforeEachTest() {
    client = createProjectClient(app, org)
  },
})

test('a new Project has the fields of the contract and three empty sections', async () => {
  const { id } = await client.project()
  const { data } = (await client.call('GET', '/projects')).body
  assert.deepEqual(Object.keys(data[0]).sort(), [
    'account_reach',
    'created_at',
    'custom_fields',
    'description',
    'external_links',
    'id',
    'initiative',
    'slug',
    'status',
    'title',
    'updated_at',
  ])
  const detail = await client.read(id)
  assert.deepEqual(
    detail.sections.map((s: Body) => [s.key, s.title, s.content, s.updated_by]),
    [
      ['overview', 'Overview', '', org.admin.userId],
      ['evidence', 'Evidence', '', org.admin.userId],
      ['success_metrics', 'Success Metrics', '', org.admin.userId],
    ],
  )
  const {
    status,
    initiative,
    external_links,
    evidence_references,
    latest_evidence_story,
    status_history,
    owner,
    description,
  } = detail
  assert.deepEqual(
    {
      status,
      initiative,
      external_links,
      evidence_references,
      latest_evidence_story,
      status_history,
      owner,
      description,
    },
    {
      status: 'not_started',
      initiative: null,
      external_links: [],
      evidence_references: [],
      latest_evidence_story: null,
      status_history: [],
      owner: null,
      description: null,
    },
  )
})

test('all fields can be set at creation', async () => {
  const initiative = await client.initiative({ title: 'Answer' })
  const fields = {
    description: 'd',
    status: 'in_progress',
    initiative_id: initiative,
    owner_id: org.member.userId,
    start_date: '2026-01-01',
    target_date: '2026-01-01',
  }
  const created = await client.project({ title: '  Ünlimited “Export”  ', ...fields })
  assert.equal(created.title, 'Ünlimited “Export”')
  assert.match(created.slug, /^unlimited-export-\w{6}$/)
  assert.deepEqual(
    [created.description, created.status, created.owner_id, created.start_date, created.target_date],
    ['d', 'in_progress', org.member.userId, '2026-01-01', '2026-01-01'],
  )
  assert.deepEqual(created.initiative, { id: initiative, title: 'Answer', slug: `i-${initiative}`, status: 'building' })
  assert.equal(created.owner.user_id, org.member.userId)
  assert.ok(created.owner.name.startsWith('member'))
  assert.ok(created.started_at && created.completed_at === null)
})

test('the slug is stable when the title changes and unique for equal titles', async () => {
  const [one, two] = [await client.project(), await client.project()]
  assert.notEqual(one.slug, two.slug)
  const changed = (await client.call('PATCH', `/projects/${one.id}`, { title: 'Other' })).body
  assert.deepEqual([changed.title, changed.slug], ['Other', one.slug])
})

test('PATCH changes the fields in the request, clears null ones, and rejects an empty change', async () => {
  const initiative = await client.initiative()
  const { id } = await client.project({
    description: 'd',
    owner_id: org.admin.userId,
    initiative_id: initiative,
    start_date: '2026-01-01',
    target_date: '2026-02-01',
  })
  const changed = (
    await client.call('PATCH', `/projects/${id}`, {
      description: null,
      owner_id: null,
      initiative_id: null,
      start_date: null,
      target_date: null,
    })
  ).body
  assert.deepEqual(
    [changed.description, changed.owner_id, changed.owner, changed.initiative, changed.start_date, changed.target_date],
    [null, null, null, null, null, null],
  )
  assert.equal(changed.title, 'Export without limits')
  assert.equal(codeOf(await client.call('PATCH', `/projects/${id}`, {})), 'VALIDATION_ERROR')
})

test('the target date must not be before the start date, whichever is sent', async () => {
  const { id } = await client.project({ start_date: '2026-02-01', target_date: '2026-03-01' })
  for (const [body, path] of [
    [{ target_date: '2026-01-31' }, 'body.target_date'],
    [{ start_date: '2026-03-02' }, 'body.start_date'],
    [{ start_date: '2026-05-02', target_date: '2026-05-01' }, 'body.target_date'],
  ] as const) {
    const refused = await client.call('PATCH', `/projects/${id}`, body)
    assert.deepEqual([refused.status, pathsOf(refused)], [400, [path]])
  }
  assert.equal(
    (await client.call('PATCH', `/projects/${id}`, { start_date: '2026-04-01', target_date: '2026-04-01' })).status,
    200,
  )
  assert.equal(
    (await client.call('POST', '/projects', { title: 'x', start_date: '2026-02-02', target_date: '2026-02-01' }))
      .status,
    400,
  )
})

test('the owner must be an active member of the organization', async () => {
  const { id } = await client.project()
  const other = await app.org()
  await app.store.run(
    sql`update membership set status = 'suspended' where org_id = ${org.id} and user_id = ${org.member.userId}`,
  )
  for (const owner_id of [other.admin.userId, org.member.userId, `user_${'0'.repeat(32)}`]) {
    for (const refused of [
      await client.call('POST', '/projects', { title: 'x', owner_id }),
      await client.call('PATCH', `/projects/${id}`, { owner_id }),
      await client.build({ action: 'create', title: 'x', owner_id }),
    ])
      assert.deepEqual([refused.status, pathsOf(refused)], [400, ['body.owner_id']])
  }
})

test('the initiative must exist and not be archived', async () => {
  const { id } = await client.project()
  const foreign = await createProjectClient(app, await app.org()).initiative()
  const archived = await client.initiative({ archived: true })
  const attempts = (initiative_id: string) => [
    client.call('POST', '/projects', { title: 'x', initiative_id }),
    client.call('PATCH', `/projects/${id}`, { initiative_id }),
    client.build({ action: 'set_initiative', project_id: id, initiative_id }),
    client.build({ action: 'create', title: 'x', initiative_id }),
  ]
  for (const unknown of [newId(), foreign])
    for (const refused of await Promise.all(attempts(unknown)))
      assert.deepEqual([refused.status, pathsOf(refused)], [400, ['body.initiative_id']])
  for (const refused of await Promise.all(attempts(archived))) assert.equal(codeOf(refused), 'INVALID_STATE')
})

test('DELETE archives: hidden from the list, still readable, links and evidence kept, idempotent', async () => {
  const { id } = await client.project()
  const { id: insight } = await client.insight()
  await client.build({ action: 'assign_insights', project_id: id, insight_ids: [insight] })
  await client.build({
    action: 'link_external_artifact',
    project_id: id,
    provider: 'jira',
    external_url: 'https://jira.example.com/1',
    display_title: 't',
    external_key: 'A-1',
  })
  const linked = (await client.read(id)).external_links
  const archived = await client.call('DELETE', `/projects/${id}`)
  assert.deepEqual(
    [archived.status, archived.body.status, archived.body.status_before_archive],
    [200, 'archived', 'not_started'],
  )
  assert.deepEqual([archived.body.external_links, archived.body.evidence_count], [linked, 1])
  assert.deepEqual((await client.call('DELETE', `/projects/${id}`)).body, archived.body)
  assert.deepEqual(
    [await client.list(), await client.list({ status: 'archived' }), await client.list({ include_archived: 'true' })],
    [[], [id], [id]],
  )
  assert.equal((await client.read(id)).status, 'archived')
})

test('every filter of the list works', async () => {
  const initiative = await client.initiative()
  const gold = await client.segment('Gold')
  const a = await client.project({
    title: 'Alpha 50%',
    initiative_id: initiative,
    owner_id: org.member.userId,
    target_date: '2026-03-01',
  })
  const b = await client.project({
    title: 'beta',
    description: 'needle',
    status: 'in_progress',
    target_date: '2026-02-01',
  })
  const c = await client.project({ title: 'Gamma', status: 'completed' })
  const link = {
    action: 'link_external_artifact',
    external_url: 'https://x.example.com',
    display_title: 't',
    external_id: '1',
  }
  await client.build({ ...link, project_id: a.id, provider: 'linear' })
  await client.build({ ...link, project_id: b.id, provider: 'jira' })
  const { id: golden } = await client.insight({ segment_ids: [gold] })
  await client.build({ action: 'assign_insights', project_id: c.id, insight_ids: [golden] })
  const table: [Record<string, string>, Body[]][] = [
    [{}, [c, b, a]],
    [{ initiative_id: initiative }, [a]],
    [{ initiative_id: newId() }, []],
    [{ status: 'in_progress' }, [b]],
    [{ status: 'in_progress,completed' }, [c, b]],
    [{ external_provider: 'linear' }, [a]],
    [{ external_provider: 'jira' }, [b]],
    [{ external_provider: 'jira,linear' }, [b, a]],
    [{ owner_id: org.member.userId }, [a]],
    [{ owner_id: org.admin.userId }, []],
    [{ q: '50%' }, [a]],
    [{ q: 'NEEDLE' }, [b]],
    [{ q: 'zz' }, []],
    [{ target_before: '2026-03-01' }, [b]],
    [{ target_before: '2026-03-02' }, [b, a]],
    [{ segment_id: gold }, [c]],
    [{ segment_id: newId() }, []],
    [{ updated_since: '2099-01-01' }, []],
    [{ updated_since: '2026-01-01', status: 'completed' }, [c]],
    [{ status: 'in_progress', q: 'needle', external_provider: 'jira' }, [b]],
    [{ sort: 'created_at' }, [a, b, c]],
    [{ sort: 'title' }, [a, b, c]],
    [{ sort: 'target_date' }, [b, a, c]],
    [{ sort: '-updated_at' }, [c, b, a]],
    [{ sort: '-created_at' }, [c, b, a]],
  ]
  for (const [query, expected] of table)
    assert.deepEqual(
      await client.list(query),
      expected.map((p) => p.id),
      JSON.stringify(query),
    )
  assert.deepEqual((await client.read(c.id)).segment_ids, [gold])
  for (const [name, value] of Object.entries({
    status: 'done',
    external_provider: 'github',
    initiative_id: 'x',
    owner_id: 'x',
    target_before: 'soon',
    sort: 'slug',
    q: 'x',
  }))
    assert.equal(codeOf(await client.call('GET', '/projects', undefined, { [name]: value })), 'VALIDATION_ERROR', name)
})

test('pages of every order contain each Project once, also during concurrent creation', async () => {
  const created: string[] = []
  for (let i = 0; i < 7; i++)
    created.push(
      (await client.project({ title: `T${i % 3}`, ...(i % 2 && { target_date: `2026-01-0${1 + (i % 4)}` }) })).id,
    )
  for (const sort of ['-created_at', 'created_at', '-updated_at', 'title', 'target_date']) {
    const seen: string[] = []
    const read = async (cursor: object): Promise<any> =>
      (await client.call('GET', '/projects', undefined, { sort, limit: '2', ...cursor })).body
    for await (const page of readPages(read)) {
      seen.push(...page.data.map((p: Body) => p.id))
      if (seen.length === 2) await client.project({ title: 'T0' })
    }
    assert.equal(new Set(seen).size, seen.length, sort)
    assert.ok(
      created.every((id) => seen.includes(id)),
      sort,
    )
  }
})

test('a delta export includes archived Projects and the time to continue from', async () => {
  const { id } = await client.project()
  await client.call('DELETE', `/projects/${id}`)
  const { data, pagination } = (await client.call('GET', '/projects', undefined, { updated_since: '2026-01-01' })).body
  assert.deepEqual(
    data.map((p: Body) => [p.id, p.status]),
    [[id, 'archived']],
  )
  assert.ok(pagination.sync_until < data[0].updated_at)
})

test('evidence is listed newest first in pages, without deleted and dismissed insights', async () => {
  const { id } = await client.project()
  const insights: string[] = []
  for (let i = 0; i < 5; i++) {
    insights.unshift((await client.insight({ name: `Found ${i}` })).id)
    await client.build({
      action: 'assign_insights',
      project_id: id,
      insight_ids: [insights[0]],
      ...(i === 0 && { reason: 'why' }),
    })
  }
  const page = async (query: Record<string, string>) =>
    (await client.call('GET', `/projects/${id}/evidence`, undefined, query)).body
  const first = await page({ limit: '3' })
  const second = await page({ limit: '3', cursor: first.pagination.next_cursor })
  assert.deepEqual(
    [...first.data, ...second.data].map((e: Body) => e.insight_id),
    insights,
  )
  assert.equal(second.pagination.has_more, false)
  const last = second.data.at(-1)
  assert.deepEqual(
    [last.type, last.reason, last.assigned_by, last.insight.name, last.insight.sentiment],
    ['insight', 'why', org.admin.userId, 'Found 0', 'NEGATIVE'],
  )
  await client.call('DELETE', `/insights/${insights[0]}`)
  await client.call('PATCH', `/insights/${insights[1]}`, { status: 'dismissed' })
  const left = insights.slice(2)
  assert.deepEqual(
    (await page({})).data.map((e: Body) => e.insight_id),
    left,
  )
  const detail = await client.read(id)
  assert.deepEqual([detail.evidence_references.map((e: Body) => e.insight_id), detail.evidence_count], [left, 3])
  await client.call('PATCH', `/insights/${insights[1]}`, { status: 'active' })
  assert.equal((await client.read(id)).evidence_count, 4)
})

test('merging insights keeps evidence once, with its reason', async () => {
  const { id } = await client.project()
  const [target, one, two] = [await client.insight(), await client.insight(), await client.insight()]
  await client.build({ action: 'assign_insights', project_id: id, insight_ids: [one.id, two.id], reason: 'why' })
  await client.call('POST', `/insights/${target.id}/merge`, { source_insight_ids: [one.id, two.id] })
  const { evidence_references: references } = await client.read(id)
  assert.deepEqual(
    references.map((e: Body) => [e.insight_id, e.reason, e.assigned_by]),
    [[target.id, 'why', org.admin.userId]],
  )
  assert.deepEqual(
    (await client.call('GET', '/insights', undefined, { project_id: id })).body.data.map((i: Body) => i.id),
    [target.id],
  )
})

test('the detail shows the last 100 references and counts all of them', async () => {
  const { id } = await client.project()
  const ids = Array.from({ length: 101 }, () => newId())
  await app.store.run(sql`
    insert into insight (org_id, id, name, sentiment, category)
    select ${org.id}, id, 'Found', 'NEUTRAL', 'PAIN_POINTS' from unnest(${ids}::uuid[]) as id`)
  await client.build({ action: 'assign_insights', project_id: id, insight_ids: ids.slice(0, 1) })
  const { project } = (await client.build({ action: 'assign_insights', project_id: id, insight_ids: ids.slice(1) }))
    .body
  assert.deepEqual([project.evidence_references.length, project.evidence_count], [100, 101])
  assert.ok(!project.evidence_references.some((e: Body) => e.insight_id === ids[0]))
})

test('another organization cannot read, change or link anything', async () => {
  const { id } = await client.project()
  const { id: insight } = await client.insight()
  const otherClient = createProjectClient(app, await app.org())
  const otherProject = await otherClient.project()
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/evidence'],
    ['GET', '/evidence-stories'],
  ] as const)
    assert.equal(
      (await otherClient.call(method, `/projects/${id}${path}`, method === 'PATCH' ? { title: 'x' } : undefined))
        .status,
      404,
    )
  assert.deepEqual(await otherClient.list(), [otherProject.id])
  const refused = await otherClient.build({
    action: 'assign_insights',
    project_id: otherProject.id,
    insight_ids: [insight],
  })
  assert.deepEqual([refused.status, pathsOf(refused)], [400, ['body.insight_ids']])
})

test('the web app’s list adds owner, dates and evidence, and is not part of the public API', async () => {
  const [first, second] = [
    (await client.insight({ sentiment: 'NEGATIVE' })).id as string,
    (await client.insight({ sentiment: 'POSITIVE' })).id as string,
  ]
  const { id } = await client.project({
    owner_id: org.member.userId,
    start_date: '2026-01-01',
    target_date: '2026-03-01',
  })
  const other = await client.project({ title: 'Without anything' })
  await client.build({ action: 'assign_insights', project_id: id, insight_ids: [first, second] })
  const browser = await signedIn(app, org.admin)
  const { data } = (await browser.app('GET', '/project-plans', { query: { sort: 'target_date' } })).body
  assert.deepEqual(
    data.map((one: Body) => [
      one.id,
      one.owner?.user_id ?? null,
      one.start_date,
      one.target_date,
      one.evidence_count,
      one.sentiment_breakdown,
    ]),
    [
      [id, org.member.userId, '2026-01-01', '2026-03-01', 2, { positive: 1, negative: 1, neutral: 0 }],
      [other.id, null, null, null, 0, { positive: 0, negative: 0, neutral: 0 }],
    ],
  )
  assert.equal((await browser.app('GET', '/project-plans', { query: { q: 'anything' } })).body.data.length, 1)
  assert.equal((await client.call('GET', '/project-plans')).status, 404)
})
