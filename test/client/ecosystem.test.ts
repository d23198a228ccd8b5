import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook, WebhookVerificationError } from '#client/client.ts'
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

test('importing a CSV twice changes nothing, and an invalid row is reported by its line', async () => {
  const rows = [
    'content,External ID,respondent_email,submitted_date,tags,App version',
    '"It spins,\nfor ever",x-1,ana@example.com,2026-05-01,export; slow,4.2',
    'Fine,x-2,bo@example.com,,,',
  ]
  const path = file('good.csv', rows.join('\n'))
  const dry = await typed('import', path, '--source', 'slack', '--dry-run')
  assert.equal(JSON.parse(dry.stdout).rows, 2)
  assert.equal(JSON.parse((await typed('api', 'get', '/feedback/count')).stdout).count, 0)
  const done = JSON.parse((await typed('import', path, '--source', 'slack')).stdout)
  assert.deepEqual([done.created, done.failed], [2, 0])
  await typed('import', path, '--source', 'slack')
  const list = JSON.parse((await typed('api', 'get', '/feedback')).stdout).data
  assert.deepEqual(list.map((one: any) => [one.external_id, one.contact.email, one.tags]).sort(), [
    ['x-1', 'ana@example.com', ['export', 'slow']],
    ['x-2', 'bo@example.com', []],
  ])
  assert.deepEqual(list.find((one: any) => one.external_id === 'x-1').metadata, { app_version: '4.2' })
  const bad = await typed('import', file('bad.ndjson', '{"content":"good"}\n\n{"nonsense":1}\n'))
  assert.equal(bad.code, 1)
  assert.deepEqual(
    JSON.parse(bad.stdout).errors.map((error: any) => error.line),
    [3],
  )
  assert.equal((await typed('import', file('broken.ndjson', '{'))).code, 64)
  assert.equal((await typed('import', join(folder, 'absent.csv'))).code, 64)
})

test('an imported CSV keeps its ratings; a wrong one is reported by its line', async () => {
  const path = file(
    'rated.csv',
    'content,external_id,Star Rating,score\nFine,r-1,4,99\nSlow,r-2,★★☆☆☆,7\nNot rated,r-3,n/a,\nLovely,r-4,lovely,\nWow,r-5,9/5,\n',
  )
  const done = await typed('import', path, '--source', 'store')
  const { created, failed, errors } = JSON.parse(done.stdout)
  assert.deepEqual([done.code, created, failed, errors.map((error: any) => error.line)], [1, 3, 2, [5, 6]])
  for (const { message } of errors) assert.match(message, /rating/)
  const list = JSON.parse((await typed('api', 'get', '/feedback?source=store')).stdout).data
  const rows = list.map((one: any) => [one.external_id, one.rating?.value, one.rating?.scale_max, one.metadata])
  assert.deepEqual(rows.sort(), [
    ['r-1', 4, 5, { score: '99' }],
    ['r-2', 2, 5, { score: '7' }],
    ['r-3', undefined, undefined, {}],
  ])
})

test('an exported cell that looks like a formula is escaped', async () => {
  await typed('api', 'post', '/themes', JSON.stringify({ name: '=1+1', notes: ' @sum, "quoted"' }))
  const { stdout } = await typed('export', 'themes', '--format', 'csv')
  assert.match(stdout, /,'=1\+1,/)
  assert.match(stdout, /,"' @sum, ""quoted""",/)
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
    ['weekly_digest', 'project_brief', 'nps_breakdown'],
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
  await assert.rejects(client.getPrompt({ name: 'project_brief' }))
  await assert.rejects(client.getPrompt({ name: 'nonsense' }))
  await client.close()
})
