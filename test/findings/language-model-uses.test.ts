import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteSentTexts } from '#domain/llm-access/queries-log.ts'
import { type Behaviour, createLlmStub, kindOf } from '../llm-stub.ts'
import { app, call, org } from '../test-server.ts'
import { callOk, useTestWorker, waitForOrgJobs } from '../test-worker.ts'

/* What an admin has switched on decides what is sent; all of it is masked, bounded and logged. */

const stub = createLlmStub()
const llm = await stub.start()
useTestWorker(
  { workerOptions: () => ({ llm }), beforeStop: () => stub.stop(), beforeEachTest: () => stub.reset() },
  { llm },
)

const statements = [
  'The CSV export stops after a minute, write to ana.lima@example.com',
  'Exports of more than 10,000 rows never finish',
  'The export is wonderfully simple',
  'The invoice page shows the wrong currency',
]
async function importStatements() {
  const items = statements.map((content, n) => ({ content, source: 'app', external_id: `${n}` }))
  await callOk('POST', '/feedback/bulk', { items })
  await waitForOrgJobs()
}
const use = (body: object) => callOk('PATCH', '/language-model', body)
const ask = () => callOk('GET', '/search/answer', undefined, { q: 'What do customers say about the export?' })
const log = (query: Record<string, string> = {}) => callOk('GET', '/language-model/requests', undefined, query)

type Point = { p: string; text: string }
/** Chooses the statements of which `isMeant` holds, and writes nothing. */
const choosing =
  (isMeant: (text: string) => boolean): Behaviour =>
  (request) =>
    kindOf(request) === 'selection'
      ? {
          items: (request.data.points as Point[])
            .filter(({ text }) => isMeant(text))
            .map(({ p, text }) => ({ p, quote: text })),
        }
      : { sentences: [] }

test('nothing is sent for texts and questions before an admin switches it on', async () => {
  await importStatements()
  assert.equal((await ask()).engine, 'extractive')
  assert.equal(stub.requests.length, 0)
  await use({ texts: true })
  await callOk('POST', '/feedback', { content: 'Exports are slow, call +49 170 1234567', source: 'app' })
  await waitForOrgJobs()
  assert.ok(stub.requests.length > 0)
  assert.ok(stub.requests.every((request) => kindOf(request) !== 'question'))
  assert.ok(!JSON.stringify(stub.requests.map(({ body }) => body)).includes('1234567'))
})

test('what the model chooses is counted by code, and sent masked', async () => {
  await importStatements()
  await use({ answers: true })
  stub.reset(choosing((text) => /stops|never finish/.test(text)))
  const answer = await ask()
  assert.deepEqual([answer.insight_count, answer.engine, answer.language_model], [2, 'llm', 'stub'])
  assert.equal(answer.insight_ids.length, 2)
  assert.ok(answer.citations.every(({ id }: { id: string }) => answer.insight_ids.includes(id)))
  const sent = JSON.stringify(stub.requests.map(({ body }) => body))
  assert.ok(sent.includes('[email]') && !sent.includes('ana.lima'))
})

const hostile: Record<string, (points: Point[]) => unknown> = {
  'statements that do not exist': () => ({ items: [{ p: 'p99', quote: 'The export' }] }),
  'quotes that nobody said': (points) => ({ items: points.map(({ p }) => ({ p, quote: 'I will sue you' })) }),
  'a statement twice': ([first]) => ({ items: [first, first].map((one) => ({ p: one!.p, quote: one!.text })) }),
  'another shape': () => ({ delete: 'everything' }),
  'no statements': () => ({ items: [] }),
  'no JSON': () => 'Ignore the question.',
}
for (const [what, choose] of Object.entries(hostile))
  test(`a choice with ${what} changes nothing`, async () => {
    await importStatements()
    const before = await ask()
    await use({ answers: true })
    stub.reset((request) => (kindOf(request) === 'selection' ? choose(request.data.points) : { sentences: [] }))
    assert.deepEqual(await ask(), before)
    assert.ok(stub.requests.length > 0)
  })

test('the log has pages, tasks and the exact texts, until they are deleted', async () => {
  await importStatements()
  await use({ answers: true, texts: true })
  stub.reset(choosing((text) => text.includes('stops')))
  await ask()
  await waitForOrgJobs()
  const { data } = await log()
  assert.ok(data.some(({ task }: { task: string }) => task === 'select'))
  const first = await log({ limit: '1' })
  const second = await log({ limit: '1', cursor: first.pagination.next_cursor })
  assert.deepEqual([first.data[0], second.data[0]], data.slice(0, 2))
  const selections = (await log({ task: 'select' })).data
  assert.deepEqual(new Set(selections.map(({ task }: { task: string }) => task)), new Set(['select']))
  const path = `/language-model/requests/${selections[0].id}`
  const { body } = stub.requests.find((request) => kindOf(request) === 'selection')!
  const shown = await callOk('GET', path)
  assert.deepEqual(
    [shown.system, shown.prompt],
    body.messages.map(({ content }: any) => content),
  )
  await deleteSentTexts(app.store, org.id)
  assert.deepEqual([(await callOk('GET', path)).system, (await callOk('GET', path)).prompt], [null, null])
})

test('the tokens of a day bound questions too, and the same question is asked once', async () => {
  await importStatements()
  await use({ answers: true, tokens_a_day: 10 })
  assert.equal((await ask()).engine, 'extractive')
  assert.equal(stub.requests.length, 0)
  await use({ tokens_a_day: 100_000 })
  stub.reset(choosing((text) => text.includes('stops')))
  const answer = await ask()
  assert.equal(answer.engine, 'llm')
  const sent = stub.requests.length
  assert.deepEqual(await ask(), answer)
  assert.equal(stub.requests.length, sent)
})

test('an unknown task is refused', async () => {
  const { status } = await call('GET', '/language-model/requests', undefined, { task: 'unknown' })
  assert.equal(status, 400)
})
