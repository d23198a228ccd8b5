import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { batchesOf } from '#llm/batches.ts'
import { jsonInText } from '#llm/json-in-text.ts'
import { createLlmStub, StubFailure, StubParts } from '../llm-stub.ts'

const stub = createLlmStub()
const reasons: string[] = []
before(() => stub.start({ timeoutMs: 5000, apiKey: 'secret', onFailure: (reason) => void reasons.push(reason) }))
after(() => stub.stop())
beforeEach(() => void (stub.reset(), reasons.splice(0)))

const schema = { type: 'object', properties: { x: { type: 'integer' } } }
const ask = (more: object = {}) => stub.provider.complete({ system: 'Answer.', prompt: '{"q":1}', schema, ...more })

const answers: Record<string, string> = {
  plain: '{"x":1}',
  fenced: 'Sure!\n```json\n{"x":1}\n```\nAnything else?',
  'fenced without a language': '```\n{ "x": 1 }\n```',
  'with text around it': 'Here it is: {"x":1}. Hope this helps {really}!',
  'after its reasoning': '<think>maybe {"x":2}? no</think>\n{"x":1}',
  'with braces in strings': 'The answer: {"x":1,"text":"a } and a \\" and a {"} done',
}
for (const [how, text] of Object.entries(answers))
  test(`JSON is read ${how}`, async () => {
    stub.behave = () => text
    const completion = await ask()
    assert.equal(completion.status, 'answered')
    assert.equal((completion as { answer: { x: number } }).answer.x, 1)
    assert.equal((completion as { tokens: number }).tokens, 15)
  })

for (const text of ['', 'I cannot do that', '{"x":', '```json\n{"x":\n```', '[1, 2', '{{{{{{{{'])
  test(`an answer without an object is invalid: ${JSON.stringify(text)}`, async () => {
    stub.behave = () => text
    assert.deepEqual(await ask(), { status: 'invalid', tokens: 15 })
  })

test('many braces without JSON are read in no time', () => {
  const startedAt = performance.now()
  assert.equal(jsonInText('{"'.repeat(200_000)), undefined)
  assert.ok(performance.now() - startedAt < 2000)
})

test('the request has the schema, the key and a limit of tokens', async () => {
  stub.behave = () => ({ x: 1 })
  await ask()
  const { body, headers } = stub.requests[0]!
  assert.equal(headers.authorization, 'Bearer secret')
  assert.deepEqual([body.model, body.temperature, body.max_tokens], ['stub', 0, 4000])
  assert.deepEqual([body.stream, body.stream_options], [true, { include_usage: true }])
  assert.deepEqual(body.response_format.json_schema.schema.properties, schema.properties)
})

test('a server that does not know schemas is asked without one, and never with one again', async () => {
  const other = createLlmStub()
  await other.start()
  other.behave = ({ body }) =>
    body.response_format ? new StubFailure(400, {}, 'response_format is not supported') : '{"x":1}'
  const ask = () => other.provider.complete({ system: 'Answer.', prompt: '{}', schema })
  assert.equal((await ask()).status, 'answered')
  assert.match(other.requests[1]!.system, /"properties"/)
  assert.equal((await ask()).status, 'answered')
  assert.equal(other.requests.length, 3)
  other.stop()
})

test('a server that sends its answer whole is read all the same, with its tokens', async () => {
  stub.streams = false
  stub.behave = () => '<think>{"x":2}?</think> {"x":1}'
  assert.deepEqual(await ask(), { status: 'answered', answer: { x: 1 }, tokens: 15 })
  stub.streams = true
})

for (const [what, isRefused, sent] of [
  ['streams', (body: any) => body.stream === true, 3],
  ['to count the tokens of a stream', (body: any) => body.stream_options !== undefined, 2],
] as const)
  test(`a server that refuses ${what} is asked without, and never with it again`, async () => {
    const other = createLlmStub()
    await other.start()
    other.behave = ({ body }) => (isRefused(body) ? new StubFailure(400, {}, 'unknown field: stream') : { x: 1 })
    const ask = () => other.provider.complete({ system: 'Answer.', prompt: '{}', schema })
    assert.equal((await ask()).status, 'answered')
    assert.equal(other.requests.length, sent)
    assert.equal((await ask()).status, 'answered')
    assert.equal(other.requests.length, sent + 1)
    other.stop()
  })

