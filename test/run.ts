import { spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { isWebBuildFresh } from '#serve/web-app.ts'
import { startEmbedded } from '#store/embedded/launch.ts'
import { migrate } from '#store/migrate.ts'
import { type Cluster, missing, openCluster } from './citus/cluster.ts'
import { createTemplate as createClusterTemplate, dropTemplate } from './citus/database.ts'

/*
 * npm test [-- files…], npm run test:coverage [-- files…] or node test/run.ts --script file [arguments…]:
 * starts a PostgreSQL server, migrates one template database that tests clone, runs the tests and stops the server.
 * `npm test` prints the coverage of the engine by its unit tests; --coverage measures all of src/, at 15 to 50 % more CPU time.
 */

const args = process.argv.slice(2)
const files = args.filter((arg) => !arg.startsWith('--'))
const isScript = args[0] === '--script'
if (!isScript && !args.includes('--citus') && (files.length === 0 || files.some((file) => file.includes('test/web'))))
  prepareBrowserTests()

/** `npm run test:citus`: every test file gets a distributed database. */
const isCitus = args.includes('--citus')
let cluster: Cluster | undefined
const sharedWithCitus = [
  'test/account/credits.test.ts',
  'test/account/events.test.ts',
  'test/account/feed-order.test.ts',
  'test/account/job-sweep.test.ts',
  'test/account/key-directory.test.ts',
  'test/authorization.test.ts',
  'test/idempotency.test.ts',
  'test/inventory.test.ts',
  'test/list-documents.test.ts',
  'test/planning/initiatives.test.ts',
  'test/planning/projects.test.ts',
  'test/tenancy/tenancy.test.ts',
]
/** More than there are processors: each file waits now and then for its database, its browser or another process. */
const filesAtOnce = isCitus ? 1 : availableParallelism() + 2
const capture = `--import=${import.meta.resolve('./sql/capture.ts')}`
/** Started last, one of them would keep a single processor busy for a minute after the others. */
const slowest = [
  'test/fuzz/fuzz.test.ts',
  'test/sources/jobs.test.ts',
  'test/web/access.test.ts',
  'test/crash/both-kills.test.ts',
  'test/serve.test.ts',
  'test/findings/analysis-rerun.test.ts',
  'test/web/journeys-settings.test.ts',
  'test/short-benchmarks.test.ts',
  'test/web/lists.test.ts',
  'test/inventory.test.ts',
  'test/fuzz/planted-bugs.test.ts',
  'test/demo-full.test.ts',
  'test/demo.test.ts',
  'test/crash/shutdown.test.ts',
  'test/client/guides.test.ts',
]

const folder = mkdtempSync(join(tmpdir(), 'earshot-test-'))
const { connection, stop } = await startServer()
const template = 'earshot_template'

/** Shared by all test files and kept for the next run: halves the time to load the product. */
const compileCache = join(import.meta.dirname, '../node_modules/.cache/earshot-tests')

/** Every statement that the product sends; those that would not go to one shard fail the run. */
const statements = process.env.CAPTURE_STATEMENTS ?? join(folder, 'statements.jsonl')

let isInterrupted = false
let code = 0
try {
  await (cluster ? createClusterTemplate(cluster) : createTemplate())
  const commands = isScript ? [args.slice(1)] : testCommands()
  const codes = await Promise.all(commands.map((command, n) => runNode(command, n === commands.length - 1)))
  code = codes.find((one) => one !== 0) ?? 0
  if (existsSync(statements) && !isInterrupted && !isScript)
    code = (await runNode(['test/sql/refuse-many-shards.ts', statements])) || code
  // Reads all sources: five seconds that a run of one file need not take.
  if (existsSync(statements) && !isInterrupted && !isScript && !isCitus && files.length === 0)
    code = (await runNode(['test/sql/refuse-wrong-rows.ts', statements])) || code
} catch (error) {
  process.stderr.write(`test/run.ts: ${(error as Error).stack}\n`)
  code = 1
} finally {
  if (cluster) await dropTemplate(cluster).catch(() => {})
  await stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(code)

/** Embedded, or the one of TEST_DATABASE_URL to test another PostgreSQL version; tests create and drop databases there. */
async function startServer() {
  if (isCitus) return startCluster()
  const url = process.env.TEST_DATABASE_URL
  if (url) {
    const { hostname: host, port, username: user, password } = new URL(url)
    return {
      connection: { host, port: Number(port || 5432), user, password, ssl: false as const },
      stop: async () => {},
    }
  }
  // A database per test file is created and dropped: with large shared_buffers each drop scans them.
  const settings = { fsync: 'off', max_connections: '200', shared_buffers: '128MB' }
  const started = await startEmbedded({ dataDir: folder, settings })
  const { database: _, ...connection } = started.connection
  return { connection, stop: () => started.stop() }
}

async function startCluster() {
  const running = await openCluster(folder)
  if (!running) {
    process.stdout.write(`Skipped. ${missing}\n`)
    process.exit(0)
  }
  cluster = running.cluster
  const { user, password } = cluster
  const { host, port } = cluster.nodes[0]!
  return { connection: { host, port, user, ...(password !== undefined && { password }) }, stop: running.stop }
}

async function createTemplate() {
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`drop database if exists ${template}`)
  await admin.query(`create database ${template}`)
  await admin.end()
  await migrate({ ...connection, database: template })
}

/** Prints at once what the command says, or when it has ended, so that the texts of two do not mix. */
function runNode(command: string[], isPrintedAtOnce = true): Promise<number> {
  const child = spawn(process.execPath, command, {
    stdio: ['inherit', isPrintedAtOnce ? 'inherit' : 'pipe', 'inherit'],
    env: {
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      EARSHOT_TEST_POSTGRES: JSON.stringify({ ...connection, template, cluster }),
      CAPTURE_STATEMENTS: statements,
    },
  })
  const forward = (signal: NodeJS.Signals) => {
    isInterrupted = true
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, forward)
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('close', (status, signal) => {
      for (const name of signals) process.off(name, forward)
      process.stdout.write(output)
      isInterrupted ||= signal !== null
      resolve(status ?? 1)
    })
  })
}

