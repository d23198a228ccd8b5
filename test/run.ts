import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#store/embedded/launch.ts'
import { migrate } from '#store/migrate.ts'

/* npm test [-- files…] or node test/run.ts --script file [arguments…]: starts a PostgreSQL of its own, migrates one template for all to clone, runs the tests, stops what it started. */

const folder = mkdtempSync(join(tmpdir(), 'earshot-test-'))
const server = await startEmbedded({ dataDir: folder, settings: { fsync: 'off', max_connections: '200' } })
const { database: _, ...connection } = server.connection
const template = 'earshot_template'

let code = 1
try {
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${template}`)
  await admin.end()
  await migrate({ ...connection, database: template })

  const child = spawn(process.execPath, commandOf(process.argv.slice(2)), {
    stdio: 'inherit',
    env: { ...process.env, EARSHOT_TEST_POSTGRES: JSON.stringify({ ...connection, template }) },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  code = await new Promise<number>((resolve) => child.on('exit', (status) => resolve(status ?? 1)))
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(code)

function commandOf(asked: string[]): string[] {
  if (asked[0] === '--script') return asked.slice(1)
  const options = asked.filter((arg) => arg.startsWith('--'))
  const named = asked.filter((arg) => !arg.startsWith('--'))
  const files = named.length ? named : globSync('test/**/*.test.ts').sort()
  return ['--test', `--test-concurrency=${availableParallelism()}`, '--test-timeout=600000', ...options, ...files]
}
