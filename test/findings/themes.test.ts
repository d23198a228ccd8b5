import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { type Body, call, useTestServer, org, app } from '../test-server.ts'
import { readPages } from '../read-pages.ts'

useTestServer()

const theme = async (name = `Theme ${newId()}`, more: Body = {}): Promise<Body> =>
  (await call('POST', '/themes', { name, ...more })).body
const insight = async (theme_ids: string[], more: Body = {}): Promise<Body> =>
  (
    await call('POST', '/insights', {
      name: 'Found',
      sentiment: 'NEGATIVE',
      category: 'PAIN_POINTS',
      theme_ids,
      ...more,
    })
  ).body
const names = async (query: Record<string, string>) =>
  (await call('GET', '/themes', undefined, query)).body.data.map((t: Body) => t.name)

test('a theme has the contract’s fields in the list and more in the detail', async () => {
  const made = await theme('Export', { notes: 'n', definition: 'd', color: '#00ff00' })
  const { data } = (await call('GET', '/themes')).body
  assert.deepEqual(Object.keys(data[0]).sort(), [
    'account_reach',
    'color',
    'created_at',
    'id',
    'insight_count',
    'name',
    'notes',
    'updated_at',
  ])
  const detail = (await call('GET', `/themes/${made.id}`)).body
  assert.deepEqual(
    [detail.definition, detail.origin, detail.trend, detail.first_insight_at],
    ['d', 'manual', 'flat', null],
  )
})

test('names are unique without case among the live themes of an organization', async () => {
  const first = await theme('Export')
  assert.deepEqual([(await call('POST', '/themes', { name: ' eXPORT ' })).status], [409])
  const second = await theme('Import')
  assert.equal((await call('PATCH', `/themes/${second.id}`, { name: 'EXPORT' })).body.error.code, 'DUPLICATE')
  assert.equal((await call('PATCH', `/themes/${first.id}`, { name: 'export' })).status, 200)
  const elsewhere = await app.org()
  assert.equal((await app.call(elsewhere.admin.key, 'POST', '/themes', { body: { name: 'Export' } })).status, 201)
  await call('DELETE', `/themes/${first.id}`)
  assert.equal((await call('POST', '/themes', { name: 'Export' })).status, 201)
  assert.equal((await call('PATCH', `/themes/${first.id}`, { archived: false })).body.error.code, 'DUPLICATE')
})

test('of two concurrent themes with the same name one is created', async () => {
  for (let n = 0; n < 6; n++) {
    const both = await Promise.all([theme(`One ${n}`), theme(`Two ${n}`)])
    const replies = await Promise.all(both.map(({ id }) => call('PATCH', `/themes/${id}`, { name: `Same ${n}` })))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409], replies.map(({ text }) => text).join())
  }
})

test('colours come from the palette, the least used first', async () => {
  const colors = new Set<string>()
  for (let i = 0; i < 12; i++) colors.add((await theme()).color)
  assert.equal(colors.size, 12)
})

test('archiving hides a theme and its links, restoring shows them again', async () => {
  const made = await theme('Export')
  const found = await insight([made.id])
  const archived = (await call('DELETE', `/themes/${made.id}`)).body
  assert.ok(archived.archived_at)
  assert.deepEqual((await call('DELETE', `/themes/${made.id}`)).body.archived_at, archived.archived_at)
  assert.deepEqual(await names({}), [])
  assert.deepEqual(await names({ include_archived: 'true' }), ['Export'])
  assert.deepEqual((await call('GET', `/insights/${found.id}`)).body.themes, [])
  assert.deepEqual((await call('GET', '/insights')).body.data[0].themes, [])
  assert.equal(
    (await call('POST', `/themes/${made.id}/insights`, { insight_ids: [found.id] })).body.error.code,
    'INVALID_STATE',
  )
  await call('PATCH', `/themes/${made.id}`, { archived: false })
  assert.equal((await call('GET', '/insights')).body.data[0].themes[0].id, made.id)
})

test('merging moves every link once and redirects the old ids to the final theme', async () => {
  const [a, b, c] = [await theme('A'), await theme('B'), await theme('C')]
  await insight([a.id])
  const both = await insight([a.id, b.id])
  await insight([b.id])
  const merged = (await call('POST', `/themes/${b.id}/merge`, { source_theme_ids: [a.id] })).body
  assert.deepEqual([merged.moved_insight_count, merged.insight_count], [2, 3])
  assert.deepEqual(
    (await call('GET', `/insights/${both.id}`)).body.themes.map((t: Body) => t.id),
    [b.id],
  )
  await call('POST', `/themes/${c.id}/merge`, { source_theme_ids: [b.id] })
  for (const old of [a, b]) {
    const gone = await call('GET', `/themes/${old.id}`)
    assert.deepEqual([gone.status, gone.body.error.code, gone.body.error.replacement_id], [410, 'MERGED', c.id])
  }
  assert.equal((await call('GET', `/themes/${c.id}`)).body.insight_count, 3)
  assert.equal((await call('POST', `/themes/${c.id}/merge`, { source_theme_ids: [c.id] })).status, 400)
  assert.equal((await call('POST', `/themes/${c.id}/merge`, { source_theme_ids: [a.id] })).status, 400)
})

