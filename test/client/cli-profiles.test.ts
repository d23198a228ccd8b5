import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { clientInventory } from '#client/inventory.ts'
import { commandsOf } from '#cli/commands.ts'
import { flagOf } from '#cli/flags.ts'
import { openBackend } from './backend.ts'
import { type } from './terminal.ts'

const me = { body: { org_id: 'org_1', user_id: 'user_1', role: 'admin', scope: 'write' } }

async function twoServers(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'earshot-cli-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const [live, staging] = [await openBackend(t, () => me), await openBackend(t, () => me)]
  const typed = (argv: string[], env: Record<string, string> = {}) => type(argv, { env: { HOME: home, ...env } })
  await typed(['login', '--url', live.baseUrl, '--key', 'live-key'])
  await typed(['login', '--profile', 'staging', '--url', staging.baseUrl, '--key', 'staging-key'])
  const keys = () => [live, staging].map(({ heard }) => heard.splice(0).map(({ headers }) => headers.authorization))
  keys()
  return { typed, keys, live, staging, file: join(home, '.config', 'earshot', 'config.json') }
}

test('a profile has a server and a key of its own, wherever --profile is written', async (t) => {
  const { typed, keys, live, staging, file } = await twoServers(t)
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
    url: live.baseUrl,
    key: 'live-key',
    profiles: { staging: { url: staging.baseUrl, key: 'staging-key' } },
  })
  await typed(['me', 'get'])
  await typed(['me', 'get', '--profile', 'staging'])
  await typed(['--profile=staging', 'me', 'get'])
  await typed(['me', 'get'], { EARSHOT_PROFILE: 'staging' })
  assert.deepEqual(keys(), [['Bearer live-key'], ['Bearer staging-key', 'Bearer staging-key', 'Bearer staging-key']])
})

test('a profile named on the command line precedes the environment, which precedes a chosen one', async (t) => {
  const { typed, keys, live } = await twoServers(t)
  assert.equal((await typed(['profiles', 'use', 'staging'])).code, 0)
  await typed(['me', 'get'])
  const env = { EARSHOT_URL: live.baseUrl, EARSHOT_API_KEY: 'given' }
  await typed(['me', 'get'], env)
  await typed(['me', 'get', '--profile', 'staging'], env)
  assert.deepEqual(keys(), [['Bearer given'], ['Bearer staging-key', 'Bearer staging-key']])
  const { stdout } = await typed(['profiles', '--json'])
  assert.deepEqual(
    JSON.parse(stdout).data.map((one: { profile: string; in_use: boolean }) => [one.profile, one.in_use]),
    [
      ['default', false],
      ['staging', true],
    ],
  )
  assert.doesNotMatch(stdout, /key/)
})

test('an unknown profile is refused with those that there are, and a key is never sent elsewhere', async (t) => {
  const { typed, keys, live } = await twoServers(t)
  for (const argv of [
    ['me', 'get', '--profile', 'prod'],
    ['me', 'get', '--profile'],
    ['profiles', 'use', 'prod'],
    ['login', '--profile', '../x', '--url', live.baseUrl, '--key', 'k'],
  ])
    assert.equal((await typed(argv)).code, 64, argv.join(' '))
  assert.match((await typed(['me', 'get', '--profile', 'prod'])).stderr, /no profile prod; there are default, staging/)
  assert.equal((await typed(['me', 'get'], { EARSHOT_PROFILE: 'staging', EARSHOT_URL: live.baseUrl })).code, 64)
  assert.deepEqual(keys(), [[], []])
})

test('logout deletes one profile, and the file with the last one', async (t) => {
  const { typed, file, live } = await twoServers(t)
  await typed(['profiles', 'use', 'staging'])
  assert.match((await typed(['logout'])).stdout, /Deleted the profile staging of/)
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { url: live.baseUrl, key: 'live-key' })
  assert.equal((await typed(['me', 'get'])).code, 0)
  await typed(['logout'])
  assert.equal(existsSync(file), false)
})

test('no operation has a field that --profile would hide', () => {
  const named = commandsOf(clientInventory).filter(({ fields }) => fields.some((field) => flagOf(field) === 'profile'))
  assert.deepEqual(named, [])
})
