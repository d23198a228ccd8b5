import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { raw, sql } from '#store/sql.ts'
import { app, type Body, call, org } from '../test-server.ts'
import { useTestWorker } from '../test-worker.ts'

useTestWorker({ startsWorker: false })

const post = async (path: string, body?: Body): Promise<Body> => {
  const response = await call('POST', path, body)
  assert.ok(response.status < 300, response.text)
  return response.body
}
const get = async (path: string, query?: Record<string, string>): Promise<Body> =>
  (await call('GET', path, undefined, query)).body
const accountOf = async (contact: Body) => get(`/accounts/${(await get(`/contacts/${contact.id}`)).account_id}`)
const companyOf = async (contact: Body) => (await get(`/contacts/${contact.id}`)).company
/** Each test has companies of its own. */
const unique = () => `a${newId().slice(-12)}`

test('two contacts of one company share its revenue, in the JSON that contacts have', async () => {
  const name = `Acme ${unique()}`
  const ana = await post('/contacts', { email: `ana@${unique()}.example`, company: { name, mrr: 1200 } })
  assert.deepEqual(ana.company, { name, domain: null, plan: null, mrr: 1200, size: null, attributes: {} })
  const bob = await post('/contacts', { email: `bob@${unique()}.example`, company: { name, plan: 'pro' } })
  assert.equal(bob.account_id, ana.account_id)
  const shared = { name, domain: null, plan: 'pro', mrr: 1200, size: null, attributes: {} }
  assert.deepEqual([bob.company, await companyOf(ana)], [shared, shared])
  const account = await accountOf(ana)
  assert.deepEqual(
    [account.name, account.revenue, account.contact_count],
    [name, { amount: 1200, currency: null, period: 'month' }, 2],
  )
})

test('a mail domain makes an account, a public one never does', async () => {
  const domain = `${unique()}.example`
  const ana = await post('/contacts', { email: `ana@${domain}` })
  assert.equal(ana.company, null)
  const account = await accountOf(ana)
  assert.deepEqual([account.name, account.domains, account.mail_domains], [null, [], [domain]])
  assert.equal((await post('/contacts', { email: `bob@${domain}` })).account_id, account.id)
  for (const mail of ['gmail.com', 'web.de', 'googlemail.com', 'outlook.fr', 'wp.pl'])
    assert.equal((await post('/contacts', { email: `${unique()}@${mail}` })).account_id, null, mail)
  const refused = await call('POST', '/accounts', { name: unique(), domains: ['gmail.com'] })
  assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'body.domains'])
})

test('a contact joins by its company’s domain before the name, and names differ by their domains', async () => {
  const [name, one, two] = [unique(), `${unique()}.example`, `${unique()}.example`]
  const first = await post('/contacts', { email: `${unique()}@gmail.com`, company: { name, domain: one } })
  const second = await post('/contacts', { email: `${unique()}@gmail.com`, company: { name, domain: two } })
  assert.notEqual(first.account_id, second.account_id)
  const third = await post('/contacts', {
    email: `${unique()}@gmail.com`,
    company: { name: 'Another name', domain: `https://www.${one}/` },
  })
  assert.equal(third.account_id, first.account_id)
  assert.equal((await companyOf(first)).name, 'Another name')
  assert.equal((await companyOf(third)).domain, `https://www.${one}/`)
})

test('a contact joins by the id of its company in another system', async () => {
  const identity = { provider: 'hubspot', external_id: unique() }
  const account = await post('/accounts', { name: unique(), identities: [identity], plan: 'gold' })
  const contact = await post('/contacts', { email: `${unique()}@gmail.com`, account_identity: identity })
  assert.deepEqual([contact.account_id, contact.company.plan], [account.id, 'gold'])
  const other = { provider: 'hubspot', external_id: unique() }
  const made = await post('/contacts', {
    email: `${unique()}@gmail.com`,
    account_identity: other,
    company: { name: 'Beta' },
  })
  assert.deepEqual((await accountOf(made)).identities, [other])
})

test('one of several contacts that gets another company goes there; a company of one is renamed', async () => {
  const [name, other] = [unique(), unique()]
  const ana = await post('/contacts', { email: `${unique()}@gmail.com`, company: { name, mrr: 5 } })
  const rename = await call('PATCH', `/contacts/${ana.id}`, { company: { name: `${name} Inc` } })
  assert.deepEqual([rename.body.account_id, rename.body.company.mrr], [ana.account_id, 5])
  const bob = await post('/contacts', { email: `${unique()}@gmail.com`, company: { name: `${name} Inc` } })
  assert.equal(bob.account_id, ana.account_id)
  const moved = (await call('PATCH', `/contacts/${bob.id}`, { company: { name: other } })).body
  assert.notEqual(moved.account_id, ana.account_id)
  assert.deepEqual([moved.company.name, moved.company.mrr], [other, null])
  assert.equal((await companyOf(ana)).name, `${name} Inc`)
})

