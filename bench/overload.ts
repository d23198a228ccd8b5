import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'

/*
 * How much of its capacity a server keeps with more clients than it can serve:
 *   node bench/overload.ts [--root FOLDER] [--rounds 3] [--seconds 5] [--cpu 3] [--clients 500]
 * `--root` is the checkout whose server is measured. Capacity is what 16 clients get, measured before and after each
 * phase, because other work on the machine changes it. `shareOfCpu` compares responses per second of the server's CPU
 * time; with `--cpu`, a phase lasts until the server has used that many seconds of it, after one more that is not
 * counted, in which the clients connect: on a busy machine that alone takes seconds. Four clients of another organization, which
 * pause between their requests, show whether it gets its share beside one that floods the server: `quietP99` is compared
 * with what they measure alone before and after, `quietRatio`.
 */

const { values } = parseArgs({
  options: {
    root: { type: 'string', default: process.cwd() },
    seconds: { type: 'string', default: '5' },
    cpu: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '500' },
    port: { type: 'string', default: '3977' },
  },
})
const port = Number(values.port)
const dataDir = mkdtempSync(join(tmpdir(), 'earshot-overload-'))
const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), RATE_LIMITS: 'off', LOG_LEVEL: 'error' }
const earshot = (...args: string[]) =>
  execFileSync(process.execPath, ['src/main.ts', ...args], { cwd: values.root, env, encoding: 'utf8' })

type Outcome = { status: number; ms: number }
type Client = { polite: boolean; request: string; outcomes: Outcome[]; ended: () => boolean; pauseMs?: number }

const open = () =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.setNoDelay(true).on('error', reject)
  })

/** One request on a kept connection; undefined when it was closed. */
function exchange(socket: Socket, request: string): Promise<{ status: number; retryAfter: number } | undefined> {
  return new Promise((resolve) => {
    let text = ''
    const finish = (answer?: { status: number; retryAfter: number }) => {
      socket.off('data', onData).off('close', onClose)
      resolve(answer)
    }
    const onClose = () => finish()
    const onData = (data: Buffer) => {
      text += data.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      const length = /content-length: (\d+)/i.exec(text)
      if (end < 0 || !length || text.length < end + 4 + Number(length[1])) return
      finish({ status: Number(text.slice(9, 12)), retryAfter: Number(/retry-after: (\d+)/i.exec(text)?.[1] ?? 0) })
    }
    socket.on('data', onData).on('close', onClose)
    socket.write(request)
  })
}

async function runClient({ polite, request, outcomes, ended, pauseMs = 0 }: Client) {
  let socket: Socket | undefined
  while (!ended()) {
    try {
      socket ??= await open()
    } catch {
      await pause(100)
      continue
    }
    const start = performance.now()
    const answer = await exchange(socket, request)
    if (!answer) socket = undefined
    if (!ended()) outcomes.push({ status: answer?.status ?? 0, ms: performance.now() - start })
    if (polite && answer?.retryAfter) await pause(answer.retryAfter * 1000)
    else if (pauseMs > 0) await pause(pauseMs)
  }
  socket?.destroy()
}

/** CPU time of the server's process, which other processes on the machine do not change. */
function cpuSeconds(): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const maxPhaseMs = 60_000

/** Waits until the server has used so much more CPU time, or a minute. */
async function usedCpu(seconds: number) {
  const [until, deadline] = [cpuSeconds() + seconds, performance.now() + maxPhaseMs]
  while (cpuSeconds() < until && performance.now() < deadline) await pause(100)
}

const msOf = (outcomes: Outcome[]) => outcomes.map(({ ms }) => ms).sort((a, b) => a - b)

type Phase = { clients: number; polite: boolean; request: string; quietRequest?: string }

