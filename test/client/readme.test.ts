import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { AnyJobHandlers } from '#worker/worker.ts'
import { Webhook } from 'standardwebhooks'
import { jobHandlers } from '#worker/job-handlers.ts'
import { org, app } from '../test-server.ts'
import { useTestWorkerWithSharedOrg } from '../test-worker.ts'

/* Runs the examples of the README and of the guides to the command line, MCP and the SDK. */

const run = promisify(execFile)
const blocksIn = (text: string, language: string) =>
  [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, name, code]) => (name === language ? [code!] : []))
const readme = readFileSync('README.md', 'utf8')
const sectionOf = (title: string) => new RegExp(`## ${title}\\n([\\s\\S]*?)\\n## `).exec(readme)![1]!
const clients = sectionOf('Command line, SDK and MCP')
const page = (name: string) => readFileSync(`docs/${name}.md`, 'utf8')

let folder: string

useTestWorkerWithSharedOrg({
  // Without the analysis, which loads a model.
  workerOptions: () => ({ handlers: { csv_import: jobHandlers.csv_import } as AnyJobHandlers }),
  afterStart() {
    folder = mkdtempSync(join(tmpdir(), 'earshot-readme-'))
  },
  beforeStop() {
    rmSync(folder, { recursive: true, force: true })
  },
})

const asRun = (script: string) =>
  script
    .replaceAll('npm run -s earshot --', `'${process.execPath}' '${resolve('src/main.ts')}'`)
    .replaceAll('http://localhost:3000', app.baseUrl)
const bash = async (script: string, env: Record<string, string> = {}) =>
  (await run('bash', ['-euc', asRun(script)], { cwd: folder, env: { ...process.env, HOME: folder, ...env } })).stdout

test('the README’s commands create the first organization and key', async () => {
  const [text] = blocksIn(sectionOf('Quick start'), 'sh').filter((block) => block.includes('create-org'))
  const { host, port, user, database } = app.connection as {
    host: string
    port: number
    user: string
    database: string
  }
  const env = {
    DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    REGION: app.settings.region,
  }
  const known: Record<string, string> = {}
  let last = ''
  for (const line of text!.trim().split('\n')) {
    last = await bash(
      line.replace(/<(\w+)>/g, (_, name: string) => known[name]!),
      env,
    )
    known.org_id ??= /org_[0-9a-f]{32}/.exec(last)?.[0] ?? ''
    known.key ??= /\bear_eu_\w+/.exec(last)?.[0] as string
  }
  const me = JSON.parse(last) as { org_id: string; role: string }
  assert.deepEqual([me.org_id, me.role], [known.org_id, 'admin'])
})

test('the README’s first piece of feedback is accepted for analysis', async () => {
  const [text] = blocksIn(sectionOf('Quick start'), 'sh').filter((block) => block.includes('/feedback'))
  const { key } = (await app.org()).admin
  const [sent, listed] = (await bash(text!.replace('sleep 5', 'echo').replaceAll('<key>', key))).split('\n')
  assert.equal(JSON.parse(sent!).status, 'queued')
  assert.ok(Array.isArray(JSON.parse(listed!).data))
})

test('the README’s commands work as described', async () => {
  const stdout = await bash(blocksIn(clients, 'sh')[0]!.replaceAll('<key>', org.admin.key))
  assert.match(stdout, /"dry_run": true/)
  assert.match(stdout, /"created": 1/)
  assert.match(stdout, /ana@example\.com/)
  assert.match(stdout, /"type":"feedback.created"/)
  const exported = readFileSync(join(folder, 'export/feedback.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    exported.map(({ content, source }) => [content, source]),
    [['The export never ends', 'survey']],
  )
})

test('the commands of the guides to the command line and MCP work as described', async () => {
  const stdout = await bash(
    [...blocksIn(page('cli'), 'sh'), ...blocksIn(page('mcp'), 'sh')].join('\n').replaceAll('<key>', org.admin.key),
  )
  assert.match(stdout, /"role": ?"admin"/)
  assert.match(stdout, /Stream the export/)
  assert.match(stdout, /"type":"insight.created"/)
  assert.match(stdout, /"jsonrpc":"2.0"/)
  assert.equal(JSON.parse(readFileSync(join(folder, 'theme.json'), 'utf8')).name, 'Export')
  assert.match(readFileSync(join(folder, 'everything/feedback.ndjson'), 'utf8'), /"external_id":"a-1"/)
  const [config] = blocksIn(page('mcp'), 'json').map(
    (text) => JSON.parse(text) as { mcpServers: { earshot: { command: string; args: string[] } } },
  )
  const { command, args } = config!.mcpServers.earshot
  assert.equal(command, 'node')
  assert.deepEqual(args, ['/opt/earshot/bin/earshot.mjs', 'mcp'])
  const { stdout: help } = await run(process.execPath, [resolve(args[0]!.replace('/opt/earshot/', '')), 'help'])
  assert.match(help, /^ +mcp +start the MCP server over stdio$/m)
})

const webhookSecret = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** A TypeScript project with the SDK and the examples of the docs. */
async function writeSdkProject() {
  const packageFolder = join(folder, 'node_modules/earshot-sdk')
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  await run(process.execPath, ['scripts/build-sdk.ts', '--out', packageFolder])
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'example.ts'), blocksIn(clients, 'ts')[0]!)
  writeFileSync(join(folder, 'page.ts'), blocksIn(page('sdk'), 'ts')[0]!)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'esnext',
    lib: ['esnext', 'dom', 'dom.asynciterable'],
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['example.ts', 'page.ts'] }))
}

/** A program that receives a signed webhook message with the example's handler. */
function writeWebhookReceiver() {
  const body = JSON.stringify({ id: 'evt_1', type: 'theme.created' })
  const at = new Date()
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(webhookSecret).sign('evt_1', at, body),
  }
  const init = `{ method: 'POST', headers: ${JSON.stringify(headers)}, body: ${JSON.stringify(body)} }`
  writeFileSync(
    join(folder, 'receive.ts'),
    `import { receive } from './example.ts'\nconsole.log((await receive(new Request('http://x', ${init}))).type)\n`,
  )
}

test('the SDK builds into a package that a TypeScript program type-checks and runs against', async () => {
  await writeSdkProject()
  await run(resolve('node_modules/.bin/tsc'), ['-p', folder]).catch((error: { stdout: string }) =>
    assert.fail(error.stdout),
  )
  writeWebhookReceiver()
  const fresh = await app.org()
  const env = {
    ...process.env,
    EARSHOT_URL: app.baseUrl,
    EARSHOT_API_KEY: fresh.admin.key,
    WEBHOOK_SECRET: webhookSecret,
  }
  assert.equal(
    (await run(process.execPath, [join(folder, 'receive.ts')], { env })).stdout,
    'Exports never end\ntheme.created\n',
  )
  assert.equal((await run(process.execPath, [join(folder, 'page.ts')], { env })).stdout, 'Export\n1\n404 NOT_FOUND\n')
})
