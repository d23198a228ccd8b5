import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { loadDemo, type LoadedDemo } from '#demo/load.ts'
import { demoMember } from '#demo/people.ts'
import { createKey } from '#domain/access/keys/create.ts'
import { findUserByEmail } from '#domain/identity/queries-users.ts'
import { app, type Body, useTestServer } from '../test-server.ts'

/*
 * Eight jobs that people give an assistant, done by the calls of a script with the tools that are listed by default.
 * Each has a budget: how many calls, and how many tokens they send and return, with one token for four bytes.
 */

let demo: LoadedDemo
useTestServer({}, { afterStart: async () => (demo = await loadDemo(app.store, app.settings, new Date(), 'small')) })

const tokensOf = (text: string) => Math.ceil(Buffer.byteLength(text) / 4)
type Budget = { calls: number; tokens: number }

/** Calls listed tools only; `within` fails when the job took more than its budget. */
async function connect(t: TestContext, query = '') {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${app.baseUrl}/mcp${query}`), {
      requestInit: { headers: { authorization: `Bearer ${demo.key}` } },
    }),
  )
  t.after(() => client.close())
  const listed = new Set((await client.listTools()).tools.map(({ name }) => name))
  const used = { calls: 0, tokens: 0 }
  const call = async (name: string, args: Body): Promise<Body> => {
    assert.ok(listed.has(name), `${name} is not listed`)
    const answer = (await client.callTool({ name, arguments: args })) as CallToolResult & { structuredContent: Body }
    const [content] = answer.content as { text: string }[]
    assert.ok(!answer.isError, content!.text)
    used.calls++
    used.tokens += tokensOf(JSON.stringify({ name, args })) + tokensOf(content!.text)
    return answer.structuredContent
  }
  const within = ({ calls, tokens }: Budget) => {
    t.diagnostic(`${used.calls} calls, ${used.tokens} tokens`)
    assert.ok(used.calls <= calls && used.tokens <= tokens, JSON.stringify(used))
  }
  const found = async (query: string, name: string): Promise<Body> => {
    const { tools, proposals } = await call('search_tools', { query })
    const all: Body[] = [...tools, ...proposals]
    assert.ok(
      all.some((one) => one.name === name),
      `${query}: ${all.map((one) => one.name).join()}`,
    )
    return all.findLast((one) => one.name === name)!
  }
  return { client, call, within, found }
}

test('the top pains of last month with quotes are no praise', async (t) => {
  const { call, within } = await connect(t)
  const { answer, groups, citations } = await call('ask', { q: 'What were the top pains of last month? With quotes' })
  assert.ok(answer && groups.length > 0 && citations.length > 0)
  for (const { name, sentiment_breakdown } of groups) assert.equal(sentiment_breakdown.positive, 0, name)
  for (const { quote, id } of citations) assert.ok(quote && id)
  within({ calls: 1, tokens: 3000 })
})

test('an opportunity is proposed from a theme, with its evidence', async (t) => {
  const { call, within, found } = await connect(t)
  const { data: themes } = await call('list_themes', { sort: '-insight_count', limit: 3, fields: ['id', 'name'] })
  const { data: points } = await call('list_insights', {
    theme_id: themes[0].id,
    sentiment: ['NEGATIVE'],
    limit: 10,
    fields: ['id', 'name'],
  })
  const { change } = await found('create an opportunity with its insights', 'create_opportunity')
  assert.ok(change.body.includes('insight_ids'))
  const body = { title: themes[0].name, category: 'PAIN_POINTS', insight_ids: points.map(({ id }: Body) => id) }
  const proposed = await call('create_change_set', {
    title: 'Worth solving',
    changes: [{ operation: change.operation, body }],
  })
  assert.deepEqual([proposed.status, proposed.changes.length], ['proposed', 1])
  within({ calls: 4, tokens: 6000 })
})

test('the material of a PRD takes at most 5,000 tokens', async (t) => {
  const { client, call, within } = await connect(t)
  const { data } = await call('list_opportunities', { limit: 1, fields: ['id', 'title'] })
  const { messages } = await client.getPrompt({ name: 'draft_prd', arguments: { opportunity_id: data[0].id } })
  const { text } = messages[0]!.content as { text: string }
  t.diagnostic(`${tokensOf(text)} tokens`)
  assert.ok(tokensOf(text) <= 5000 && text.includes(data[0].title), `${tokensOf(text)} tokens`)
  assert.match(text, /"quote":"/)
  within({ calls: 1, tokens: 500 })
})

test('a story of a Project is written with at most 5,000 tokens', async (t) => {
  const { call, within, found } = await connect(t, '?mode=write')
  const { data } = await call('list_insights', { sentiment: ['NEGATIVE'], limit: 40, fields: ['id'] })
  const { body: project } = await app.call(demo.key, 'POST', '/projects', { body: { title: 'Trust in sync' } })
  const assigned = { action: 'assign_insights', project_id: project.id, insight_ids: data.map(({ id }: Body) => id) }
  const headers = { 'idempotency-key': 'evidence' }
  assert.equal((await app.call(demo.key, 'POST', '/build/projects', { body: assigned, headers })).status, 200)
  const { name } = await found('write the evidence story for the PRD', 'build_projects_generate_evidence_story')
  const made = await call('call_operation', { name, arguments: { project_id: project.id } })
  assert.ok(made.evidence_story.narrative.length > 0 && made.evidence_story.quotes.length > 0)
  within({ calls: 3, tokens: 5000 })
})

test('what enterprise customers say about a subject is answered for these alone', async (t) => {
  const { call, within } = await connect(t)
  const { body: segments } = await app.call(demo.key, 'GET', '/segments')
  const { id: segment } = segments.data.find(({ name }: Body) => name === 'Enterprise')
  const { body: contacts } = await app.call(demo.key, 'GET', `/segments/${segment}/contacts`)
  const said = { name: 'SSO asks for a password again', sentiment: 'NEGATIVE', category: 'PAIN_POINTS' }
  const quote = 'Our SSO asks for a password again every morning.'
  const contact_id = contacts.data[0].id
  const { body: point } = await app.call(demo.key, 'POST', '/insights', { body: { ...said, quote, contact_id } })
  await app.call(demo.key, 'POST', '/insights', { body: { ...said, quote: 'SSO is what I like' } })
  const answer = await call('ask', { q: 'What do enterprise customers say about SSO?' })
  assert.ok(answer.understood.filters.some(({ field }: Body) => field === 'segment' || field === 'plan'))
  assert.deepEqual(
    answer.citations.map(({ id, quote: text }: Body) => [id, text]),
    [[point.id, quote]],
  )
  within({ calls: 1, tokens: 2500 })
})

test('20 items are imported at once', async (t) => {
  const { call, within, found } = await connect(t, '?mode=write')
  const { name } = await found('import 20 pieces of feedback', 'bulk_feedback')
  const items = Array.from({ length: 20 }, (_, n) => ({
    external_id: `mcp-${n}`,
    content: `The export stops, case ${n}`,
  }))
  const { summary } = await call('call_operation', { name, arguments: { items } })
  assert.equal(summary.created, 20)
  within({ calls: 2, tokens: 6000 })
})

test('two themes are merged when a person accepts it', async (t) => {
  const { call, within, found } = await connect(t)
  const { data } = await call('list_themes', { limit: 10, fields: ['id', 'name', 'insight_count'] })
  const { change } = await found('merge two themes', 'merge_themes')
  const [into, from] = data
  const changes = [{ operation: change.operation, params: { themeId: into.id }, body: { source_theme_ids: [from.id] } }]
  const proposed = await call('create_change_set', { title: 'One theme', changes })
  const { id: userId } = (await findUserByEmail(app.store, demoMember.email))!
  const member = { userId, name: 'Accepts', scopes: ['read' as const, 'write' as const] }
  const { key } = await createKey(app.store, demo.org_id, member, app.settings)
  const accepted = await app.call(key, 'POST', `/change-sets/${proposed.id}/accept`)
  assert.equal(accepted.status, 200, accepted.text)
  const { insight_count } = await call('get_theme', { themeId: into.id })
  assert.ok(insight_count >= into.insight_count)
  within({ calls: 4, tokens: 5000 })
})

test('several changes are proposed together and read again', async (t) => {
  const { call, within, found } = await connect(t)
  const { change } = await found('create a project', 'create_project')
  const changes = [
    { operation: change.operation, body: { title: 'Faster start' } },
    { operation: 'updateProject', params: { projectId: '$1.id' }, body: { description: 'Opens in a second.' } },
  ]
  const { id } = await call('create_change_set', { title: 'A plan', changes })
  const detail = await call('call_operation', { name: 'get_change_set', arguments: { changeSetId: id } })
  assert.deepEqual([detail.status, detail.changes.length], ['proposed', 2])
  within({ calls: 3, tokens: 6000 })
})

test('new negative feedback is followed without reading the old again', async (t) => {
  const { call, within } = await connect(t)
  const view = { sentiment: ['NEGATIVE'], sort: '-created_at', fields: ['id', 'name', 'created_at', 'quote'], limit: 5 }
  const { data: before } = await call('list_insights', view)
  const body = { name: 'Sync lost my notes', sentiment: 'NEGATIVE', category: 'PAIN_POINTS' }
  const { body: made } = await app.call(demo.key, 'POST', '/insights', { body })
  const { data: after } = await call('list_insights', { ...view, created_after: before[0].created_at })
  const known = new Set(before.map(({ id }: Body) => id))
  const fresh = after.filter(({ id }: Body) => !known.has(id)).map(({ id }: Body) => id)
  assert.deepEqual(fresh, [made.id])
  within({ calls: 2, tokens: 1000 })
})
