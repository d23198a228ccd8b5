import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { idWords, operationsOf } from '#client/fields.ts'
import { publicInventory } from '#contract/index.ts'
import { toolName } from '#mcp/tools.ts'
import { sql } from '#store/sql.ts'
import { app, type Body, org, useTestServerWithSharedOrg } from '../test-server.ts'
import { callOk } from '../test-worker.ts'

/* A model pays for every tool in its list, and for every answer. */

const ids: Record<string, string> = {}

async function createComplaints() {
  const plans = { enterprise: 'enterprise', other: 'free' } as const
  for (const [key, plan] of Object.entries(plans))
    ids[key] = (
      await callOk('POST', '/contacts', { email: `${key}@example.com`, company: { name: `${key} Inc`, plan } })
    ).id
  const subjects: [theme: string, contact: string, count: number, project: string][] = [
    ['Export', 'enterprise', 4, 'Stream the export'],
    ['Permissions', 'enterprise', 3, 'Custom roles'],
    ['Invoices', 'enterprise', 2, 'Invoices on time'],
    ['Dark mode', 'other', 6, 'Night theme'],
  ]
  for (const [theme, contact, count, project] of subjects) {
    const { id } = await callOk('POST', '/themes', { name: theme })
    const insights: string[] = []
    for (let n = 0; n < count; n++)
      insights.push(
        (
          await callOk('POST', '/insights', {
            name: `${theme} fails in case ${n}`,
            category: 'PAIN_POINTS',
            sentiment: 'NEGATIVE',
            quote: `${theme} does not work for us, case ${n}.`,
            occurred_at: new Date().toISOString(),
            contact_id: ids[contact],
            theme_ids: [id],
          })
        ).id,
      )
    ids[theme] = id
    const { id: projectId } = await callOk('POST', '/projects', { title: project })
    const evidence = { action: 'assign_insights', project_id: projectId, insight_ids: insights.slice(0, 2) }
    const headers = { 'idempotency-key': theme }
    const { status, text } = await app.call(org.admin.key, 'POST', '/build/projects', { body: evidence, headers })
    assert.equal(status, 200, text)
    ids[project] = projectId
  }
}

useTestServerWithSharedOrg({ afterStart: createComplaints })

const tokensOf = (value: unknown) => Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 4)

