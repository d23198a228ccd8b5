import assert from 'node:assert/strict'
import { test } from 'node:test'
import { projects } from '#contract/resources/projects.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { useTestServer, org, app } from '../test-server.ts'
import { type Body, codeOf, pathsOf, type ProjectClient, createProjectClient } from './project-client.ts'

let client: ProjectClient
useTestServer(undefined, {
  beforeEachTest() {
    client = createProjectClient(app, org)
  },
})

type Action = keyof typeof projects.buildProjects.actions
const contract: Record<Action, { required: string[]; optional: string[] }> = {
  create: { required: ['title'], optional: ['status', 'initiative_id', 'owner_id', 'description'] },
  update_title: { required: ['project_id', 'title'], optional: [] },
  update_status: { required: ['project_id', 'status'], optional: [] },
  archive: { required: ['project_id'], optional: [] },
  set_initiative: { required: ['project_id', 'initiative_id'], optional: [] },
  upsert_section: { required: ['project_id', 'section_key', 'content'], optional: [] },
  link_external_artifact: {
    required: ['project_id', 'provider', 'external_url', 'display_title'],
    optional: ['external_id', 'external_key', 'metadata'],
  },
  unlink_external_artifact: { required: ['project_id', 'provider'], optional: [] },
  assign_insights: { required: ['project_id', 'insight_ids'], optional: ['reason'] },
  unassign_insights: { required: ['project_id', 'insight_ids'], optional: [] },
  generate_evidence_story: { required: ['project_id'], optional: [] },
}
const names = Object.keys(contract) as Action[]
/** Unassigning and archiving come last, because other actions need evidence and an open Project. */
const orderedActions = [
  ...names.filter((name) => name !== 'unassign_insights' && name !== 'archive'),
  'unassign_insights',
  'archive',
] as const

/** A valid payload of every action with all its fields. */
async function payloads(): Promise<Record<Action, Body>> {
  const { id: project_id } = await client.project()
  const { id: insight } = await client.insight()
  await client.build({ action: 'assign_insights', project_id, insight_ids: [insight] })
  const fieldValues: Record<string, unknown> = {
    project_id,
    title: 'New title',
    status: 'in_progress',
    initiative_id: await client.initiative(),
    owner_id: org.member.userId,
    description: 'd',
    section_key: 'overview',
    content: 'text',
    provider: 'linear',
    external_url: 'https://linear.app/acme/issue/ENG-1',
    display_title: 'Ticket',
    external_id: 'u1',
    external_key: 'ENG-1',
    metadata: { z: [1, { a: null }], b: 'x' },
    insight_ids: [insight],
    reason: 'why',
  }
  const of = (action: Action) =>
    [...contract[action].required, ...contract[action].optional].map((name) => [name, fieldValues[name]])
  return Object.fromEntries(names.map((action) => [action, { action, ...Object.fromEntries(of(action)) }])) as Record<
    Action,
    Body
  >
}
const without = (body: Body, ...fields: string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)))

test('the contract has exactly these actions with exactly these fields', () => {
  for (const action of names) {
    const { properties, required } = projects.buildProjects.actions[action] as unknown as {
      properties: Record<string, Body>
      required: string[]
    }
    assert.deepEqual(
      Object.keys(properties).sort(),
      [...contract[action].required, ...contract[action].optional].sort(),
    )
    assert.deepEqual(
      required.filter((name) => !('default' in properties[name]!)),
      contract[action].required,
      action,
    )
  }
  assert.deepEqual(Object.keys(projects.buildProjects.actions), names)
})

test('every action has its effect and returns the Project', async () => {
  const bodies = await payloads()
  for (const action of orderedActions) {
    const reply = await client.build(bodies[action])
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual([reply.body.action, reply.body.idempotency.replayed], [action, false])
    assert.deepEqual(reply.body.project, await client.read(reply.body.project.id), action)
  }
})

test('every action works without its optional fields', async () => {
  const bodies = await payloads()
  for (const action of orderedActions) {
    const omitted = action === 'link_external_artifact' ? ['external_key', 'metadata'] : contract[action].optional
    assert.equal((await client.build(without(bodies[action], ...omitted))).status, 200, action)
  }
})