test('a server with other names of parameters is asked with those, also by requests at the same time', async () => {
  const other = createLlmStub()
  await other.start()
  other.behave = ({ body }) => {
    if (body.max_tokens !== undefined)
      return new StubFailure(400, {}, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
    if (body.temperature !== undefined)
      return new StubFailure(400, {}, "Unsupported value: 'temperature' does not support 0 with this model.")
    return { x: 1 }
  }
  const ask = (prompt: string) => other.provider.complete({ system: 'Answer.', prompt, schema, maxTokens: 500 })
  const answers = await Promise.all(['1', '2', '3'].map(ask))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set(['answered']))
  const sent = other.requests.length
  assert.equal((await ask('4')).status, 'answered')
  assert.equal(other.requests.length, sent + 1)
  const { max_completion_tokens, max_tokens, stream } = other.requests.at(-1)!.body
  assert.deepEqual([max_completion_tokens, max_tokens, stream], [500, undefined, true])
  other.stop()
})

test('an answer that stops coming fails long before the time for all of it is over', async () => {
  const other = createLlmStub()
  await other.start({ timeoutMs: 60_000, chunkTimeoutMs: 200 })
  other.behave = () => new StubParts(['{"x"', ':'], 'stalls')
  const startedAt = performance.now()
  const { status } = await other.provider.complete({ system: '', prompt: '{}', schema })
  assert.equal(status, 'unavailable')
  assert.ok(performance.now() - startedAt < 30_000)
  other.stop()
})

test('an answer that breaks off is none', async () => {
  stub.behave = () => new StubParts(['{"x"', ':'], 'breaks off')
  const completion = await ask()
  assert.notEqual(completion.status, 'answered')
})

test('tokens are estimated where the server does not count them', async () => {
  stub.behave = () => new StubParts(['{"x"', ':1}'], 'ends')
  const completion = await ask()
  assert.equal(completion.status, 'answered')
  assert.ok(completion.tokens > 0 && completion.tokens !== 15, String(completion.tokens))
})

for (const status of [401, 429, 500, 503])
  test(`status ${status} may pass`, async () => {
    stub.behave = () => new StubFailure(status, { 'retry-after': '1' })
    assert.deepEqual(await ask(), { status: 'unavailable', tokens: 0, retryAfterMs: 1000 })
    assert.equal(reasons.length, 1)
  })

test('a server may say as a date when it may be asked again, and its mistakes are bounded', async () => {
  const retryAfterOf = async (text: string) => {
    stub.behave = () => new StubFailure(429, { 'retry-after': text })
    const completion = await ask()
    assert.equal(completion.status, 'unavailable')
    return (completion as { retryAfterMs?: number }).retryAfterMs
  }
  const wait = await retryAfterOf(new Date(Date.now() + 600_000).toUTCString())
  assert.ok(wait !== undefined && wait > 300_000 && wait <= 600_000, String(wait))
  assert.equal(await retryAfterOf('soon'), undefined)
  assert.equal(await retryAfterOf('9999999999'), 86_400_000)
})

test('a failure that passes at once is repeated once', async () => {
  stub.behave = () => (stub.requests.length === 1 ? new StubFailure(503) : { x: 1 })
  assert.equal((await ask()).status, 'answered')
})

test('a request that the server refuses is not repeated', async () => {
  stub.behave = () => new StubFailure(413, {}, 'too long')
  assert.deepEqual(await ask(), { status: 'invalid', tokens: 0 })
  assert.equal(stub.requests.length, 1)
})

test('no answer in time, and no server at all, may pass', async () => {
  stub.behave = () => undefined
  assert.deepEqual(await ask({ timeoutMs: 200 }), { status: 'unavailable', tokens: 0 })
  const gone = createLlmStub()
  await gone.start()
  gone.stop()
  assert.equal(
    (await gone.provider.complete({ system: '', prompt: '{}', schema, timeoutMs: 500 })).status,
    'unavailable',
  )
})

test('an aborted request rejects', async () => {
  stub.behave = () => undefined
  await assert.rejects(ask({ signal: AbortSignal.timeout(100) }))
})

test('four requests are sent at a time', async () => {
  stub.behave = async () => (await sleep(50), { x: 1 })
  const all = await Promise.all(Array.from({ length: 12 }, () => ask()))
  assert.ok(all.every(({ status }) => status === 'answered'))
  assert.equal(stub.mostAtOnce, 4)
})

test('batches keep to both limits, and some items have one of their own', () => {
  const batches = batchesOf(
    [1, 2, 3, 90, 4, 5, 200, 6],
    { maxItems: 3, maxTokens: 100 },
    (n) => n,
    (n) => n === 5,
  )
  assert.deepEqual(batches, [[1, 2, 3], [5], [90, 4], [200], [6]])
})
