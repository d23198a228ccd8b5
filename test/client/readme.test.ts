import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { type Org, openWorld, type World } from '../world.ts'

/* The examples of the README, run as they stand. */

const run = promisify(execFile)
const section = /## Command line, SDK, MCP\n([\s\S]*?)\n## /.exec(readFileSync('README.md', 'utf8'))![1]!
const blocks = [...section.matchAll(/```(sh|ts)\n([\s\S]*?)```/g)].map(([, language, text]) => ({ language, text: text! }))

let world: World
let org: Org
let folder: string

before(async () => {
  world = await openWorld()
  org = await world.org()
  folder = mkdtempSync(join(tmpdir(), 'earshot-readme-'))
})
after(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the commands of the README do what it says', async () => {
  const { text } = blocks.find(({ language }) => language === 'sh')!
  const script = text.replaceAll('npm run -s earshot --', `'${process.execPath}' '${resolve('src/main.ts')}'`).replaceAll('http://localhost:3000', world.baseUrl).replaceAll('<key>', org.admin.key)
  const { stdout } = await run('bash', ['-euc', script], { cwd: folder })
  assert.match(stdout, /"dry_run": true/)
  assert.match(stdout, /"created": 1/)
  assert.match(stdout, /ana@example\.com/)
  assert.match(stdout, /"type":"feedback.created"/)
  const exported = readFileSync(join(folder, 'export/feedback.ndjson'), 'utf8').trim().split('\n').map((line) => JSON.parse(line))
  assert.deepEqual(exported.map(({ content, source }) => [content, source]), [['The export never ends', 'survey']])
})

test('the SDK builds into a package that a TypeScript program type-checks and runs against', async () => {
  const packageFolder = join(folder, 'node_modules/earshot-sdk')
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  await run(process.execPath, ['scripts/build-sdk.ts', '--out', packageFolder])
  symlinkSync(resolve('node_modules/typebox'), join(folder, 'node_modules/typebox'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const { text } = blocks.find(({ language }) => language === 'ts')!
  writeFileSync(join(folder, 'example.ts'), text)
  const options = { strict: true, noEmit: true, module: 'nodenext', target: 'esnext', lib: ['esnext', 'dom', 'dom.asynciterable'], types: ['node'], typeRoots: [resolve('node_modules/@types')] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['example.ts'] }))
  await run(resolve('node_modules/.bin/tsc'), ['-p', folder]).catch((error: { stdout: string }) => assert.fail(error.stdout))
  const signed = new Webhook('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
  const body = JSON.stringify({ id: 'evt_1', type: 'theme.created' })
  const at = new Date()
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(Math.floor(at.getTime() / 1000)), 'webhook-signature': signed.sign('evt_1', at, body) }
  writeFileSync(join(folder, 'receive.ts'), `import { receive } from './example.ts'\nconsole.log((await receive(new Request('http://x', { method: 'POST', headers: ${JSON.stringify(headers)}, body: ${JSON.stringify(body)} }))).type)\n`)
  const { stdout } = await run(process.execPath, [join(folder, 'receive.ts')], { env: { ...process.env, EARSHOT_URL: world.baseUrl, EARSHOT_API_KEY: org.admin.key, WEBHOOK_SECRET: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' } })
  assert.equal(stdout, 'Exports never end\ntheme.created\n')
})