test('linking counts new links, and one unknown insight links none', async () => {
  const made = await theme()
  const [one, two] = [await insight([]), await insight([])]
  assert.deepEqual((await call('POST', `/themes/${made.id}/insights`, { insight_ids: [one.id] })).body, {
    linked: 1,
    already_linked: 0,
  })
  assert.deepEqual((await call('POST', `/themes/${made.id}/insights`, { insight_ids: [one.id, two.id] })).body, {
    linked: 1,
    already_linked: 1,
  })
  const refused = await call('POST', `/themes/${made.id}/insights`, { insight_ids: [two.id, newId()] })
  assert.equal(refused.status, 400)
  assert.equal((await call('GET', `/themes/${made.id}`)).body.insight_count, 2)
  const unlinked = await call('DELETE', `/themes/${made.id}/insights/${one.id}`)
  assert.deepEqual(unlinked.body, { theme_id: made.id, insight_id: one.id, linked: false })
  assert.equal((await call('GET', `/themes/${made.id}`)).body.insight_count, 1)
})

test('counts stay correct through every operation on insights', async () => {
  const made = await theme()
  const count = async () => (await call('GET', `/themes/${made.id}`)).body.insight_count as number
  const found = await insight([made.id])
  assert.equal(await count(), 1)
  await call('PATCH', `/insights/${found.id}`, { status: 'dismissed' })
  assert.equal(await count(), 0)
  await call('PATCH', `/insights/${found.id}`, { status: 'active', theme_ids: [] })
  assert.equal(await count(), 0)
  await call('POST', `/insights/${found.id}/themes`, { theme_ids: [made.id] })
  assert.equal(await count(), 1)
  const other = await insight([made.id])
  await call('POST', `/insights/${found.id}/merge`, { source_insight_ids: [other.id] })
  assert.equal(await count(), 1)
  await call('DELETE', `/insights/${found.id}`)
  assert.equal(await count(), 0)
})

test('counts stay correct when many clients link, unlink and dismiss concurrently', async () => {
  const themes = await Promise.all([theme(), theme(), theme()])
  const ids = themes.map((t) => t.id as string)
  const found = await Promise.all(Array.from({ length: 6 }, () => insight([])))
  await Promise.all(
    Array.from({ length: 60 }, (_, i) => {
      const target = found[i % 6]!.id as string
      if (i % 4 === 0) return call('PATCH', `/insights/${target}/themes`, { theme_ids: ids.slice(0, i % 3) })
      if (i % 4 === 1) return call('POST', `/themes/${ids[i % 3]}/insights`, { insight_ids: found.map((f) => f.id) })
      if (i % 4 === 2) return call('PATCH', `/insights/${target}`, { status: i % 8 === 2 ? 'dismissed' : 'active' })
      return call('DELETE', `/themes/${ids[i % 3]}/insights/${target}`)
    }),
  )
  const rows = await app.store.rows<{ insight_count: number; recount: number }>(sql`
    select insight_count, (select count(*) from insight_theme l join insight i on i.org_id = l.org_id and i.id = l.insight_id and i.live where l.org_id = t.org_id and l.theme_id = t.id) as recount
    from theme t where org_id = ${org.id}`)
  for (const row of rows) assert.equal(row.insight_count, row.recount)
  const drift = await app.store.rows(sql`
    select id from insight i where org_id = ${org.id}
      and (select coalesce(array_agg(t order by t), '{}') from unnest(i.theme_ids) t) <> (select coalesce(array_agg(theme_id order by theme_id), '{}') from insight_theme l where l.org_id = i.org_id and l.insight_id = i.id)`)
  assert.deepEqual(drift, [])
})

test('every order pages through all themes once', async () => {
  for (let i = 0; i < 7; i++) {
    const made = await theme(`T${i % 3}-${i}`)
    for (let n = 0; n < i % 3; n++) await insight([made.id])
  }
  for (const sort of ['-created_at', 'created_at', '-insight_count', 'name', '-name', '-updated_at']) {
    const whole = (await call('GET', '/themes', undefined, { sort })).body.data.map((t: Body) => t.id)
    const [walked, sizes]: [string[], number[]] = [[], []]
    const read = async (cursor: object) =>
      (await call('GET', '/themes', undefined, { sort, limit: '2', ...cursor })).body
    for await (const page of readPages(read)) {
      walked.push(...page.data.map((t: Body) => t.id))
      sizes.push(page.data.length)
    }
    assert.deepEqual(walked, whole, sort)
    assert.equal(new Set(walked).size, 7)
    assert.deepEqual(sizes, [2, 2, 2, 1], sort)
  }
  const { data, pagination } = (await call('GET', '/themes', undefined, { sort: '-insight_count', limit: '7' })).body
  assert.deepEqual(
    data.map((t: Body) => t.insight_count),
    [2, 2, 1, 1, 0, 0, 0],
  )
  assert.deepEqual([pagination.has_more, pagination.next_cursor], [false, null], 'a full last page')
})