test('a contact is put into an account and taken out of it by hand', async () => {
  const account = await post('/accounts', {
    name: unique(),
    revenue: { amount: 1200, currency: 'EUR', period: 'year' },
  })
  const contact = await post('/contacts', { email: `${unique()}@gmail.com` })
  const joined = (await call('PATCH', `/contacts/${contact.id}`, { account_id: account.id })).body
  assert.deepEqual([joined.account_id, joined.company.mrr], [account.id, 100])
  const left = (await call('PATCH', `/contacts/${contact.id}`, { account_id: null })).body
  assert.deepEqual([left.account_id, left.company], [null, null])
  const unknown = await call('PATCH', `/contacts/${contact.id}`, { account_id: newId() })
  assert.deepEqual([unknown.status, unknown.body.error.details[0].path], [400, 'body.account_id'])
  for (const found of [{ company: null }, { account_identity: { provider: 'generic', external_id: unique() } }]) {
    const both = await call('PATCH', `/contacts/${contact.id}`, { account_id: account.id, ...found })
    assert.deepEqual([both.status, both.body.error.details[0].path], [400, 'body.account_id'])
  }
})

test('the smallest revenue of a year is none of a month', async () => {
  const [name, amount] = [unique(), Number.MIN_VALUE]
  const contact = await post('/contacts', { email: `${unique()}@gmail.com`, company: { name } })
  const body = { name, revenue: { amount, currency: null, period: 'year' } }
  assert.equal((await post('/accounts', body)).revenue.amount, amount)
  assert.equal((await companyOf(contact)).mrr, 0)
})

test('an account that is said to have more and more ids is read with all of them', async () => {
  const name = unique()
  const idsFrom = (from: number) =>
    Array.from({ length: 30 }, (_, n) => ({ provider: 'generic', external_id: `${name}-${from + n}` }))
  await post('/accounts', { name, identities: idsFrom(0) })
  const { id } = await post('/accounts', { name, identities: idsFrom(30) })
  assert.equal((await get(`/accounts/${id}`)).identities.length, 60)
})

test('without name and domain a company stays with its contact', async () => {
  const contact = await post('/contacts', { email: `${unique()}@gmail.com`, company: { plan: 'pro' } })
  assert.deepEqual([contact.account_id, contact.company.plan], [null, 'pro'])
  const cleared = (await call('PATCH', `/contacts/${contact.id}`, { company: null })).body
  assert.equal(cleared.company, null)
  const again = await post('/contacts', { email: contact.email, company: null })
  assert.equal(again.result, 'unchanged')
})

test('what changes in an account is what its contacts show', async () => {
  const name = unique()
  const contact = await post('/contacts', { email: `${unique()}@gmail.com`, company: { name } })
  const { status, body } = await call('PATCH', `/accounts/${contact.account_id}`, {
    name: `${name} Ltd`,
    plan: 'enterprise',
    revenue: { amount: 100, currency: 'USD', period: 'month' },
    domains: [`${name}.example`],
  })
  assert.equal(status, 200, JSON.stringify(body))
  const { company } = await get(`/contacts/${contact.id}`)
  assert.deepEqual(
    [company.name, company.plan, company.mrr, company.domain],
    [`${name} Ltd`, 'enterprise', 100, `${name}.example`],
  )
  // The currency stays when a contact says the amount again.
  await call('PATCH', `/contacts/${contact.id}`, { company: { mrr: 200 } })
  assert.deepEqual((await get(`/accounts/${contact.account_id}`)).revenue, {
    amount: 200,
    currency: 'USD',
    period: 'month',
  })
})

test('an account is created once and found by id, domain or name', async () => {
  const [name, domain] = [unique(), `${unique()}.example`]
  const body = { name, domains: [domain], tags: ['a'], identities: [{ provider: 'crm', external_id: name }] }
  const created = await call('POST', '/accounts', body)
  assert.deepEqual([created.status, created.body.result], [201, 'created'])
  const again = await call('POST', '/accounts', body)
  assert.deepEqual([again.status, again.body.result, again.body.id], [200, 'unchanged', created.body.id])
  const more = await call('POST', '/accounts', { domains: [domain], tags: ['b'], plan: 'x' })
  assert.deepEqual([more.body.result, more.body.tags, more.body.plan], ['updated', ['a', 'b'], 'x'])
  assert.equal((await call('POST', '/accounts', {})).status, 400)
  const taken = await call('POST', '/accounts', {
    identities: [{ provider: 'crm', external_id: unique() }],
    domains: [`${unique()}.example`],
  })
  const duplicate = await call('PATCH', `/accounts/${taken.body.id}`, { domains: [domain] })
  assert.deepEqual([duplicate.status, duplicate.body.error.code], [409, 'DUPLICATE'])
})

