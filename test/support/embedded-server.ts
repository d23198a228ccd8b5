import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before } from 'node:test'
import type { TestContext } from 'node:test'
import { Client } from 'pg'
import { startEmbedded } from '#store/embedded/launch.ts'
import type { EmbeddedOptions, EmbeddedServer } from '#store/embedded/launch.ts'
import { waitFor } from '../wait-for.ts'

const launcher = import.meta.resolve('#store/embedded/launch.ts')
const childProgram = `
  import { Client } from ${JSON.stringify(import.meta.resolve('pg'))}
  import { startEmbedded } from ${JSON.stringify(launcher)}
  const server = await startEmbedded({ dataDir: process.argv[1] })
  const stop = async () => { await server.stop(); console.log('stopped'); process.exit() }
  process.on('SIGINT', async () => {
    const client = new Client(server.connection)
    await client.connect()
    await client.query('select pg_sleep(0.2)')
    await client.end()
    console.log('drained')
    await stop()
  })
  process.stdin.on('data', stop)
  console.log(JSON.stringify({ pid: server.pid, adopted: server.adopted }))
`

export const seed = makeTemporaryDir()

before(async () => {
  const server = await startEmbedded({ dataDir: seed })
  await query(server, 'create table kept as select generate_series(1, 1000) as n')
  await server.stop()
})

after(() => removeDir(seed))

function makeTemporaryDir(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'earshot-test-')))
}

function removeDir(directory: string): void {
  for (const pid of processesOf(directory)) spawnSync('kill', ['-KILL', String(pid)])
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}

export function temporaryDir(t: TestContext): string {
  const directory = makeTemporaryDir()
  t.after(() => removeDir(directory))
  return directory
}

/** A copy of a stopped server's data directory with a table of 1000 rows, like a restored file backup. */
export function seededDir(t: TestContext): string {
  const directory = temporaryDir(t)
  cpSync(seed, directory, { recursive: true })
  return directory
}

export async function keptRows(server: EmbeddedServer): Promise<unknown> {
  return (await query(server, 'select count(*)::int as n from kept'))[0]?.['n']
}

export async function start(t: TestContext, options: EmbeddedOptions): Promise<EmbeddedServer> {
  const server = await startEmbedded(options)
  t.after(() => server.stop())
  return server
}

export async function query(server: EmbeddedServer, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(server.connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

type Child = {
  process: ChildProcessWithoutNullStreams
  line(): Promise<string>
  server(): Promise<{ pid: number; adopted: boolean }>
}

export function startInChild(t: TestContext, dataDir: string, env: Record<string, string> = {}): Child {
  const options = { detached: true, env: { ...process.env, ...env } }
  const child = spawn(process.execPath, ['--input-type=module', '-e', childProgram, dataDir], options)
  t.after(() => child.kill('SIGKILL'))
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const line = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`the child process exited early: ${errors}`)
    return value
  }
  return { process: child, line, server: async () => JSON.parse(await line()) }
}

/** Servers, guards and children have the directory on their command line. */
export function processesOf(directory: string): number[] {
  const rows = spawnSync('ps', ['-ww', '-e', '-o', 'pid=,stat=,args='], { encoding: 'utf8' }).stdout.split('\n')
  const own = rows.filter((row) => row.includes(directory) && !/^\s*\d+\s+Z/.test(row))
  return own.map((row) => Number.parseInt(row, 10)).filter((pid) => pid !== process.pid)
}

export const waitForNoProcesses = (directory: string) =>
  waitFor(
    () => `the end of processes ${processesOf(directory).join(', ')} of ${directory}`,
    () => processesOf(directory).length === 0,
  )
