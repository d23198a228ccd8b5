import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { app, call, org, useTestServer } from '../test-server.ts'
import { outsideTool, skipWithoutTools } from './tools.ts'

/* Clients that generators make of openapi.json are type-checked and call a running server. */

useTestServer()

const document = resolve('openapi.json')
const project = mkdtempSync(join(tmpdir(), 'earshot-clients-'))
after(() => rmSync(project, { recursive: true, force: true }))

const env = () => ({ ...process.env, EARSHOT_URL: app.baseUrl, EARSHOT_API_KEY: org.admin.key })
const run = (tool: string, args: string[], cwd: string) =>
  promisify(execFile)(tool, args, { cwd, env: env(), maxBuffer: 50_000_000 }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => assert.fail(`${tool}: ${error.stdout}${error.stderr}`),
  )

function openProject(name: string, program: string): string {
  const folder = join(project, name)
  mkdirSync(folder)
  symlinkSync(resolve('test/outside/node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'use.ts'), program)
  const compilerOptions = {
    strict: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'esnext',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: [],
    noEmit: true,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }))
  return folder
}

/** Bun runs the programs: generators leave the endings of imports to a bundler. */
async function checkAndRun(folder: string): Promise<string> {
  await run(outsideTool('.bin/tsc')!, ['-p', folder], folder)
  return run(outsideTool('@oven/*/bin/bun')!, ['run', 'use.ts'], folder)
}

const declared = 'declare const process: { env: Record<string, string> }\n'

/** What each program does: a write, a read with parameters, and an error with its code. */
const printed = ['created Export', 'listed Export', 'missing NOT_FOUND', ''].join('\n')
const unknownId = '00000000-0000-7000-8000-000000000000'

test('openapi-typescript: types for openapi-fetch', { skip: skipWithoutTools }, async () => {
  const folder = openProject(
    'openapi-typescript',
    `import createClient from 'openapi-fetch'
import type { components, paths } from './schema.d.ts'
${declared}
const client = createClient<paths>({
  baseUrl: process.env.EARSHOT_URL + '/api/v1',
  headers: { authorization: 'Bearer ' + process.env.EARSHOT_API_KEY },
})
const created = await client.POST('/themes', { body: { name: 'Export' } })
console.log('created', created.data!.name)
const { data } = await client.GET('/themes', { params: { query: { limit: 5, sort: '-insight_count' } } })
const names: string[] = data!.data.map((theme) => ('name' in theme ? theme.name : ''))
console.log('listed', names.join())
const missing = await client.GET('/themes/{themeId}', { params: { path: { themeId: '${unknownId}' } } })
const error: components['schemas']['Error'] = missing.error!
console.log('missing', error.error.code)
// @ts-expect-error: not a value of this parameter
void (() => client.GET('/themes', { params: { query: { sort: 'nonsense' } } }))
`,
  )
  await run(outsideTool('.bin/openapi-typescript')!, [document, '-o', 'schema.d.ts'], folder)
  assert.equal(await checkAndRun(folder), printed)
  assert.equal((await call('GET', '/themes')).body.data.length, 1)
})

test('@hey-api/openapi-ts: functions for every operation', { skip: skipWithoutTools }, async () => {
  const folder = openProject(
    'hey-api',
    `import { createTheme, getTheme, listThemes } from './client/index'
import { client } from './client/client.gen'
${declared}
client.setConfig({ baseUrl: process.env.EARSHOT_URL + '/api/v1', auth: process.env.EARSHOT_API_KEY })
const created = await createTheme({ body: { name: 'Export' } })
console.log('created', created.data!.name)
const { data } = await listThemes({ query: { limit: 5, sort: '-insight_count' } })
console.log('listed', data!.data.map((theme) => ('name' in theme ? theme.name : '')).join())
const missing = await getTheme({ path: { themeId: '${unknownId}' } })
console.log('missing', missing.error!.error.code)
// @ts-expect-error: the name is missing
void (() => createTheme({ body: {} }))
`,
  )
  const args = ['--input', document, '--output', 'client', '--client', '@hey-api/client-fetch', '--no-log-file']
  await run(outsideTool('.bin/openapi-ts')!, args, folder)
  assert.equal(await checkAndRun(folder), printed)
  assert.equal((await call('GET', '/themes')).body.data.length, 1)
})

const pythonProgram = `import os
from earshot_api import EarshotApi, Theme
from earshot_client import EarshotError

client = EarshotApi(os.environ["EARSHOT_URL"], os.environ["EARSHOT_API_KEY"])
print("created", client.createTheme(body={"name": "Export"})["name"])


def name_of(theme: Theme) -> str:
    return theme["name"]


print("listed", ",".join(str(theme.get("name")) for theme in client.listThemes(limit=5, sort="-insight_count")["data"]))
try:
    client.getTheme(themeId="${unknownId}")
except EarshotError as error:
    print("missing", error.code)
`

test('the Python client of examples/python is checked by pyright', { skip: skipWithoutTools }, async () => {
  const folder = join(project, 'python')
  mkdirSync(folder)
  copyFileSync('examples/python/earshot_client.py', join(folder, 'earshot_client.py'))
  const generated = await run('python3', [resolve('examples/python/generate.py'), document], folder)
  writeFileSync(join(folder, 'earshot_api.py'), generated)
  writeFileSync(join(folder, 'use.py'), pythonProgram)
  const pyright = (file: string) => run(outsideTool('.bin/pyright')!, [file, 'earshot_api.py'], folder)
  await pyright('use.py')
  assert.equal(await run('python3', ['use.py'], folder), printed)
  writeFileSync(join(folder, 'wrong.py'), pythonProgram.replace('"-insight_count"', '"nonsense"'))
  await assert.rejects(pyright('wrong.py'), /nonsense/)
})
