import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '#engine/seeded-random.ts'
import { sql } from '#store/sql.ts'
import { app, org, useTestServer } from '../test-server.ts'
import { type Body, createPlanningClient, type PlanningClient } from './planning-client.ts'

/* The counts that an initiative keeps of its insights equal the rows, whatever happens to the insights. */

let client: PlanningClient
useTestServer(undefined, {
  beforeEachTest() {
    client = createPlanningClient(app, org)
  },
})

const sentiments = ['POSITIVE', 'NEGATIVE', 'NEUTRAL'] as const

const countRows = () =>
  app.store.rows<{ id: string; positive: number; negative: number; neutral: number }>(sql`
    select o.id, count(i.id) filter (where i.sentiment = 'POSITIVE') as positive,
      count(i.id) filter (where i.sentiment = 'NEGATIVE') as negative,
      count(i.id) filter (where i.sentiment = 'NEUTRAL') as neutral
    from initiative o left join initiative_insight l on l.org_id = o.org_id and l.initiative_id = o.id
    left join insight i on i.org_id = l.org_id and i.id = l.insight_id and i.live
    where o.org_id = ${org.id} group by o.id order by o.id`)

async function compare(when: string) {
  const rows = await countRows()
  assert.ok(rows.length > 0)
  for (const { id, ...counts } of rows) {
    const { sentiment_breakdown, leveraged_insights_count } = await client.read(`/initiatives/${id}`)
    assert.deepEqual(sentiment_breakdown, counts, `${when}: ${id}`)
    assert.equal(leveraged_insights_count, counts.positive + counts.negative + counts.neutral, when)
  }
  const listed = (await client.read('/initiatives', { limit: '100' })).data as Body[]
  assert.deepEqual(
    new Map(listed.map((one) => [one.id, one.leveraged_insights_count])),
    new Map(rows.map((one) => [one.id, one.positive + one.negative + one.neutral])),
    when,
  )
}

async function startWith(insights: number) {
  const ids: string[] = []
  for (let n = 0; n < insights; n++) ids.push((await client.insight({ sentiment: sentiments[n % 3] })).id)
  const opportunities = [
    await client.opportunity({ insight_ids: ids }),
    await client.opportunity({ insight_ids: ids.filter((_, n) => n % 2 === 0) }),
  ]
  const build = (opportunity: Body) =>
    client.build('opportunities', {
      action: 'create_initiative_from_opportunity',
      opportunity_id: opportunity.id,
      title: 'Fix it',
    })
  return { ids, build: (n: number) => build(opportunities[n % 2]!) }
}

/** One of: another sentiment, dismissed or active again, deleted, merged, linked, unlinked. */
async function change(random: () => number, ids: readonly string[]) {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!
  const [id, other, action] = [pick(ids), pick(ids), random()]
  if (action < 0.3) return client.call('PATCH', `/insights/${id}`, { sentiment: pick(sentiments) })
  if (action < 0.6) return client.call('PATCH', `/insights/${id}`, { status: pick(['dismissed', 'active']) })
  if (action < 0.65) return client.call('DELETE', `/insights/${id}`)
  const initiative = pick((await client.read('/initiatives', { limit: '100' })).data as Body[])
  if (initiative && action < 0.8)
    return client.call('POST', `/initiatives/${initiative.id}/insights`, { insight_ids: [id] })
  if (initiative && action < 0.95) return client.call('DELETE', `/initiatives/${initiative.id}/insights/${id}`)
  return client.call('POST', `/insights/${id}/merge`, { source_insight_ids: [other] })
}

test('counts of initiatives equal the rows after each of many changes of their insights', async () => {
  const random = seededRandom(41)
  const { ids, build } = await startWith(10)
  for (const n of [0, 1]) assert.equal((await build(n)).status, 200)
  await compare('created')
  const statuses = new Set<number>()
  for (let n = 0; n < 15; n++) {
    statuses.add((await change(random, ids)).status)
    await compare(`change ${n}`)
  }
  assert.ok(statuses.has(200))
})

test('counts of initiatives equal the rows after changes at the same time', async () => {
  const random = seededRandom(42)
  const { ids, build } = await startWith(8)
  for (let round = 0; round < 3; round++) {
    const replies = await Promise.all([
      build(round),
      ...Array.from({ length: 6 }, () => change(random, ids)),
      build(round + 1),
    ])
    assert.deepEqual(
      replies.filter(({ status }) => status >= 500).map(({ text }) => text),
      [],
    )
    await compare(`round ${round}`)
  }
})