test('each missing field is named', async () => {
  const bodies = await payloads()
  for (const action of names)
    for (const field of contract[action].required) {
      const refused = await client.build(without(bodies[action], field))
      assert.deepEqual(
        [refused.status, codeOf(refused), pathsOf(refused)],
        [400, 'VALIDATION_ERROR', [`body.${field}`]],
        action,
      )
    }
})

test('an unknown field is named, including fields of other actions', async () => {
  const bodies = await payloads()
  const allFields = new Set(names.flatMap((action) => [...contract[action].required, ...contract[action].optional]))
  for (const action of names)
    for (const field of ['org_id', 'id', 'slug', 'payload', 'start_date', 'section_type', ...allFields].filter(
      (name) => !(name in bodies[action]),
    )) {
      const refused = await client.build({ ...bodies[action], [field]: 'x' })
      assert.deepEqual([refused.status, pathsOf(refused)], [400, [`body.${field}`]], `${action} with ${field}`)
    }
})

test('an invalid value is rejected with its path', async () => {
  const bodies = await payloads()
  const wrong: Record<string, unknown[]> = {
    project_id: ['x', 1, null, {}, ''],
    title: ['', '   ', 1, null, 'x'.repeat(201), 'a\u0007'],
    status: ['done', 'NOT_STARTED', 1, null],
    initiative_id: ['x', 1, ''],
    owner_id: ['x', 1, newId()],
    description: [1, 'x'.repeat(2001)],
    section_key: ['Overview', '1a', 'a-b', '', 'a'.repeat(65), 1],
    content: [1, null, 'x'.repeat(100_001)],
    provider: ['github', 1, 'LINEAR'],
    display_title: ['', 1, 'x'.repeat(201)],
    external_id: ['', 1, null],
    external_key: ['', 1, null],
    metadata: [[], 'x', 1, null],
    external_url: [
      'http://linear.app/x',
      'javascript:alert(1)',
      'https://',
      'https://a b',
      'https://user@host/',
      'ftp://x',
      `https://x/${'y'.repeat(2000)}`,
      1,
    ],
    insight_ids: [[], ['x'], 'x', null, Array.from({ length: 101 }, () => newId())],
    reason: [1, 'x'.repeat(2001)],
  }
  for (const action of names)
    for (const field of [...contract[action].required, ...contract[action].optional])
      for (const value of wrong[field]!) {
        const refused = await client.build({ ...bodies[action], [field]: value })
        assert.equal(refused.status, 400, `${action} ${field} ${JSON.stringify(value).slice(0, 60)}: ${refused.text}`)
        assert.ok(
          pathsOf(refused).every((path) => path.startsWith(`body.${field}`)),
          refused.text,
        )
      }
  assert.equal((await client.build({ action: 'create', title: 'x', status: 'archived' })).status, 400)
})

test('one action per request: unknown, double and list payloads are rejected', async () => {
  const bodies = await payloads()
  const { id } = (await client.build(bodies.create)).body.project
  const before = await client.read(id)
  for (const body of [
    {},
    { title: 'x' },
    { action: 'delete', project_id: id },
    { action: ['archive', 'update_title'], project_id: id },
    { action: 'archive', project_id: id, actions: [] },
    { action: 'update_title', project_id: id, title: 'x', status: 'archived' },
    [{ action: 'archive', project_id: id }],
    [],
    'archive',
    null,
    { action: null },
    { action: { archive: { project_id: id } } },
  ])
    assert.equal((await client.build(body)).status, 400, JSON.stringify(body))
  const twice = await app.call(org.admin.key, 'POST', '/build/projects', {
    rawBody: `{"action":"archive","action":"update_title","project_id":"${id}"}`,
    headers: { 'idempotency-key': newId() },
  })
  assert.equal(twice.status, 400)
  assert.deepEqual(await client.read(id), before)
})