test('accounts are filtered and sorted', async () => {
  const tag = unique()
  const make = (name: string, amount: number | null, more: Body = {}) =>
    post('/accounts', {
      name: `${name} ${tag}`,
      tags: [tag],
      revenue: amount === null ? null : { amount, currency: 'EUR', period: 'month' },
      ...more,
    })
  const [small, large, free] = [
    await make('Small', 10, { plan: 'basic', status: 'trial' }),
    await make('Large', 1000, { plan: 'gold' }),
    await make('Free', null),
  ]
  const ids = async (query: Record<string, string>) =>
    (await get('/accounts', { tag, ...query })).data.map(({ id }: Body) => id)
  assert.deepEqual(await ids({}), [free.id, large.id, small.id])
  assert.deepEqual(await ids({ sort: '-revenue' }), [large.id, small.id, free.id])
  assert.deepEqual(await ids({ sort: 'name' }), [free.id, large.id, small.id])
  assert.deepEqual(await ids({ revenue_min: '120', revenue_max: '200' }), [small.id])
  assert.deepEqual(await ids({ revenue_max: '200', sort: 'revenue' }), [small.id])
  assert.deepEqual(await ids({ plan: 'gold,basic' }), [large.id, small.id])
  assert.deepEqual(await ids({ status: 'trial' }), [small.id])
  assert.deepEqual(await ids({ q: 'large' }), [large.id])
  const page = await get('/accounts', { tag, sort: '-revenue', limit: '1' })
  assert.deepEqual(await ids({ sort: '-revenue', limit: '2', cursor: page.pagination.next_cursor }), [
    small.id,
    free.id,
  ])
})

test('a deleted account is gone and its contacts stay without a company', async () => {
  const contact = await post('/contacts', { email: `${unique()}@gmail.com`, company: { name: unique() } })
  for (let n = 0; n < 2; n++) assert.equal((await call('DELETE', `/accounts/${contact.account_id}`)).body.deleted, true)
  assert.equal((await call('GET', `/accounts/${contact.account_id}`)).status, 404)
  const { company, account_id } = await get(`/contacts/${contact.id}`)
  assert.deepEqual([company, account_id], [null, null])
})

test('lists and the page of an account show what its contacts said', async () => {
  const name = unique()
  const [ana, bob, eve] = [
    await post('/contacts', { email: `${unique()}@gmail.com`, company: { name } }),
    await post('/contacts', { email: `${unique()}@gmail.com`, company: { name } }),
    await post('/contacts', { email: `${unique()}@gmail.com`, company: { name: unique() } }),
  ]
  const theme = await post('/themes', { name: `Theme ${name}` })
  const said = { name: `Found ${name}`, sentiment: 'NEGATIVE', category: 'PAIN_POINTS', theme_ids: [theme.id] }
  const insights = [
    await post('/insights', { ...said, contact_id: ana.id }),
    await post('/insights', { ...said, contact_id: bob.id }),
  ]
  await post('/insights', { ...said, contact_id: eve.id })
  const feedback = await post('/feedback', { content: `Words ${name}`, contact_id: bob.id })
  await post('/feedback', { content: `Other words ${name}`, contact_id: eve.id })
  const responses = [
    await post('/nps/responses', { score: 10, contact_id: ana.id }),
    await post('/nps/responses', { score: 3, contact_id: bob.id }),
  ]
  await post('/nps/responses', { score: 3, contact_id: eve.id })
  const { account_id } = ana
  const idsOf = async (path: string) => (await get(path, { account_id })).data.map(({ id }: Body) => id).sort()
  const sorted = (items: Body[]) => items.map(({ id }) => id).sort()
  assert.deepEqual(await idsOf('/contacts'), sorted([ana, bob]))
  assert.deepEqual(await idsOf('/insights'), sorted(insights))
  assert.deepEqual(await idsOf('/feedback'), [feedback.id])
  assert.deepEqual(await idsOf('/nps/responses'), sorted(responses))
  const account = await get(`/accounts/${account_id}`)
  assert.deepEqual([account.contact_count, account.feedback_count, account.insight_count], [2, 1, 2])
  assert.deepEqual(account.nps, { score: 0, responses: 2 })
  assert.deepEqual(account.sentiment_breakdown, { positive: 0, negative: 2, neutral: 0 })
  const { id, color } = theme
  assert.deepEqual(account.top_themes, [{ id, name: theme.name, color, insight_count: 2 }])
})