/** Builds the web app if needed, and installs Chromium where that is possible. */
function prepareBrowserTests() {
  if (!isWebBuildFresh()) spawnSync(process.execPath, ['scripts/build-web.ts'], { stdio: 'inherit' })
  const hasChromium = () => existsSync('/usr/bin/chromium') || Boolean(process.env.CHROMIUM)
  if (!hasChromium() && process.getuid?.() === 0) {
    process.stderr.write('Chromium is missing: installing it with apt-get. Set CHROMIUM to the path of another one.\n')
    spawnSync('sh', ['-c', 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  if (hasChromium()) return
  process.stderr.write(
    '\n!!! There is no Chromium: THE WEB APP IS NOT TESTED. Install it, or set CHROMIUM to its path. !!!\n\n',
  )
  if (process.env.CI) process.exit(1)
}

/** Files that `npm run test:citus` runs on a cluster: its own, and the contract's. */
function citusTests(): string[] {
  return [...globSync('test/citus/*.test.ts'), ...sharedWithCitus]
}

/** Tests of pure functions: coverage slows them by a few seconds, the whole suite by much more. */
function unitTests(): string[] {
  return globSync([
    'test/engine/**/*.test.ts',
    'test/planning/{backlog-moves,impact,story}.test.ts',
    'test/sources/{nps-arithmetic,transcript}.test.ts',
  ])
}

function testCommands(): string[][] {
  const options = args.filter((arg) => arg.startsWith('--') && !['--coverage', '--citus'].includes(arg))
  if (args.includes('--coverage')) {
    const selected = files.length ? files : globSync('test/**/*.test.ts')
    return [nodeTest([...coverageOf('src/**'), '--test-coverage-exclude=src/web/**', ...options], selected)]
  }
  if (isCitus && !files.length) return [nodeTest(options, citusTests())]
  if (files.length) return [nodeTest(options, files)]
  const unit = new Set(unitTests())
  const others = globSync('test/**/*.test.ts').filter((file) => !unit.has(file))
  // The options of the command line, such as another reporter, are those of `node --test`.
  const rest = options.length > 0 ? nodeTest(options, others) : slowestFirst(others)
  return [nodeTest([...coverageOf('src/engine/**'), ...options], [...unit], 1), rest]
}

function slowestFirst(selected: string[]): string[] {
  const missing = slowest.filter((file) => !selected.includes(file))
  if (missing.length) throw new Error(`its list of slow tests names files that do not exist: ${missing.join(', ')}`)
  const ordered = [...slowest, ...selected.filter((file) => !slowest.includes(file))]
  return [capture, 'test/run-files.ts', String(filesAtOnce), ...ordered]
}

function coverageOf(include: string): string[] {
  return [
    '--experimental-test-coverage',
    `--test-coverage-include=${include}`,
    '--test-reporter=./test/coverage-reporter.ts',
    '--test-reporter-destination=stdout',
  ]
}

function nodeTest(options: string[], selected: string[], atOnce = filesAtOnce): string[] {
  return ['--test', capture, `--test-concurrency=${atOnce}`, '--test-timeout=1200000', ...options, ...selected]
}