test('an unknown Project and one of another organization return 404', async () => {
  const bodies = await payloads()
  const foreign = await createProjectClient(app, await app.org()).project()
  for (const action of names.filter((name) => name !== 'create')) {
    const [unknown, other] = [
      await client.build({ ...bodies[action], project_id: newId() }),
      await client.build({ ...bodies[action], project_id: foreign.id }),
    ]
    assert.deepEqual([unknown.status, codeOf(unknown)], [404, 'NOT_FOUND'], action)
    assert.equal(other.text, unknown.text)
  }
})

test('a replay returns the first response, whatever happened since, and has no second effect', async () => {
  const bodies = await payloads()
  for (const action of names) {
    const body = { ...bodies[action] }
    if (action !== 'create') body.project_id = (await client.project()).id
    if (action === 'generate_evidence_story')
      await client.build({ ...bodies.assign_insights, project_id: body.project_id })
    const key = newId()
    const first = await client.build(body, key)
    assert.equal(first.status, 200, first.text)
    const { id } = first.body.project
    await client.call('PATCH', `/projects/${id}`, { status: 'completed', title: 'Meanwhile' })
    const changed = await client.read(id)
    const again = await client.build(body, key)
    assert.deepEqual(again.body, { ...first.body, idempotency: { key, replayed: true } }, action)
    assert.equal(again.status, 200)
    assert.deepEqual(await client.read(id), changed)
    assert.equal(
      codeOf(await client.build({ ...bodies.create, title: 'Another payload' }, key)),
      'IDEMPOTENCY_CONFLICT',
    )
  }
  assert.equal(codeOf(await client.call('POST', '/build/projects', bodies.create)), 'IDEMPOTENCY_KEY_REQUIRED')
})

test('an explicit default equals an absent field, but null does not', async () => {
  const key = newId()
  await client.build({ action: 'create', title: 'x' }, key)
  assert.equal(
    (await client.build({ status: 'not_started', title: ' x ', action: 'create' }, key)).body.idempotency.replayed,
    true,
  )
  assert.equal(
    codeOf(await client.build({ action: 'create', title: 'x', owner_id: null }, key)),
    'IDEMPOTENCY_CONFLICT',
  )
})

test('twenty concurrent requests with one key create one Project and get its response or a conflict', async () => {
  for (let round = 0; round < 5; round++) {
    const [key, title] = [newId(), `Race ${round}`]
    const replies = await Promise.all(Array.from({ length: 20 }, () => client.build({ action: 'create', title }, key)))
    const succeeded = replies.filter((reply) => reply.status === 200)
    assert.equal(succeeded.filter((reply) => !reply.body.idempotency.replayed).length, 1)
    assert.equal(new Set(succeeded.map((reply) => reply.body.project.id)).size, 1)
    assert.deepEqual(
      [...new Set(replies.map(codeOf))].filter((code) => code !== undefined && code !== 'IDEMPOTENCY_CONFLICT'),
      [],
    )
    assert.equal((await client.list({ q: title })).length, 1)
  }
})

test('a replay is authorized like any request', async () => {
  const body = { action: 'create', title: 'x' }
  const key = newId()
  await client.build(body, key)
  await app.store.run(sql`update organization set api_write = false where id = ${org.id}`)
  assert.equal(codeOf(await client.build(body, key)), 'SCOPE_NOT_ALLOWED')
})

test('an archived Project accepts no additions, allows removals and can be restored', async () => {
  const bodies = await payloads()
  await client.build(bodies.link_external_artifact)
  await client.build(bodies.archive)
  const { project_id } = bodies.archive
  const before = await client.read(project_id)
  for (const action of [
    'update_title',
    'set_initiative',
    'upsert_section',
    'link_external_artifact',
    'assign_insights',
    'generate_evidence_story',
  ] as const)
    assert.equal(codeOf(await client.build(bodies[action])), 'INVALID_STATE', action)
  for (const body of [
    { title: 'x' },
    { description: null },
    { owner_id: null },
    { initiative_id: null },
    { target_date: '2026-01-01' },
    { title: 'x', status: 'archived' },
  ])
    assert.equal(
      codeOf(await client.call('PATCH', `/projects/${project_id}`, body)),
      'INVALID_STATE',
      JSON.stringify(body),
    )
  assert.deepEqual(await client.read(project_id), before)
  for (const action of ['archive', 'unlink_external_artifact', 'unassign_insights'] as const)
    assert.equal((await client.build(bodies[action])).status, 200, action)
  const restored = (await client.call('PATCH', `/projects/${project_id}`, { title: 'Back', status: 'in_progress' }))
    .body
  assert.deepEqual(
    [restored.title, restored.status, restored.archived_at, restored.external_links, restored.evidence_count],
    ['Back', 'in_progress', null, [], 0],
  )
})

