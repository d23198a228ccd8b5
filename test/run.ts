import { spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { isFresh } from '#serve/web-app.ts'
import { startEmbedded } from '#store/embedded/launch.ts'
import { migrate } from '#store/migrate.ts'

/* npm test [-- files…] or node test/run.ts --script file [arguments…]: starts a PostgreSQL of its own, migrates one template for all to clone, runs the tests, stops what it started. */

const asked = process.argv.slice(2)
if (
  asked[0] !== '--script' &&
  (asked.every((arg) => arg.startsWith('--')) || asked.some((arg) => arg.includes('test/web')))
)
  await prepareBrowserTests()

const folder = mkdtempSync(join(tmpdir(), 'earshot-test-'))
const { connection, stop } = await server()
const template = 'earshot_template'

/** Compiled once, for all files and for the next run: every file loads the product, which then takes half as long. */
const compileCache = join(import.meta.dirname, '../node_modules/.cache/earshot-tests')

let code = 1
try {
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`drop database if exists ${template}`)
  await admin.query(`create database ${template}`)
  await admin.end()
  await migrate({ ...connection, database: template })

  const child = spawn(process.execPath, commandOf(asked), {
    stdio: 'inherit',
    env: {
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      EARSHOT_TEST_POSTGRES: JSON.stringify({ ...connection, template }),
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  code = await new Promise<number>((resolve) => child.on('exit', (status) => resolve(status ?? 1)))
} finally {
  await stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(code)

/** An own one, unless TEST_DATABASE_URL names one whose databases tests may make and drop: to try another version of PostgreSQL. */
async function server() {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    const { hostname: host, port, username: user, password } = new URL(given)
    return {
      connection: { host, port: Number(port || 5432), user, password, ssl: false as const },
      stop: async () => {},
    }
  }
  const started = await startEmbedded({ dataDir: folder, settings: { fsync: 'off', max_connections: '200' } })
  const { database: _, ...connection } = started.connection
  return { connection, stop: () => started.stop() }
}

/** The built web app, and a browser where one can be had. */
async function prepareBrowserTests() {
  if (!isFresh()) spawnSync(process.execPath, ['scripts/build-web.ts'], { stdio: 'inherit' })
  if (!existsSync('/usr/bin/chromium') && !process.env.CHROMIUM && process.getuid?.() === 0) {
    spawnSync('sh', ['-c', 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  if (existsSync('/usr/bin/chromium') || process.env.CHROMIUM) return
  process.stderr.write(
    '\n!!! There is no Chromium: THE WEB APP IS NOT TESTED. Install it, or set CHROMIUM to its path. !!!\n\n',
  )
  if (process.env.CI) process.exit(1)
}

function commandOf(asked: string[]): string[] {
  if (asked[0] === '--script') return asked.slice(1)
  const options = asked.filter((arg) => arg.startsWith('--'))
  const named = asked.filter((arg) => !arg.startsWith('--'))
  const files = named.length ? named : globSync('test/**/*.test.ts')
  // One more than there are processors: each file waits now and then, for its database, its browser or another process.
  return ['--test', `--test-concurrency=${availableParallelism() + 1}`, '--test-timeout=1200000', ...options, ...files]
}
