import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { changeOrganization } from '#domain/account/organizations/queries.ts'
import { openProvider } from '#llm/provider.ts'
import { org, world } from '../ground.ts'
import { done, openWorking } from '../working.ts'

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

/** Whoever waits for a language model keeps no processor busy, so it stands in no line with others. */
const inNoLine = () => Promise.reject(new Error('an analysis with a language model stood in line'))

openWorking({
  async options() {
    await new Promise<void>((resolve) => void stub.listen(0, '127.0.0.1', resolve))
    return {
      courtesy: inNoLine,
      llm: openProvider({
        baseUrl: `http://127.0.0.1:${(stub.address() as AddressInfo).port}/v1`,
        model: 'stub',
        apiKey: null,
        withinMs: 5000,
      }),
    }
  },
  closing() {
    stub.closeAllConnections()
    stub.close()
  },
  each: () => (asked = 0),
})

const words = 'The CSV export crashes whenever I select more than ten thousand rows'
/** The name that the insight has in the end. */
async function named(model: typeof behave, content = words): Promise<{ name: string; quote: string }> {
  behave = model
  const { id } = await done('POST', '/feedback', { content, source: 'app' })
  for (let turns = 0; turns < 20; turns++) {
    const [job] = (await done('GET', '/jobs', undefined, { type: 'feedback_analysis', limit: '1' })).data
    if ((await done('GET', `/jobs/${job.id}`, undefined, { wait: '10' })).status === 'ready') break
  }
  const [insight] = (await done('GET', `/feedback/${id}/insights`)).data
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

test('a model that answers well names the insight; the quote stays what the customer wrote', async () => {
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

test('answers are paid for in credits, and without credits the model is not asked', async () => {
  await world.store.transaction((db) => changeOrganization(db, org.id, { credits: 1 }))
  assert.equal((await named(good({}))).name, 'Large CSV exports crash')
  assert.equal(asked, 1)
  const others = 'Our invoices arrive twice every month since the last update'
  const { name } = await named(good({ name: 'Paid for by nobody' }), others)
  assert.ok(others.startsWith(name), name)
  assert.equal(asked, 1)
})
