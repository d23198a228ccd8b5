import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { uploadsClient } from '../imports/uploads-client.ts'
import { app, call, org } from '../test-server.ts'
import { useTestWorkerWithSharedOrg } from '../test-worker.ts'
import { createOrganization, findOrganization } from '#domain/organizations/queries.ts'
import { jobHandlers } from '#worker/job-handlers.ts'
import type { AnyJobHandlers } from '#worker/worker.ts'

/* Runs the shell commands of the guides. Every block is run here or in another test, or has a reason why not. */

const run = promisify(execFile)
const { csv_validation, csv_import, csv_rollback } = jobHandlers
let folder: string

useTestWorkerWithSharedOrg({
  // Without the analysis, which loads a model, and without research, which asks other servers.
  workerOptions: () => ({ handlers: { csv_validation, csv_import, csv_rollback } as AnyJobHandlers }),
  afterStart: () => void (folder = mkdtempSync(join(tmpdir(), 'earshot-guides-'))),
  beforeStop: () => rmSync(folder, { recursive: true, force: true }),
})

const blocksOf = (guide: string) =>
  [...readFileSync(`docs/${guide}.md`, 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code]) => code!)

/** Guides that another test runs or checks: readme.test.ts, package.test.ts and docs.test.ts. */
const runElsewhere = new Set(['cli', 'mcp', 'sdk', 'publishing', 'deployment'])
/** Lines that a test cannot run as they are. */
const skipped: { line: RegExp; reason: string }[] = [
  { line: /npm start/, reason: 'keeps running; the tests of serve start it' },
  { line: /^npm run test:(crash|soak)/, reason: 'takes hours; npm test has a short version' },
  { line: /^printf 'POSTGRES_PASSWORD|^docker compose/, reason: 'needs Docker; image.test.ts runs its steps' },
  { line: /^15 2 \* \* \*/, reason: 'a line of crontab; the command is run by upgrading.md' },
  { line: /^pg_dump|^pg_restore|^psql/, reason: 'needs two servers; dump.test.ts runs them' },
  { line: /^SECRET_KEY=/, reason: 'settings; secret-key-start.test.ts uses them' },
  { line: /^OIDC_/, reason: 'settings; single-sign-on.test.ts uses them' },
  { line: /^earshot events tail --types insight\.\*$/, reason: 'keeps running; cli.md runs it with --once' },
  {
    line: /^earshot listen --forward-to/,
    reason: 'keeps running; cli-listen.test.ts runs it with --once',
  },
  { line: /admin (add-member|set-role)/, reason: 'needs a database of its own; admin.test.ts runs them' },
  { line: /^earshot add /, reason: 'needs files of all kinds; cli-add.test.ts has them' },
  {
    line: /^mv data|^git checkout|restore before-upgrade/,
    reason: 'replaces the installation; backup.test.ts does it',
  },
]
const isSkipped = (command: string) => skipped.some(({ line }) => line.test(command))

/** The commands of a block; those that go on over lines are one. */
const commandsIn = (block: string) =>
  block
    .trim()
    .split(/\n(?! {2,}|\s*["{}\]])/)
    .filter((command) => !isSkipped(command))

const prelude = 'curl() { command curl -sS --fail-with-body "$@"; echo; }\n'

async function bash(script: string): Promise<string> {
  const { host = '', port, user, database } = app.connection
  const text = script
    .replaceAll('npm run -s earshot --', `'${process.execPath}' '${resolve('src/main.ts')}'`)
    .replaceAll('http://localhost:3000', app.baseUrl)
  const env = {
    ...process.env,
    HOME: folder,
    KEY: org.admin.key,
    REGION: app.settings.region,
    DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
  }
  return (await run('bash', ['-euc', prelude + text], { cwd: folder, env })).stdout
}

/** Runs the commands of a guide one after another and returns what they printed. */
async function runGuide(name: string, values: Record<string, string> = {}, afterEach?: () => Promise<unknown>) {
  const outputs: string[] = []
  let variables = ''
  for (const command of blocksOf(name).flatMap(commandsIn)) {
    const text = command.replace(/<([^>]+)>/g, (whole, key: string) => values[key] ?? whole)
    if (/^\w+=\S+$/.test(text)) variables += `${text}\n`
    outputs.push(await bash(variables + text))
    await afterEach?.()
  }
  return outputs
}

test('every shell command of the guides is run by a test, or its reason is listed', () => {
  const here = new Set([
    'getting-started',
    ...simple,
    'api',
    'importing',
    'sharing',
    'competitors',
    'upgrading',
    'privacy',
    'troubleshooting',
  ])
  const left = globSync('docs/*.md')
    .map((path) => basename(path, '.md'))
    .filter((name) => !here.has(name) && !runElsewhere.has(name) && blocksOf(name).flatMap(commandsIn).length > 0)
  assert.deepEqual(left, [])
})

const simple = ['interviews', 'segments', 'surveys', 'webhooks']
for (const name of simple)
  test(`the commands of ${name}.md create what they describe`, async () => {
    const outputs = await runGuide(name)
    assert.ok(outputs.length > 0)
    for (const output of outputs) assert.match(output, /"id":"[0-9a-f-]{36}"/)
  })

test('the commands of getting-started.md lead from nothing to feedback', async () => {
  const created = (await bash(commandsIn(blocksOf('getting-started')[1]!)[0]!)).trim()
  const org_id = /org_[0-9a-f]{32}/.exec(created)![0]
  const [, , policyAndKey, ...requests] = blocksOf('getting-started')
  const [, policy, createKey] = commandsIn(blocksOf('getting-started')[1]!)
  await bash(policy!.replaceAll('<org_id>', org_id))
  assert.match(await bash(createKey!.replaceAll('<org_id>', org_id)), /\bear_eu_\w+/)
  const [me, sent, listed] = await Promise.all([policyAndKey!, ...requests].map((block) => bash(block)))
  assert.equal(JSON.parse(me!).org_id, org.id)
  assert.equal(JSON.parse(sent!).status, 'queued')
  assert.ok(Array.isArray(JSON.parse(listed!).data))
})

test('the commands of api.md read lists and events', async () => {
  await call('POST', '/themes', { name: 'Reports' })
  const { body } = await call('GET', '/events')
  const account = await call('POST', '/accounts', { name: 'Northwind' })
  const values = { 'id of the last event you handled': body.data[0].id, account_id: account.body.id }
  const outputs = await runGuide('api', values)
  for (const output of outputs.map((one) => JSON.parse(one)))
    assert.ok(output.dry_run === true || output.status === 'proposed' || 'id' in output || Array.isArray(output.data))
  assert.deepEqual(
    outputs.map((output) => JSON.parse(output)).find(({ id }) => id === account.body.id)?.custom_fields,
    { tier: 'gold' },
  )
})

test('the commands of sharing.md write a one-pager and make a share link', async () => {
  const { body } = await call('POST', '/themes', { name: 'Sharing with directors' })
  const [onePager, link] = await runGuide('sharing', { theme_id: body.id })
  assert.match(JSON.parse(onePager!).markdown, /^# Sharing with directors\n/)
  assert.match(JSON.parse(link!).url, /^http.*\/share\//)
})

test('the commands of importing.md import a file and undo it', async () => {
  writeFileSync(join(folder, 'feedback.csv'), 'message,email\nThe export never ends,ana@example.com\n')
  const [upload, ...rest] = blocksOf('importing')
    .map((block) => commandsIn(block))
    .filter((commands) => commands.length > 0)
  const { id } = JSON.parse(await bash(upload![0]!)) as { id: string }
  const [variable, ...commands] = rest.flat()
  for (const command of commands) {
    await bash(`${variable!.replace('<upload_id>', id)}\n${command}`)
    if (/(validate|start|rollback)$/.test(command)) await uploadsClient(app, org).waitForEnd(id)
  }
  assert.equal((await call('GET', `/csv-uploads/${id}`)).body.status, 'rolled_back')
})

test('the commands of competitors.md start the research', async () => {
  const [, started] = await runGuide('competitors', { org_id: org.id })
  assert.match(started!, /"status":"queued"/)
})

test('the commands of upgrading.md back up and move an organization', async () => {
  await call('POST', '/themes', { name: 'Moves along' })
  const commands = blocksOf('upgrading').flatMap(commandsIn)
  let newOrg = ''
  for (const command of commands) {
    const output = await bash(command.replace('<org_id>', org.id).replace('<new_org_id>', newOrg))
    newOrg ||= /create-org/.test(command) ? /org_[0-9a-f]{32}/.exec(output)![0] : ''
  }
  assert.ok(newOrg)
})

test('the commands of privacy.md list and repeat erasures, and delete an organization', async () => {
  const name = 'Leaving'
  const { id } = await createOrganization(app.store, { name })
  const outputs = await runGuide('privacy', { org_id: id, name })
  assert.match(outputs[1]!, /0 of 0 erasures are repeated/)
  assert.match(outputs[2]!, new RegExp(`organization +${id}`))
  assert.equal(await findOrganization(app.store, id), undefined)
})

test('the commands of troubleshooting.md show the state and the settings', async () => {
  const [doctor, ready, settings] = blocksOf('troubleshooting').flatMap(commandsIn)
  assert.match(await bash(`${doctor} || true`), /^ok +versions/m)
  // The worker of this test sends no heartbeat, which is what the command is there to show.
  assert.match(await bash(ready!.replace('curl', 'command curl')), /"worker":"missing"/)
  assert.match(await bash(settings!), /DATABASE_URL/)
})
