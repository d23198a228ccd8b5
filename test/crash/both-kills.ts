import { setTimeout as sleep } from 'node:timers/promises'
import { usefulMs } from '#store/embedded/supervise.ts'
import { earshot, findPostmaster, start, type Started } from '../support/serve-process.ts'
import { waitFor } from '../wait-for.ts'
import { type Random, randomFrom } from './random.ts'

/* Kills the server and its embedded PostgreSQL within the same second, under a load of feedback to analyze. */

export type BothKills = {
  kills: number
  acknowledged: number
  lost: number
  /** Items whose analysis was given up. */
  notAnalyzed: number
  longestStandstillMs: number
}

const writerCount = 6
const maxGapMs = 600
/** The promise is 30 seconds; this only bounds the wait on a busy machine. */
const standstillLimitMs = 180_000
const kinds = ['server first', 'database first', 'database alone', 'server alone'] as const

type Load = { acknowledged: Set<string>; resume(url: string): void; pause(): void; stop(): Promise<void> }

/** The static embeddings take less of the machine than the model. */
type KillPlan = { rounds: number; seed: number; embeddings: 'auto' | 'static' }

export async function killBoth({ rounds, seed, embeddings }: KillPlan): Promise<BothKills> {
  const random = randomFrom(seed)
  const serve = () => start(process.execPath, ['src/main.ts', 'serve'], { EMBEDDINGS: embeddings })
  let server = await serve()
  const key = await createKey()
  const load = startLoad(key)
  let [kills, longestStandstillMs] = [0, 0]
  try {
    for (let round = 0; round < rounds; round++) {
      for (const kind of [kinds[round % kinds.length]!, kinds[(round + 1) % kinds.length]!]) {
        load.resume(server.url)
        await waitForMore(load, 15)
        server = (await kill(kind, server, random)) ?? (await serve())
        kills += kind.includes('first') ? 2 : 1
      }
      load.pause()
      longestStandstillMs = Math.max(longestStandstillMs, await waitForEmptyQueue(server.url, key))
    }
    await load.stop()
    const ids = await listFeedback(server.url, key)
    const lost = [...load.acknowledged].filter((id) => !ids.has(id)).length
    const { count } = await get<{ count: number }>(server.url, key, '/feedback/count?status=queued,failed')
    return { kills, acknowledged: load.acknowledged.size, lost, notAnalyzed: count, longestStandstillMs }
  } finally {
    await load.stop()
    server.child.kill('SIGTERM')
    await server.ended
  }
}

async function createKey() {
  const admin = async (...args: string[]) => (await earshot('admin', ...args, '--json')).json()
  const owner = ['--email', 'ana@example.com']
  const { org_id: org } = await admin('create-org', '--name', 'Acme', ...owner)
  await admin('policy', '--org', org!, '--enabled', 'true')
  const { key } = await admin('create-key', '--org', org!, ...owner, '--name', 'k', '--scopes', 'read,write')
  return key!
}

/** Returns the server if it was not killed. */
async function kill(kind: (typeof kinds)[number], server: Started, random: Random): Promise<Started | undefined> {
  // A database that ends again and again right after its start is given up, as it should be.
  await sleep(usefulMs)
  const database = findPostmaster()
  const gap = random.upTo(maxGapMs)
  const killServer = async () => {
    server.child.kill('SIGKILL')
    await server.ended
  }
  const killDatabase = () => {
    // Its guard may have stopped it meanwhile.
    if (database && findPostmaster() === database) process.kill(database, 'SIGKILL')
  }
  if (kind.startsWith('server')) await killServer()
  if (kind === 'server first') await sleep(gap)
  if (kind !== 'server alone') killDatabase()
  if (kind === 'database alone') {
    await waitFor('the next PostgreSQL', () => ![undefined, database].includes(findPostmaster()), 180_000)
    return server
  }
  if (kind === 'database first') {
    await sleep(gap)
    await killServer()
  }
  return undefined
}

/** Clients that send feedback one after the other, each item again until it is acknowledged. */
function startLoad(key: string): Load {
  const acknowledged = new Set<string>()
  let [url, over, count] = ['', false, 0]
  async function send(content: string): Promise<string | undefined> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': content }
    const request = { method: 'POST', headers, body: JSON.stringify({ content }) }
    const response = await fetch(`${url}/api/v1/feedback`, request)
    return response.status === 201 ? ((await response.json()) as { id: string }).id : undefined
  }
  async function write() {
    while (!over) {
      const content = `The export of report ${count++} fails with a blank page and takes a minute.`
      for (let id: string | undefined; id === undefined && !over;) {
        id = url ? await send(content).catch(() => undefined) : undefined
        if (id) acknowledged.add(id)
        else await sleep(50)
      }
    }
  }
  const writers = Array.from({ length: writerCount }, write)
  return {
    acknowledged,
    resume: (to) => void (url = to),
    pause: () => void (url = ''),
    async stop() {
      over = true
      await Promise.all(writers)
    },
  }
}

const waitForMore = ({ acknowledged }: Load, more: number) => {
  const enough = acknowledged.size + more
  return waitFor(`${more} more acknowledged items`, () => acknowledged.size >= enough, 120_000)
}

async function get<T>(url: string, key: string, path: string): Promise<T> {
  const response = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
  if (!response.ok) throw new Error(`GET ${path}: ${response.status}`)
  return (await response.json()) as T
}

type Page = { data: { id: string }[]; pagination: { next_cursor: string | null } }

/** Returns the longest time in which no job ended. */
async function waitForEmptyQueue(url: string, key: string): Promise<number> {
  let [longestMs, changedAt, last] = [0, performance.now(), '']
  const isEmpty = async () => {
    const count = await get<{ count: number }>(url, key, '/feedback/count?status=analyzed,skipped')
    const newest = await get<Page>(url, key, '/jobs?status=ready&limit=1')
    const open = await get<Page>(url, key, '/jobs?status=queued,running&limit=1')
    const state = `${count.count} items are analyzed, ${newest.data[0]?.id} is the newest job that ended`
    longestMs = Math.max(longestMs, performance.now() - changedAt)
    if (state !== last) changedAt = performance.now()
    if (performance.now() - changedAt > standstillLimitMs) throw new Error(`the queue stands still: ${state}`)
    last = state
    return open.data.length === 0
  }
  // While the database is away there is no answer.
  await waitFor('the end of all jobs', () => isEmpty().catch(rethrowStandstill), 900_000, 200)
  return Math.round(longestMs)
}

function rethrowStandstill(error: Error): false {
  if (error.message.startsWith('the queue stands still')) throw error
  return false
}

async function listFeedback(url: string, key: string): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null;) {
    const after = cursor && `&cursor=${encodeURIComponent(cursor)}`
    const page: Page = await get<Page>(url, key, `/feedback?limit=100${after}`)
    for (const { id } of page.data) ids.add(id)
    cursor = page.pagination.next_cursor
  }
  return ids
}
