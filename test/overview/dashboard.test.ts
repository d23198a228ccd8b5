import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { useTestServerWithSharedOrg, org, app } from '../test-server.ts'

useTestServerWithSharedOrg()

const dayMs = 24 * 3600 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
const dateOf = (instant: string) => instant.slice(0, 10)

async function make(path: string, body: object, key = org.admin.key): Promise<any> {
  const reply = await app.call(key, 'POST', path, { body })
  assert.ok(reply.status < 300, reply.text)
  return reply.body
}
const get = async (path: string, query: Record<string, string> = {}, key = org.admin.key) => {
  const reply = await app.call(key, 'GET', path, { query })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

type Found = { sentiment: string; theme: string; days: number; category?: string }
const found: Found[] = []

async function insights(
  theme: { id: string; name: string },
  sentiment: string,
  days: number,
  count: number,
  category = 'PAIN_POINTS',
) {
  for (let n = 0; n < count; n++) {
    await make('/insights', {
      name: `${theme.name} ${days} ${n}`,
      sentiment,
      category,
      theme_ids: [theme.id],
      occurred_at: daysAgo(days),
    })
    found.push({ sentiment, theme: theme.name, days, category })
  }
}

test('an empty organization gets zeros, empty lists and complete timelines', async () => {
  const empty = await app.org({ name: 'Empty' })
  const body = await get('/dashboard', { period: '30d' }, empty.admin.key)
  assert.equal(body.sentiment_timeline.length, 30)
  assert.equal(body.kpis.insights.value, 0)
  assert.equal(body.kpis.insights.change_pct, null)
  assert.equal(body.kpis.negative_share.value, null)
  assert.equal(body.nps, null)
  assert.equal(body.data_since, null)
  assert.equal(body.summary, 'Nothing came in during the last 30 days.')
  const coverage = await get('/dashboard/coverage', {}, empty.admin.key)
  assert.deepEqual(coverage, {
    verdict: 'none',
    insight_count: 0,
    contact_count: 0,
    source_count: 0,
    is_exact: true,
    feedback_since: null,
    threshold: { insights: 20, contacts: 8 },
  })
})

test('the dashboard counts both periods and applies the rules for rising and quiet themes', async () => {
  const [exporting, search, sync, loved] = await Promise.all(
    ['Export', 'Search', 'Sync', 'Loved'].map((name) => make('/themes', { name })),
  )
  await insights(exporting, 'NEGATIVE', 1, 5)
  await insights(exporting, 'NEGATIVE', 9, 4)
  await insights(search, 'NEGATIVE', 2, 4)
  await insights(search, 'NEGATIVE', 10, 4)
  await insights(sync, 'NEGATIVE', 9, 5)
  await insights(sync, 'NEUTRAL', 3, 2)
  await insights(loved, 'POSITIVE', 0, 3, 'DELIGHTS')
  const contact = await make('/contacts', { email: 'ana@example.com' })
  await make('/feedback', { content: 'It spins', source: 'slack', contact_id: contact.id, occurred_at: daysAgo(1) })
  await make('/feedback', { content: 'It spun', source: 'slack', contact_id: contact.id, occurred_at: daysAgo(20) })
  await make('/initiatives', { title: 'Exports that finish', status: 'building' })
  await make('/initiatives', { title: 'Only an idea' })
  await make('/opportunities', { title: 'Large exports fail', category: 'PAIN_POINTS' })
  await make('/projects', { title: 'Stream the export', status: 'in_progress' })

  const body = await get('/dashboard')
  const current = found.filter((one) => one.days < 7)
  const previous = found.filter((one) => one.days >= 7 && one.days < 14)
  assert.deepEqual(body.kpis.insights, {
    value: current.length,
    previous: previous.length,
    change_pct: Math.round((1000 * (current.length - previous.length)) / previous.length) / 10,
  })
  assert.deepEqual(body.kpis.feedback, { value: 1, previous: 0, change_pct: null })
  const negative = current.filter((one) => one.sentiment === 'NEGATIVE').length
  assert.deepEqual(body.kpis.negative_share, {
    value: Math.round((1000 * negative) / current.length) / 10,
    previous: 100,
    insights: current.length,
  })
  assert.deepEqual(body.kpis.initiatives_in_progress, { value: 1 })
  assert.deepEqual(body.kpis.new_opportunities, { value: 1, previous: 0 })
  // 5 of 4 is a quarter more; 4 of 4 is not; 3 of none is.
  assert.deepEqual(
    body.negative_rising.map((t: any) => [t.name, t.current, t.previous, t.change_pct]),
    [['Export', 5, 4, 25]],
  )
  assert.deepEqual(
    body.positive_rising.map((t: any) => [t.name, t.current, t.previous, t.change_pct]),
    [['Loved', 3, 0, null]],
  )
  // 2 of 5 is two fifths.
  assert.deepEqual(
    body.quiet_themes.map((t: any) => [t.name, t.current, t.previous]),
    [['Sync', 2, 5]],
  )
  assert.deepEqual(
    body.top_themes.map((t: any) => [t.name, t.insight_count]),
    [
      ['Export', 5],
      ['Search', 4],
      ['Loved', 3],
      ['Sync', 2],
    ],
  )
  assert.equal(body.new_themes.length, 4)
  assert.deepEqual(
    body.initiatives_in_progress.map((i: any) => [i.title, i.status]),
    [['Exports that finish', 'building']],
  )
  assert.deepEqual(
    body.projects_in_progress.map((p: any) => [p.title, p.evidence_added]),
    [['Stream the export', 0]],
  )
  assert.deepEqual(
    body.new_opportunities.map((o: any) => o.title),
    ['Large exports fail'],
  )
  assert.equal(body.sentiment_timeline.length, 7)
  for (const { date, positive, negative: bad, neutral } of body.sentiment_timeline) {
    const day = current.filter((one) => dateOf(daysAgo(one.days)) === date)
    assert.deepEqual(
      [positive, bad, neutral],
      ['POSITIVE', 'NEGATIVE', 'NEUTRAL'].map((s) => day.filter((one) => one.sentiment === s).length),
      date,
    )
  }
  assert.equal(
    body.feedback_timeline.reduce((sum: number, day: any) => sum + day.value, 0),
    1,
  )
  assert.match(
    body.summary,
    /^14 insights and 1 piece of feedback in the last 7 days: 1 more than in the period before\. /,
  )
  assert.match(body.summary, /about Export \(4 to 5\)/)
})

test('any range of days and the last twelve months work; the previous period has the same length and its own timeline', async () => {
  const [from, to] = [dateOf(daysAgo(10)), dateOf(daysAgo(9))]
  const body = await get('/dashboard', { from, to })
  assert.deepEqual(
    [body.period.from, body.period.to, body.period.previous_from],
    [`${from}T00:00:00.000Z`, `${dateOf(daysAgo(8))}T00:00:00.000Z`, `${dateOf(daysAgo(12))}T00:00:00.000Z`],
  )
  const within = found.filter((one) => [from, to].includes(dateOf(daysAgo(one.days))))
  assert.deepEqual(
    [body.kpis.insights.value, body.sentiment_timeline.map((day: any) => day.date)],
    [within.length, [from, to]],
  )
  assert.ok(within.length > 0)
  assert.match(body.summary, new RegExp(`in the 2 days up to ${to}: `))
  const year = await get('/dashboard', { period: '12m' })
  assert.deepEqual(
    [year.sentiment_timeline.length, year.previous_timeline.length, year.kpis.insights.value],
    [365, 365, found.length],
  )
  const week = await get('/dashboard')
  assert.equal(
    week.previous_timeline.reduce((sum: number, day: any) => sum + day.value, 0),
    week.kpis.insights.previous,
  )
  for (const query of [
    { from },
    { to },
    { from: to, to: from },
    { from: '2020-01-01', to },
    { from: '1900-01-01', to: '1900-01-02' },
    { from: '2026-02-30', to: '2026-03-01' },
  ] as Record<string, string>[])
    assert.equal((await app.call(org.admin.key, 'GET', '/dashboard', { query })).status, 400, JSON.stringify(query))
})

test('the number of insights equals the length of the list with the same bounds', async () => {
  const { period, kpis } = await get('/dashboard')
  const list = await get('/insights', { occurred_after: period.from, occurred_before: period.to, limit: '100' })
  assert.equal(list.data.length, kpis.insights.value)
})

test('deleted insights, archived themes and other organizations are not counted', async () => {
  const other = await app.org({ name: 'Other' })
  const theme = await make('/themes', { name: 'Gone' }, other.admin.key)
  const ids: string[] = []
  for (let n = 0; n < 4; n++)
    ids.push(
      (
        await make(
          '/insights',
          { name: `x${n}`, sentiment: 'NEGATIVE', category: 'PAIN_POINTS', theme_ids: [theme.id] },
          other.admin.key,
        )
      ).id,
    )
  await app.call(other.admin.key, 'DELETE', `/insights/${ids[0]}`)
  assert.equal((await get('/dashboard', {}, other.admin.key)).negative_rising[0].current, 3)
  await app.call(other.admin.key, 'DELETE', `/themes/${theme.id}`)
  const body = await get('/dashboard', {}, other.admin.key)
  assert.deepEqual([body.kpis.insights.value, body.negative_rising, body.top_themes, body.new_themes], [3, [], [], []])
})

test('trends fill empty buckets, apply filters and reject inapplicable ones', async () => {
  const from = dateOf(daysAgo(12))
  const to = dateOf(daysAgo(0))
  const { data } = await get('/dashboard/trends', { metric: 'insights', granularity: 'day', from, to })
  assert.equal(data.length, 13)
  assert.equal(
    data.reduce((sum: number, b: any) => sum + b.value, 0),
    found.length,
  )
  const share = await get('/dashboard/trends', {
    metric: 'negative_share',
    granularity: 'day',
    from,
    to,
    category: 'PAIN_POINTS',
  })
  for (const { period, value, count } of share.data) {
    const day = found.filter((one) => dateOf(daysAgo(one.days)) === period && one.category === 'PAIN_POINTS')
    const part = day.filter((one) => one.sentiment === 'NEGATIVE').length
    assert.deepEqual(
      [value, count],
      [day.length ? Math.round((1000 * part) / day.length) / 10 : null, day.length],
      period,
    )
  }
  const feedback = await get('/dashboard/trends', { metric: 'feedback', granularity: 'month', source: 'slack' })
  assert.equal(
    feedback.data.reduce((sum: number, b: any) => sum + b.value, 0),
    2,
  )
  const opportunities = await get('/dashboard/trends', {
    metric: 'opportunities',
    granularity: 'week',
    category: 'PAIN_POINTS',
  })
  assert.equal(opportunities.data.at(-1).value, 1)
  const refused = await app.call(org.admin.key, 'GET', '/dashboard/trends', {
    query: { metric: 'opportunities', sentiment: 'NEGATIVE' },
  })
  assert.equal(refused.body.error.details[0].path, 'query.sentiment')
  for (const query of [
    { from: to, to: from },
    { from: '1990-01-01', granularity: 'day' },
  ] as Record<string, string>[])
    assert.equal((await app.call(org.admin.key, 'GET', '/dashboard/trends', { query })).status, 400)
})

test('of a day as the end of a report, the whole counts; one day is a period', async () => {
  const day = dateOf(daysAgo(9))
  const expected = found.filter((one) => dateOf(daysAgo(one.days)) === day).length
  assert.ok(expected > 0)
  const range = { from: day, to: day }
  const { data } = await get('/dashboard/trends', { metric: 'insights', granularity: 'day', ...range })
  assert.deepEqual(data, [{ period: day, value: expected, count: expected }])
  assert.equal((await get('/dashboard/facets', range)).insight_count, expected)
  assert.equal((await get('/dashboard/coverage', range)).insight_count, expected)
  assert.equal((await get('/dashboard/facets', { from: day, to: `${day}T00:00:00Z` })).insight_count, 0)
})

test('facets add up, and only the requested ones are returned', async () => {
  const { insight_count, facets } = await get('/dashboard/facets')
  assert.equal(insight_count, found.length)
  assert.deepEqual(Object.keys(facets).sort(), ['category', 'language', 'segment', 'sentiment', 'source', 'theme'])
  assert.equal(
    facets.sentiment.reduce((sum: number, f: any) => sum + f.count, 0),
    found.length,
  )
  assert.deepEqual(
    facets.theme.map((f: any) => [f.label, f.count]),
    [
      ['Export', 9],
      ['Search', 8],
      ['Sync', 7],
      ['Loved', 3],
    ],
  )
  const one = await get('/dashboard/facets', { dimensions: 'category', theme_id: facets.theme[3].value })
  assert.deepEqual(one, {
    insight_count: 3,
    facets: { category: [{ value: 'DELIGHTS', label: 'Delights', count: 3 }] },
  })
})

test('coverage reports whether the filtered insights are sufficient', async () => {
  assert.equal((await get('/dashboard/coverage')).verdict, 'informative')
  const thin = await get('/dashboard/coverage', { sentiment: 'NEUTRAL' })
  assert.deepEqual([thin.verdict, thin.insight_count, thin.contact_count], ['too_thin', 2, 0])
  assert.equal((await get('/dashboard/coverage', { source: 'nowhere' })).verdict, 'none')
})

test('NPS is shown with its previous period and the themes of its respondents', async () => {
  const org = await app.org({ name: 'Asked' })
  const key = org.admin.key
  assert.equal((await get('/dashboard', {}, key)).nps, null)
  const theme = await make('/themes', { name: 'Support' }, key)
  const answers = [
    [9, 1],
    [10, 2],
    [3, 0],
    [8, 3],
    [2, 9],
  ] as const
  for (const [score, days] of answers) {
    const response = await make(
      '/nps/responses',
      { score, responded_at: daysAgo(days), reason: `because of ${score}` },
      key,
    )
    await make(
      '/insights',
      {
        name: `Said ${score}`,
        sentiment: 'NEUTRAL',
        category: 'GENERAL_FEEDBACK',
        feedback_id: response.feedback_id,
        theme_ids: [theme.id],
      },
      key,
    )
  }
  const { nps } = await get('/dashboard', {}, key)
  assert.deepEqual([nps.score, nps.previous_score, nps.delta, nps.responses, nps.comparable], [25, -100, 125, 4, false])
  assert.deepEqual(
    nps.influencing_themes.map((t: any) => [t.name, t.promoters, t.detractors]),
    [['Support', 2, 1]],
  )
  const trend = await get(
    '/dashboard/trends',
    { metric: 'nps', granularity: 'month', from: dateOf(daysAgo(9)), to: dateOf(daysAgo(-1)) },
    key,
  )
  assert.equal(
    trend.data.reduce((sum: number, bucket: any) => sum + bucket.count, 0),
    5,
  )
  assert.deepEqual((await get('/context', { sections: 'nps' }, key)).nps, { score: 0, responses: 5, period: '30d' })
})

test('current work is included: inbox, running jobs, changes of the last check-in', async () => {
  const mine = await app.org({ name: 'At hand' })
  const key = mine.admin.key
  const contact = await make('/contacts', { email: 'ana@example.com', name: 'Ana' }, key)
  const items: { id: string }[] = []
  for (let n = 1; n <= 7; n++)
    items.push(
      await make('/feedback', { content: `Number ${n} ${'and so on '.repeat(40)}`, contact_id: contact.id }, key),
    )
  await app.store.run(
    sql`insert into feedback_triage (org_id, feedback_id, state) values (${mine.id}, ${items[6]!.id}, 'processed')`,
  )
  await app.store.run(
    sql`insert into feedback_triage (org_id, feedback_id, state, snoozed_until) values (${mine.id}, ${items[5]!.id}, 'snoozed', now() + interval '1 day'), (${mine.id}, ${items[4]!.id}, 'snoozed', now() - interval '1 day')`,
  )
  await app.store.run(sql`delete from job where org_id = ${mine.id}`)
  const job = newId()
  await app.store.run(
    sql`insert into job (org_id, id, type, status, done, total) values (${mine.id}, ${job}, 'csv_import', 'running', 30, 120), (${mine.id}, ${newId()}, 'csv_import', 'ready', 1, 1)`,
  )
  const move = (name: string, before: number, after: number) => ({
    id: newId(),
    name,
    rank: { before, after, delta: before - after },
  })
  const changed = {
    changed: true,
    previous_run_id: null,
    themes: [move('Small', 1, 0), move('Large', 0, 4)],
    opportunities: [],
    added: { insights: 3, themes: [{ id: newId(), name: 'Fresh' }] },
    removed: { themes: [] },
  }
  const run = async (snapshot: object) => {
    const id = newId()
    await app.store.run(
      sql`insert into competitor_checkin (org_id, id, status, cadence, scheduled_for, completed_at, snapshot) values (${mine.id}, ${id}, 'completed', 'weekly', now(), now(), ${JSON.stringify(snapshot)}::json)`,
    )
    return id
  }
  const eventId = await run(changed)
  await run({ changed: false })
  const body = await get('/dashboard', {}, key)
  assert.deepEqual(
    body.inbox_latest.map((one: { text: string }) => one.text.slice(0, 8)),
    ['Number 5', 'Number 4', 'Number 3', 'Number 2', 'Number 1'],
  )
  assert.deepEqual([body.inbox_latest[0].contact_name, body.inbox_latest[0].text.length], ['Ana', 160])
  assert.deepEqual(
    body.running_jobs.map((one: object) => ({ ...one, created_at: '' })),
    [{ id: job, type: 'csv_import', status: 'running', stage: null, percent: 25, created_at: '' }],
  )
  assert.deepEqual(
    { ...body.latest_checkin, completed_at: '' },
    {
      id: eventId,
      completed_at: '',
      moves: [
        { name: 'Large', before: 0, after: 4 },
        { name: 'Small', before: 1, after: 0 },
      ],
      added_insight_count: 3,
      added_themes: ['Fresh'],
      removed_themes: [],
    },
  )
  await app.store.run(sql`update organization set feature_competitors = false where id = ${mine.id}`)
  assert.equal((await get('/dashboard', {}, key)).latest_checkin, null)
})