async function connect(t: TestContext, query = '') {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${app.baseUrl}/mcp${query}`), {
      requestInit: { headers: { authorization: `Bearer ${org.admin.key}` } },
    }),
  )
  t.after(() => client.close())
  const call = async (name: string, args: Body = {}) =>
    (await client.callTool({ name, arguments: args })) as CallToolResult & { structuredContent: Body }
  return { client, call }
}

test('by default at most 15 tools and 5,000 tokens are listed', async (t) => {
  const { client } = await connect(t)
  const list = await client.listTools()
  assert.ok(list.tools.length <= 15, String(list.tools.length))
  assert.ok(tokensOf(list) <= 5000, String(tokensOf(list)))
  const names = list.tools.map(({ name }) => name)
  for (const name of ['get_context', 'ask', 'get_opportunity', 'search_tools', 'call_operation'])
    assert.ok(names.includes(name), name)
  assert.deepEqual(
    list.tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name),
    ['create_change_set'],
  )
})

test('a reading connection proposes a change, which a person accepts', async (t) => {
  const { client, call } = await connect(t)
  await client.listTools()
  const { structuredContent: found } = await call('search_tools', { query: 'rename update theme' })
  const { change, input_schema } = found.proposals.find(({ name }: Body) => name === 'update_theme')
  assert.deepEqual([change.operation, change.params], ['updateTheme', ['themeId']])
  assert.ok(change.body.includes('name') && 'name' in input_schema.properties)
  const write = { operation: change.operation, params: { themeId: ids.Export }, body: { name: 'Exports' } }
  const { structuredContent: proposed } = await call('create_change_set', { title: 'Plural', changes: [write] })
  const nameNow = async () => (await callOk('GET', `/themes/${ids.Export}`)).name
  assert.deepEqual([proposed.status, proposed.changes[0].fields[0].after], ['proposed', 'Exports'])
  assert.equal(await nameNow(), 'Export')
  const accept = await call('call_operation', { name: 'accept_change_set', arguments: { changeSetId: proposed.id } })
  assert.equal((accept.structuredContent.error as Body).code, 'SCOPE_NOT_ALLOWED')
  const writing = await connect(t, '?mode=write')
  const own = await writing.call('accept_change_set', { changeSetId: proposed.id })
  assert.equal((own.structuredContent.error as Body).code, 'ROLE_NOT_ALLOWED', 'an assistant accepts no own proposal')
  assert.equal((await app.call(org.member.key, 'POST', `/change-sets/${proposed.id}/accept`)).status, 200)
  assert.equal(await nameNow(), 'Exports')
  await callOk('PATCH', `/themes/${ids.Export}`, { name: 'Export' })
})

test('call_operation of a reading connection only reads, as it says', async (t) => {
  const { call } = await connect(t, '?toolsets=change-sets')
  const { isError, structuredContent } = await call('call_operation', { name: 'create_change_set', arguments: {} })
  assert.ok(isError)
  assert.match(String((structuredContent.error as Body).message), /call it by its own name/)
})

test('the top three complaints of enterprise customers and their Projects: 3 calls, 4,000 tokens', async (t) => {
  const { client, call } = await connect(t)
  // With the list the client validates results against their output schemas.
  await client.listTools()
  const requests: unknown[] = []
  const ask = async (name: string, args: Body) => {
    const { content, structuredContent, isError } = await call(name, args)
    assert.ok(!isError, JSON.stringify(content))
    requests.push({ name, args }, content)
    return structuredContent
  }
  const answer = await ask('ask', { q: 'top three complaints of enterprise customers this month' })
  const top = answer.groups.slice(0, 3).map(({ name, projects }: Body) => [name, projects[0].title])
  assert.deepEqual(top, [
    ['Export', 'Stream the export'],
    ['Permissions', 'Custom roles'],
    ['Invoices', 'Invoices on time'],
  ])
  assert.equal(answer.groups[0].projects[0].id, ids['Stream the export'])
  assert.equal(answer.groups[0].projects[0].insight_count, 2)
  const project = await ask('get_project', { projectId: answer.groups[0].projects[0].id })
  assert.equal(project.title, 'Stream the export')
  assert.ok(requests.length / 2 <= 3)
  assert.ok(tokensOf(requests) <= 4000, `${tokensOf(requests)} tokens`)
})

test('a Project addresses a group also by the opportunity that it carries out', async (t) => {
  const { body: page } = await app.call(org.admin.key, 'GET', '/insights', { query: { theme_id: ids['Dark mode']! } })
  const insight_ids = page.data.map(({ id }: Body) => id)
  const opportunity = await callOk('POST', '/opportunities', {
    title: 'Work at night',
    category: 'PAIN_POINTS',
    insight_ids,
  })
  const project = await callOk('POST', '/projects', { title: 'Contrast' })
  await app.store.run(sql`
    insert into opportunity_project (org_id, opportunity_id, project_id)
    values (${org.id}, ${opportunity.id}, ${project.id})`)
  const { call } = await connect(t)
  const { structuredContent } = await call('search_answer', { q: 'top complaints this month' })
  const group = structuredContent.groups.find(({ name }: Body) => name === 'Dark mode')
  assert.deepEqual(
    group.projects.map(({ id, insight_count }: Body) => [id, insight_count]),
    [
      [project.id, 6],
      [ids['Night theme'], 2],
    ],
  )
})

test('search_tools finds every operation, and call_operation calls it', async (t) => {
  const { call } = await connect(t)
  const { structuredContent: found } = await call('search_tools', { query: 'contacts of a segment' })
  const [first] = found.tools
  assert.equal(first.name, 'list_segment_contacts')
  assert.deepEqual(first.input_schema.required, ['segmentId'])
  const { structuredContent: theme } = await call('call_operation', {
    name: 'get_theme',
    arguments: { themeId: ids.Export },
  })
  assert.equal(theme.name, 'Export')
  const missed: string[] = []
  for (const operation of operationsOf(publicInventory).filter(({ route }) => route.method === 'GET')) {
    const words = idWords(operation.id).join(' ')
    const { structuredContent } = await call('search_tools', { query: words })
    if (!structuredContent.tools.some(({ name }: Body) => name === toolName(operation))) missed.push(words)
  }
  assert.deepEqual(missed, [])
})

test('without write mode call_operation and search_tools are limited to reading', async (t) => {
  const { call } = await connect(t)
  const refused = await call('call_operation', { name: 'create_theme', arguments: { name: 'x' } })
  assert.equal(refused.isError, true)
  assert.equal(refused.structuredContent.error.code, 'SCOPE_NOT_ALLOWED')
  const { structuredContent } = await call('search_tools', { query: 'create theme' })
  assert.ok(!structuredContent.tools.some(({ name }: Body) => name === 'create_theme'))
  const writer = await connect(t, '?mode=write')
  const made = await writer.call('call_operation', { name: 'create_theme', arguments: { name: 'Made by a model' } })
  assert.equal(made.structuredContent.name, 'Made by a model')
})

test('toolsets add the tools of a resource, or all', async (t) => {
  const namesOf = async (query: string) => (await (await connect(t, query)).client.listTools()).tools.map((x) => x.name)
  const surveys = await namesOf('?toolsets=surveys')
  assert.ok(surveys.includes('list_surveys') && surveys.includes('search_tools') && !surveys.includes('get_context'))
  assert.ok(!surveys.includes('create_survey'))
  assert.ok((await namesOf('?toolsets=surveys&mode=write')).includes('create_survey'))
  const both = await namesOf('?toolsets=default,surveys')
  assert.ok(both.includes('get_context') && both.includes('list_surveys'))
  assert.equal((await namesOf('?toolsets=all&mode=write')).length, operationsOf(publicInventory).length + 2)
  const unknown = await app.server.inject({
    method: 'POST',
    url: '/mcp?toolsets=nonsense',
    headers: { authorization: `Bearer ${org.admin.key}` },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  })
  assert.equal(unknown.statusCode, 400)
  assert.match(unknown.body, /no toolset nonsense.*surveys/)
})

test('results match the output schemas of their tools', async (t) => {
  const { client, call } = await connect(t, '?toolsets=all')
  const { tools } = await client.listTools()
  assert.ok(tools.every(({ name, outputSchema }) => outputSchema || ['search_tools', 'call_operation'].includes(name)))
  // The client throws when a result does not match.
  for (const { name, inputSchema } of tools)
    if (!inputSchema.required?.length && name !== 'call_operation') assert.ok(await call(name), name)
})

test('objects are resources, read with the caller’s key', async (t) => {
  const { client } = await connect(t)
  const { resourceTemplates } = await client.listResourceTemplates()
  const uris = resourceTemplates.map(({ uriTemplate }) => uriTemplate)
  for (const uri of ['earshot://themes/{themeId}', 'earshot://projects/{projectId}']) assert.ok(uris.includes(uri), uri)
  const read = async (uri: string) => JSON.parse(((await client.readResource({ uri })).contents[0] as Body).text)
  assert.equal((await read(`earshot://themes/${ids.Export}`)).name, 'Export')
  const { resources } = await client.listResources()
  assert.ok(resources.some(({ uri }) => uri === 'earshot://context'))
  for (const { uri } of resources) assert.equal(typeof (await read(uri)), 'object', uri)
  const other = await app.org()
  const foreign = await app.call(other.admin.key, 'POST', '/themes', { body: { name: 'Foreign' } })
  await assert.rejects(read(`earshot://themes/${foreign.body.id}`), /NOT_FOUND/)
  await assert.rejects(read('earshot://nonsense'), /no resource/)
  await assert.rejects(read('https://example.com'), /no resource/)
})
