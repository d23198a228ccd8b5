import { fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon, { type Request, type Result } from 'autocannon'
import type { LoadPlan, LoadResult } from './load.ts'

/* The load generator where wrk is not installed; it runs in a process of its own. */

export async function loadWithAutocannon(plan: LoadPlan): Promise<LoadResult> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.send(plan)
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`autocannon exited with code ${code}`)))
  const [result] = await Promise.race([once(child, 'message'), ended])
  await ended.catch(() => {})
  return result as LoadResult
}

async function send(plan: LoadPlan): Promise<LoadResult> {
  const { url, connections, seconds: duration } = plan
  const times: number[] = []
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  const result = await new Promise<Result>((resolve, reject) => {
    const end = plan.requests ? { amount: plan.requests } : { duration }
    const options = { ...end, url, connections, timeout: 20, sampleInt: 50, requests: [requestOf(plan)] }
    const running = autocannon(options, (error, finished) => (error ? reject(error) : resolve(finished)))
    running.on('response', (_client: unknown, _status: number, _bytes: number, milliseconds: number) =>
      times.push(milliseconds),
    )
  })
  const elapsed = (performance.now() - began) / 1000
  const cpu = process.cpuUsage(cpuBefore)
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return {
    requestsPerSecond: times.length / elapsed,
    requests: times.length,
    p50: at(0.5),
    p99: at(0.99),
    errors: result.non2xx + result.errors,
    loadMicroseconds: cpu.user + cpu.system,
  }
}

function requestOf({ method, paths, keys, bodies, idempotencyPrefix }: LoadPlan): Request {
  let count = 0
  const nth = (list: readonly string[]) => list[count % list.length]!
  const setupRequest = (request: Request): Request => {
    count++
    return {
      ...request,
      path: nth(paths),
      headers: {
        ...request.headers,
        authorization: `Bearer ${nth(keys)}`,
        ...(method === 'POST' && {
          'content-type': 'application/json',
          'idempotency-key': `${idempotencyPrefix}${count}`,
        }),
      },
      ...(method === 'POST' && { body: nth(bodies).replace('{n}', String(count)) }),
    }
  }
  return { method, path: paths[0]!, setupRequest }
}

if (import.meta.main)
  process.once(
    'message',
    (plan) => void send(plan as LoadPlan).then((result) => process.send!(result, () => process.exit())),
  )
