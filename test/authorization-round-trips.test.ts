import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { updateOrganization } from '#domain/organizations/queries.ts'
import { countRoundTrips } from './count-round-trips.ts'
import { type Org, startTestApp, type TestApp } from './test-app.ts'

let app: TestApp
let org: Org
before(async () => {
  app = await startTestApp()
  org = await app.org()
})
after(() => app.close())

const read = (path: string) => app.call(org.admin.key, 'GET', path)

test('a list with a known key takes one round trip, and its key is checked in it', async () => {
  const paths = ['/insights', '/themes', '/projects', '/feedback', '/contacts']
  for (const path of paths) assert.equal((await read(path)).status, 200)
  const trips = countRoundTrips(app.store)
  for (const path of paths) {
    const counts: number[] = []
    for (let n = 0; n < 3; n++) {
      trips.reset()
      assert.equal((await read(path)).status, 200)
      counts.push(trips.count())
    }
    // The least, because the server also writes in the background.
    assert.equal(Math.min(...counts), 1, path)
  }
  await updateOrganization(app.store, org.id, { api_enabled: false })
  for (const path of paths) assert.equal((await read(path)).body.error.code, 'API_DISABLED', path)
})
