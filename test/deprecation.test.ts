import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openapi } from '#api/routes/openapi.ts'
import { inventory, publicInventory } from '#contract/index.ts'
import type { Deprecation } from '#contract/core/deprecation.ts'
import type { Route } from '#contract/core/route.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const deprecated: Deprecation = { since: '2026-03-01', sunset: '2027-03-01', replacement: 'listInsights' }
const route: Route = inventory.listThemes

let app: TestApp
before(async () => {
  route.deprecated = deprecated
  app = await startTestApp()
})
after(async () => {
  delete route.deprecated
  await app.close()
})

test('every response of a deprecated operation says so, and no other', async () => {
  const org = await app.org()
  const themes = await app.call(org.admin.key, 'GET', '/themes')
  assert.equal(themes.status, 200)
  assert.equal(themes.headers.get('deprecation'), '@1772323200')
  assert.equal(themes.headers.get('sunset'), 'Mon, 01 Mar 2027 00:00:00 GMT')
  const refused = await app.call('wrong', 'GET', '/themes')
  assert.deepEqual([refused.status, refused.headers.get('deprecation')], [401, '@1772323200'])
  const created = await app.call(org.admin.key, 'POST', '/themes', { body: { name: 'Export' } })
  assert.deepEqual([created.status, created.headers.get('deprecation')], [201, null])
})

test('the OpenAPI document marks it', () => {
  const { paths } = openapi(publicInventory, { version: 'test', server: '/api/v1' })
  const { get, post } = paths['/themes'] as Record<string, { deprecated?: boolean; description: string }>
  assert.equal(get!.deprecated, true)
  assert.match(
    get!.description,
    /Deprecated since 2026-03-01 and removed from 2027-03-01 on\. Use `listInsights` instead\.$/,
  )
  assert.equal(post!.deprecated, undefined)
})
