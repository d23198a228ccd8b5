import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refreshOpportunities } from '#domain/ranking/refresh.ts'
import { sql } from '#store/sql.ts'
import { app, org, useTestServer } from '../test-server.ts'
import { type Body, createPlanningClient, idsOf, pathOf, type PlanningClient } from './planning-client.ts'

let client: PlanningClient
useTestServer(undefined, {
  beforeEachTest() {
    client = createPlanningClient(app, org)
  },
})

const move = (id: string, place: Body) => client.call('PATCH', `/opportunities/${id}/rank`, place)
const ordered = async () => idsOf(await client.read('/opportunities', { sort: 'position', limit: '100' }))

async function placed(count: number, horizon: string): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const { id } = await client.opportunity({ title: `Opportunity ${n}` })
    assert.equal((await move(id, { horizon })).status, 200)
    ids.push(id)
  }
  return ids
}

/** All pages of the order of the team, with few rows on each. */
async function walk(): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ;) {
    const query = { sort: 'position', limit: '3', ...(cursor && { cursor }) }
    const { data, pagination } = await client.read('/opportunities', query)
    ids.push(...data.map(({ id }: Body) => id))
    if (!pagination.has_more) return ids
    cursor = pagination.next_cursor
  }
}

test('an opportunity is put before or after another one, and takes its horizon', async () => {
  const [a, b] = await placed(2, 'now')
  const [c] = await placed(1, 'later')
  const { id: unplaced } = await client.opportunity()
  assert.deepEqual(await ordered(), [a, b, c, unplaced])
  const moved = await move(c!, { before: b })
  assert.equal(moved.body.horizon, 'now')
  assert.deepEqual(await ordered(), [a, c, b, unplaced])
  await move(a!, { after: b })
  assert.deepEqual(await ordered(), [c, b, a, unplaced])
  await move(unplaced, { before: c })
  assert.deepEqual(await ordered(), [unplaced, c, b, a])
  assert.equal((await move(c!, { horizon: null })).body.horizon, null)
  assert.deepEqual(await ordered(), [unplaced, b, a, c])
  const now = await client.read('/opportunities', { horizon: 'now,none' })
  assert.equal(now.data.length, 4)
  assert.deepEqual(idsOf(await client.read('/opportunities', { horizon: 'none' })), [c])
})

test('a place names one other opportunity that has a place', async () => {
  const [a] = await placed(1, 'now')
  const { id } = await client.opportunity()
  assert.equal(pathOf(await move(id, { before: a, horizon: 'now' })), 'body.horizon')
  assert.equal(pathOf(await move(a!, { after: id })), 'body.after')
  assert.equal(pathOf(await move(a!, { before: a })), 'body.before')
  await client.call('DELETE', `/opportunities/${a}`)
  assert.equal((await move(a!, { horizon: 'now' })).status, 409)
})

test('a refresh of the backlog leaves the order of the team as it is', async () => {
  const [a, b, c] = await placed(3, 'next')
  await move(c!, { before: a })
  const insights = [(await client.insight()).id, (await client.insight()).id]
  await client.call('POST', `/opportunities/${b}/insights`, { insight_ids: insights })
  await app.store.transaction((tx) => refreshOpportunities(tx, org.id))
  assert.deepEqual(await ordered(), [c, a, b])
})

test('many moves to the same point keep the order, and short places', async () => {
  const [first, second, ...others] = await placed(6, 'now')
  let expected = [first!, second!, ...others]
  for (let n = 0; n < 120; n++) {
    const id = others[n % others.length]!
    assert.equal((await move(id, { after: first })).status, 200)
    expected = [first!, id, ...expected.filter((one) => one !== first && one !== id)]
    if (n % 40 === 39)
      await app.store.run(sql`
        update opportunity set team_position = team_position || ${'0'.repeat(40)} || '1'
        where org_id = ${org.id} and id = ${first}`)
  }
  assert.deepEqual(await ordered(), expected)
  const [longest] = await app.store.rows<{ length: number }>(sql`
    select max(length(team_position)) as length from opportunity where org_id = ${org.id} and id <> ${first}`)
  assert(longest!.length <= 41, String(longest!.length))
})

test('while many are moved, pages lose nothing that stays and show nothing of it twice', async () => {
  const still = await placed(9, 'now')
  const moving = await placed(6, 'next')
  let isRunning = true
  const storm = Promise.all(
    moving.map(async (id, n) => {
      for (let round = 0; round < 12; round++) {
        const anchor = still[(n * 5 + round * 7) % still.length]!
        const other = moving[(n + round + 1) % moving.length]!
        const place = [{ after: anchor }, { before: anchor }, { after: other }, { horizon: 'later' }][round % 4]!
        assert.equal((await move(id, place)).status, 200)
      }
    }),
  ).finally(() => (isRunning = false))
  let walks = 0
  do {
    const seen = (await walk()).filter((id) => still.includes(id))
    assert.deepEqual(seen, still)
    walks++
  } while (isRunning && walks < 200)
  await storm
  const all = await walk()
  assert.deepEqual(all.toSorted(), [...still, ...moving].toSorted())
  const [same] = await app.store.rows<{ count: number }>(sql`
    select count(*)::int - count(distinct (horizon, team_position))::int as count
    from opportunity where org_id = ${org.id} and team_position is not null`)
  assert.equal(same!.count, 0)
})
