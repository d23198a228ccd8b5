import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '#free-port.ts'
import type { Blocks } from './background/report-blocks.ts'
import { generateItem } from './generate-items.ts'
import { median } from './report.ts'

/*
 * npm run bench:background: the latency of reads while a CSV file is uploaded again and again and feedback is analyzed,
 * compared with the same server without that work. Idle and busy rounds alternate, so that other load on the machine
 * affects both. `blocked` is the longest time that the event loop of the server could not answer.
 *   --rounds N --seconds N    rounds of each phase and their length
 *   --megabytes N             size of the CSV file
 *   --items N                 feedback items queued for analysis before the first busy round
 *   --reads N                 reads per second
 *   --only upload,analysis    the background work
 *   --root FOLDER             the checkout whose server is measured
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    megabytes: { type: 'string', default: '8' },
    items: { type: 'string', default: '20000' },
    reads: { type: 'string', default: '40' },
    only: { type: 'string', default: 'upload,analysis' },
    root: { type: 'string', default: join(import.meta.dirname, '..') },
  },
})
const work = values.only.split(',')
const maxRatio = 2
const paths = ['/api/v1/insights?limit=20', '/api/v1/themes', '/api/v1/projects', '/api/v1/feedback?limit=20']

const dataDir = mkdtempSync(join(tmpdir(), 'earshot-background-'))
const port = await freePort('127.0.0.1')
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: String(port),
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
}
const url = `http://127.0.0.1:${port}`
const main = resolve(values.root, 'src/main.ts')
const earshot = (...args: string[]) => execFileSync(process.execPath, [main, ...args], { env, encoding: 'utf8' })

async function start(): Promise<ChildProcess> {
  const server = fork(main, ['serve', '--demo'], {
    env,
    execArgv: ['--import', join(import.meta.dirname, 'background/report-blocks.ts')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  for (let attempt = 0; attempt < 600; attempt++) {
    if (server.exitCode !== null) throw new Error(`the server exited with code ${server.exitCode}`)
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return server
    await pause(200)
  }
  throw new Error('the server did not start within two minutes')
}

function createKey(): string {
  const email = 'bench@example.com'
  const { org_id } = JSON.parse(earshot('admin', 'create-org', '--name', 'Bench', '--email', email, '--json')) as {
    org_id: string
  }
  earshot('admin', 'policy', '--org', org_id, '--enabled', 'true')
  const owner = ['--org', org_id, '--email', email]
  const created = earshot('admin', 'create-key', ...owner, '--name', 'k', '--scopes', 'read,write', '--json')
  return (JSON.parse(created) as { key: string }).key
}

async function post(key: string, path: string, body: object | FormData): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  const reply = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    ...(body instanceof FormData
      ? { headers, body }
      : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text.slice(0, 300)}`)
}

async function ingest(key: string, from: number, count: number) {
  const batch = 500
  for (let at = from; at < from + count; at += batch)
    await post(key, '/feedback/bulk', { items: Array.from({ length: batch }, (_, n) => generateItem(at + n)) })
}

function table(megabytes: number): Blob {
  const rows = ['content,respondent_email,occurred_at\n']
  for (let n = 0, size = 0; size < megabytes * 2 ** 20; n++) {
    const { content, occurred_at } = generateItem(n)
    size += rows[rows.push(`"${content} ${content}",person-${n}@example.com,${occurred_at}\n`) - 1]!.length
  }
  return new Blob([rows.join('')], { type: 'text/csv' })
}

/** Uploads the file until the phase ends, one upload at a time. */
function startUploads(key: string, file: Blob) {
  let isOver = false
  let uploads = 0
  const run = async () => {
    while (!isOver) {
      const form = new FormData()
      form.set('file', file, `table-${uploads}.csv`)
      await post(key, '/csv-uploads', form)
      uploads++
    }
  }
  const running = run()
  return async () => {
    isOver = true
    await running
    return uploads
  }
}

type Phase = { p50: number; p99: number; blocked: number; reads: number }

async function answerOf<T>(child: ChildProcess, message: object | string): Promise<T> {
  const answer = once(child, 'message') as Promise<[T]>
  child.send(message)
  return (await answer)[0]
}

async function measure(server: ChildProcess, reader: ChildProcess, key: string, seconds: number): Promise<Phase> {
  await answerOf<Blocks>(server, 'blocks')
  reader.send({ url, key, paths, perSecond: Number(values.reads) })
  await pause(seconds * 1000)
  const { times, failed } = await answerOf<{ times: number[]; failed: string[] }>(reader, 'end')
  if (failed.length > 0) throw new Error(`${failed.length} reads failed, first: ${failed[0]}`)
  const { maxMs } = await answerOf<Blocks>(server, 'blocks')
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
  return { p50: at(0.5), p99: at(0.99), blocked: maxMs, reads: sorted.length }
}

function report(name: string, phases: Phase[]) {
  const of = (read: (phase: Phase) => number) => median(phases.map(read)).toFixed(1).padStart(8)
  console.log(`  ${name.padEnd(6)}${of((p) => p.p50)} ${of((p) => p.p99)} ${of((p) => p.blocked)}`)
}

const reader = fork(join(import.meta.dirname, 'background/reader.ts'))
const server = await start()
try {
  const key = createKey()
  const file = table(Number(values.megabytes))
  const seconds = Number(values.seconds)
  // Few items: what is read must be the same with and without a queue.
  await ingest(key, 0, 500)
  await measure(server, reader, key, Math.min(3, seconds))
  const [idle, busy]: [Phase[], Phase[]] = [[], []]
  let uploads = 0
  let queued = 500
  for (let round = 0; round < Number(values.rounds); round++) {
    idle.push(await measure(server, reader, key, seconds))
    const perRound = Math.ceil(Number(values.items) / Number(values.rounds) / 500) * 500
    if (work.includes('analysis')) await ingest(key, (queued += perRound) - perRound, perRound)
    const stop = work.includes('upload') ? startUploads(key, file) : async () => 0
    busy.push(await measure(server, reader, key, seconds))
    uploads += await stop()
  }
  console.log(`\nReads while ${work.join(' and ')} run: ${uploads} uploads of ${values.megabytes} MB, ${queued} items`)
  console.log(`          p50 ms   p99 ms  blocked ms (median of ${values.rounds} rounds of ${seconds} s)`)
  report('idle', idle)
  report('busy', busy)
  const ratio = median(busy.map((phase, n) => phase.p99 / idle[n]!.p99))
  console.log(`  p99 busy / idle ${ratio.toFixed(2)} (at most ${maxRatio}: ${ratio <= maxRatio ? 'met' : 'MISSED'})`)
} finally {
  reader.disconnect()
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
}
