import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { LoadPlan, LoadResult } from './load.ts'

const script = join(import.meta.dirname, 'wrk.lua')
const ticksPerSecond = 100
/** For a round of a number of requests. */
const maxSeconds = 300

/** Sends the plan with wrk, which runs whole seconds. */
export async function loadWithWrk(plan: LoadPlan): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-wrk-'))
  try {
    const file = join(folder, 'plan.lua')
    writeFileSync(file, luaOf(plan))
    const seconds = Math.max(1, Math.round(plan.seconds))
    const before = childrenCpu()
    const time = ['-d', `${plan.requests ? maxSeconds : seconds}s`, '--timeout', '20s']
    const options = ['-t1', `-c${plan.connections}`, ...time, '-s', script, plan.url, '--', file]
    const stdout = await outputOf(options, plan.requests)
    const [requests, elapsedMicroseconds, p50, p99, errors] = /^RESULT (.*)$/m.exec(stdout)![1]!.split(' ').map(Number)
    return {
      requests: requests!,
      requestsPerSecond: requests! / (elapsedMicroseconds! / 1e6),
      p50: p50! / 1000,
      p99: p99! / 1000,
      errors: errors!,
      loadMicroseconds: childrenCpu() - before,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What wrk prints; interrupts it when the script says that the last response has arrived. */
async function outputOf(options: readonly string[], requests: number): Promise<string> {
  const env = { ...process.env, EARSHOT_BENCH_REQUESTS: String(requests) }
  const child = spawn('wrk', options, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stderr.once('data', () => child.kill('SIGINT'))
  const [stdout] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return stdout
}

/** JSON strings are Lua strings, because the plans have no control characters. */
const luaList = (texts: readonly string[]) => `{${texts.map((text) => JSON.stringify(text)).join(',')}}`

const luaOf = ({ method, paths, keys, bodies, idempotencyPrefix }: LoadPlan) =>
  `return {method="${method}",paths=${luaList(paths)},keys=${luaList(keys)},bodies=${luaList(bodies)},
  prefix=${JSON.stringify(idempotencyPrefix)}}`

/** CPU time of the children that have ended, in microseconds; 0 without /proc. */
function childrenCpu(): number {
  try {
    const text = readFileSync('/proc/self/stat', 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return ((Number(fields[13]) + Number(fields[14])) / ticksPerSecond) * 1e6
  } catch {
    return 0
  }
}
