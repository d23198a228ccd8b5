import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createClient, EarshotError } from '#client/client.ts'
import { handleMcp } from '#mcp/http.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { type } from './terminal.ts'

/* SDK, CLI and MCP end to end against a running server. */

let app: TestApp
let org: Org
before(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  org = await app.org()
})
after(() => app.close())

const clientOf = (key: string) => createClient({ baseUrl: app.baseUrl, apiKey: key })
const codeOf = (error: unknown) => (error as EarshotError).code

test('the client creates, reads, lists, changes and merges', async () => {
  const client = clientOf(org.admin.key)
  const { org_id, user_id, role } = await client.getMe()
  assert.deepEqual([org_id, user_id, role], [org.id, org.admin.userId, 'admin'])

  const names = ['Export', 'Import', 'Search', 'Billing', 'Speed']
  const made = []
  for (const name of names) made.push(await client.createTheme({ name, notes: null }))
  const seen = []
  for await (const theme of client.all('listThemes', { limit: 2 })) seen.push(theme.name)
  assert.deepEqual(seen, [...names].reverse())

  const [into, from] = made
  const changed = await client.updateTheme({ themeId: into!.id, notes: 'Getting data out.' })
  assert.equal(changed.notes, 'Getting data out.')
  assert.equal(changed.idempotency!.replayed, false)
  const insight = await client.createInsight({
    name: 'Slow export',
    sentiment: 'NEGATIVE',
    category: 'PAIN_POINTS',
    theme_ids: [from!.id],
  })
  const merged = await client.mergeThemes({ themeId: into!.id, source_theme_ids: [from!.id] })
  assert.equal(merged.moved_insight_count, 1)
  const { data } = await client.listInsights({ sentiment: ['NEGATIVE', 'NEUTRAL'], theme_id: into!.id })
  assert.deepEqual(
    data.map(({ id }) => id),
    [insight.id],
  )

  await assert.rejects(
    client.getTheme({ themeId: from!.id }),
    (error) => (error as EarshotError).replacementId === into!.id,
  )
  await assert.rejects(client.listThemes({ limit: 1000 }), (error) => {
    assert(error instanceof EarshotError && error.requestId)
    return error.status === 400 && error.details[0]!.path === 'query.limit'
  })
  await assert.rejects(clientOf('nonsense').getMe(), (error) => codeOf(error) === 'INVALID_API_KEY')
})

test('a repeated idempotency key takes effect once', async () => {
  const client = clientOf(org.member.key)
  const first = await client.createTheme({ name: 'Once' }, { idempotencyKey: 'once-1' })
  const second = await client.createTheme({ name: 'Once' }, { idempotencyKey: 'once-1' })
  assert.deepEqual([second.id, first.idempotency!.replayed, second.idempotency!.replayed], [first.id, false, true])
  const other = client.createTheme({ name: 'Twice' }, { idempotencyKey: 'once-1' })
  await assert.rejects(other, (error) => codeOf(error) === 'IDEMPOTENCY_CONFLICT')
})

test('the CLI does the same from a terminal', async () => {
  const env = { EARSHOT_URL: app.baseUrl, EARSHOT_API_KEY: org.admin.key, HOME: '/nonexistent' }
  const made = JSON.parse(
    (await type(['themes', 'create', '--name', 'From a terminal', '--notes', 'null'], { env })).stdout,
  )
  assert.equal(made.name, 'From a terminal')
  const listed = await type(['themes', 'list', '--q', 'terminal'], { env, isTTY: true, columns: 100 })
  assert.ok(listed.stdout.split('\n')[1]!.startsWith(`From a terminal  ${made.id} `), listed.stdout)
  assert.doesNotMatch(listed.stdout, /…/)
  for (const name of ['A', 'B'])
    await type(['themes', 'create', '--data', '-'], { env, stdin: JSON.stringify({ name }) })
  const walked = await type(['themes', 'list', '--all', '--limit', '1', '--sort', '-name'], { env })
  const names = walked.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).name as string)
  assert.deepEqual(names, ['From a terminal', 'B', 'A'])
  assert.equal((await type(['themes', 'archive', made.id], { env })).code, 0)
  const gone = await type(['themes', 'get', '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'], { env })
  assert.equal(gone.code, 1)
  assert.match(gone.stderr, /^NOT_FOUND: /)
  assert.deepEqual(JSON.parse((await type(['api', 'get', '/me'], { env })).stdout).org_id, org.id)
})

async function callTool(
  key: string,
  mode: string,
  name: string,
  args: object,
): Promise<{ isError?: boolean; structuredContent: any }> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const request = new Request(`http://localhost/mcp?mode=${mode}`, { method: 'POST', headers, body })
  const response = await handleMcp(request, { baseUrl: app.baseUrl })
  return ((await response.json()) as { result: { isError?: boolean; structuredContent: unknown } }).result
}

test('MCP tools have exactly the rights of the caller’s key', async () => {
  const made = await callTool(org.member.key, 'write', 'create_theme', { name: 'From a model' })
  assert.equal(made.isError, undefined)
  const read = await callTool(org.member.key, 'read', 'get_theme', { themeId: made.structuredContent.id })
  assert.equal(read.structuredContent.name, 'From a model')
  const category = await callTool(org.member.key, 'write', 'update_category', { key: 'DELIGHTS', name: 'Joys' })
  assert.deepEqual([category.isError, category.structuredContent.error.code], [true, 'ROLE_NOT_ALLOWED'])
  const readOnly = await app.org({ scopes: ['read'] })
  const refused = await callTool(readOnly.admin.key, 'write', 'create_theme', { name: 'x' })
  assert.deepEqual([refused.isError, refused.structuredContent.error.code], [true, 'SCOPE_NOT_ALLOWED'])
})

test('a subtheme is corrected and the correction undone by SDK, CLI and MCP', async () => {
  const client = clientOf(org.admin.key)
  const env = { EARSHOT_URL: app.baseUrl, EARSHOT_API_KEY: org.admin.key, HOME: '/nonexistent' }
  const { id: themeId } = await client.createTheme({ name: 'Export' })
  const into = await client.createSubtheme({ themeId, name: 'Exports fail' })
  const { id } = await client.createSubtheme({ themeId, name: 'Exports end early' })

  const merged = await type(['subthemes', 'merge', into.id, '--source-subtheme-ids', id, '--json'], { env })
  assert.equal(JSON.parse(merged.stdout).moved_insight_count, 0)
  const gone = client.getSubtheme({ subthemeId: id })
  await assert.rejects(gone, (error) => (error as EarshotError).replacementId === into.id)
  assert.equal((await type(['subthemes', 'restore', id], { env })).code, 0)

  const tool = (name: string, args: object) => callTool(org.admin.key, 'write', name, { subthemeId: id, ...args })
  assert.equal((await tool('update_subtheme', { name: 'Cut off' })).structuredContent.pinned, true)
  assert.deepEqual((await tool('dissolve_subtheme', {})).structuredContent.deleted, true)
  assert.equal((await tool('restore_subtheme', {})).structuredContent.name, 'Cut off')
})
