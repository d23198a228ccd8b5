import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { settingDefinitions } from '#config/settings.ts'

test('the image runs as a non-root user, has a health check and an existing entry point', () => {
  const lines = readFileSync('Dockerfile', 'utf8').split('\n')
  assert.equal(lines.filter((line) => line.startsWith('FROM ')).length, 2)
  assert.ok(lines.includes('USER node') && lines.some((line) => line.startsWith('HEALTHCHECK')))
  const entry = /^ENTRYPOINT \["node", "(.+)"\]$/m.exec(lines.join('\n'))![1]!
  assert.ok(existsSync(entry))
  const variables = new Set(Object.values(settingDefinitions).map(({ name }) => name))
  const set = [.../^ENV (.+)$/m.exec(lines.join('\n'))![1]!.matchAll(/(\w+)=/g)].map(([, name]) => name!)
  assert.deepEqual(
    set.filter((name) => name !== 'NODE_ENV' && !variables.has(name)),
    [],
  )
})

test('compose requires its secrets, publishes one port and mounts the root file system read-only', () => {
  const text = readFileSync('compose.yml', 'utf8')
  for (const name of ['POSTGRES_PASSWORD', 'SECRET_KEY']) assert.match(text, new RegExp(`\\$\\{${name}:\\?`))
  assert.equal(text.match(/^ {4}ports:/gm)!.length, 1)
  assert.match(text, /read_only: true/)
  const variables = new Set(Object.values(settingDefinitions).map(({ name }) => name))
  const configured = [.../environment:\n((?: {6}\w+: .*\n)+)/.exec(text)![1]!.matchAll(/^ {6}(\w+):/gm)].map(
    ([, name]) => name!,
  )
  assert.deepEqual(
    configured.filter((name) => !variables.has(name)),
    [],
  )
})
