import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getCoverage } from '#domain/overview/dashboard/queries-coverage.ts'
import type { DashboardFilters } from '#domain/overview/dashboard/queries-filters.ts'
import { sql } from '#store/sql.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
let org: Org
before(async () => {
  app = await startTestApp()
  org = await app.org()
})
after(() => app.close())

/** Each with a contact of its own, one a second, the oldest first; the first ten are from another source. */
async function insertInsights(count: number) {
  await app.store.run(sql`
    insert into contact (org_id, id, email)
    select ${org.id}, ('01a00000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n || '@acme.example'
    from generate_series(1, ${count}) n`)
  await app.store.run(sql`
    insert into insight (org_id, id, name, sentiment, category, origin, source, contact_id, occurred_at)
    select ${org.id}, ('01a00000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Slow', 'NEGATIVE',
      'PAIN_POINTS', 'manual', case when n <= 10 then 'g2' else 'zendesk' end,
      ('01a00000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
      '2026-01-02T00:00:00Z'::timestamptz + make_interval(secs => n)
    from generate_series(1, ${count}) n`)
}

const coverage = async (filters: DashboardFilters) => {
  const row = await getCoverage(app.store, org.id, filters, { newest: 40, few: 20 })
  return [row.insight_count, row.contact_count, row.source_count, row.is_exact]
}

test('contacts of very many insights are counted among the newest, which the coverage says', async () => {
  await insertInsights(60)
  assert.deepEqual(await coverage({}), [60, 40, 1, false])
  assert.deepEqual(await coverage({ source: ['zendesk'] }), [50, 40, 1, false])
  assert.deepEqual(await coverage({ sentiment: ['NEGATIVE'] }), [60, 40, 1, false])
  assert.deepEqual(await coverage({ from: '2026-01-02T00:00:31Z' }), [30, 30, 1, true])
  const { feedback_since } = await getCoverage(app.store, org.id, { sentiment: ['NEGATIVE'] }, { newest: 40, few: 20 })
  assert.equal(new Date(feedback_since!).toISOString(), '2026-01-02T00:00:01.000Z')
})

test('contacts of few insights are counted exactly, also when they are older than the newest', async () => {
  assert.deepEqual(await coverage({ source: ['g2'] }), [10, 10, 1, true])
  assert.deepEqual(await coverage({ to: '2026-01-02T00:00:21Z' }), [20, 20, 2, true])
  assert.deepEqual(await coverage({ source: ['g2'], category: ['PAIN_POINTS'] }), [10, 10, 1, true])
  assert.deepEqual(await coverage({ source: ['nowhere'] }), [0, 0, 0, true])
})
