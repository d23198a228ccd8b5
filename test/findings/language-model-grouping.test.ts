import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteModelProposal, orgsNeedingGrouping } from '#domain/findings/llm-grouping/queries.ts'
import { deleteAnswers } from '#domain/llm-access/queries-answers.ts'
import { sql } from '#store/sql.ts'
import { readItemSets } from '../../scripts/eval/items/read-items.ts'
import { createLlmStub, StubFailure, type StubRequest } from '../llm-stub.ts'
import { readReplies } from '../llm/read-replies.ts'
import { scriptedAnswers } from '../llm/scripted-answers.ts'
import { app, call, org } from '../test-server.ts'
import { callOk, useTestWorker, waitForOrgJobs } from '../test-worker.ts'

/* Grouping of an organization's insights with a model at an endpoint. */

const [set] = readItemSets(['training/dev/fish-finder.txt']) as [ReturnType<typeof readItemSets>[number]]
const scripted = scriptedAnswers([readReplies(set)])
const stub = createLlmStub()
const llm = await stub.start()
const isGrouping = ({ data }: StubRequest) => !Array.isArray(data) && 'points' in data
const behave = (request: StubRequest) => (isGrouping(request) ? scripted(request) : { items: [] })
const sent = () => stub.requests.filter(isGrouping)
useTestWorker(
  { workerOptions: () => ({ llm }), beforeStop: () => stub.stop(), beforeEachTest: () => stub.reset(behave) },
  { llm },
)

const settings = () => callOk('GET', '/language-model')
const switchOn = async (body: object = {}) => {
  await callOk('PATCH', '/language-model', { grouping: 'propose', ...body })
  await waitForOrgJobs()
  return settings()
}
const texts = () => [...readReplies(set).points.values()].map(({ text }) => text)
const personal = 'Write to me at ana.lima@example.com or +49 170 1234567 about the charts'
async function insertInsights() {
  for (const text of [...texts(), personal])
    await callOk('POST', '/insights', {
      name: text.slice(0, 100),
      quote: text,
      sentiment: 'NEUTRAL',
      category: 'GENERAL_FEEDBACK',
    })
}

test('nothing is sent before an admin switches it on, and the preview shows what would be', async () => {
  await insertInsights()
  assert.deepEqual((await settings()).grouping, 'off')
  assert.deepEqual(await orgsNeedingGrouping(app.store), [])
  const [first] = (await callOk('GET', '/language-model/preview')).requests
  assert.equal(sent().length, 0)
  await switchOn()
  const { system, body } = sent()[0]!
  assert.deepEqual([first.task, first.system, first.prompt], ['taxonomy', system, body.messages[1].content])
})

test('the first result is a proposal: it is shown, and no insight changes', async () => {
  await insertInsights()
  const { proposal, next_at } = await switchOn()
  const charts = proposal.themes.find(({ name }: any) => name === 'Charts')
  assert.deepEqual([charts.is_new, charts.insight_count, next_at], [true, 6, null])
  assert.ok(charts.subthemes.includes('Charts are not renewed'))
  assert.deepEqual((await callOk('GET', '/themes')).data, [])
})

test('texts are masked on the way, although the organization masks nothing', async () => {
  await insertInsights()
  await switchOn()
  const all = JSON.stringify(sent().map(({ body }) => body))
  assert.ok(all.includes('Write to me at [email] or [phone] about the charts'))
  assert.ok(!all.includes('ana.lima') && !all.includes('1234567'))
})

test('what was sent is logged with its tokens, and nothing is asked twice', async () => {
  await insertInsights()
  const { requests, tokens_today } = await switchOn()
  assert.equal(requests.length, sent().length)
  assert.equal(tokens_today, 15 * requests.length)
  assert.deepEqual(new Set(requests.map(({ task }: any) => task)), new Set(['taxonomy', 'assign', 'subthemes']))
  const before = sent().length
  await switchOn()
  assert.equal(sent().length, before)
  await deleteModelProposal(app.store, org.id)
  await deleteAnswers(app.store, org.id)
  assert.equal((await settings()).proposal, null)
  await switchOn()
  assert.equal(sent().length, 2 * before)
})

test('topics are asked for once a day; what is new is assigned to them alone', async () => {
  await insertInsights()
  await switchOn()
  const isTaxonomy = ({ data }: StubRequest) => data.themes !== undefined
  const asked = () =>
    sent()
      .filter(({ data }) => data.topics)
      .flatMap(({ data }) => data.points)
  assert.equal(sent().filter(isTaxonomy).length, 1)
  stub.reset(behave)
  const quote = 'The new chart of the bay is a year old'
  await callOk('POST', '/insights', { name: quote, quote, sentiment: 'NEGATIVE', category: 'PAIN_POINTS' })
  await switchOn()
  assert.equal(sent().filter(isTaxonomy).length, 0)
  assert.deepEqual(
    asked().map(({ text }: { text: string }) => text),
    [quote],
  )
  await app.store.run(
    sql`update language_model_setting set topics_at = now() - interval '25 hours' where org_id = ${org.id}`,
  )
  stub.reset(behave)
  await switchOn()
  assert.equal(sent().filter(isTaxonomy).length, 1)
})