test('set_initiative links, moves and unlinks', async () => {
  const { id: project_id } = await client.project()
  const [one, two] = [await client.initiative(), await client.initiative()]
  for (const initiative_id of [one, two, null]) {
    const { project } = (await client.build({ action: 'set_initiative', project_id, initiative_id })).body
    assert.equal(project.initiative?.id ?? null, initiative_id)
  }
  assert.deepEqual(await client.list({ initiative_id: one }), [])
})

test('linking again replaces the link of that provider only', async () => {
  const { id: project_id } = await client.project()
  const link = async (more: Body) =>
    (
      await client.build({
        action: 'link_external_artifact',
        project_id,
        external_url: 'https://x.example.com/1',
        display_title: 'One',
        ...more,
      })
    ).body.project.external_links
  const [first] = await link({
    provider: 'linear',
    external_id: 'u1',
    external_key: 'ENG-1',
    metadata: { z: 1, a: [true, null], 10: 'x' },
  })
  const { linked_at, ...storedLink } = first
  assert.deepEqual(storedLink, {
    provider: 'linear',
    external_id: 'u1',
    external_key: 'ENG-1',
    external_url: 'https://x.example.com/1',
    display_title: 'One',
    metadata: { z: 1, a: [true, null], 10: 'x' },
    state: null,
    linked_by: org.admin.userId,
    refreshed_at: null,
  })
  assert.ok(linked_at)
  const [again, ...others] = await link({ provider: 'linear', external_key: 'ENG-2', display_title: 'Two' })
  assert.deepEqual(
    [others, again.external_id, again.external_key, again.display_title, again.metadata],
    [[], null, 'ENG-2', 'Two', null],
  )
  assert.deepEqual(
    (await link({ provider: 'jira', external_id: '7' })).map((l: Body) => l.provider),
    ['jira', 'linear'],
  )
  const unlink = async (provider: string) =>
    (await client.build({ action: 'unlink_external_artifact', project_id, provider })).body.project.external_links.map(
      (l: Body) => l.provider,
    )
  assert.deepEqual([await unlink('linear'), await unlink('linear'), await unlink('jira')], [['jira'], ['jira'], []])
})

test('a link needs an id or a key; the error names both', async () => {
  const { id: project_id } = await client.project()
  const link = {
    action: 'link_external_artifact',
    project_id,
    provider: 'jira',
    external_url: 'https://x.example.com/1',
    display_title: 'One',
  }
  const refused = await client.build(link)
  assert.deepEqual([refused.status, pathsOf(refused)], [400, ['body.external_id', 'body.external_key']])
  for (const one of [{ external_id: '1' }, { external_key: 'A-1' }, { external_id: '1', external_key: 'A-1' }])
    assert.equal((await client.build({ ...link, ...one })).status, 200)
})

test('metadata is limited to 16 KB, counted in bytes', async () => {
  const { id: project_id } = await client.project()
  const link = (metadata: Body) =>
    client.build({
      action: 'link_external_artifact',
      project_id,
      provider: 'jira',
      external_url: 'https://x.example.com',
      display_title: 'x',
      external_id: '1',
      metadata,
    })
  const overhead = '{"a":""}'.length
  assert.equal((await link({ a: 'x'.repeat(16 * 1024 - overhead) })).status, 200)
  for (const text of ['x'.repeat(16 * 1024 - overhead + 1), 'é'.repeat(8 * 1024)])
    assert.deepEqual(pathsOf(await link({ a: text })), ['body.metadata'])
})

