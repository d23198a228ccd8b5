import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ruleFields } from '#contract/resources/segment-rules.ts'
import { fieldKinds } from '#domain/segmentation/validate-rules.ts'
import { useTestServerWithSharedOrg, org, app } from '../test-server.ts'
import { type Body, segmentsClient, type SegmentsClient } from './segments-client.ts'

let client: SegmentsClient
/** Ten contacts, so that a preview shows all of them. */
const contacts: Body[] = []

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** Contacts with one mail domain have one company. */
const acme = { name: 'Acme Corp', domain: 'acme.com', plan: 'Enterprise', attributes: { tier: 'Gold' } }
const facts: Body[] = [
  {
    email: 'ana@Acme.com',
    company: acme,
    country: 'DE',
    language: 'de',
    tags: ['Beta', 'vip'],
    attributes: { mrr: 500, role: 'Admin' },
  },
  {
    email: 'bo@other.io',
    company: { name: 'Other', plan: 'scale' },
    country: 'BR',
    language: 'pt-BR',
    attributes: { mrr: '1200.50', since: '2026-01-15' },
  },
  {
    email: 'cy@acme.com',
    company: acme,
    attributes: { mrr: 'a lot', since: '2026-02-30', active: true },
    tags: ['churned'],
  },
  { email: 'di@mail.acme.com', company: { name: 'ACME Labs', plan: 'free' }, attributes: { mrr: 0, active: false } },
  {
    email: 'ed@x.org',
    identities: [{ provider: 'Intercom', external_id: '1' }],
    attributes: { since: '2026-03-01T10:00:00Z', role: '' },
  },
  { email: 'fay@x.org', identities: [{ provider: 'zendesk', external_id: '1' }] },
  { email: 'gus@x.org', country: 'DE', attributes: { mrr: -5 } },
  { phone: '+4930901820' },
  { email: 'ida@wild.example', company: { name: '100% _Wild\\' } },
  { email: 'jo@x.org', tags: ['100%'] },
]
/** Feedback by the index of its contact. */
const feedbackByContact: [number, Body][] = [
  [
    0,
    { source: 'slack', metadata: { channel: 'C0', channel_name: 'Sales' }, tags: ['Urgent'], occurred_at: daysAgo(2) },
  ],
  [0, { source: 'zendesk', occurred_at: daysAgo(50) }],
  [1, { source: 'slack', metadata: { channel_id: 'C9', customer_tier: 'Gold' }, occurred_at: daysAgo(40) }],
  [4, { source: 'api', metadata: { customer_tier: 7 }, tags: ['urgent', 'low'], occurred_at: daysAgo(1) }],
  [5, { source: 'intercom', occurred_at: daysAgo(200) }],
]
const scores: [number, number][] = [
  [0, 9],
  [1, 7],
  [2, 6],
  [3, 10],
  [6, 0],
]

useTestServerWithSharedOrg({
  async afterStart() {
    client = segmentsClient(app, org)
    for (const one of facts) contacts.push(await client.create('/contacts', one))
    for (const [n, one] of feedbackByContact) await client.feedback({ ...one, contact_id: contacts[n]!.id })
    for (const [n, score] of scores)
      await client.create('/nps/responses', { score, contact_id: contacts[n]!.id, responded_at: daysAgo(1000) })
  },
})

const preview = (rules: Body) => client.call('POST', '/segments/preview', { rules })
const matchingContacts = async (rules: Body): Promise<number[]> => {
  const { body } = await preview(rules)
  assert.equal(body.contact_count, body.sample_contacts?.length, JSON.stringify(body))
  return body.sample_contacts
    .map((one: Body) => contacts.findIndex((person) => person.id === one.id))
    .sort((a: number, b: number) => a - b)
}

