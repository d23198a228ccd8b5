import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedIn } from '../account/browser.ts'
import { useTestServerWithSharedOrg, org, app } from '../test-server.ts'

useTestServerWithSharedOrg()

const send = async (body: object) => {
  const { body: item } = await app.call(org.admin.key, 'POST', '/feedback', { body })
  return [item.status, item.skip_reason]
}

test('filtered feedback is stored and skipped with the reason', async () => {
  const browser = await signedIn(app, org.admin)
  assert.deepEqual((await browser.app('GET', '/ingest-filters')).body, {
    internal_domains: [],
    ignored_sources: [],
    min_length: 0,
  })
  assert.deepEqual(await send({ content: 'Hi' }), ['queued', null])
  const set = await browser.app('PATCH', '/ingest-filters', {
    body: { internal_domains: ['Acme.example', 'acme.example'], min_length: 4 },
  })
  assert.deepEqual(set.body, { internal_domains: ['acme.example'], ignored_sources: [], min_length: 4 })
  assert.deepEqual(
    (await browser.app('PATCH', '/ingest-filters', { body: { ignored_sources: ['test'] } })).body.min_length,
    4,
  )
  const long = 'Long enough'
  assert.deepEqual(await send({ content: ' Hi  ' }), ['skipped', 'too_short'])
  assert.deepEqual(await send({ content: '😀😀😀' }), ['skipped', 'too_short'])
  assert.deepEqual(await send({ content: long, source: 'test' }), ['skipped', 'ignored_source'])
  assert.deepEqual(await send({ content: long, contact: { email: 'Ana@ACME.example' } }), [
    'skipped',
    'internal_domain',
  ])
  assert.deepEqual(await send({ content: long, contact: { email: 'ana@mail.acme.example' } }), ['queued', null])
  assert.deepEqual(await send({ content: long, analyze: false }), ['skipped', 'not_requested'])
  assert.deepEqual(await send({ content: long }), ['queued', null])
  const nps = (
    await app.call(org.admin.key, 'POST', '/nps/responses', {
      body: { score: 9, reason: long, contact: { email: 'ana@acme.example' } },
    })
  ).body
  assert.equal(nps.analysis_status, 'skipped')
})

test('only admins can change filters, and only to valid values', async () => {
  const [admin, member] = [await signedIn(app, org.admin), await signedIn(app, org.member)]
  assert.equal((await member.app('GET', '/ingest-filters')).status, 200)
  assert.equal(
    (await member.app('PATCH', '/ingest-filters', { body: { min_length: 0 } })).body.error.code,
    'ROLE_NOT_ALLOWED',
  )
  for (const [field, value] of [
    ['internal_domains', ['not a domain']],
    ['internal_domains', ['@acme.example']],
    ['ignored_sources', ['Two Words']],
    ['min_length', -1],
    ['min_length', 1001],
  ] as const)
    assert.ok(
      (await admin.app('PATCH', '/ingest-filters', { body: { [field]: value } })).body.error.details[0].path.startsWith(
        `body.${field}`,
      ),
      field,
    )
  assert.equal((await admin.app('PATCH', '/ingest-filters', { body: {} })).status, 400)
})
