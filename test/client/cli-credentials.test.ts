import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openBackend, refusal } from './backend.ts'
import { type } from './terminal.ts'

const me = { body: { org_id: 'org_1', user_id: 'user_1', role: 'admin', scope: 'write' } }

function folder(t: TestContext): string {
  const name = mkdtempSync(join(tmpdir(), 'earshot-cli-'))
  t.after(() => rmSync(name, { recursive: true, force: true }))
  return name
}

test('login stores an accepted key in a file that only its owner can read', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () => me)
  const home = folder(t)
  const { code, stdout } = await type(['login', '--url', baseUrl, '--key', 'secret'], { env: { HOME: home } })
  const file = join(home, '.config', 'earshot', 'config.json')
  assert.equal(code, 0)
  assert.match(stdout, /as admin of org_1/)
  assert.doesNotMatch(stdout, /secret/)
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { url: baseUrl, key: 'secret' })
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal((await type(['me'], { env: { HOME: home } })).code, 0)
  assert.equal(heard.at(-1)!.headers.authorization, 'Bearer secret')
})

test('a file that others can read is replaced by a private one', async (t) => {
  const { baseUrl } = await openBackend(t, () => me)
  const config = folder(t)
  const login = (key: string) =>
    type(['login', '--url', baseUrl, '--key', '-'], { env: { XDG_CONFIG_HOME: config }, stdin: `${key}\n` })
  await login('one')
  const file = join(config, 'earshot', 'config.json')
  chmodSync(file, 0o644)
  await login('two')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).key, 'two')
})

test('a rejected key is not stored', async (t) => {
  const { baseUrl } = await openBackend(t, [refusal(401, 'INVALID_API_KEY')])
  const config = folder(t)
  const { code } = await type(['login', '--url', baseUrl, '--key', 'wrong'], { env: { XDG_CONFIG_HOME: config } })
  assert.equal(code, 1)
  assert.throws(() => statSync(join(config, 'earshot')))
})

test('environment variables override stored credentials', async (t) => {
  const kept = await openBackend(t, () => me)
  const given = await openBackend(t, () => me)
  const XDG_CONFIG_HOME = folder(t)
  await type(['login', '--url', kept.baseUrl, '--key', 'kept'], { env: { XDG_CONFIG_HOME } })
  await type(['me'], { env: { XDG_CONFIG_HOME, EARSHOT_API_KEY: 'other' } })
  await type(['me'], { env: { XDG_CONFIG_HOME, EARSHOT_URL: given.baseUrl, EARSHOT_API_KEY: 'given' } })
  assert.deepEqual(
    kept.heard.map(({ headers }) => headers.authorization),
    ['Bearer kept', 'Bearer other'],
  )
  assert.deepEqual(
    given.heard.map(({ headers }) => headers.authorization),
    ['Bearer given'],
  )
})

test('a stored key is never sent to another server', async (t) => {
  const own = await openBackend(t, () => me)
  const other = await openBackend(t, () => me)
  const XDG_CONFIG_HOME = folder(t)
  await type(['login', '--url', own.baseUrl, '--key', 'kept'], { env: { XDG_CONFIG_HOME } })
  const { code, stderr } = await type(['me'], { env: { XDG_CONFIG_HOME, EARSHOT_URL: other.baseUrl } })
  assert.deepEqual([code, other.heard.length], [64, 0])
  assert.match(stderr, /no API key configured for/)
  assert.equal((await type(['me'], { env: { XDG_CONFIG_HOME, EARSHOT_URL: `${own.baseUrl}/api/v1/` } })).code, 0)
})

test('a missing or invalid configuration is reported', async (t) => {
  const XDG_CONFIG_HOME = folder(t)
  assert.match((await type(['me'], { env: { XDG_CONFIG_HOME } })).stderr, /no server configured/)
  const senseless = await type(['me'], { env: { XDG_CONFIG_HOME, EARSHOT_URL: 'example.com', EARSHOT_API_KEY: 'x' } })
  assert.match(senseless.stderr, /not an http or https URL/)
  const { baseUrl } = await openBackend(t, () => me)
  await type(['login', '--url', baseUrl, '--key', 'kept'], { env: { XDG_CONFIG_HOME } })
  writeFileSync(join(XDG_CONFIG_HOME, 'earshot', 'config.json'), '{')
  const broken = await type(['me'], { env: { XDG_CONFIG_HOME } })
  assert.equal(broken.code, 64)
  assert.match(broken.stderr, /is not JSON/)
})

test('bash completes resources, commands and flags', async () => {
  const { stdout: script } = await type(['completion', 'bash'])
  const complete = (...typed: string[]) => {
    const ask = 'COMP_WORDS=(earshot "$@"); COMP_CWORD=$#; _earshot; printf "%s\\n" "${COMPREPLY[@]}"'
    return execFileSync('bash', ['-c', `${script}\n${ask}`, 'bash', ...typed], { encoding: 'utf8' })
      .trim()
      .split('\n')
  }
  assert.deepEqual(complete('the').sort(), ['theme-proposals', 'themes'])
  assert.deepEqual(complete('themes', 'm'), ['merge'])
  assert(complete('themes', 'insights', '').includes('unlink'))
  assert.deepEqual(complete('themes', 'list', '--inc'), ['--include-archived', '--include-deleted', '--include'])
  assert.deepEqual(complete('completion', ''), ['bash', 'zsh', 'fish'])
  assert.match((await type(['completion', 'zsh'])).stdout, /^#compdef earshot\n[\s\S]*compdef _earshot earshot\n$/)
})

test('whoami shows who the key is, logout deletes it', async (t) => {
  const { baseUrl } = await openBackend(t, () => me)
  const home = folder(t)
  const env = { HOME: home }
  await type(['login', '--url', baseUrl, '--key', 'secret'], { env })
  assert.deepEqual(JSON.parse((await type(['whoami'], { env })).stdout), { server: baseUrl, ...me.body })
  assert.match((await type(['whoami'], { env, isTTY: true })).stdout, /^org_id: org_1$/m)
  const { code, stdout } = await type(['logout'], { env })
  assert.deepEqual([code, existsSync(join(home, '.config', 'earshot', 'config.json'))], [0, false])
  assert.match(stdout, /^Deleted /)
  assert.equal((await type(['whoami'], { env })).code, 64)
  assert.match((await type(['logout'], { env })).stdout, /^Nothing is stored/)
  assert.match((await type(['logout'], { env: { ...env, EARSHOT_API_KEY: 'x' } })).stderr, /stays in use/)
})