test('every field and operator matches the expected contacts', async () => {
  const all = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
  const table: [string, string, unknown, number[], string?][] = [
    ['email_domain', 'eq', 'ACME.com', [0, 2]],
    ['email_domain', 'neq', 'acme.com', [1, 3, 4, 5, 6, 7, 8, 9]],
    ['email_domain', 'ends_with', 'acme.com', [0, 2, 3]],
    ['email_domain', 'is_not_set', undefined, [7]],
    ['email', 'in', ['BO@other.io', 'nobody@x.org'], [1]],
    ['email', 'not_in', ['bo@other.io'], all.filter((n) => n !== 1)],
    ['email', 'starts_with', 'ANA@', [0]],
    ['company_name', 'contains', 'acme', [0, 2, 3]],
    ['company_name', 'contains', '% _w', [8]],
    ['company_name', 'ends_with', '\\', [8]],
    ['company_domain', 'eq', 'acme.com', [0, 2]],
    ['company_domain', 'is_set', undefined, [0, 2]],
    ['plan', 'in', ['enterprise', 'Scale'], [0, 1, 2]],
    ['plan', 'is_set', undefined, [0, 1, 2, 3]],
    ['country', 'eq', 'de', [0, 6]],
    ['language', 'starts_with', 'PT', [1]],
    ['tag', 'eq', 'beta', [0]],
    ['tag', 'neq', 'beta', all.slice(1)],
    ['tag', 'contains', '0%', [9]],
    ['tag', 'in', ['vip', 'churned'], [0, 2]],
    ['tag', 'is_set', undefined, [0, 2, 9]],
    ['nps_type', 'eq', 'promoter', [0, 3]],
    ['nps_type', 'in', ['passive', 'Detractor'], [1, 2, 6]],
    ['nps_type', 'is_not_set', undefined, [4, 5, 7, 8, 9]],
    ['nps_type', 'neq', 'promoter', [1, 2, 4, 5, 6, 7, 8, 9]],
    ['feedback_count', 'eq', 2, [0]],
    ['feedback_count', 'eq', 0, [2, 3, 6, 7, 8, 9]],
    ['feedback_count', 'gte', 1, [0, 1, 4, 5]],
    ['feedback_count', 'lt', 1.5, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['feedback_count', 'in', [0, 2], [0, 2, 3, 6, 7, 8, 9]],
    ['feedback_count', 'neq', 0, [0, 1, 4, 5]],
    ['last_feedback_at', 'within_days', 30, [0, 4]],
    ['last_feedback_at', 'before', daysAgo(10), [1, 5]],
    ['last_feedback_at', 'after', daysAgo(45).slice(0, 10), [0, 1, 4]],
    ['last_feedback_at', 'is_set', undefined, [0, 1, 4, 5]],
    ['last_feedback_at', 'is_not_set', undefined, [2, 3, 6, 7, 8, 9]],
    ['created_at', 'within_days', 1, all],
    ['created_at', 'before', '2026-01-01', []],
    ['created_at', 'after', '2020-01-01T00:00:00Z', all],
    ['integration_source', 'eq', 'intercom', [4, 5]],
    ['integration_source', 'in', ['slack', 'zendesk'], [0, 1, 5]],
    ['integration_source', 'is_not_set', undefined, [2, 3, 6, 7, 8, 9]],
    ['integration_source', 'neq', 'slack', [2, 3, 4, 5, 6, 7, 8, 9]],
    ['integration_tag', 'eq', 'URGENT', [0, 4]],
    ['integration_tag', 'not_in', ['low'], [0, 1, 2, 3, 5, 6, 7, 8, 9]],
    ['integration_tag', 'is_set', undefined, [0, 4]],
    ['slack_channel', 'eq', 'c0', [0]],
    ['slack_channel', 'in', ['sales', 'c9'], [0, 1]],
    ['slack_channel', 'is_set', undefined, [0, 1]],
    ['attribute', 'gte', 500, [0, 1], 'mrr'],
    ['attribute', 'lt', 1, [3, 6], 'mrr'],
    ['attribute', 'eq', 500, [0], 'mrr'],
    ['attribute', 'eq', '500', [0], 'mrr'],
    ['attribute', 'eq', 1200.5, [1], 'mrr'],
    ['attribute', 'in', ['500', 0], [0, 3], 'mrr'],
    ['attribute', 'contains', 'LOT', [2], 'mrr'],
    ['attribute', 'is_set', undefined, [0, 1, 2, 3, 6], 'mrr'],
    ['attribute', 'is_not_set', undefined, [4, 5, 7, 8, 9], 'mrr'],
    ['attribute', 'eq', true, [2], 'active'],
    ['attribute', 'neq', true, all.filter((n) => n !== 2), 'active'],
    ['attribute', 'before', '2026-02-01', [1], 'since'],
    ['attribute', 'after', '2026-02-01', [4], 'since'],
    ['attribute', 'within_days', 36_500, [1, 4], 'since'],
    ['attribute', 'eq', 'admin', [0], 'role'],
    ['attribute', 'is_set', undefined, [0, 4], 'role'],
    ['integration_attribute', 'eq', 'gold', [0, 2], 'tier'],
    ['integration_attribute', 'eq', 'gold', [1], 'customer_tier'],
    ['integration_attribute', 'gt', 6, [4], 'customer_tier'],
    ['integration_attribute', 'is_set', undefined, [1, 4], 'customer_tier'],
    ['integration_attribute', 'neq', 'gold', all.filter((n) => n !== 1), 'customer_tier'],
    ['custom_field', 'eq', 'gold', [], 'tier'],
    ['custom_field', 'is_not_set', undefined, all, 'tier'],
  ]
  for (const [field, op, value, expected, key] of table) {
    const condition = { field, op, ...(key && { key }), ...(value !== undefined && { value }) }
    assert.deepEqual(await matchingContacts({ conditions: [condition] }), expected, JSON.stringify(condition))
  }
  assert.deepEqual([...new Set(table.map(([field]) => field))].sort(), [...ruleFields].sort())
})

test('any, all and one level of groups combine, and each condition is counted', async () => {
  const german = { field: 'country', op: 'eq', value: 'DE' }
  const acme = { field: 'email_domain', op: 'eq', value: 'acme.com' }
  const promoter = { field: 'nps_type', op: 'eq', value: 'promoter' }
  assert.deepEqual(await matchingContacts({ conditions: [german, acme] }), [0, 2, 6])
  assert.deepEqual(await matchingContacts({ match: 'all', conditions: [german, acme] }), [0])
  assert.deepEqual(
    await matchingContacts({ conditions: [german, { match: 'all', conditions: [promoter, acme] }] }),
    [0, 6],
  )
  assert.deepEqual(
    await matchingContacts({
      match: 'all',
      conditions: [
        { conditions: [german, acme] },
        { match: 'any', conditions: [promoter, { field: 'tag', op: 'eq', value: 'churned' }] },
      ],
    }),
    [0, 2],
  )
  const { body } = await preview({ conditions: [german, { match: 'all', conditions: [promoter, acme] }] })
  assert.deepEqual(body.per_condition_counts, [
    { path: 'conditions.0', contact_count: 2 },
    { path: 'conditions.1.conditions.0', contact_count: 2 },
    { path: 'conditions.1.conditions.1', contact_count: 2 },
  ])
  assert.deepEqual(
    body.sample_contacts.find((one: Body) => one.email === 'ana@Acme.com'),
    { id: contacts[0]!.id, name: null, email: 'ana@Acme.com' },
  )
  assert.deepEqual((await client.read('/segments')).data, [])
})

/** A reference implementation of the rules, one contact at a time. */
const feedbackOf = (n: number) => feedbackByContact.filter(([who]) => who === n).map(([, one]) => one)
const valuesOf = (field: string, n: number): string[] => {
  const one = facts[n]!
  const known = (list: unknown[]) => list.filter((value) => value !== undefined && value !== '').map(String)
  if (field === 'email_domain') return known([one.email?.split('@')[1]])
  if (field === 'plan') return known([one.company?.plan])
  if (field === 'country') return known([one.country])
  if (field === 'tag') return known(one.tags ?? [])
  if (field === 'integration_tag') return known(feedbackOf(n).flatMap((word) => word.tags ?? []))
  if (field === 'integration_source')
    return known([
      ...(one.identities ?? []).map((identity: Body) => identity.provider),
      ...feedbackOf(n).map((word) => word.source),
    ])
  const score = scores.find(([who]) => who === n)?.[1]
  return score === undefined ? [] : [score >= 9 ? 'promoter' : score >= 7 ? 'passive' : 'detractor']
}
const meets = (n: number, { field, op, value }: Body): boolean => {
  const values = valuesOf(field, n).map((text) => text.toLowerCase())
  const low = (Array.isArray(value) ? value : [value]).map((text) => String(text).toLowerCase())
  if (op === 'is_set') return values.length > 0
  if (op === 'is_not_set') return values.length === 0
  if (op === 'neq' || op === 'not_in') return !values.some((text) => low.includes(text))
  return values.some((text) => low.includes(text))
}

test('random rules match the same contacts as a reference implementation', async () => {
  const pool: Record<string, string[]> = {
    email_domain: ['acme.com', 'X.org', 'none.example'],
    plan: ['free', 'ENTERPRISE', 'gone'],
    country: ['DE', 'br', 'FR'],
    tag: ['beta', 'VIP', '100%'],
    integration_tag: ['urgent', 'LOW'],
    integration_source: ['slack', 'intercom', 'zendesk', 'api'],
    nps_type: ['promoter', 'passive', 'detractor'],
  }
  const condition = fc.constantFrom(...Object.keys(pool)).chain((field) =>
    fc.oneof(
      fc.record({
        field: fc.constant(field),
        op: fc.constantFrom('eq', 'neq'),
        value: fc.constantFrom(...pool[field]!),
      }),
      fc.record({
        field: fc.constant(field),
        op: fc.constantFrom('in', 'not_in'),
        value: fc.uniqueArray(fc.constantFrom(...pool[field]!), { minLength: 1 }),
      }),
      fc.record({ field: fc.constant(field), op: fc.constantFrom('is_set', 'is_not_set') }),
    ),
  )
  const match = fc.constantFrom('any', 'all')
  const rules = fc.record({
    match,
    conditions: fc.array(
      fc.oneof(condition, fc.record({ match, conditions: fc.array(condition, { minLength: 1, maxLength: 3 }) })),
      { minLength: 1, maxLength: 4 },
    ),
  })
  const holds = (n: number, node: Body): boolean => {
    if (!node.conditions) return meets(n, node)
    return node.match === 'all'
      ? node.conditions.every((one: Body) => holds(n, one))
      : node.conditions.some((one: Body) => holds(n, one))
  }
  await fc.assert(
    fc.asyncProperty(rules, async (drawn) => {
      assert.deepEqual(
        await matchingContacts(drawn),
        facts.flatMap((_, n) => (holds(n, drawn) ? [n] : [])),
      )
    }),
    { numRuns: 120 },
  )
})

test('invalid rules are refused with their path', async () => {
  const at = async (conditions: unknown[], more: Body = {}) => {
    const { status, body } = await preview({ conditions, ...more })
    return status === 400 ? body.error.details[0].path : status
  }
  const ok = { field: 'plan', op: 'eq', value: 'pro' }
  const many = (n: number) => Array.from({ length: n }, () => ok)
  for (const [condition, place] of [
    [{ field: 'plan', op: 'gt', value: 3 }, '.op'],
    [{ field: 'plan', op: 'eq' }, '.value'],
    [{ field: 'plan', op: 'eq', value: 3 }, '.value'],
    [{ field: 'plan', op: 'eq', value: ['a'] }, '.value'],
    [{ field: 'plan', op: 'in', value: 'a' }, '.value'],
    [{ field: 'plan', op: 'is_set', value: 'a' }, '.value'],
    [{ field: 'plan', op: 'contains', value: 3 }, '.value'],
    [{ field: 'plan', key: 'x', op: 'eq', value: 'a' }, '.key'],
    [{ field: 'attribute', op: 'eq', value: 'a' }, '.key'],
    [{ field: 'nps_type', op: 'eq', value: 'fan' }, '.value'],
    [{ field: 'nps_type', op: 'contains', value: 'pro' }, '.op'],
    [{ field: 'feedback_count', op: 'eq', value: '3' }, '.value'],
    [{ field: 'feedback_count', op: 'is_set' }, '.op'],
    [{ field: 'created_at', op: 'eq', value: '2026-01-01' }, '.op'],
    [{ field: 'created_at', op: 'before', value: 'soon' }, '.value'],
    [{ field: 'created_at', op: 'before', value: '2026-02-30' }, '.value'],
    [{ field: 'created_at', op: 'within_days', value: 0 }, '.value'],
    [{ field: 'created_at', op: 'within_days', value: 1.5 }, '.value'],
    [{ field: 'attribute', key: 'mrr', op: 'gt', value: 'x' }, '.value'],
  ] as const) {
    assert.equal(await at([ok, condition]), `body.rules.conditions.1${place}`, JSON.stringify(condition))
    assert.equal(
      await at([{ match: 'all', conditions: [ok, condition] }]),
      `body.rules.conditions.0.conditions.1${place}`,
      JSON.stringify(condition),
    )
  }
  assert.equal(await at([]), 'body.rules.conditions')
  assert.equal(await at(many(26)), 'body.rules.conditions')
  assert.equal(await at([{ conditions: many(13) }, { conditions: many(13) }]), 'body.rules.conditions')
  assert.equal(await at(many(25)), 200)
  assert.equal(await at([ok], { match: 'some' }), 'body.rules.match')
  assert.equal((await preview({ conditions: [{ conditions: [{ conditions: [ok] }] }] })).status, 400)
  assert.equal((await preview({ conditions: [{ field: 'shoe_size', op: 'eq', value: 'a' }] })).status, 400)
  assert.equal(Object.keys(fieldKinds).length, ruleFields.length)
})