test('a model that is down leaves the analysis and its themes as they are', async () => {
  await insertInsights()
  const before = await placement()
  stub.reset(() => new StubFailure(429, { 'retry-after': '3600' }))
  await switchOn()
  assert.deepEqual(await placement(), before)
  const { id } = await callOk('POST', '/feedback', { content: 'The depth is wrong near the shore', source: 'app' })
  await waitForOrgJobs()
  assert.equal((await callOk('GET', `/feedback/${id}`)).status, 'analyzed')
  const { proposal, next_at } = await settings()
  assert.equal(proposal, null)
  assert.ok(next_at !== null)
  const [pause] = await app.store.rows<{ minutes: number }>(sql`
    select extract(epoch from retry_at - now()) / 60 as minutes from language_model_pause where org_id = ${org.id}`)
  assert.ok(Number(pause?.minutes) > 50, JSON.stringify(pause))
  const asked = stub.requests.length
  await switchOn()
  assert.equal(stub.requests.length, asked)
})

test('the tokens of a day bound what is sent; the rest waits for the next day', async () => {
  await insertInsights()
  const { proposal, requests, next_at } = await switchOn({ tokens_a_day: 100 })
  assert.deepEqual([proposal, requests, sent().length], [null, [], 0])
  assert.ok(Date.parse(next_at) > Date.now())
  assert.deepEqual(await orgsNeedingGrouping(app.store), [])
  assert.ok((await switchOn({ tokens_a_day: 1_000_000 })).proposal)
})

test('a model that is down is asked again after a pause, and goes on where it stopped', async () => {
  await insertInsights()
  stub.reset((request) => (request.data.topics ? new StubFailure(503) : behave(request)))
  assert.equal((await switchOn()).proposal, null)
  assert.deepEqual(await orgsNeedingGrouping(app.store), [])
  await app.store.run(sql`update language_model_pause set retry_at = now() where org_id = ${org.id}`)
  assert.deepEqual(await orgsNeedingGrouping(app.store), [{ org_id: org.id }])
  stub.reset(behave)
  assert.ok((await switchOn()).proposal)
  assert.ok(sent().every(({ data }) => data.themes === undefined))
})

test('insights that a person has placed, and their themes, stay', async () => {
  await insertInsights()
  const { id } = await callOk('POST', '/themes', { name: 'Power' })
  const [insight] = (await callOk('GET', '/insights', undefined, { q: 'drill battery' })).data
  await callOk('PATCH', `/insights/${insight.id}`, { theme_ids: [id] })
  const { proposal } = await switchOn()
  assert.deepEqual(
    proposal.themes.find(({ name }: any) => name === 'Power'),
    { name: 'Power', is_new: false, insight_count: 0, subthemes: [] },
  )
  assert.ok(!JSON.stringify(sent().map(({ data }) => data)).includes('drill battery'))
})

test('a limit that is no number, and an unknown mode, are refused with the field', async () => {
  for (const body of [{ tokens_a_day: -1 }, { grouping: 'always' }, {}])
    assert.equal((await call('PATCH', '/language-model', body)).status, 400)
})

const apply = () => callOk('POST', '/language-model/proposal/apply')
const placement = async () =>
  (await callOk('GET', '/insights', undefined, { limit: '100' })).data
    .map(({ id, themes }: any) => `${id} ${themes.map((theme: any) => theme.name).join()}`)
    .sort()

test('a proposal is tried, applied once and undone', async () => {
  await insertInsights()
  const before = await placement()
  const { proposal, can_apply } = await switchOn()
  assert.equal(can_apply, false)
  assert.equal((await call('PATCH', '/language-model', { grouping: 'apply' })).status, 400)
  const tried = await callOk('POST', '/language-model/proposal/apply', undefined, { dry_run: 'true' })
  assert.deepEqual(await placement(), before)
  const applied = await apply()
  assert.equal(applied.moved_insight_count, tried.moved_insight_count)
  const { data: themes } = await callOk('GET', '/themes', undefined, { limit: '100' })
  assert.deepEqual(new Set(themes.map(({ name }: any) => name)), new Set(proposal.themes.map(({ name }: any) => name)))
  assert.equal(themes.find(({ name }: any) => name === 'Charts').insight_count, 6)
  assert.deepEqual((await settings()).proposal, null)
  assert.equal((await call('POST', '/language-model/proposal/apply')).status, 409)
  await callOk('POST', `/regroupings/${applied.id}/undo`)
  assert.deepEqual(await placement(), before)
})

test('a proposal leaves out what was deleted or placed since, and is refused when themes have changed', async () => {
  await insertInsights()
  const { id: power } = await callOk('POST', '/themes', { name: 'Power' })
  await switchOn()
  const { data } = await callOk('GET', '/insights', undefined, { q: 'charts', limit: '100' })
  await callOk('DELETE', `/insights/${data[0].id}`)
  await callOk('PATCH', `/insights/${data[1].id}`, { theme_ids: [power] })
  await apply()
  const { themes } = await callOk('GET', `/insights/${data[1].id}`)
  assert.deepEqual(
    themes.map(({ id }: any) => id),
    [power],
  )
  await callOk('PATCH', '/language-model', { grouping: 'propose' })
  await waitForOrgJobs()
  await callOk('DELETE', `/themes/${power}`)
  assert.equal((await call('POST', '/language-model/proposal/apply')).status, 409)
})

test('once a proposal was applied, an admin can let the next ones be applied by themselves', async () => {
  await insertInsights()
  await switchOn()
  await callOk('POST', `/regroupings/${(await apply()).id}/undo`)
  assert.equal((await settings()).can_apply, true)
  await switchOn({ grouping: 'apply' })
  const [regrouping] = (await callOk('GET', '/regroupings')).data
  assert.deepEqual([regrouping.created_by, regrouping.undone_at], [null, null])
  assert.ok((await placement()).some((line: string) => line.endsWith('Charts')))
  assert.equal((await settings()).proposal, null)
})
