import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { deprecatedSettings } from '#config/aliases.ts'
import { ConfigError } from '#config/errors.ts'
import { readConfig } from '#config/read.ts'
import { settingGroups } from '#config/settings.ts'

test('an empty environment is a working configuration', () => {
  const config = readConfig({})
  assert.deepEqual(
    [config.port, config.databaseUrl, config.publicUrl, config.rateLimits],
    [3000, null, 'http://localhost:3000', true],
  )
})

test('every problem is listed at once, with name, reason and example', () => {
  const wrong = { PORT: '99999', REGION: 'mars', DATABASE_URL: 'mysql://x', SECRET_KEY: 'short', RATE_LIMITS: 'maybe' }
  assert.throws(
    () => readConfig(wrong),
    (error) => {
      assert.ok(error instanceof ConfigError)
      assert.deepEqual(
        error.problems.map((p) => p.name),
        ['PORT', 'RATE_LIMITS', 'DATABASE_URL', 'SECRET_KEY', 'REGION'],
      )
      assert.ok(error.problems.every((p) => p.reason && p.example))
      assert.ok(!error.message.includes('mysql://x') && !error.message.includes('short'))
      return true
    },
  )
})

test('a public URL with a path is refused: pages, cookies and links belong to a host of their own', () => {
  const of = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL }).publicUrl
  assert.equal(of('https://feedback.example.com/'), 'https://feedback.example.com')
  for (const wrong of ['https://example.com/feedback', 'https://example.com/?a=1', 'https://example.com/#a'])
    assert.throws(() => of(wrong), /PUBLIC_URL: .*a sub-path is not supported/)
})

test('a value may come from a file, but not from both', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'earshot-config-')), 'secret')
  writeFileSync(file, `${'s'.repeat(40)}\n`)
  assert.equal(readConfig({ SECRET_KEY_FILE: file }).secretKey, 's'.repeat(40))
  assert.throws(() => readConfig({ SECRET_KEY_FILE: '/does/not/exist' }), /SECRET_KEY_FILE/)
  assert.throws(() => readConfig({ SECRET_KEY_FILE: file, SECRET_KEY: 's'.repeat(40) }), /both/)
})

test('the command masks secrets and leaves with 78 when the configuration is wrong', () => {
  const run = (env: Record<string, string>) =>
    spawnSync(process.execPath, ['src/main.ts', 'config'], { encoding: 'utf8', env: { ...process.env, ...env } })
  const shown = run({ DATABASE_URL: 'postgres://earshot:hidden@db/earshot' })
  assert.equal(shown.status, 0)
  assert.ok(!shown.stdout.includes('hidden') && shown.stdout.includes('********'))
  const wrong = run({ PORT: 'x', REGION: 'y' })
  assert.equal(wrong.status, 78)
  assert.match(wrong.stderr, /PORT: .*for example PORT=3000/)
  assert.match(wrong.stderr, /REGION: /)
})

test('former keys are separated by spaces or lines, and never shown', () => {
  const of = (SECRET_KEY_PREVIOUS: string) => readConfig({ SECRET_KEY_PREVIOUS }).secretKeyPrevious
  const [one, two] = ['a,'.repeat(20), 'b'.repeat(32)]
  assert.equal(readConfig({}).secretKeyPrevious, null)
  assert.deepEqual(of(`${one} ${two}\ngenerated`), [one, two, 'generated'])
  for (const wrong of ['short', `${one} short`, 'Generated'])
    assert.throws(
      () => of(wrong),
      ({ message }: Error) =>
        message.startsWith('SECRET_KEY_PREVIOUS: the value is not valid') && !message.includes(one),
    )
})

test('proxies are trusted by number or by network, never all addresses', () => {
  const of = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy
  const loopback = ['127.0.0.0/8', '::1/128']
  assert.deepEqual(readConfig({}).trustProxy, { hops: 0 })
  for (const off of ['off', '0', 'no', 'false']) assert.deepEqual(of(off), { hops: 0 }, off)
  for (const one of ['on', 'true', 'yes', '1']) assert.deepEqual(of(one), { hops: 1 }, one)
  assert.deepEqual(of('2'), { hops: 2 })
  assert.deepEqual(of('loopback'), { networks: loopback })
  assert.deepEqual(of('loopback, 10.1.0.0/16,192.0.2.7,2001:db8::/32, fd00::7'), {
    networks: [...loopback, '10.1.0.0/16', '192.0.2.7/32', '2001:db8::/32', 'fd00::7/128'],
  })
  const wrong = [
    '11',
    '-1',
    '1.5',
    'all',
    '0.0.0.0/0',
    '::/0',
    '::/00',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.0/8/9',
    'fe80::%br-4f2/64',
    '10.1.0.0/16;::1',
    ',',
  ]
  for (const value of wrong) assert.throws(() => of(value), /^ConfigError: TRUST_PROXY: .*TRUST_PROXY=1/, value)
  assert.deepEqual(deprecatedSettings({ TRUST_PROXY: 'on' }), [
    { setting: 'TRUST_PROXY=on', replacement: 'TRUST_PROXY=1' },
  ])
  assert.deepEqual(deprecatedSettings({ TRUST_PROXY: '1' }), [])
})

test('a former name is read until the new one is set, and is reported as deprecated', () => {
  assert.equal(readConfig({ BULK_ABOVE: '7' }).bulkAnalysisThreshold, 7)
  assert.equal(readConfig({ BULK_ABOVE: '7', BULK_ANALYSIS_THRESHOLD: '9' }).bulkAnalysisThreshold, 9)
  assert.throws(() => readConfig({ BULK_ABOVE: 'many' }), /BULK_ANALYSIS_THRESHOLD: "many" is not valid/)
  assert.deepEqual(deprecatedSettings({ BULK_ABOVE: '7' }), [
    { setting: 'BULK_ABOVE', replacement: 'BULK_ANALYSIS_THRESHOLD' },
  ])
  assert.deepEqual(deprecatedSettings({ BULK_ANALYSIS_THRESHOLD: '7' }), [])
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/main.ts', 'config'], {
    encoding: 'utf8',
    env: { ...process.env, BULK_ABOVE: '7' },
  })
  assert.equal(status, 0)
  assert.equal(JSON.parse(stdout).BULK_ANALYSIS_THRESHOLD, 7)
  assert.match(stderr, /^BULK_ABOVE is deprecated; set BULK_ANALYSIS_THRESHOLD instead\.$/m)
})

test('the README has a table for each group of settings, with every variable and nothing else', () => {
  const readme = readFileSync('README.md', 'utf8')
  for (const [title, group] of Object.entries(settingGroups)) {
    const section = new RegExp(`\n### ${title}\n([\\s\\S]*?)\n#`).exec(readme)?.[1]
    assert.ok(section, `README.md has no section "${title}"`)
    const listed = [...section.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
    assert.deepEqual(
      listed,
      Object.values(group).map(({ name }) => name),
      title,
    )
  }
})
