import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Org, openWorld, type World } from '../world.ts'

let world: World
let org: Org
before(async () => {
  world = await openWorld()
  org = await world.org()
})
after(() => world.close())

const call = (method: string, path: string, options?: Parameters<World['call']>[3]) => world.call(org.admin.key, method, path, options)
const insight = async (fields: object = {}) =>
  (await call('POST', '/insights', { body: { name: 'Export fails', sentiment: 'NEGATIVE', category: 'BUGS_AND_ERRORS', ...fields } })).body

test('an insight can be created, read, listed and deleted', async () => {
  const theme = (await call('POST', '/themes', { body: { name: 'Export' } })).body
  const created = await insight({ theme_ids: [theme.id], quote: 'It just spins "forever"' })
  assert.equal(created.quote, 'It just spins "forever"')
  assert.deepEqual(created.themes, [{ id: theme.id, name: 'Export', color: theme.color }])
  const listed = (await call('GET', '/insights')).body
  assert.deepEqual(listed.data.map((i: { id: string }) => i.id), [created.id])
  assert.equal((await call('GET', `/themes/${theme.id}`)).body.insight_count, 1)
  assert.equal((await call('DELETE', `/insights/${created.id}`)).status, 200)
  assert.equal((await call('GET', `/insights/${created.id}`)).status, 404)
  assert.equal((await call('GET', `/themes/${theme.id}`)).body.insight_count, 0)
})
