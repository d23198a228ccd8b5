import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { after, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { app, type Body, call, org, useTestServer } from './test-server.ts'
import { waitFor } from './wait-for.ts'

/* Runs the examples as a reader would. */

useTestServer()

const folder = mkdtempSync(join(tmpdir(), 'earshot-examples-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const environment = (more: Record<string, string> = {}) => ({
  ...process.env,
  EARSHOT_URL: app.baseUrl,
  EARSHOT_API_KEY: org.admin.key,
  ...more,
})
const run = async (command: string, args: string[], more?: Record<string, string>) =>
  (await promisify(execFile)(command, args, { env: environment(more), maxBuffer: 10_000_000 })).stdout
const runNode = (path: string, more?: Record<string, string>, ...args: string[]) =>
  run(process.execPath, [`examples/${path}`, ...args], more)

/** Starts an example that serves, until the end of the test; its lines are collected. */
async function serve(t: TestContext, path: string, more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [`examples/${path}`], { env: environment({ PORT: '0', ...more }) })
  t.after(() => void child.kill())
  const lines: string[] = []
  child.stdout.on('data', (chunk) => void lines.push(...String(chunk).trim().split('\n')))
  const url = await waitFor(`the address of ${path}`, async () => lines[0])
  return { url, lines }
}

/** A server that records the bodies it is sent. */
async function record(t: TestContext, answer: (body: Body) => object = () => ({})) {
  const bodies: Body[] = []
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    bodies.push(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(bodies.at(-1)!)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies }
}

test('every example is listed in its README', () => {
  const readme = readFileSync('examples/README.md', 'utf8')
  for (const { name } of readdirSync('examples', { withFileTypes: true }).filter((one) => one.isDirectory()))
    assert(readme.includes(`[${name}](${name})`), name)
})

test('the HTML form creates feedback with rating and contact', async (t) => {
  const { url } = await serve(t, 'html-form/server.mjs')
  const page = await (await fetch(url)).text()
  const names = [...page.matchAll(/ name="(\w+)"/g)].map(([, name]) => name).filter((name) => name !== 'viewport')
  assert.deepEqual(names, ['content', 'rating', 'email'])
  const form = new URLSearchParams({ content: 'The export never ends', rating: '2', email: 'ana@example.com' })
  const sent = await fetch(new URL('/feedback', url), { method: 'POST', body: form })
  assert.deepEqual([sent.status, await sent.text()], [200, 'Thank you.'])
  const refused = await fetch(new URL('/feedback', url), { method: 'POST', body: new URLSearchParams({ content: '' }) })
  assert.equal(refused.status, 400)
  const [item] = (await call('GET', '/feedback')).body.data
  assert.deepEqual(
    [item.content, item.source, item.rating.value, item.contact.email],
    ['The export never ends', 'website', 2, 'ana@example.com'],
  )
})

test('the Slack notifier posts each new negative insight once', async (t) => {
  const slack = await record(t)
  const insight = (name: string, sentiment: string) =>
    call('POST', '/insights', { name, sentiment, category: 'PAIN_POINTS' })
  await insight('Exports <never> end', 'NEGATIVE')
  await insight('Search is fast', 'POSITIVE')
  const notify = () =>
    runNode('slack-notifier/notify.mjs', { SLACK_WEBHOOK_URL: slack.url, STATE_FILE: join(folder, 'last-event') })
  await waitFor('the message', async () => (await notify(), slack.bodies.length > 0 || undefined))
  await notify()
  assert.deepEqual(slack.bodies, [{ text: ':warning: *Exports &lt;never&gt; end* (pain points)' }])
})

