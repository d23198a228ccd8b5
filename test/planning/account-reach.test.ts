import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countAccountReach } from '#domain/ranking/account-reach/jobs.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { app, type Body, call, org } from '../test-server.ts'
import { useTestWorker } from '../test-worker.ts'

/* The accounts behind themes and plans, and what they pay. */

useTestWorker({ startsWorker: false })

const ok = async (method: string, path: string, body?: Body, query?: Record<string, string>): Promise<Body> => {
  const response = await call(method, path, body, query)
  assert.ok(response.status < 300, response.text)
  return response.body
}
const unique = () => `a${newId().slice(-12)}`
const rates = (base_currency: string | null, worth: Record<string, number> = {}) => ({
  base_currency,
  rates: Object.entries(worth).map(([currency, rate]) => ({ currency, rate, date: '2026-05-02' })),
})
const account = async (revenue: Body | null) => (await ok('POST', '/accounts', { name: unique(), revenue })).id
const yearly = (amount: number, currency: string | null) => ({ amount, currency, period: 'year' })
const contactOf = async (account_id: string | null) => {
  const { id } = await ok('POST', '/contacts', { email: `${unique()}@gmail.com` })
  if (account_id) await ok('PATCH', `/contacts/${id}`, { account_id })
  return id as string
}
const insight = async (contact_id: string | null, theme: string) => {
  const { id } = await ok('POST', '/insights', {
    name: `Export fails ${unique()}`,
    sentiment: 'NEGATIVE',
    category: 'PAIN_POINTS',
    theme_ids: [theme],
    ...(contact_id && { contact_id }),
  })
  return id as string
}
const newTheme = async () => (await ok('POST', '/themes', { name: `Export ${unique()}` })).id as string
const reachOf = async (path: string) => (await ok('GET', path)).account_reach

test('each account counts once, converted; currencies without a rate are listed apart', async () => {
  await ok('PATCH', '/exchange-rates', rates('EUR', { USD: 0.5 }))
  const theme = await newTheme()
  const accounts = [
    await account(yearly(1000, 'EUR')),
    await account({ amount: 100, currency: 'USD', period: 'month' }),
    await account(yearly(250.25, null)),
    await account(yearly(9000, 'JPY')),
    await account(null),
  ]
  const ids: string[] = []
  for (const one of [...accounts, accounts[0]!, null]) ids.push(await insight(await contactOf(one), theme))
  ids.push(await insight(null, theme))
  const opportunity = await ok('POST', '/opportunities', {
    title: unique(),
    category: 'PAIN_POINTS',
    insight_ids: ids.slice(0, 2),
  })
  const initiative = await ok('POST', '/initiatives', { title: unique() })
  await ok('POST', `/initiatives/${initiative.id}/insights`, { insight_ids: ids.slice(2, 4) })
  const project = await ok('POST', '/projects', { title: unique() })
  const assigned = await app.call(org.admin.key, 'POST', '/build/projects', {
    body: { action: 'assign_insights', project_id: project.id, insight_ids: ids.slice(4, 6) },
    headers: { 'idempotency-key': newId() },
  })
  assert.equal(assigned.status, 200, assigned.text)
  assert.equal(await reachOf(`/themes/${theme}`), null, 'before the first count')
  assert.ok((await countAccountReach(app.store)) >= 4)
  const expected = {
    account_count: 5,
    yearly_revenue: 1850.25,
    currency: 'EUR',
    revenue_account_count: 3,
    unknown_revenue_account_count: 1,
    unconverted: [{ currency: 'JPY', account_count: 1, yearly_revenue: 9000 }],
  }
  assert.deepEqual(await reachOf(`/themes/${theme}`), expected)
  const listed = (await ok('GET', '/themes', undefined, { sort: '-revenue', limit: '1' })).data
  assert.deepEqual([listed[0].id, listed[0].account_reach], [theme, expected])
  const short = ({ account_count, yearly_revenue }: Body) => [account_count, yearly_revenue]
  for (const [path, id, figures] of [
    ['/opportunities', opportunity.id, [2, 1600]],
    ['/initiatives', initiative.id, [2, 250.25]],
    ['/projects', project.id, [2, 1000]],
  ] as const) {
    assert.deepEqual(short(await reachOf(`${path}/${id}`)), figures, path)
    const row = (await ok('GET', path)).data.find((one: Body) => one.id === id)
    assert.deepEqual(short(row.account_reach), figures, path)
  }
  const behind = (query: Record<string, string>) => ok('GET', '/accounts', undefined, query)
  const idsOf = async (query: Record<string, string>) => (await behind(query)).data.map((one: Body) => one.id).sort()
  assert.deepEqual(await idsOf({ theme_id: theme }), accounts.toSorted())
  assert.deepEqual(await idsOf({ opportunity_id: opportunity.id }), accounts.slice(0, 2).sort())
  assert.deepEqual(await idsOf({ initiative_id: initiative.id }), accounts.slice(2, 4).sort())
  assert.deepEqual(await idsOf({ project_id: project.id }), [accounts[4], accounts[0]].sort())
  const first = (await ok('GET', '/opportunities', undefined, { sort: '-revenue' })).data[0]
  assert.equal(first.id, opportunity.id)
})

