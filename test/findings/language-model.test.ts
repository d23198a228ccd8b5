import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { updateOrganization } from '#domain/account/organizations/queries.ts'
import { openProvider } from '#llm/provider.ts'
import { org, app } from '../test-server.ts'
import { callOk, useTestWorker } from '../test-worker.ts'
import { waitFor } from '../wait-for.ts'

let requests = 0
type Item = { n: number; statement: string }
/** The response of the stub to a request; a string is sent verbatim, undefined means no response. */
let behave: (items: Item[]) => unknown

const stub = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += part))
  request.on('end', () => {
    requests++
    const { messages } = JSON.parse(body) as { messages: { role: string; content: string | { text: string }[] }[] }
    const { content } = messages.at(-1)!
    const answer = behave(JSON.parse(typeof content === 'string' ? content : content[0]!.text) as Item[])
    if (answer === undefined) return
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'stub',
        choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      }),
    )
  })
})

/** A job that waits for a language model uses no CPU, so it is not throttled. */
const inNoLine = () => Promise.reject(new Error('an analysis with a language model stood in line'))

useTestWorker({
  async workerOptions() {
    await new Promise<void>((resolve) => void stub.listen(0, '127.0.0.1', resolve))
    return {
      throttle: inNoLine,
      llm: openProvider({
        baseUrl: `http://127.0.0.1:${(stub.address() as AddressInfo).port}/v1`,
        model: 'stub',
        apiKey: null,
        timeoutMs: 5000,
      }),
    }
  },
  beforeStop() {
    stub.closeAllConnections()
    stub.close()
  },
  beforeEachTest: () => (requests = 0),
})

const words = 'The CSV export crashes whenever I select more than ten thousand rows'
/** The resulting insight. */
async function named(model: typeof behave, content = words): Promise<{ name: string; quote: string }> {
  behave = model
  const { id } = await callOk('POST', '/feedback', { content, source: 'app' })
  const isAnalyzed = async () => {
    const [job] = (await callOk('GET', '/jobs', undefined, { type: 'feedback_analysis', limit: '1' })).data
    return (await callOk('GET', `/jobs/${job.id}`, undefined, { wait: '10' })).status === 'ready'
  }
  await waitFor(`the analysis of feedback ${id}`, isAnalyzed, 200_000, 0)
  const [insight] = (await callOk('GET', `/feedback/${id}/insights`)).data
  return insight
}
const offline = words.split(' ').slice(0, 12).join(' ')
const good = (more: object) => (items: Item[]) => ({
  items: items.map(({ n }) => ({
    n,
    name: 'Large CSV exports crash',
    sentiment: 'NEGATIVE',
    category: 'BUGS_AND_ERRORS',
    quote: 'CSV export crashes',
    ...more,
  })),
})

test('a valid answer names the insight, and the quote stays verbatim', async () => {
  const { name, quote } = await named(good({}))
  assert.deepEqual([name, quote], ['Large CSV exports crash', words])
})

const misbehaviours: Record<string, typeof behave> = {
  'invents a quote': good({ quote: 'I will cancel my subscription' }),
  rambles: good({ name: 'word '.repeat(40) }),
  'names nothing': good({ name: '   ' }),
  'answers about something else': good({ n: 99 }),
  'makes up a category': good({ category: 'WONDERS' }),
  'sends garbage': () => 'Sure! Here is your JSON: {"items": [',
  'sends another shape': () => ({ names: ['x'] }),
  'never answers': () => undefined,
}
for (const [what, model] of Object.entries(misbehaviours)) {
  test(`a model that ${what} changes nothing`, async () => {
    const { name, quote } = await named(model)
    assert.ok(offline.startsWith(name) && quote === words, name)
  })
}

test('each answer costs a credit, and without credits no request is sent', async () => {
  await app.store.transaction((db) => updateOrganization(db, org.id, { credits: 1 }))
  assert.equal((await named(good({}))).name, 'Large CSV exports crash')
  assert.equal(requests, 1)
  const others = 'Our invoices arrive twice every month since the last update'
  const { name } = await named(good({ name: 'Paid for by nobody' }), others)
  assert.ok(others.startsWith(name), name)
  assert.equal(requests, 1)
})
