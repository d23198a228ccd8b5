import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook, WebhookVerificationError } from '#client/client.ts'
import { publicInventory } from '#contract/index.ts'
import { catalogOf } from '#mcp/server.ts'
import { useTestServerWithSharedOrg, org, app } from '../test-server.ts'
import { type } from './terminal.ts'

let folder: string
useTestServerWithSharedOrg({
  afterStart() {
    folder = mkdtempSync(join(tmpdir(), 'earshot-cli-'))
  },
  beforeStop() {
    rmSync(folder, { recursive: true, force: true })
  },
})

const typed = (...argv: string[]) =>
  type(argv, { env: { EARSHOT_URL: app.baseUrl, EARSHOT_API_KEY: org.admin.key, HOME: folder } })
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test('a webhook message is accepted only with a valid signature, timestamp and body', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const now = new Date()
  const body = '{"id":"evt_1","type":"theme.created","text":"ä"}'
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': `v1,AAAA v2,zzz ${new Webhook(secret).sign('evt_1', now, body)}`,
  }
  assert.equal((await verifyWebhook({ secret, headers, body })).type, 'theme.created')
  assert.equal(
    (await verifyWebhook({ secret, headers: new Headers(headers), body: new TextEncoder().encode(body) })).id,
    'evt_1',
  )
  const refused = (change: object) =>
    assert.rejects(verifyWebhook({ secret, headers, body, ...change }), WebhookVerificationError)
  await refused({ body: body.replace('evt_1', 'evt_2') })
  await refused({ secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}` })
  await refused({ now: new Date(now.getTime() + 301_000) })
  await refused({ now: new Date(now.getTime() - 301_000) })
  for (const name of Object.keys(headers)) await refused({ headers: { ...headers, [name]: undefined } })
  await refused({ headers: { ...headers, 'webhook-signature': 'v1,' } })
})

test('an invalid row of an NDJSON file is reported by its line', async () => {
  const bad = await typed('import', file('bad.ndjson', '{"content":"good"}\n\n{"nonsense":1}\n'))
  assert.equal(bad.code, 1)
  assert.deepEqual(
    JSON.parse(bad.stdout).errors.map((error: any) => error.line),
    [3],
  )
  assert.equal((await typed('import', file('broken.ndjson', '{'))).code, 64)
  assert.equal((await typed('import', join(folder, 'absent.csv'))).code, 64)
})

test('contacts are imported from CSV', async () => {
  const path = file('contacts.csv', 'Email,Name,Company,Seats\nana@example.com,Ana,Acme,12\n')
  const done = JSON.parse((await typed('import', path, '--to', 'contacts')).stdout)
  assert.deepEqual([done.created, done.failed], [1, 0])
  const { data } = JSON.parse((await typed('api', 'get', '/contacts')).stdout)
  const ana = data.find((one: any) => one.email === 'ana@example.com')
  assert.deepEqual([ana.name, ana.company.name, ana.attributes], ['Ana', 'Acme', { seats: '12' }])
})

test('an exported cell that looks like a formula is escaped', async () => {
  await typed('api', 'post', '/themes', JSON.stringify({ name: '=1+1', notes: ' @sum, "quoted"' }))
  const { stdout } = await typed('export', 'themes', '--format', 'csv')
  assert.match(stdout, /,'=1\+1,/)
  assert.match(stdout, /,"' @sum, ""quoted""",/)
})

test('a file of insights has who said it, the company and the subthemes', async () => {
  const insight = { name: 'Slow', sentiment: 'NEGATIVE', category: 'PAIN_POINTS' }
  await typed('api', 'post', '/insights', JSON.stringify(insight))
  const [header] = (await typed('export', 'insights', '--format', 'csv')).stdout.split('\n')
  const columns = header!.trim().split(',')
  for (const name of ['source', 'contact_email', 'company_name', 'company_plan', 'subthemes'])
    assert.ok(columns.includes(name), header)
})

test('all lists are exported completely', async () => {
  for (let n = 0; n < 120; n++) await app.call(org.admin.key, 'POST', '/themes', { body: { name: `Theme ${n}` } })
  const { stdout } = await typed('export', '--out', join(folder, 'all'))
  const counts = JSON.parse(stdout)
  assert.equal(counts.themes, 121)
  assert.equal(readFileSync(join(folder, 'all/themes.ndjson'), 'utf8').trim().split('\n').length, 121)
  for (const name of ['insights', 'contacts', 'events', 'webhooks', 'context-entries', 'nps-responses'])
    assert.ok(name in counts, name)
})

test('events tail prints the feed to its end', async () => {
  let lines: any[] = []
  // Other tests on this server may hold older transactions for a moment.
  for (let tries = 0; tries < 200 && lines.length < 121; tries++)
    lines = (await typed('events', 'tail', '--types', 'theme.created', '--once')).stdout
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  assert.equal(lines.length, 121)
  const { stdout } = await typed('events', 'tail', '--types', 'theme.created', '--once', '--after', lines[119].id)
  assert.equal(JSON.parse(stdout).id, lines[120].id)
})

test('an MCP client gets the prompts with their data', async () => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${app.baseUrl}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${org.admin.key}` } },
    }),
  )
  const { prompts } = await client.listPrompts()
  assert.deepEqual(
    prompts.map(({ name }) => name),
    [
      'weekly_digest',
      'project_brief',
      'nps_breakdown',
      'weekly_review',
      'tidy_themes',
      'draft_prd',
      'prepare_interview',
    ],
  )
  const project = (await app.call(org.admin.key, 'POST', '/projects', { body: { title: 'Stream the export' } })).body
  const textOf = async (name: string, given: Record<string, string> = {}) => {
    const { messages } = await client.getPrompt({ name, arguments: given })
    return (messages[0]!.content as { text: string }).text
  }
  assert.match(await textOf('weekly_digest'), /"kpis"/)
  assert.match(await textOf('project_brief', { project_id: project.id }), /"Stream the export"/)
  assert.match(await textOf('nps_breakdown'), /"margin_of_error"/)
  assert.doesNotMatch(await textOf('nps_breakdown'), /unavailable/)
  const post = async (path: string, body: object) =>
    (await app.call(org.admin.key, 'POST', path, { body })).body.id as string
  const theme_id = await post('/themes', { name: 'Spreadsheets' })
  const opportunity_id = await post('/opportunities', { title: 'Faster spreadsheets', category: 'PAIN_POINTS' })
  const led: [string, Record<string, string>, RegExp[]][] = [
    ['weekly_review', {}, [/"kpis"/, /"activity"/, /propose_grouping/]],
    ['tidy_themes', {}, [/"Spreadsheets"/, /list_points/, /propose_grouping/]],
    ['draft_prd', { opportunity_id }, [/"Faster spreadsheets"/, /word for word/]],
    ['prepare_interview', { theme_id }, [/"Spreadsheets"/, /open questions/]],
  ]
  const names = new Set(catalogOf(publicInventory).byName.keys())
  for (const [name, given, contents] of led) {
    const text = await textOf(name, given)
    for (const content of contents) assert.match(text, content)
    assert.doesNotMatch(text, /unavailable/)
    // Every tool that the instructions name exists.
    for (const [tool] of text.split('\n')[0]!.matchAll(/\b(?:list|get|propose|create|search)_[a-z_]+/g))
      assert.ok(names.has(tool) || tool === 'search_tools', tool)
  }
  await assert.rejects(client.getPrompt({ name: 'draft_prd' }))
  await assert.rejects(client.getPrompt({ name: 'project_brief' }))
  await assert.rejects(client.getPrompt({ name: 'nonsense' }))
  await client.close()
})