async function measure({ clients, polite, request, quietRequest }: Phase) {
  const outcomes: Outcome[] = []
  const quiet: Outcome[] = []
  let isOver = false
  const running = Array.from({ length: clients }, () => runClient({ polite, request, outcomes, ended: () => isOver }))
  if (quietRequest)
    for (let n = 0; n < quietClients; n++)
      running.push(
        runClient({ polite: true, request: quietRequest, outcomes: quiet, ended: () => isOver, pauseMs: quietPauseMs }),
      )
  // A few clients that pause would need minutes to use that much.
  const cpuLimit = clients === 0 ? 0 : Number(values.cpu)
  if (cpuLimit) await usedCpu(1)
  outcomes.length = quiet.length = 0
  const [start, cpuBefore] = [performance.now(), cpuSeconds()]
  await (cpuLimit ? usedCpu(cpuLimit) : pause(Number(values.seconds) * 1000))
  isOver = true
  const cpu = cpuSeconds() - cpuBefore
  const seconds = (performance.now() - start) / 1000
  await Promise.race([Promise.all(running), pause(5000)])
  const of = (test: (status: number) => boolean) => msOf(outcomes.filter(({ status }) => test(status)))
  const at = (sorted: number[], part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)
  const [good, refused] = [of((status) => status === 200), of((status) => status === 503)]
  return {
    perSecond: Math.round(good.length / seconds),
    perCpuSecond: Math.round(good.length / cpu),
    goodP99: at(good, 0.99),
    refusedPerSecond: Math.round(refused.length / seconds),
    refusedP50: at(refused, 0.5),
    refusedP99: at(refused, 0.99),
    ...(quietRequest && {
      quietAnswered: (quiet.filter(({ status }) => status === 200).length / Math.max(1, quiet.length)).toFixed(2),
      quietRequests: quiet.length,
      quietP50: at(msOf(quiet), 0.5),
      quietP99: at(msOf(quiet), 0.99),
    }),
    other: outcomes.length - good.length - refused.length,
  }
}

const quietClients = 4
const quietPauseMs = 50

function createKey(name: string): string {
  const email = `${name.toLowerCase()}@example.com`
  const org = JSON.parse(earshot('admin', 'create-org', '--name', name, '--email', email, '--json')) as {
    org_id?: string
    id?: string
  }
  const id = org.org_id ?? org.id!
  earshot('admin', 'policy', '--org', id, '--enabled', 'true')
  const owner = ['--org', id, '--email', email]
  const created = earshot('admin', 'create-key', ...owner, '--name', 'k', '--scopes', 'read,write', '--json')
  return (JSON.parse(created) as { key: string }).key
}

const server = spawn(process.execPath, ['src/main.ts', 'serve'], { cwd: values.root, env, stdio: 'ignore' })
try {
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (
      await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
    await pause(500)
  }
  const [key, quietKey] = [createKey('Load'), createKey('Quiet')]
  const create = (n: number) =>
    fetch(`${url}/api/v1/insights`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Point ${n}`, sentiment: 'NEGATIVE', category: 'PAIN_POINTS' }),
    })
  // The connection of the first request may have been closed while the commands ran.
  for (let n = 0; n < 50; n++) await create(n).catch(() => create(n))
  const requestWith = (bearer: string) =>
    `GET /api/v1/insights?limit=50 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bearer}\r\n\r\n`
  const [request, quietRequest] = [requestWith(key), requestWith(quietKey)]
  // So that the server knows whose key it is before it is flooded.
  await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${quietKey}` } })
  const capacityOf = () => measure({ clients: 16, polite: true, request })
  await capacityOf()
  let capacity = await capacityOf()
  const quietAlone = async () => (await measure({ clients: 0, polite: true, request, quietRequest })).quietP99!
  let alone = await quietAlone()
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const polite of [true, false]) {
      const loaded = await measure({ clients: Number(values.clients), polite, request, quietRequest })
      await pause(2000)
      const after = await capacityOf()
      const [perSecond, perCpuSecond] = (['perSecond', 'perCpuSecond'] as const).map(
        (name) => loaded[name] / ((capacity[name] + after[name]) / 2),
      )
      const aloneAfter = await quietAlone()
      const quietRatio = (loaded.quietP99! / ((alone + aloneAfter) / 2)).toFixed(2)
      alone = aloneAfter
      const shares = { share: perSecond!.toFixed(2), shareOfCpu: perCpuSecond!.toFixed(2) }
      console.log(polite ? 'polite' : 'hammering', {
        ...shares,
        capacity: after.perSecond,
        quietAloneP99: alone,
        quietRatio,
        ...loaded,
      })
      capacity = after
    }
  }
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(dataDir, { recursive: true, force: true })
}
