import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { app, org, useTestServerWithSharedOrg } from '../test-server.ts'

/* Lists and counts by the accounts that their items come from. */

type Body = Record<string, any>
useTestServerWithSharedOrg({ afterStart: createFirms })

const call = (method: string, path: string, body?: Body, query?: Record<string, string>) =>
  app.call(org.admin.key, method, path, {
    ...(body && { body }),
    ...(query && { query }),
    headers: { 'idempotency-key': newId() },
  })
async function post(path: string, body: Body): Promise<Body> {
  const reply = await call('POST', path, body)
  assert.ok(reply.status < 300, reply.text)
  return reply.body
}
async function get(path: string, query: Record<string, string> = {}): Promise<Body> {
  const reply = await call('GET', path, undefined, query)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

const firms = {
  small: { plan: 'starter', amount: 100, currency: 'EUR', period: 'month' },
  large: { plan: 'enterprise', amount: 50_000, currency: 'EUR', period: 'year' },
  foreign: { plan: 'enterprise', amount: 60_000, currency: 'USD', period: 'year' },
  unconverted: { plan: 'enterprise', amount: 9_000_000, currency: 'JPY', period: 'year' },
  unknown: { plan: 'enterprise', amount: null },
} as const
type Firm = keyof typeof firms
const accounts = {} as Record<Firm, Body>
const theme = {} as Body
const opportunity = {} as Body
const subtheme = '0190a000-0000-7000-8000-000000000001'

async function createFirm(firm: Firm) {
  const { plan, ...revenue } = firms[firm]
  accounts[firm] = await post('/accounts', {
    name: firm,
    plan,
    domains: [`${firm}.example`],
    ...(revenue.amount !== null && { revenue }),
  })
  const contact = await post('/contacts', { name: firm, email: `ana@${firm}.example` })
  const of = { contact_id: contact.id }
  const insight = (name: string) =>
    post('/insights', { name, sentiment: 'NEGATIVE', category: 'PAIN_POINTS', theme_ids: [theme.id], ...of })
  const insights = [await insight(firm), ...(firm === 'large' ? [await insight('large again')] : [])]
  await post('/feedback', { content: firm, title: firm, analyze: false, ...of })
  await post('/nps/responses', { score: 3, reason: firm, ...of })
  const ticket = { source_name: 'desk', external_id: firm, subject: firm, analyze: 'never' }
  await post('/support/custom/tickets', { ...ticket, ...of })
  return insights
}

async function createFirms() {
  Object.assign(theme, await post('/themes', { name: 'Slow export' }))
  const rates = { base_currency: 'EUR', rates: [{ currency: 'USD', rate: 0.5, date: '2026-11-02' }] }
  assert.equal((await call('PATCH', '/exchange-rates', rates)).status, 200)
  const insights: Body[] = []
  for (const firm of Object.keys(firms) as Firm[]) insights.push(...(await createFirm(firm)))
  const ids = insights.map(({ id }) => id)
  Object.assign(opportunity, await post('/opportunities', { title: 'Fast', category: 'PAIN_POINTS', insight_ids: ids }))
  await app.store.run(sql`
    insert into subtheme (org_id, id, theme_id, name, insight_count) values (${org.id}, ${subtheme}, ${theme.id}, 'Slow', 6)`)
  await app.store.run(sql`
    insert into subtheme_insight (org_id, subtheme_id, insight_id)
    select ${org.id}, ${subtheme}, i from unnest(${ids}::uuid[]) i`)
  await post('/insights', { name: 'nobody', sentiment: 'NEUTRAL', category: 'PAIN_POINTS', theme_ids: [theme.id] })
}

const all: Firm[] = ['small', 'large', 'foreign', 'unconverted', 'unknown']
const cases: [Record<string, string>, Firm[]][] = [
  [{ plan: 'enterprise' }, ['large', 'foreign', 'unconverted', 'unknown']],
  [{ plan: 'starter,enterprise' }, all],
  [{ revenue_min: '1200' }, ['small', 'large', 'foreign']],
  [{ revenue_min: '40000' }, ['large']],
  [{ revenue_min: '2000', revenue_max: '30000' }, ['foreign']],
  [{ plan: 'starter', revenue_min: '2000' }, []],
]
/** What a row says of its firm. */
const lists: [string, (row: Body) => string][] = [
  ['/contacts', ({ name }) => name],
  ['/insights', ({ name }) => name.replace(' again', '')],
  ['/feedback', ({ content }) => content],
  ['/nps/responses', ({ reason }) => reason],
  ['/support/cs/tickets', ({ subject }) => subject],
]

test('lists show what comes from accounts on a plan, and from those that pay an amount in the base currency', async () => {
  for (const [path, firmOf] of lists)
    for (const [query, firms] of cases) {
      const { data } = await get(path, { ...query, limit: '50' })
      assert.deepEqual([...new Set(data.map(firmOf))].sort(), [...firms].sort(), `${path} ${JSON.stringify(query)}`)
    }
})

test('themes, subthemes and opportunities are those of one account that matches all', async () => {
  for (const [path, id] of [
    ['/themes', theme.id],
    ['/subthemes', subtheme],
    ['/opportunities', opportunity.id],
  ] as const) {
    const has = async (query: Record<string, string>) =>
      (await get(path, query)).data.some((one: Body) => one.id === id)
    for (const [query, firms] of cases)
      assert.equal(await has(query), firms.length > 0, `${path} ${JSON.stringify(query)}`)
    assert.ok(await has({ account_id: accounts.small.id, plan: 'starter' }))
    assert.ok(!(await has({ account_id: accounts.small.id, plan: 'enterprise' })))
  }
})

test('a revenue that is no number is refused by name', async () => {
  const reply = await call('GET', '/insights', undefined, { revenue_min: 'much' })
  assert.deepEqual([reply.status, reply.body.error.details[0].path], [400, 'query.revenue_min'])
})

const groups = (query: Record<string, string>) => get('/insights/groups', { theme_id: theme.id, ...query })

test('insights are counted by account, those that pay most first, as many as the list has', async () => {
  const { data, currency } = await groups({ by: 'account' })
  assert.equal(currency, 'EUR')
  assert.deepEqual(
    data.map((one: Body) => [one.name, one.yearly_revenue, one.insight_count, one.account_count]),
    [
      ['large', 50_000, 2, 1],
      ['foreign', 30_000, 1, 1],
      ['small', 1200, 1, 1],
      ['unconverted', null, 1, 1],
      ['unknown', null, 1, 1],
      [null, null, 1, 0],
    ],
  )
  for (const { account_id, insight_count } of data.filter((one: Body) => one.account_id))
    assert.equal((await get('/insights', { theme_id: theme.id, account_id })).data.length, insight_count)
})

test('insights are counted by plan, with the revenue of each account once', async () => {
  const { data } = await groups({ by: 'plan' })
  assert.deepEqual(
    data.map((one: Body) => [one.plan, one.yearly_revenue, one.insight_count, one.account_count]),
    [
      ['enterprise', 80_000, 5, 4],
      ['starter', 1200, 1, 1],
      [null, null, 1, 0],
    ],
  )
  const filtered = await groups({ by: 'plan', revenue_min: '40000', order: 'insights' })
  assert.deepEqual(
    filtered.data.map((one: Body) => [one.plan, one.yearly_revenue, one.insight_count]),
    [['enterprise', 50_000, 2]],
  )
})
