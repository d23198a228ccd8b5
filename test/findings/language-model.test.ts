import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { changeOrganization } from '#domain/account/organizations/queries.ts'
import { openProvider } from '#llm/provider.ts'
import { jobs } from '#worker/jobs.ts'
import { startWorker } from '#worker/loop.ts'
import { type Org, openWorld, type World } from '../world.ts'

let world: World
let org: Org
let worker: Awaited<ReturnType<typeof startWorker>>
let asked = 0
type Item = { n: number; statement: string }
/** What the model does with what it is asked; a string is sent as it stands, undefined is never answered. */
let behave: (items: Item[]) => unknown

const stub = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += part))
  request.on('end', () => {
    asked++
    const { messages } = JSON.parse(body) as { messages: { role: string; content: string | { text: string }[] }[] }
    const { content } = messages.at(-1)!
    const answer = behave(JSON.parse(typeof content === 'string' ? content : content[0]!.text) as Item[])
    if (answer === undefined) return
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({
      id: 'x', object: 'chat.completion', created: 1, model: 'stub', choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    }))
  })
})

before(async () => {
  await new Promise<void>((resolve) => void stub.listen(0, '127.0.0.1', resolve))
  world = await openWorld({ poolSize: 12 })
  const llm = openProvider({ baseUrl: `http://127.0.0.1:${(stub.address() as AddressInfo).port}/v1`, model: 'stub', apiKey: null, withinMs: 1000 })
  worker = await startWorker({ store: world.store, connection: world.connection, handlers: jobs, log: { info() {}, warn() {}, error() {} }, llm })
})
after(async () => {
  await worker.stop()
  stub.closeAllConnections()
  stub.close()
  await world.close()
})
beforeEach(async () => {
  org = await world.org()
  asked = 0
})

const words = 'The CSV export crashes whenever I select more than ten thousand rows'
const call = async (method: string, path: string, body?: object, query?: Record<string, string>) => {
  const reply = await world.call(org.admin.key, method, path, { ...(body && { body }), ...(query && { query }) })
  assert.ok(reply.status < 300, reply.text)
  return reply.body
}
/** The name that the insight has in the end. */
async function named(model: typeof behave, content = words): Promise<{ name: string; quote: string }> {
  behave = model
  const { id } = await call('POST', '/feedback', { content, source: 'app' })
  for (let turns = 0; turns < 20; turns++) {
    const [job] = (await call('GET', '/jobs', undefined, { type: 'feedback_analysis', limit: '1' })).data
    if ((await call('GET', `/jobs/${job.id}`, undefined, { wait: '10' })).status === 'ready') break
  }
  const [insight] = (await call('GET', `/feedback/${id}/insights`)).data
  return insight
}
const offline = words.split(' ').slice(0, 12).join(' ')
const good = (more: object) => (items: Item[]) => ({ items: items.map(({ n }) => ({ n, name: 'Large CSV exports crash', sentiment: 'NEGATIVE', category: 'BUGS_AND_ERRORS', quote: 'CSV export crashes', ...more })) })

test('a model that answers well names the insight; the quote stays what the customer wrote', async () => {
  const { name, quote } = await named(good({}))
  assert.deepEqual([name, quote], ['Large CSV exports crash', words])
})

test('a model that invents a quote, rambles, leaves the schema, sends garbage or never answers changes nothing', async () => {
  const misbehaviours: Record<string, typeof behave> = {
    'invents a quote': good({ quote: 'I will cancel my subscription' }),
    'rambles': good({ name: 'word '.repeat(40) }),
    'names nothing': good({ name: '   ' }),
    'answers about something else': good({ n: 99 }),
    'makes up a category': good({ category: 'WONDERS' }),
    'sends garbage': () => 'Sure! Here is your JSON: {"items": [',
    'sends another shape': () => ({ names: ['x'] }),
    'never answers': () => undefined,
  }
  for (const [what, model] of Object.entries(misbehaviours)) {
    org = await world.org()
    const { name, quote } = await named(model)
    assert.ok(offline.startsWith(name) && quote === words, `${what}: ${name}`)
  }
})

test('answers are paid for in credits, and without credits the model is not asked', async () => {
  await world.store.transaction((db) => changeOrganization(db, org.id, { credits: 1 }))
  assert.equal((await named(good({}))).name, 'Large CSV exports crash')
  assert.equal(asked, 1)
  const others = 'Our invoices arrive twice every month since the last update'
  const { name } = await named(good({ name: 'Paid for by nobody' }), others)
  assert.ok(others.startsWith(name), name)
  assert.equal(asked, 1)
})
