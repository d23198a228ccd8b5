import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canDryRun, type Route } from '#contract/core/route.ts'
import { newId } from '#store/ids.ts'
import { countRoundTrips } from './count-round-trips.ts'
import { createFixture, type Fixture } from './fixtures.ts'
import { ceilings } from './round-trip-ceilings.ts'
import { publicCases, sampleOf } from './samples.ts'
import { app, org, useTestServer } from './test-server.ts'

useTestServer()

/** Authorization; begin with idempotency and checks; all writes; commit. */
const usual = 4

type RoundTrips = ReturnType<typeof countRoundTrips>

/** A dry run needs one more: it checks deferred constraints before it rolls back. */
const ofDryRun = 1
const attempts = 3

test('no write takes more round trips than its ceiling', async () => {
  const fixture = await createFixture(app, org)
  const trips = countRoundTrips(app.store)
  const found: Record<string, number> = {}
  for (const [id, route] of publicCases)
    if (route.method !== 'GET' && canDryRun(route)) found[id] = await leastTrips(trips, [id, route], fixture)
  if (process.env.PRINT_ROUND_TRIPS) console.log(found)
  const over = Object.entries(found).filter(([id, count]) => count > (ceilings[id] ?? usual))
  assert.deepEqual(over, [])
  assert.deepEqual(
    Object.keys(ceilings).filter((id) => !(id in found)),
    [],
  )
  assert.ok(Object.keys(found).length > 50)
})

/** Again if there were more than expected, because the server also writes in the background. */
async function leastTrips(trips: RoundTrips, [id, route]: [string, Route], fixture: Fixture): Promise<number> {
  let least = Infinity
  const { path, query, body } = sampleOf(route, fixture)
  for (let n = 0; n < attempts && least > (ceilings[id] ?? usual); n++) {
    trips.reset()
    const reply = await app.call(org.admin.key, route.method, path, {
      query: { ...query, dry_run: 'true' },
      headers: { 'idempotency-key': newId() },
      ...(body && { body }),
    })
    assert.ok(reply.status < 300, `${route.method} ${path}: ${reply.text}`)
    least = Math.min(least, trips.count() - ofDryRun)
  }
  return least
}
