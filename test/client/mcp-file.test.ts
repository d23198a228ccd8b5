import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { openBackend } from './backend.ts'

const run = promisify(execFile)

test('the MCP server as a single file answers initialize, lists the tools and calls them', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-mcp-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'earshot-mcp.mjs')
  await run(process.execPath, ['scripts/build-mcp.ts', '--out', file])
  assert.deepEqual(readdirSync(folder), ['earshot-mcp.mjs'])
  const { baseUrl, heard } = await openBackend(t, () => ({ body: { data: [] } }))
  const client = new Client({ name: 'test', version: '1' })
  const env = { EARSHOT_URL: baseUrl, EARSHOT_API_KEY: 'secret', HOME: folder, PATH: process.env.PATH! }
  const settings = { command: process.execPath, args: [file, '--toolsets', 'themes'], cwd: folder, env }
  await client.connect(new StdioClientTransport(settings))
  t.after(() => client.close())
  assert.equal(client.getServerVersion()?.name, 'earshot')
  const { tools } = await client.listTools()
  assert.ok(tools.some(({ name }) => name === 'list_themes'))
  await client.callTool({ name: 'list_themes', arguments: {} })
  assert.equal(heard[0]!.headers.authorization, 'Bearer secret')
})

test('the MCP server as a single file says what is missing', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-mcp-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'earshot-mcp.mjs')
  await run(process.execPath, ['scripts/build-mcp.ts', '--out', file])
  const failed = run(process.execPath, [file], { cwd: folder, env: { HOME: folder } })
  await assert.rejects(failed, ({ code, stderr }: { code: number; stderr: string }) => {
    assert.match(stderr, /^no server configured: .*EARSHOT_URL.*\n$/)
    return code === 1
  })
})

test('no text tells people to run a package by a name that is not ours', () => {
  const files = globSync(
    ['*.md', 'docs/**/*.md', 'examples/**/*', 'scripts/**/*.{md,ts}', 'src/**/*.{md,ts,tsx,json}'],
    {
      withFileTypes: true,
    },
  ).filter((file) => file.isFile())
  assert.ok(files.length > 1000, String(files.length))
  const byName = /\b(?:npx|npm exec|pnpm dlx|yarn dlx|bunx)\b[^\n]{0,40}\bearshot\b/
  const found = files
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => byName.test(readFileSync(path, 'utf8')))
  assert.deepEqual(found, [])
})
