import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { publicInventory } from '#contract/index.ts'
import { outsideTool, skipWithoutTools } from '../outside/tools.ts'
import { openBackend } from './backend.ts'

/* The SDK as it is published. */

const run = promisify(execFile)
const project = mkdtempSync(join(tmpdir(), 'earshot-sdk-'))
const sdk = join(project, 'node_modules/earshot-sdk')
before(() => run(process.execPath, ['scripts/build-sdk.ts', '--out', sdk]))
after(() => rmSync(project, { recursive: true, force: true }))

const code = () => readFileSync(join(sdk, 'index.js'), 'utf8')

test('the package is one small module without dependencies, with README, keywords and repository', () => {
  const size = gzipSync(code()).length
  assert(size <= 35_000, `${size} bytes gzipped`)
  assert.doesNotMatch(code(), /^import |\brequire\(|from ["']/m)
  const manifest = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'))
  assert.equal(manifest.dependencies, undefined)
  assert(manifest.keywords.includes('feedback'))
  assert.deepEqual(manifest.repository, JSON.parse(readFileSync('package.json', 'utf8')).repository)
  assert.match(readFileSync(join(sdk, 'README.md'), 'utf8'), /createClient/)
  for (const id of Object.keys(publicInventory)) assert(code().includes(`"${id}":`), id)
})

/** Limits of the compiler: memory in kB, and types it has to compute. */
const limits = { memory: 250_000, instantiations: 100_000 }

function assertWithinLimits(compiler: string, ...options: string[]) {
  const { status, stdout } = spawnSync(compiler, ['-p', project, '--extendedDiagnostics', ...options], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stdout)
  const figure = (name: string) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(stdout)![1])
  assert(figure('Memory used') < limits.memory, stdout)
  assert(figure('Instantiations') < limits.instantiations, stdout)
}

test('a program is type-checked with flat types, in bounded memory', () => {
  mkdirSync(project, { recursive: true })
  copyFileSync('test/client/sdk-types.ts.txt', join(project, 'use.ts'))
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'esnext',
    lib: ['esnext', 'dom', 'dom.asynciterable'],
    types: [],
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }))
  assertWithinLimits(resolve('node_modules/.bin/tsc'), '--singleThreaded')
})

test('TypeScript 5 checks it within the same limits', { skip: skipWithoutTools }, () =>
  assertWithinLimits(outsideTool('.bin/tsc')!),
)

test('a program of CommonJS is checked and runs', async () => {
  writeFileSync(
    join(project, 'old.cts'),
    `import sdk = require('earshot-sdk')
const client: sdk.Client = sdk.createClient({ baseUrl: 'https://example.com', apiKey: 'key' })
export const themes: Promise<sdk.ListThemesResponse> = client.listThemes()
`,
  )
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'esnext', types: [] }
  const config = join(project, 'tsconfig.cts.json')
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ['old.cts'] }))
  const { status, stdout } = spawnSync(resolve('node_modules/.bin/tsc'), ['-p', config], { encoding: 'utf8' })
  assert.equal(status, 0, stdout)
  const { createClient } = createRequire(join(project, 'old.cjs'))('earshot-sdk')
  assert.equal(typeof createClient({ baseUrl: 'https://example.com', apiKey: 'key' }).listThemes, 'function')
})