test('sections are overwritten, and ten custom sections are allowed besides the default three', async () => {
  const { id: project_id } = await client.project()
  const write = (section_key: string, content = 'x') =>
    client.build({ action: 'upsert_section', project_id, section_key, content })
  const memberClient = createProjectClient(app, org, org.member.key)
  await memberClient.build({
    action: 'upsert_section',
    project_id,
    section_key: 'evidence',
    content: '# Words\n\twith tabs',
  })
  const customKeys = ['open_questions', 'constructor', 'risks', ...Array.from({ length: 7 }, (_, i) => `s${i}`)]
  for (const key of customKeys) assert.equal((await write(key)).status, 200, key)
  assert.equal(codeOf(await write('one_more')), 'INVALID_STATE')
  const full = 'y'.repeat(100_000)
  assert.equal((await write('overview', full)).status, 200)
  const { sections } = (await write('s3', '')).body.project
  assert.deepEqual(
    sections.map((s: Body) => s.key),
    ['overview', 'evidence', 'success_metrics', ...customKeys],
  )
  const byKey = new Map<string, Body>(sections.map((s: Body) => [s.key, s]))
  assert.deepEqual(
    [byKey.get('evidence')!.content, byKey.get('evidence')!.updated_by],
    ['# Words\n\twith tabs', org.member.userId],
  )
  assert.deepEqual(
    [byKey.get('open_questions')!.title, byKey.get('s3')!.content, byKey.get('overview')!.content],
    ['Open questions', '', full],
  )
})

test('insights are assigned all or none, and only once', async () => {
  const { id: project_id } = await client.project()
  const [a, b, deleted, dismissed] = [
    await client.insight(),
    await client.insight(),
    await client.insight(),
    await client.insight(),
  ]
  await client.call('DELETE', `/insights/${deleted.id}`)
  await client.call('PATCH', `/insights/${dismissed.id}`, { status: 'dismissed' })
  const assign = (insight_ids: string[], more: Body = {}) =>
    client.build({ action: 'assign_insights', project_id, insight_ids, ...more })
  const unknown = newId()
  const refused = await assign([a.id, unknown, deleted.id, dismissed.id])
  assert.deepEqual(
    [refused.status, refused.body.error.details.map((d: Body) => d.message.split(' ').at(-1))],
    [400, [unknown, deleted.id, dismissed.id]],
  )
  assert.equal((await client.read(project_id)).evidence_count, 0)
  const first = (await assign([a.id], { reason: 'first' })).body
  const second = (await assign([a.id, b.id], { reason: 'second' })).body
  assert.deepEqual([first.assigned, first.already_assigned, second.assigned, second.already_assigned], [1, 0, 1, 1])
  const reasons = new Map(second.project.evidence_references.map((e: Body) => [e.insight_id, e.reason]))
  assert.deepEqual([reasons.get(a.id), reasons.get(b.id)], ['first', 'second'])
  assert.deepEqual((await client.call('GET', `/insights/${a.id}`)).body.evidence_of.project_ids, [project_id])
})

test('unassigning removes assigned insights, deleted ones too, and rejects unknown ids', async () => {
  const { id: project_id } = await client.project()
  const [a, b, never] = [await client.insight(), await client.insight(), await client.insight()]
  await client.build({ action: 'assign_insights', project_id, insight_ids: [a.id, b.id] })
  await client.call('DELETE', `/insights/${b.id}`)
  const unassign = (insight_ids: string[]) => client.build({ action: 'unassign_insights', project_id, insight_ids })
  const refused = await unassign([a.id, newId()])
  assert.deepEqual(
    [refused.status, pathsOf(refused), (await client.read(project_id)).evidence_count],
    [400, ['body.insight_ids'], 1],
  )
  assert.deepEqual((await unassign([a.id, b.id, never.id])).body.unassigned, 2)
  assert.deepEqual((await unassign([a.id, b.id])).body.unassigned, 0)
})