test('search is literal and case-insensitive', async () => {
  await theme('100% export_rate')
  await theme('exports')
  assert.deepEqual(await names({ q: '0% EXPORT_' }), ['100% export_rate'])
  assert.deepEqual(await names({ q: 'export' }), ['exports', '100% export_rate'])
  for (const q of ['t_', '%', '0%']) assert.deepEqual(await names({ q }), ['100% export_rate'], q)
})

test('a delta export includes changed and merged themes', async () => {
  const [a, b] = [await theme('A'), await theme('B')]
  const since = new Date(Date.now() - 60_000).toISOString()
  await call('POST', `/themes/${b.id}/merge`, { source_theme_ids: [a.id] })
  const page = (await call('GET', '/themes', undefined, { updated_since: since, include_deleted: 'true' })).body
  assert.deepEqual(
    page.data.find((t: Body) => t.deleted),
    { id: a.id, deleted: true, deleted_at: page.data.find((t: Body) => t.deleted).deleted_at, merged_into_id: b.id },
  )
  assert.ok(page.pagination.sync_until <= new Date().toISOString())
  const plain = (await call('GET', '/themes', undefined, { updated_since: since })).body
  assert.deepEqual(
    plain.data.map((t: Body) => t.id),
    [b.id],
  )
})

test('the timeline counts sentiments, with empty periods', async () => {
  const made = await theme()
  const at = (occurred_at: string, sentiment: string) => insight([made.id], { occurred_at, sentiment })
  await at('2026-01-10T00:00:00Z', 'NEGATIVE')
  await at('2026-01-31T23:59:59.999Z', 'POSITIVE')
  await at('2026-03-01T00:00:00Z', 'NEUTRAL')
  assert.deepEqual((await call('GET', `/themes/${made.id}/timeline`)).body.data, [
    { period: '2026-01-01', positive: 1, negative: 1, neutral: 0 },
    { period: '2026-02-01', positive: 0, negative: 0, neutral: 0 },
    { period: '2026-03-01', positive: 0, negative: 0, neutral: 1 },
  ])
  const days = (await call('GET', `/themes/${made.id}/timeline`, undefined, { granularity: 'day', from: '2026-02-01' }))
    .body.data
  assert.deepEqual(days, [{ period: '2026-03-01', positive: 0, negative: 0, neutral: 1 }])
  const january = { granularity: 'day', from: '2026-01-31', to: '2026-01-31' }
  assert.deepEqual(
    (await call('GET', `/themes/${made.id}/timeline`, undefined, january)).body.data,
    [{ period: '2026-01-31', positive: 1, negative: 0, neutral: 0 }],
    'the last day counts whole',
  )
  assert.deepEqual((await call('GET', `/themes/${(await theme()).id}/timeline`)).body.data, [])
})

test('include=activity adds recent insights by week and the number of subthemes, and is absent otherwise', async () => {
  const [busy, silent] = [await theme('Export'), await theme('Import')]
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const occurrences = [
    [0.5, 'NEGATIVE'],
    [1, 'POSITIVE'],
    [8, 'NEUTRAL'],
    [83, 'NEGATIVE'],
    [85, 'NEGATIVE'],
    [167, 'POSITIVE'],
    [169, 'NEGATIVE'],
  ] as const
  for (const [days, sentiment] of occurrences) await insight([busy.id], { sentiment, occurred_at: daysAgo(days) })
  const gone = await insight([busy.id], { occurred_at: daysAgo(1) })
  await call('DELETE', `/insights/${gone.id}`)
  for (const [name, count] of [
    ['Slow', 2],
    ['Silent', 0],
  ] as const)
    await app.store.run(
      sql`insert into subtheme (org_id, id, theme_id, name, insight_count) values (${org.id}, ${newId()}, ${busy.id}, ${name}, ${count})`,
    )
  const { data } = (await call('GET', '/themes', undefined, { include: 'activity' })).body
  const activityOf = ({ id }: Body) => data.find((one: Body) => one.id === id).activity
  assert.deepEqual(activityOf(busy), {
    weeks: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2],
    previous_insight_count: 2,
    sentiment_breakdown: { positive: 1, negative: 2, neutral: 1 },
    subtheme_count: 1,
  })
  assert.deepEqual(activityOf(silent), {
    weeks: Array(12).fill(0),
    previous_insight_count: 0,
    sentiment_breakdown: { positive: 0, negative: 0, neutral: 0 },
    subtheme_count: 0,
  })
  assert.ok((await call('GET', '/themes')).body.data.every((one: Body) => !('activity' in one)))
  assert.equal((await call('GET', '/themes', undefined, { include: 'everything' })).status, 400)
})