test('a client that misses something says what', async () => {
  const { createClient } = await import(join(sdk, 'index.js'))
  assert.throws(() => createClient(), /createClient needs baseUrl .* and apiKey /)
  assert.throws(() => createClient({ apiKey: 'key' }), /createClient needs baseUrl \(the address/)
  assert.throws(() => createClient({ baseUrl: 'https://example.com' }), /createClient needs apiKey \(made in/)
  assert.throws(
    () => createClient({ baseUrl: 'example.com', apiKey: 'key' }),
    /begins with https:\/\/ .* not example.com/,
  )
})

test('it names itself and its version, and sends a Date as the server reads it', async (t) => {
  const { baseUrl, heard } = await backend(t)
  const { createClient } = await import(join(sdk, 'index.js'))
  const client = createClient({ baseUrl, apiKey: 'key' })
  const moment = new Date('2026-05-02T10:00:00.000Z')
  await client.listThemes({ updated_since: moment })
  await client.ingestFeedback({ content: 'Slow', occurred_at: moment })
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  assert.equal(heard[0]!.headers['user-agent'], `earshot-sdk/${version}`)
  assert.equal(new URL(heard[0]!.url!, baseUrl).searchParams.get('updated_since'), moment.toISOString())
  assert.deepEqual(heard[1]!.body, { content: 'Slow', occurred_at: moment.toISOString() })
})

test('parseWebhook reads an event, and refuses what is none', async () => {
  const { parseWebhook, InvalidInputError } = await import(join(sdk, 'index.js'))
  const event = { id: 'evt_1', type: 'project.completed', data: { object: null } }
  assert.deepEqual(parseWebhook(JSON.stringify(event)), event)
  assert.deepEqual(parseWebhook(new TextEncoder().encode(JSON.stringify(event))), event)
  for (const body of ['', 'null', '[]', '{"type": "project.completed"}'])
    assert.throws(() => parseWebhook(body), InvalidInputError)
})

const theme = { id: 't1', name: 'Export', insight_count: 3 }
const backend = (t: Parameters<typeof openBackend>[0]) =>
  openBackend(t, () => ({ body: { data: [theme], pagination: { next_cursor: null, has_more: false } } }))

test('it runs with the globals of a browser alone', async (t) => {
  const { baseUrl, heard } = await backend(t)
  const { fetch, Headers, URLSearchParams, TextEncoder, TextDecoder, crypto, atob, setTimeout, AbortSignal } =
    globalThis
  const web = { fetch, Headers, URLSearchParams, TextEncoder, TextDecoder, crypto, atob, setTimeout, AbortSignal }
  const exported = /export \{([^}]*)\}/.exec(code())![1]!
  const asObject = exported.replace(/(\w+) as (\w+)/g, '$2: $1')
  const script = `${code().replace(/export \{[^}]*\};?/, '')}; ({ ${asObject} })`
  const context: Record<string, unknown> = { ...web }
  context.globalThis = context
  const { createClient } = runInNewContext(script, context)
  const client = createClient({ baseUrl, apiKey: 'secret' })
  const names: string[] = []
  for await (const { name } of client.all('listThemes', { limit: 5 })) names.push(name)
  await client.createTheme({ name: 'Export' })
  assert.deepEqual(names, ['Export'])
  assert.deepEqual(
    heard.map(({ method, url }) => `${method} ${url}`),
    ['GET /api/v1/themes?limit=5', 'POST /api/v1/themes'],
  )
  assert.deepEqual(heard[1]!.body, { name: 'Export' })
})

/** Other runtimes, where they are installed: by npm run test:outside, or on the PATH. */
const runtimes = {
  Bun: [outsideTool('@oven/*/bin/bun') ?? 'bun', 'run'],
  Deno: [outsideTool('@deno/*/deno') ?? 'deno', 'run', '--allow-net'],
}

for (const [name, [command, ...args]] of Object.entries(runtimes)) {
  const isInstalled = spawnSync(command!, ['--version']).status === 0
  test(`it runs in ${name}`, { skip: !isInstalled && (skipWithoutTools || 'not on this platform') }, async (t) => {
    const { baseUrl } = await backend(t)
    const file = join(project, 'run.mjs')
    writeFileSync(
      file,
      `import { createClient } from ${JSON.stringify(join(sdk, 'index.js'))}
for await (const { name } of createClient({ baseUrl: '${baseUrl}', apiKey: 'k' }).all('listThemes')) console.log(name)`,
    )
    const { stdout } = await run(command!, [...args, file])
    assert.equal(stdout, 'Export\n')
  })
}
