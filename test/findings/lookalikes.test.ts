import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { VectorSearch } from '#domain/findings/semantic/search.ts'
import { sql } from '#store/sql.ts'
import { app, type Body, call, org } from '../test-server.ts'
import { callOk, useTestWorkerWithSharedOrg, waitForOrgJobs } from '../test-worker.ts'

/* After insights were put into a theme or subtheme: those that say the same are offered, and no others. */

const sites = [
  'I cannot see the appointments of all our clinics in one calendar',
  'We need one calendar that shows the appointments of every clinic',
  'There is no way to see the calendars of all clinics at once',
  'Switching between the calendars of our three clinics is tedious',
  'A shared calendar for all clinics is missing',
  'Reception has to open the calendar of each clinic by itself',
  'I want all our clinics in one calendar view',
]
const invoices = [
  'The invoice has the wrong address of the customer',
  'Invoices are sent to the old address of the customer',
  'The address on our invoices is wrong again',
  'An invoice showed the wrong customer address',
]
const reminders = [
  'Text message reminders arrive a day too late',
  'The reminder text message was sent after the visit',
  'Our clients get their reminders too late',
  'Reminders by text message come far too late',
]
const others = [
  'Printing a lab report takes five minutes',
  'Please add a dark mode for night shifts',
  'The microphone does not work in video calls',
]

const semanticSearch = new VectorSearch('model')
useTestWorkerWithSharedOrg(
  {
    workerOptions: () => ({ embeddings: 'model' }),
    async afterStart() {
      const items = [...sites, ...invoices, ...reminders, ...others].map((content) => ({ content, source: 'app' }))
      await callOk('POST', '/feedback/bulk', { items })
      await waitForOrgJobs()
    },
  },
  { semanticSearch },
)
after(() => semanticSearch.close())

/** Insights by what was said. */
async function saying(texts: readonly string[]): Promise<string[]> {
  const { data } = await callOk('GET', '/insights', undefined, { limit: '100' })
  return data.filter(({ quote }: Body) => texts.includes(quote)).map(({ id }: Body) => id)
}
const idsOf = ({ data }: Body): string[] => data.map(({ id }: Body) => id)
const sorted = (ids: readonly string[]) => [...ids].sort()

test('three insights of one need offer the others of it, the most similar first, and nothing else', async () => {
  const theme = await callOk('POST', '/themes', { name: 'All sites together' })
  const all = await saying(sites)
  assert.equal(all.length, sites.length)
  const moved = all.slice(0, 3)
  await callOk('POST', `/themes/${theme.id}/insights`, { insight_ids: moved })

  const given = await callOk('GET', `/themes/${theme.id}/lookalikes`, undefined, { to: moved.join() })
  const rest = all.slice(3)
  const offered = idsOf(given)
  const others = given.data.filter(({ id }: Body) => !rest.includes(id)).map(({ name }: Body) => name)
  assert.deepEqual(others, [], 'of another need')
  assert.ok(offered.length >= rest.length - 1, `${offered.length} of ${rest.length}`)
  const similarities = given.data.map((one: Body) => one.similarity)
  assert.deepEqual(
    similarities,
    similarities.toSorted((a: number, b: number) => b - a),
  )

  const unasked = await callOk('GET', `/themes/${theme.id}/lookalikes`)
  assert.deepEqual(idsOf(unasked), offered, 'without ids: what people put there')
  const one = await callOk('GET', `/themes/${theme.id}/lookalikes`, undefined, { limit: '1' })
  assert.deepEqual(idsOf(one), offered.slice(0, 1))
})

test('an insight that a person has placed, or that is there already, is not offered', async () => {
  const [theme, other] = [
    await callOk('POST', '/themes', { name: 'Clinics in one place' }),
    await callOk('POST', '/themes', { name: 'Something else' }),
  ]
  const all = await saying(sites)
  const placed = async () =>
    app.store.run(
      sql`update insight set themes_overridden = false where org_id = ${org.id} and id = any(${all}::uuid[])`,
    )
  await placed()
  const query = { to: all.slice(0, 2).join() }
  const before = idsOf(await callOk('GET', `/themes/${theme.id}/lookalikes`, undefined, query))
  const [elsewhere, without, there, ...left] = before
  assert.ok(left.length > 0)
  await callOk('PATCH', `/insights/${elsewhere}/themes`, { theme_ids: [other.id] })
  await callOk('PATCH', `/insights/${without}/themes`, { theme_ids: [] })
  await callOk('POST', `/themes/${theme.id}/insights`, { insight_ids: [there] })
  const now = idsOf(await callOk('GET', `/themes/${theme.id}/lookalikes`, undefined, query))
  assert.deepEqual(sorted(now), sorted(left))
})

test('a subtheme is offered what says the same, also of its own theme', async () => {
  const theme = await callOk('POST', '/themes', { name: 'Billing letters' })
  const all = await saying(invoices)
  const made = await callOk('POST', `/themes/${theme.id}/subthemes`, {
    name: 'Wrong address',
    insight_ids: all.slice(0, 2),
  })
  const offered = idsOf(
    await callOk('GET', `/subthemes/${made.id}/lookalikes`, undefined, { to: all.slice(0, 2).join() }),
  )
  assert.deepEqual(sorted(offered), sorted(all.slice(2)))
  await callOk('POST', `/subthemes/${made.id}/insights`, { insight_ids: offered })
  assert.deepEqual((await callOk('GET', `/subthemes/${made.id}/lookalikes`)).data, [])
})

test('a theme that no person has put anything into offers nothing, and one that is gone is not found', async () => {
  const theme = await callOk('POST', '/themes', { name: 'Untouched' })
  assert.deepEqual((await callOk('GET', `/themes/${theme.id}/lookalikes`)).data, [])
  const target = await callOk('POST', '/themes', { name: 'Target' })
  await callOk('POST', `/themes/${target.id}/merge`, { source_theme_ids: [theme.id] })
  assert.equal((await call('GET', `/themes/${theme.id}/lookalikes`)).body.error.code, 'MERGED')
})