test('the webhook receiver accepts signed events once, and nothing else', async (t) => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const { url, lines } = await serve(t, 'webhook-receiver/receiver.mjs', { WEBHOOK_SECRET: secret })
  const body = JSON.stringify({ type: 'theme.created', data: { object: { id: 't1', name: 'Export' } } })
  const send = async (sent: string, at = new Date()) => {
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('evt_1', at, body)}`,
    }
    return (await fetch(url, { method: 'POST', headers, body: sent })).status
  }
  assert.equal(await send(body.replace('Export', 'Import')), 401)
  assert.equal(await send(body, new Date(Date.now() - 600_000)), 401)
  assert.equal((await fetch(url, { method: 'POST', body })).status, 401)
  assert.deepEqual([await send(body), await send(body)], [204, 204])
  await waitFor('the line of the event', async () => lines[1])
  assert.deepEqual(lines.slice(1), ['theme.created Export'])
})

/** Evaluates `={{ … }}` as n8n does. */
const evaluate = (text: string, scope: { $json: Body; $env: Body }) =>
  text.startsWith('=')
    ? text
        .slice(1)
        .replace(/\{\{([\s\S]+?)\}\}(?!\})/g, (_, code: string) =>
          new Function('$json', '$env', `return ${code}`)(scope.$json, scope.$env),
        )
    : text

test('the request of the n8n workflow creates feedback from a form answer', async () => {
  const { nodes, connections } = JSON.parse(readFileSync('examples/n8n/workflow.json', 'utf8'))
  const names = nodes.map(({ name }: Body) => name)
  for (const [from, { main }] of Object.entries(connections as Record<string, Body>))
    for (const { node } of main.flat()) assert(names.includes(from) && names.includes(node))
  const { parameters } = nodes.find(({ type }: Body) => type === 'n8n-nodes-base.httpRequest')
  const scope = {
    $json: { body: { id: 'form-7', message: 'It "spins"', email: 'ana@example.com' } },
    $env: { EARSHOT_URL: app.baseUrl, EARSHOT_API_KEY: org.admin.key },
  }
  const [header] = parameters.headerParameters.parameters
  const response = await fetch(evaluate(parameters.url, scope), {
    method: parameters.method,
    headers: { 'content-type': 'application/json', [header.name]: evaluate(header.value, scope) },
    body: evaluate(parameters.jsonBody, scope),
  })
  assert(response.ok, await response.text())
  const [item] = (await call('GET', '/feedback')).body.data
  assert.deepEqual([item.content, item.external_id, item.source], ['It "spins"', 'form-7', 'n8n'])
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test('the Python report lists themes and the NPS', { skip: !hasPython && 'Python is not installed' }, async () => {
  await call('POST', '/themes', { name: 'Export | import' })
  await call('POST', '/nps/responses', { score: 9, source: 'test', external_id: 'n1' })
  const report = await run('python3', ['examples/python-report/report.py'])
  assert.match(report, /^# Feedback report\n/)
  assert.match(report, /^\| Export \\\| import \| 0 \|$/m)
  assert.match(report, /^NPS: 100(\.0)?, from 1 responses\.$/m)
})

test(
  'the Python client calls operations by their names',
  { skip: !hasPython && 'Python is not installed' },
  async () => {
    await call('POST', '/themes', { name: 'Second page' })
    const [name, listed] = (await run('python3', ['examples/python/earshot_client.py'])).split('\n')
    assert.equal(name, 'Export from Python')
    assert.deepEqual(listed!.split(', ').toSorted(), ['Export from Python', 'Second page'])
    const wrong = `import sys; sys.path.insert(0, 'examples/python')
from earshot_client import Earshot, EarshotError
import os
client = Earshot(os.environ['EARSHOT_URL'], os.environ['EARSHOT_API_KEY'])
try: client.getTheme(themeId='00000000-0000-7000-8000-000000000000')
except EarshotError as error: print(error.code)
try: client.listThemes(nonsense=1)
except TypeError as error: print(error)`
    assert.equal(await run('python3', ['-c', wrong]), 'NOT_FOUND\nlistThemes has no parameter nonsense\n')
  },
)

const hasTypedDicts = hasPython && spawnSync('python3', ['-c', 'from typing import NotRequired']).status === 0

test(
  'the generated Python client sends lists and truth values',
  { skip: !hasTypedDicts && 'needs Python 3.11' },
  async () => {
    await call('POST', '/insights', { name: 'Slow', sentiment: 'NEGATIVE', category: 'PAIN_POINTS' })
    await call('POST', '/insights', { name: 'Fine', sentiment: 'POSITIVE', category: 'PAIN_POINTS' })
    copyFileSync('examples/python/earshot_client.py', join(folder, 'earshot_client.py'))
    writeFileSync(join(folder, 'earshot_api.py'), await run('python3', ['examples/python/generate.py', 'openapi.json']))
    const program = `import os, sys
sys.path.insert(0, ${JSON.stringify(folder)})
from earshot_api import EarshotApi
client = EarshotApi(os.environ['EARSHOT_URL'], os.environ['EARSHOT_API_KEY'])
page = client.listInsights(sentiment=['NEGATIVE', 'NEUTRAL'], include_deleted=False)
print([one['name'] for one in page['data']], client.createTheme(body={'name': 'Dry'}, dry_run=True)['dry_run'])`
    assert.equal(await run('python3', ['-c', program]), "['Slow'] True\n")
  },
)

test('the agent lets a language model call tools over MCP', async (t) => {
  await call('POST', '/themes', { name: 'Slow export' })
  const model = await record(t, ({ messages, tools }) => {
    const last = messages.at(-1)
    if (last.role === 'tool') return { choices: [{ message: { role: 'assistant', content: `Seen: ${last.content}` } }] }
    // The first tool about themes or the organization that needs no input.
    const tool = tools.find(
      ({ function: one }: Body) => /themes|overview|context/.test(one.name) && !one.parameters.required?.length,
    )
    const tool_calls = [{ id: 'c1', type: 'function', function: { name: tool.function.name, arguments: '{}' } }]
    return { choices: [{ message: { role: 'assistant', content: null, tool_calls } }] }
  })
  const answer = await runNode('mcp-agent/agent.mjs', { LLM_BASE_URL: model.url, LLM_MODEL: 'stub' }, 'What is slow?')
  assert.match(answer, /^Seen: .*Slow export/s)
  assert.equal(model.bodies.length, 2)
  assert.equal(model.bodies[0]!.messages.at(-1).content, 'What is slow?')
})