test('a subtheme has its accounts', async () => {
  await ok('PATCH', '/exchange-rates', rates('EUR'))
  const theme = await newTheme()
  const one = await insight(await contactOf(await account(yearly(70, 'EUR'))), theme)
  const subtheme = await ok('POST', `/themes/${theme}/subthemes`, { name: unique(), insight_ids: [one] })
  await countAccountReach(app.store)
  const { account_reach } = await ok('GET', `/subthemes/${subtheme.id}`)
  assert.deepEqual([account_reach.account_count, account_reach.yearly_revenue], [1, 70])
  const { data } = await ok('GET', '/subthemes', undefined, { theme_id: theme })
  assert.deepEqual(data[0].account_reach, account_reach)
  assert.equal((await ok('GET', '/accounts', undefined, { subtheme_id: subtheme.id })).data.length, 1)
})

test('figures follow rates, revenue, merged accounts and deleted insights; what is the same is not written', async () => {
  await ok('PATCH', '/exchange-rates', rates('EUR', { USD: 0.5 }))
  const theme = await newTheme()
  const [one, other] = [await account(yearly(100, 'USD')), await account(yearly(10, 'EUR'))]
  const said = await insight(await contactOf(one), theme)
  await insight(await contactOf(other), theme)
  const counted = async () => {
    await countAccountReach(app.store)
    const { account_count, yearly_revenue, unconverted } = await reachOf(`/themes/${theme}`)
    return [account_count, yearly_revenue, unconverted.length]
  }
  assert.deepEqual(await counted(), [2, 60, 0])
  assert.equal(await countAccountReach(app.store), 0)
  await ok('PATCH', '/exchange-rates', rates('EUR', { USD: 2 }))
  assert.deepEqual(await counted(), [2, 210, 0])
  await ok('PATCH', '/exchange-rates', rates('EUR'))
  assert.deepEqual(await counted(), [2, 10, 1])
  await ok('PATCH', '/exchange-rates', rates(null))
  assert.deepEqual(await counted(), [2, 0, 2])
  await ok('PATCH', '/exchange-rates', rates('USD', { EUR: 1.1 }))
  await ok('PATCH', `/accounts/${other}`, { revenue: yearly(20, 'EUR') })
  assert.deepEqual(await counted(), [2, 122, 0])
  await ok('POST', `/accounts/${other}/merge`, { source_account_ids: [one] })
  assert.deepEqual(await counted(), [1, 22, 0])
  await ok('POST', `/accounts/${one}/unmerge`)
  assert.deepEqual(await counted(), [2, 122, 0])
  await ok('DELETE', `/insights/${said}`)
  assert.deepEqual(await counted(), [1, 22, 0])
})

test('an organization without changes is not counted again', async () => {
  await account(yearly(70, 'EUR'))
  await countAccountReach(app.store)
  await app.store.run(sql`update account_reach_state set counted_at = '2100-01-01' where org_id = ${org.id}`)
  const theme = await newTheme()
  assert.equal(await countAccountReach(app.store), 0)
  assert.equal(await reachOf(`/themes/${theme}`), null)
  await app.store.run(sql`update account_reach_state set counted_at = now() where org_id = ${org.id}`)
  assert.equal(await countAccountReach(app.store), 1)
})

test('rates are positive, one for each currency, and none for the base currency', async () => {
  const refused = async (body: Body, path: string) => {
    const response = await call('PATCH', '/exchange-rates', body)
    assert.deepEqual([response.status, response.body.error?.details?.[0].path], [400, path], response.text)
  }
  const [rate] = rates('EUR', { USD: 2 }).rates
  await refused({ ...rates('EUR'), rates: [rate, rate] }, 'body.rates.1.currency')
  await refused({ ...rates('USD'), rates: [rate] }, 'body.rates.0.currency')
  await refused({ ...rates('EUR'), rates: [{ ...rate, rate: 0 }] }, 'body.rates.0.rate')
  await refused({ ...rates('EUR'), rates: [{ ...rate, currency: 'usd' }] }, 'body.rates.0.currency')
  await refused({ ...rates('euro') }, 'body.base_currency')
  const stored = rates('CHF', { EUR: 0.97 })
  assert.deepEqual(await ok('PATCH', '/exchange-rates', stored), stored)
  assert.deepEqual(await ok('GET', '/exchange-rates'), stored)
})
