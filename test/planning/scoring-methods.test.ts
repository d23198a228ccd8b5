import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#store/sql.ts'
import { app, org, useTestServer } from '../test-server.ts'
import { type Body, createPlanningClient, idsOf, pathOf, type PlanningClient } from './planning-client.ts'

let client: PlanningClient
useTestServer(undefined, {
  beforeEachTest() {
    client = createPlanningClient(app, org)
  },
})

const method = async (body: Body) => {
  const reply = await client.call('POST', '/scoring-methods', { name: 'Ours', ...body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}
const activate = async (id: string, active = true) =>
  assert.equal((await client.call('PATCH', `/scoring-methods/${id}`, { active })).status, 200)
const read = (id: string) => client.read(`/opportunities/${id}`)
const estimate = (id: string, estimates: Body) => client.call('PATCH', `/opportunities/${id}`, estimates)

/** As many insights, each of a contact of its own. */
async function opportunityOf(contacts: number, more: Body = {}) {
  const insight_ids: string[] = []
  for (let n = 0; n < contacts; n++)
    insight_ids.push((await client.insight({ contact_id: await client.contact(`person${Math.random()}`) })).id)
  return (await client.opportunity({ insight_ids, ...more })).id as string
}

test('RICE is reach × impact × confidence ÷ effort, and nothing where a number is missing', async () => {
  const id = await opportunityOf(3, { effort: 2, confidence: 50, ratings: { impact: 2 } })
  const bare = await opportunityOf(1)
  assert.deepEqual([(await read(id)).score, (await read(id)).score_terms], [null, []])
  const { id: rice } = await method({ kind: 'rice' })
  await activate(rice)
  const scored = await read(id)
  assert.deepEqual([scored.score, scored.score_method_id, scored.score_version], [1.5, rice, 1])
  assert.deepEqual(
    scored.score_terms.map(({ name, role, value }: Body) => [name, role, value]),
    [
      ['Reach', 'multiplied', 3],
      ['Impact', 'multiplied', 2],
      ['Confidence', 'multiplied', 0.5],
      ['Effort', 'divided', 2],
    ],
  )
  const unscored = await read(bare)
  assert.deepEqual([unscored.score, unscored.score_terms.length], [null, 4])
  assert.deepEqual(idsOf(await client.read('/opportunities', { sort: '-score' })), [id, bare])
  await estimate(bare, { effort: 0.5, confidence: 100, ratings: { impact: 3 } })
  assert.equal((await read(bare)).score, 6)
  assert.deepEqual(idsOf(await client.read('/opportunities', { sort: '-score' })), [bare, id])
  await estimate(bare, { ratings: { impact: null } })
  assert.equal((await read(bare)).score, null)
})

test('the weights of a team add up to the score, and new evidence counts at once', async () => {
  const id = await opportunityOf(1, { effort: 5 })
  const { id: own } = await method({
    kind: 'weighted',
    factors: [
      { factor: 'people', name: 'People', weight: 3, full_at: 4 },
      { factor: 'effort', name: 'Effort', weight: 1, full_at: 10 },
    ],
  })
  await activate(own)
  assert.equal((await read(id)).score, 31.3, '75 × 1/4 + 25 × 1/2')
  const contact_id = await client.contact('new person')
  const insight_ids = [(await client.insight({ contact_id })).id]
  await client.call('POST', `/opportunities/${id}/insights`, { insight_ids })
  const { score, score_terms } = await read(id)
  assert.equal(score, 50)
  assert.deepEqual(
    score_terms.map(({ measure, value, weight, contribution }: Body) => [measure, value, weight, contribution]),
    [
      [2, 0.5, 0.75, 37.5],
      [5, 0.5, 0.25, 12.5],
    ],
  )
  await activate(own, false)
  assert.deepEqual([(await read(id)).score, (await read(id)).score_method_id], [null, null])
})

test('WSJF divides the sum of the ratings by the effort', async () => {
  const ratings = { business_value: 8, time_criticality: 5, risk_reduction: 3 }
  const id = await opportunityOf(1, { effort: 4, ratings })
  await activate((await method({ kind: 'wsjf' })).id)
  assert.equal((await read(id)).score, 4)
})

test('accounts and their revenue count once each, in the base currency', async () => {
  const account = async (name: string, amount: number, currency: string) =>
    (
      await client.call('POST', '/accounts', {
        name,
        revenue: { amount, currency, period: 'year' },
        domains: [`${name}.example`],
      })
    ).body.id as string
  const accounts = [await account('acme', 1000, 'EUR'), await account('globex', 500, 'EUR')]
  const usd = await account('initech', 100, 'USD')
  const insightOf = async (name: string, account_id: string) => {
    const contact_id = await client.contact(name)
    await app.store.run(
      sql`update contact set account_id = ${account_id}::uuid where org_id = ${org.id} and id = ${contact_id}`,
    )
    return (await client.insight({ contact_id })).id as string
  }
  const insight_ids = [
    await insightOf('ana', accounts[0]!),
    await insightOf('bo', accounts[0]!),
    await insightOf('cy', accounts[1]!),
  ]
  const rates = [{ currency: 'USD', rate: 0.5, date: '2026-05-02' }]
  assert.equal((await client.call('PATCH', '/exchange-rates', { base_currency: 'EUR', rates })).status, 200)
  const { id } = await client.opportunity({ insight_ids })
  const factors = [
    { factor: 'accounts', name: 'Accounts', weight: 1, full_at: 10 },
    { factor: 'revenue', name: 'Revenue', weight: 1, full_at: 2000 },
  ]
  await activate((await method({ kind: 'weighted', factors })).id)
  const measures = async () => (await read(id)).score_terms.map(({ measure }: Body) => measure)
  assert.deepEqual(await measures(), [2, 1500])
  await client.call('POST', `/opportunities/${id}/insights`, { insight_ids: [await insightOf('di', usd)] })
  assert.deepEqual(await measures(), [3, 1550])
})

test('other factors are a new version; the former ones stay readable', async () => {
  const id = await opportunityOf(2, { effort: 1 })
  const people = { factor: 'people', name: 'People', full_at: 4 }
  const { id: own, version } = await method({ kind: 'weighted', factors: [people] })
  await activate(own)
  assert.deepEqual([version, (await read(id)).score], [1, 50])
  const changed = await client.call('PATCH', `/scoring-methods/${own}`, { factors: [{ ...people, full_at: 2 }] })
  assert.equal(changed.body.version, 2)
  const scored = await read(id)
  assert.deepEqual([scored.score, scored.score_version], [100, 2])
  await client.call('PATCH', `/scoring-methods/${own}`, { name: 'Renamed' })
  const { data } = await client.read(`/scoring-methods/${own}/versions`)
  assert.deepEqual(
    data.map((one: Body) => [one.version, one.factors[0].full_at]),
    [
      [2, 2],
      [1, 4],
    ],
  )
})

test('one method is active, and an active one is not deleted', async () => {
  const [a, b] = [await method({ kind: 'rice' }), await method({ kind: 'wsjf' })]
  await Promise.all([activate(a.id), activate(b.id), activate(a.id)])
  const { data } = await client.read('/scoring-methods')
  const active = data.filter((one: Body) => one.active)
  assert.equal(active.length, 1)
  assert.equal((await client.call('DELETE', `/scoring-methods/${active[0].id}`)).status, 409)
  const other = data.find((one: Body) => !one.active)
  assert.equal((await client.call('DELETE', `/scoring-methods/${other.id}`)).status, 200)
  assert.equal((await client.call('GET', `/scoring-methods/${other.id}`)).status, 404)
})

test('a comparison says which change places, and stores nothing', async () => {
  const few = await opportunityOf(1, { effort: 1, confidence: 100, ratings: { impact: 3 } })
  const many = await opportunityOf(3, { effort: 10, confidence: 100, ratings: { impact: 1 } })
  const same = await opportunityOf(0, { effort: 10, confidence: 10, ratings: { impact: 0.25 } })
  const before = await read(few)
  const { body } = await client.call('POST', '/scoring-methods/compare', { kind: 'rice' })
  assert.deepEqual([body.opportunity_count, body.moved_count], [3, 2])
  assert.deepEqual(
    body.data.map((one: Body) => [one.opportunity_id, one.place_before, one.place_after, one.score_after]),
    [
      [few, 2, 1, 3],
      [many, 1, 2, 0.3],
    ],
  )
  assert(!body.data.some((one: Body) => one.opportunity_id === same))
  assert.deepEqual(await read(few), before)
})

test('factors that are no method of the kind are refused by name', async () => {
  const refused = async (body: Body) => pathOf(await client.call('POST', '/scoring-methods', { name: 'Ours', ...body }))
  const people = { factor: 'people', name: 'People' }
  assert.equal(await refused({ kind: 'weighted' }), 'body.factors')
  assert.equal(await refused({ kind: 'rice', factors: [people] }), 'body.factors')
  assert.equal(await refused({ kind: 'wsjf', factors: [people] }), 'body.factors')
  assert.equal(await refused({ kind: 'weighted', factors: [people, people] }), 'body.factors')
  assert.equal(await refused({ kind: 'weighted', factors: [{ ...people, key: 'reach' }] }), 'body.factors')
  assert.equal(await refused({ kind: 'weighted', factors: [{ ...people, weight: 0 }] }), 'body.factors')
})

test('estimates are written, filtered and sorted, and say what they were', async () => {
  const [a, b] = [
    await client.opportunity({ effort: 3, confidence: 80, target_date: '2026-09-30' }),
    await client.opportunity({ effort: 1 }),
  ]
  const list = async (query: Record<string, string>) => idsOf(await client.read('/opportunities', query))
  assert.deepEqual(await list({ sort: 'effort' }), [b.id, a.id])
  assert.deepEqual(await list({ sort: 'target_date' }), [a.id, b.id])
  assert.deepEqual(await list({ max_effort: '2' }), [b.id])
  assert.deepEqual(await list({ min_confidence: '50' }), [a.id])
  assert.deepEqual(await list({ target_after: '2026-09-30', target_before: '2026-10-01' }), [a.id])
  const changed = await estimate(a.id, { effort: 5, target_date: null })
  assert.deepEqual([changed.body.effort, changed.body.confidence, changed.body.target_date], [5, 80, null])
  const { data } = await client.read('/events', { types: 'opportunity.updated' })
  const previous = data.map((one: Body) => one.data.previous).find((one: Body | undefined) => one?.effort)
  assert.deepEqual(previous, { effort: 3, target_date: '2026-09-30' })
})