/** All rows that a merge of accounts can change, without the times of their changes. */
async function state(): Promise<Body[]> {
  const rows = (table: string, without = '') =>
    app.store.rows<Body>(sql`
      select to_jsonb(t) ${raw(without)} as row from ${raw(table)} t where t.org_id = ${org.id} order by 1`)
  return [
    await rows('account', "- 'updated_at'"),
    await rows('account_domain'),
    await rows('account_identity'),
    await rows('account_merge'),
    // The document and the search vector follow from the other columns.
    await rows('contact', "- 'updated_at' - 'document'"),
  ].flat()
}

async function twoAccounts() {
  const [name, domain] = [unique(), `${unique()}.example`]
  const target = await post('/accounts', { name: `Target ${name}`, tags: ['a', 'b'], attributes: { tier: 1 } })
  const source = await post('/accounts', {
    name: `Source ${name}`,
    domains: [domain],
    plan: 'gold',
    revenue: { amount: 10, currency: 'EUR', period: 'month' },
    tags: ['b', 'c'],
    attributes: { tier: 2, region: 'EU' },
    identities: [{ provider: 'crm', external_id: name }],
  })
  const own = await post('/contacts', { email: `${unique()}@gmail.com`, company: { name: target.name } })
  const moved = await post('/contacts', { email: `ana@${domain}` })
  assert.deepEqual([own.account_id, moved.account_id], [target.id, source.id])
  const merge = () => post(`/accounts/${target.id}/merge`, { source_account_ids: [source.id] })
  return { target, source, own, moved, domain, merge }
}

test('a merge keeps the values of the account, fills the rest and moves contacts', async () => {
  const { target, source, moved, domain, merge } = await twoAccounts()
  const merged = await merge()
  assert.deepEqual(
    [merged.name, merged.plan, merged.revenue.amount, merged.domains, merged.tags, merged.attributes],
    [target.name, 'gold', 10, [domain], ['a', 'b', 'c'], { tier: 1, region: 'EU' }],
  )
  assert.deepEqual([merged.contact_count, merged.identities.length], [2, 1])
  assert.deepEqual(merged.merged_account_ids, [source.id])
  const { account_id, company } = await get(`/contacts/${moved.id}`)
  assert.deepEqual([account_id, company.name], [target.id, target.name])
  const gone = await call('GET', `/accounts/${source.id}`)
  assert.deepEqual([gone.status, gone.body.error.code], [410, 'MERGED'])
  assert.equal((await post('/contacts', { email: `eve@${domain}` })).account_id, target.id)
})

test('unmerging restores every row', async () => {
  const { source, merge } = await twoAccounts()
  const before = await state()
  await merge()
  assert.notDeepEqual(await state(), before)
  await post(`/accounts/${source.id}/unmerge`)
  assert.deepEqual(await state(), before)
  assert.equal((await post(`/accounts/${source.id}/unmerge`)).merged_into_id, null)
  assert.deepEqual(await state(), before)
})

test('merges of merges are taken apart one after the other', async () => {
  const [first, second] = [await twoAccounts(), await twoAccounts()]
  const before = await state()
  await first.merge()
  await post(`/accounts/${second.target.id}/merge`, { source_account_ids: [first.target.id] })
  const gone = await call('GET', `/accounts/${first.source.id}`)
  assert.equal(gone.body.error.replacement_id, second.target.id)
  const inner = await call('POST', `/accounts/${first.source.id}/unmerge`)
  assert.deepEqual([inner.status, inner.body.error.code], [409, 'INVALID_STATE'])
  for (const id of [first.target.id, first.source.id]) await post(`/accounts/${id}/unmerge`)
  assert.deepEqual(await state(), before)
})

test('two accounts that were merged into one are taken out in either order', async () => {
  for (const reversed of [false, true]) {
    const [first, second] = [await twoAccounts(), await twoAccounts()]
    const before = await state()
    const sources = [first.source.id, second.source.id]
    await post(`/accounts/${first.target.id}/merge`, { source_account_ids: sources })
    for (const id of reversed ? sources.toReversed() : sources) await post(`/accounts/${id}/unmerge`)
    assert.deepEqual(await state(), before)
  }
})

test('what changed after a merge stays when the account is taken out again', async () => {
  const { target, source, moved, own, merge } = await twoAccounts()
  await merge()
  await call('PATCH', `/accounts/${target.id}`, { plan: 'platinum', tags: ['a', 'b', 'c', 'd'] })
  await call('PATCH', `/contacts/${moved.id}`, { account_id: null })
  await post(`/accounts/${source.id}/unmerge`)
  const [kept, back] = [await get(`/accounts/${target.id}`), await get(`/accounts/${source.id}`)]
  assert.deepEqual([kept.plan, kept.tags, kept.revenue], ['platinum', ['a', 'b', 'd'], null])
  assert.deepEqual([back.plan, back.tags, back.contact_count], ['gold', ['b', 'c'], 0])
  assert.equal((await get(`/contacts/${own.id}`)).account_id, target.id)
})
