import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mostPerOrganization, remember, requestsOf } from '#domain/account/requests/ring.ts'
import { newId } from '#store/ids.ts'
import { openWorld, type World } from '../world.ts'
import { signedIn } from './browser.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

type Entry = { path: string; status: number; code: string | null; key_id: string; request_id: string }

test('requests of keys are listed by route and outcome: admins see all, others their own, other organizations none', async () => {
  const org = await world.org()
  const other = await world.org()
  const missing = await world.call(org.member.key, 'GET', `/themes/${newId()}`)
  await world.call(org.admin.key, 'GET', '/themes', { query: { q: 'something private' } })
  const admin = await signedIn(world, org.admin)
  const listed = async (query: Record<string, string> = {}) => (await admin.app('GET', '/requests', { query })).body.data as Entry[]
  assert.deepEqual((await listed()).map(({ path, status, code, key_id }) => [path, status, code, key_id]), [
    ['/api/v1/themes', 200, null, org.admin.keyId],
    ['/api/v1/themes/{themeId}', 404, 'NOT_FOUND', org.member.keyId],
  ])
  assert.equal((await listed({ outcome: 'failed' }))[0]!.request_id, missing.headers.get('x-request-id'))
  assert.equal((await listed({ key_id: org.admin.keyId })).length, 1)
  const member = await signedIn(world, org.member)
  assert.deepEqual(((await member.app('GET', '/requests')).body.data as Entry[]).map(({ key_id }) => key_id), [org.member.keyId])
  assert.deepEqual((await (await signedIn(world, other.admin)).app('GET', '/requests')).body.data, [])
})

test('what is remembered stays bounded, and the latest stay', () => {
  const entry = { method: 'GET', path: '/api/v1/me', status: 200, code: null, duration_ms: 1, key_id: newId(), user_id: 'u' }
  for (let n = 0; n < mostPerOrganization + 20; n++) remember('org-bounded', { ...entry, request_id: String(n) })
  const kept = requestsOf('org-bounded')
  assert.deepEqual([kept.length, kept[0]!.request_id, kept.at(-1)!.request_id], [mostPerOrganization, '20', String(mostPerOrganization + 19)])
})
