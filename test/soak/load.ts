import { type HttpClient, httpClient, pause } from '../crash/http-client.ts'
import { type Random, randomFrom } from '../crash/random.ts'

export type LoadReport = { statuses: Record<string, number>; requests: number }

const subjects = ['The export', 'Search', 'The mobile app', 'Billing', 'The calendar', 'Sign-in', 'The weekly summary']
const complaints = ['is too slow', 'lost my changes', 'works well now', 'needs a filter', 'shows the wrong date']
const keptIds = 200

/** Few, and each waits for its response: a machine that is busy with other work is sent less, not overloaded. */
const clients = 4

/** A mix of reads and writes as customers send them, at a steady rate. */
export function startLoad({ port, key, rate, seed }: { port: number; key: string; rate: number; seed: number }) {
  const client = httpClient(key)
  const random = randomFrom(seed)
  const report: LoadReport = { statuses: {}, requests: 0 }
  const insightIds: string[] = []
  let isOver = false
  const loop = async () => {
    while (!isOver) {
      const next = pause((clients * 1000) / rate)
      const status = await send({ client, port, random, insightIds, n: report.requests++ })
      report.statuses[status] = (report.statuses[status] ?? 0) + 1
      await next
    }
  }
  const running = Promise.all(Array.from({ length: clients }, loop))
  return {
    report,
    async stop() {
      isOver = true
      await running
      client.close()
    },
  }
}

type Step = { client: HttpClient; port: number; random: Random; insightIds: string[]; n: number }

async function send({ client, port, random, insightIds, n }: Step): Promise<string> {
  const { method, path, body } = requestFor(random, insightIds, n)
  const idempotencyKey = method === 'POST' ? `soak-${n}` : undefined
  const outcome = await client.send(port, { method, path: `/api/v1${path}`, body, idempotencyKey })
  if (outcome.kind !== 'answered') return outcome.kind
  const { status, text } = outcome.reply
  if (method === 'POST' && path === '/insights' && status === 201) {
    insightIds.push((JSON.parse(text) as { id: string }).id)
    if (insightIds.length > keptIds) insightIds.shift()
  }
  return String(status)
}

function requestFor(random: Random, insightIds: string[], n: number) {
  const text = `${random.pick(subjects)} ${random.pick(complaints)}, case ${n}`
  const chance = random.upTo(99)
  if (insightIds.length === 0 || chance < 15)
    return { method: 'POST', path: '/insights', body: { name: text, sentiment: 'NEGATIVE', category: 'PAIN_POINTS' } }
  const id = random.pick(insightIds)
  if (chance < 30) return { method: 'POST', path: '/feedback', body: { content: text, source: 'api' } }
  if (chance < 45) return { method: 'PATCH', path: `/insights/${id}`, body: { description: text } }
  if (chance < 65) return { method: 'GET', path: `/insights/${id}` }
  if (chance < 80) return { method: 'GET', path: '/insights?limit=50' }
  if (chance < 90) return { method: 'GET', path: '/feedback?limit=20' }
  return { method: 'GET', path: '/themes?limit=20' }
}
