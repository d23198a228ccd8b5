import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishScoreChanges } from '#domain/sources/nps/jobs.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { type Body, call, useTestServer, org, app } from '../test-server.ts'
import { waitForFeed } from '../wait-for-feed.ts'
import { readPages } from '../read-pages.ts'

useTestServer()

const respond = async (body: Body): Promise<Body> => (await call('POST', '/nps/responses', body)).body
const read = async (path: string, query?: Record<string, string>): Promise<Body> =>
  (await call('GET', path, undefined, query)).body
const ids = async (query: Record<string, string>) =>
  (await read('/nps/responses', query)).data.map((one: Body) => one.id)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const contact = async (body: Body): Promise<Body> => (await call('POST', '/contacts', body)).body
const many = async (scores: readonly number[], more: (n: number) => Body = () => ({})) =>
  (await call('POST', '/nps/responses/bulk', { items: scores.map((score, n) => ({ score, ...more(n) })) })).body
const found = async (response: Body, theme: string) =>
  (
    await call('POST', '/insights', {
      name: 'Found',
      sentiment: 'NEGATIVE',
      category: 'PAIN_POINTS',
      feedback_id: response.feedback_id,
      theme_ids: [theme],
    })
  ).body

test('a response is stored with its contact, and its reason is queued as feedback', async () => {
  const created = await call('POST', '/nps/responses', {
    score: 6,
    reason: 'The export just spins',
    contact: { email: 'Ana@acme.example', name: 'Ana' },
    tags: ['q2'],
    responded_at: '2026-05-02T10:00:00Z',
  })
  assert.equal(created.status, 201)
  const { body } = created
  assert.deepEqual(
    [
      body.score,
      body.type,
      body.reason,
      body.contact.email,
      body.source,
      body.analysis_status,
      body.result,
      body.insight_ids,
      body.tags,
    ],
    [6, 'DETRACTOR', 'The export just spins', 'Ana@acme.example', 'api', 'queued', 'created', [], ['q2']],
  )
  const feedback = await read(`/feedback/${body.feedback_id}`)
  assert.deepEqual(
    [
      feedback.source_type,
      feedback.content,
      feedback.rating,
      feedback.contact_id,
      feedback.occurred_at,
      feedback.tags,
      feedback.status,
    ],
    [
      'nps_response',
      'The export just spins',
      { value: 6, scale_min: 0, scale_max: 10 },
      body.contact_id,
      '2026-05-02T10:00:00.000Z',
      ['q2'],
      'queued',
    ],
  )
  const quiet = await respond({ score: 9 })
  assert.deepEqual([quiet.reason, quiet.feedback_id, quiet.analysis_status, quiet.type], [null, null, null, 'PROMOTER'])
  assert.equal((await respond({ score: 9, reason: 'Fine', analyze: false })).analysis_status, 'skipped')
})

test('a score is a whole number from 0 to 10, and references must exist', async () => {
  for (const score of [-1, 11, 7.5, '9', null, true]) {
    const { status, body } = await call('POST', '/nps/responses', { score })
    assert.deepEqual(
      [status, body.error.code, body.error.details[0].path],
      [400, 'VALIDATION_ERROR', 'body.score'],
      String(score),
    )
  }
  for (const [field, value] of [
    ['contact_id', newId()],
    ['survey_id', newId()],
    ['contact', { name: 'Nobody' }],
    ['reason', ''],
    ['source', 'Two Words'],
  ] as const)
    assert.equal(
      (await call('POST', '/nps/responses', { score: 9, [field]: value })).body.error.details[0].path,
      `body.${field}`,
    )
  const ana = await contact({ email: 'ana@acme.example' })
  assert.equal(
    (await call('POST', '/nps/responses', { score: 9, contact_id: ana.id, contact: { email: 'b@acme.example' } }))
      .status,
    400,
  )
  assert.deepEqual(await ids({}), [])
})

test('the same source and external id again updates the response, its reason and its feedback', async () => {
  const first = await respond({ score: 3, source: 'typeform', external_id: 'r1', reason: 'Slow' })
  const same = await call('POST', '/nps/responses', { score: 3, source: 'typeform', external_id: 'r1', reason: 'Slow' })
  assert.deepEqual(
    [same.status, same.body.result, same.body.id, same.body.updated_at],
    [200, 'unchanged', first.id, first.updated_at],
  )
  assert.equal((await call('POST', '/nps/responses', { score: 3, source: 'other', external_id: 'r1' })).status, 201)
  const other = await respond({
    score: 8,
    source: 'typeform',
    external_id: 'r1',
    reason: 'Fast now',
    contact: { email: 'ana@acme.example' },
  })
  assert.deepEqual(
    [other.id, other.result, other.score, other.reason, other.feedback_id, other.analysis_status],
    [first.id, 'updated', 8, 'Fast now', first.feedback_id, 'queued'],
  )
  const feedback = await read(`/feedback/${first.feedback_id}`)
  assert.deepEqual([feedback.content, feedback.rating.value, feedback.contact_id], ['Fast now', 8, other.contact_id])
  const withoutReason = await respond({ score: 8, source: 'typeform', external_id: 'r1' })
  assert.deepEqual([withoutReason.result, withoutReason.reason], ['unchanged', 'Fast now'])
  const late = await respond({ score: 9, source: 'other', external_id: 'r1', reason: 'Now I know why' })
  assert.deepEqual([late.result, late.reason, late.analysis_status], ['updated', 'Now I know why', 'queued'])
})

test('concurrent upserts of the same response create one', async () => {
  const created = await Promise.all(
    Array.from({ length: 12 }, () =>
      respond({ score: 3, source: 's', external_id: '1', reason: 'Slow', contact: { email: 'ana@acme.example' } }),
    ),
  )
  assert.equal(new Set(created.map((one) => one.id)).size, 1)
  assert.equal(created.filter((one) => one.result === 'created').length, 1)
  assert.equal((await read('/feedback')).data.length, 1)
})

test('bulk rows succeed or fail one by one', async () => {
  const existing = await respond({ score: 9, source: 's', external_id: 'known' })
  const { status, body } = await call('POST', '/nps/responses/bulk', {
    items: [
      { score: 10, source: 's', external_id: 'new', reason: 'Good', contact: { email: 'a@acme.example' } },
      { score: 11 },
      { score: 9, source: 's', external_id: 'known' },
      { score: 2, source: 's', external_id: 'new' },
      { score: 5, contact_id: newId() },
      { score: 4, contact: { email: 'A@acme.example' } },
    ],
  })
  assert.equal(status, 200)
  assert.deepEqual(body.summary, { received: 6, created: 2, updated: 1, unchanged: 1, failed: 2 })
  assert.deepEqual(
    body.results.map((row: Body) => [row.status, row.external_id]),
    [
      ['created', 'new'],
      ['failed', null],
      ['unchanged', 'known'],
      ['updated', 'new'],
      ['failed', null],
      ['created', null],
    ],
  )
  assert.deepEqual([body.results[2].id, body.results[3].id], [existing.id, body.results[0].id])
  assert.match(body.results[1].error.message, /^body\.items\.1\.score/)
  assert.match(body.results[4].error.message, /^body\.items\.4\.contact_id/)
  const merged = await read(`/nps/responses/${body.results[0].id}`)
  assert.deepEqual([merged.score, merged.reason], [2, 'Good'])
  assert.equal((await read(`/nps/responses/${body.results[5].id}`)).contact_id, merged.contact_id)
  assert.equal(
    (await call('POST', '/nps/responses/bulk', { items: Array.from({ length: 501 }, () => ({ score: 1 })) })).status,
    400,
  )
})

test('a contact shows its latest score after every change', async () => {
  const latest = async (id: string) => (await read(`/contacts/${id}`)).latest_nps?.score ?? null
  const [ana, bo] = [await contact({ email: 'a@acme.example' }), await contact({ email: 'b@acme.example' })]
  const old = await respond({ score: 2, contact_id: ana.id, responded_at: daysAgo(9) })
  assert.equal(await latest(ana.id), 2)
  const newer = await respond({ score: 9, contact_id: ana.id, responded_at: daysAgo(3) })
  await respond({ score: 5, contact_id: ana.id, responded_at: daysAgo(6) })
  assert.equal(await latest(ana.id), 9)
  await call('PATCH', `/nps/responses/${newer.id}`, { contact_id: bo.id })
  assert.deepEqual([await latest(ana.id), await latest(bo.id)], [5, 9])
  await call('POST', `/contacts/${ana.id}/merge`, { source_contact_ids: [bo.id] })
  assert.deepEqual([await latest(ana.id), (await ids({ contact_id: ana.id })).length], [9, 3])
  await call('DELETE', `/nps/responses/${newer.id}`)
  assert.equal(await latest(ana.id), 5)
  assert.equal((await read(`/nps/responses/${old.id}`)).contact_id, ana.id)
})

test('a changed reason is analyzed again, removing it hides its insights', async () => {
  const created = await respond({ score: 3, reason: 'The export just spins' })
  const theme = (await call('POST', '/themes', { name: 'Export' })).body
  const insight = await found(created, theme.id)
  await app.store.run(sql`update insight set origin = 'auto' where org_id = ${org.id}`)
  await app.store.run(sql`update feedback_state set status = 'analyzed' where org_id = ${org.id}`)
  const tagged = (
    await call('PATCH', `/nps/responses/${created.id}`, { tags: ['q2'], reason: 'The export just spins' })
  ).body
  assert.deepEqual([tagged.tags, tagged.analysis_status, tagged.insight_ids], [['q2'], 'analyzed', [insight.id]])
  const changed = (
    await call('PATCH', `/nps/responses/${created.id}`, { reason: 'It spins', contact: { email: 'a@acme.example' } })
  ).body
  assert.deepEqual(
    [changed.reason, changed.analysis_status, changed.feedback_id, changed.contact.email],
    ['It spins', 'queued', created.feedback_id, 'a@acme.example'],
  )
  assert.equal((await read(`/feedback/${created.feedback_id}`)).contact_id, changed.contact_id)
  const withoutReason = (await call('PATCH', `/nps/responses/${created.id}`, { reason: null })).body
  assert.deepEqual(
    [withoutReason.reason, withoutReason.feedback_id, withoutReason.insight_ids, withoutReason.score],
    [null, null, [], 3],
  )
  assert.deepEqual([(await read('/insights')).data, (await read(`/themes/${theme.id}`)).insight_count], [[], 0])
  assert.equal(
    (await call('PATCH', `/nps/responses/${created.id}`, { reason: 'Spoke too soon' })).body.analysis_status,
    'queued',
  )
  assert.equal((await call('PATCH', `/nps/responses/${created.id}`, {})).status, 400)
  assert.equal((await call('PATCH', `/nps/responses/${created.id}`, { score: 9 })).status, 400)
})

test('concurrent changes of a reason each return the reason they set', async () => {
  for (let round = 0; round < 8; round++) {
    const { id } = await respond({ score: 5 })
    const reasons = [null, `Slow ${round}`, null, `Fast ${round}`]
    const replies = await Promise.all(reasons.map((reason) => call('PATCH', `/nps/responses/${id}`, { reason })))
    assert.deepEqual(
      replies.map(({ status, body }) => [status, body.reason]),
      reasons.map((reason) => [200, reason]),
    )
  }
})

test('deleting removes the response and its reason from all numbers', async () => {
  const [created, other] = [await respond({ score: 3, reason: 'Slow' }), await respond({ score: 9 })]
  const gone = { id: created.id, deleted: true }
  assert.deepEqual((await call('DELETE', `/nps/responses/${created.id}`)).body, gone)
  assert.deepEqual((await call('DELETE', `/nps/responses/${created.id}`)).body, gone)
  assert.equal((await call('GET', `/nps/responses/${created.id}`)).status, 404)
  assert.equal((await call('GET', `/feedback/${created.feedback_id}`)).status, 404)
  assert.deepEqual(await ids({}), [other.id])
  assert.deepEqual([(await read('/nps')).score, (await read('/nps')).responses], [100, 1])
})

test('the list filters, sorts and pages', async () => {
  const ana = await contact({ email: 'ana@acme.example' })
  const segment = newId()
  await app.store.run(
    sql`update contact set segment_ids = array[${segment}::uuid] where org_id = ${org.id} and id = ${ana.id}`,
  )
  const a = await respond({
    score: 3,
    reason: 'The export spins',
    source: 'web',
    tags: ['x'],
    contact_id: ana.id,
    responded_at: '2026-01-05T00:00:00Z',
  })
  const b = await respond({ score: 8, responded_at: '2026-01-03T00:00:00Z' })
  const c = await respond({ score: 10, reason: 'Lovely', responded_at: '2026-01-04T00:00:00Z' })
  const theme = (await call('POST', '/themes', { name: 'Export' })).body
  await found(a, theme.id)
  for (const [query, expected] of [
    [{}, [c, b, a]],
    [{ type: 'DETRACTOR' }, [a]],
    [{ type: 'PROMOTER,PASSIVE' }, [c, b]],
    [{ score: '8,10' }, [c, b]],
    [{ has_reason: 'true' }, [c, a]],
    [{ has_reason: 'false' }, [b]],
    [{ theme_id: theme.id }, [a]],
    [{ q: 'EXPORT' }, [a]],
    [{ source: 'web' }, [a]],
    [{ tag: 'x' }, [a]],
    [{ contact_id: ana.id }, [a]],
    [{ segment_id: segment }, [a]],
    [{ occurred_after: '2026-01-04', occurred_before: '2026-01-05' }, [c]],
    [{ created_before: '2026-01-01' }, []],
    [{ survey_id: newId() }, []],
    [{ sort: '-responded_at' }, [a, c, b]],
    [{ sort: 'score' }, [a, b, c]],
    [{ sort: '-score' }, [c, b, a]],
  ] as const)
    assert.deepEqual(
      await ids(query as Record<string, string>),
      expected.map((one) => one.id),
      JSON.stringify(query),
    )
  for (const sort of ['-created_at', 'created_at', '-responded_at', 'responded_at', '-score', 'score']) {
    const whole = await ids({ sort })
    const paged: string[] = []
    for await (const page of readPages((cursor) => read('/nps/responses', { sort, limit: '1', ...cursor })))
      paged.push(...page.data.map((one: Body) => one.id))
    assert.deepEqual(paged, whole, sort)
  }
  assert.equal((await call('GET', '/nps/responses', undefined, { score: '11' })).status, 400)
})

test('an empty report has no score', async () => {
  const report = await read('/nps', { compare: 'previous_period' })
  assert.deepEqual(
    [
      report.score,
      report.score_exact,
      report.responses,
      report.promoters,
      report.margin_of_error,
      report.low_sample,
      report.trend,
      report.top_themes,
      report.recommendations,
    ],
    [null, null, 0, { count: 0, pct: null }, null, true, null, [], []],
  )
  assert.deepEqual(report.distribution, Object.fromEntries(Array.from({ length: 11 }, (_, n) => [n, 0])))
  assert.deepEqual([report.previous.score, report.previous.responses, report.previous.delta], [null, 0, null])
  assert.equal(Date.parse(report.period.to) - Date.parse(report.period.from), 90 * 86_400_000)
})

test('the report counts its period, compares it with the previous one, and can count each contact once', async () => {
  const ana = await contact({ email: 'ana@acme.example' })
  const at = (day: number) => ({ responded_at: new Date(Date.UTC(2026, 0, day)).toISOString() })
  await many([10, 9, 9, 8, 7, 0], () => at(12))
  await many([2, 9], () => ({ ...at(13), contact_id: ana.id }))
  await many([6, 6, 10], () => at(5))
  const window = { from: '2026-01-10', to: '2026-01-19' }
  const report = await read('/nps', { ...window, compare: 'previous_period' })
  assert.deepEqual(
    [report.score, report.score_exact, report.responses, report.margin_of_error, report.low_sample],
    [25, 25, 8, 57.5, true],
  )
  assert.deepEqual(
    [report.promoters, report.passives, report.detractors],
    [
      { count: 4, pct: 50 },
      { count: 2, pct: 25 },
      { count: 2, pct: 25 },
    ],
  )
  assert.deepEqual(report.distribution, { 0: 1, 1: 0, 2: 1, 3: 0, 4: 0, 5: 0, 6: 0, 7: 1, 8: 1, 9: 3, 10: 1 })
  assert.deepEqual(report.period, { from: '2026-01-10T00:00:00.000Z', to: '2026-01-20T00:00:00.000Z' })
  assert.deepEqual(
    [
      report.previous.score,
      report.previous.score_exact,
      report.previous.responses,
      report.previous.delta,
      report.previous.period.from,
      report.trend,
    ],
    [-33, -33.3, 3, 58.3, '2025-12-31T00:00:00.000Z', 'flat'],
  )
  const once = await read('/nps', { ...window, latest_per_contact: 'true' })
  assert.deepEqual([once.responses, once.promoters.count, once.detractors.count, once.previous], [7, 4, 1, null])
  const counts = async (query: Record<string, string>) => (await read('/nps', query)).responses
  assert.deepEqual(
    [
      await counts({ from: '2026-01-12', to: '2026-01-13' }),
      await counts({ from: '2026-01-12', to: '2026-01-12' }),
      await counts({ from: '2026-01-12', to: '2026-01-13T00:00:00Z' }),
      await counts({ from: '2026-01-12', to: '9999-12-31' }),
    ],
    [8, 6, 6, 8],
    'the last day counts whole, an instant is where the period ends',
  )
  for (const [query, field] of [
    [{ from: '2026-01-20T00:00:00Z', to: '2026-01-20T00:00:00Z' }, 'query.from'],
    [{ from: '2026-01-20', to: '2026-01-10' }, 'query.from'],
    [{ from: 'soon' }, 'query.from'],
  ] as const)
    assert.equal((await call('GET', '/nps', undefined, query)).body.error.details[0].path, field)
})

test('the difference between all detractors and all promoters is two hundred points', async () => {
  const at = (day: number) => ({ responded_at: new Date(Date.UTC(2026, 0, day)).toISOString() })
  await many([0, 6, 3], () => at(5))
  await many([9, 10], () => at(12))
  await many([0], () => at(22))
  const deltaFrom = async (from: string, to: string) => {
    const { score, previous } = await read('/nps', { from, to, compare: 'previous_period' })
    return [score, previous.score, previous.delta]
  }
  assert.deepEqual(await deltaFrom('2026-01-10', '2026-01-19'), [100, -100, 200])
  assert.deepEqual(await deltaFrom('2026-01-20', '2026-01-29'), [-100, 100, -200])
})

test('the report filters by source and segment', async () => {
  const [ana, segment] = [await contact({ email: 'ana@acme.example' }), newId()]
  await app.store.run(sql`update contact set segment_ids = array[${segment}::uuid] where org_id = ${org.id}`)
  await many([9, 1, 1], (n) => ({ source: n === 0 ? 'web' : 'app', ...(n < 2 && { contact_id: ana.id }) }))
  const score = async (query: Record<string, string>) => (await read('/nps', query)).score
  assert.deepEqual(
    [
      await score({}),
      await score({ source: 'web' }),
      await score({ source: 'web,app' }),
      await score({ segment_id: segment }),
      await score({ segment_id: newId() }),
      await score({ survey_id: newId() }),
    ],
    [-33, 100, -33, 0, null, null],
  )
})

test('the timeline has every period and a rolling score that includes earlier responses', async () => {
  const at = (day: string) => ({ responded_at: `2026-03-${day}T12:00:00Z` })
  await many([0, 0], () => at('05'))
  await many([10, 10, 8], () => at('11'))
  await many([9], () => at('13'))
  const { data, period, window, granularity } = await read('/nps/timeline', {
    from: '2026-03-10',
    to: '2026-03-13',
    granularity: 'day',
    window: '7',
  })
  assert.deepEqual([granularity, window, period.to], ['day', 7, '2026-03-14T00:00:00.000Z'])
  assert.deepEqual(
    data.map((one: Body) => [one.period, one.score, one.responses, one.rolling.score, one.rolling.responses]),
    [
      ['2026-03-10', null, 0, -100, 2],
      ['2026-03-11', 67, 3, 0, 5],
      ['2026-03-12', null, 0, 67, 3],
      ['2026-03-13', 100, 1, 75, 4],
    ],
  )
  const weeks = (await read('/nps/timeline', { from: '2026-03-04', to: '2026-03-14' })).data
  assert.deepEqual(
    weeks.map((one: Body) => [one.period, one.responses, one.rolling.responses]),
    [
      ['2026-03-02', 2, 2],
      ['2026-03-09', 4, 6],
    ],
  )
  const far = await call('GET', '/nps/timeline', undefined, { from: '1990-01-01', granularity: 'day' })
  assert.deepEqual([far.status, far.body.error.details[0].path], [400, 'query.from'])
  assert.equal((await call('GET', '/nps/timeline', undefined, { window: '0' })).status, 400)
})

test('a breakdown counts a response in every group it belongs to, and counts unassigned ones', async () => {
  const [big, small] = [newId(), newId()]
  for (const [id, name] of [
    [big, 'Big'],
    [small, 'Small'],
  ] as const)
    await app.store.run(
      sql`insert into segment (org_id, id, name, color) values (${org.id}, ${id}, ${name}, '#112233')`,
    )
  const ana = await contact({ email: 'a@acme.example', country: 'DE', company: { plan: 'Pro' } })
  const bo = await contact({ email: 'b@beta.example', country: 'BR', company: { plan: 'pro' } })
  await app.store.run(
    sql`update contact set segment_ids = case when id = ${ana.id} then array[${big}, ${small}]::uuid[]
      else array[${small}]::uuid[] end where org_id = ${org.id}`,
  )
  await respond({ score: 10, contact_id: ana.id, source: 'web', reason: 'Good export' })
  const second = await respond({ score: 0, contact_id: bo.id, reason: 'Bad export' })
  await respond({ score: 8 })
  const theme = (await call('POST', '/themes', { name: 'Export' })).body
  for (let twice = 0; twice < 2; twice++) await found(second, theme.id)
  const by = async (dimension: string) => {
    const { data, responses, unassigned } = await read('/nps/breakdown', { by: dimension })
    return [data.map((row: Body) => [row.name, row.score, row.responses]), responses, unassigned]
  }
  assert.deepEqual(await by('segment'), [
    [
      ['Small', 0, 2],
      ['Big', 100, 1],
    ],
    3,
    1,
  ])
  assert.deepEqual(await by('source'), [
    [
      ['api', -50, 2],
      ['web', 100, 1],
    ],
    3,
    0,
  ])
  assert.deepEqual(await by('plan'), [[['Pro', 0, 2]], 3, 1])
  assert.deepEqual(await by('country'), [
    [
      ['BR', -100, 1],
      ['DE', 100, 1],
    ],
    3,
    1,
  ])
  assert.deepEqual(await by('theme'), [[['Export', -100, 1]], 3, 2])
  assert.deepEqual(await by('survey'), [[], 3, 3])
  const survey = (await call('POST', '/surveys', { title: 'Quarterly' })).body
  await respond({ score: 9, survey_id: survey.id })
  assert.deepEqual(await by('survey'), [[['Quarterly', 100, 1]], 4, 3])
  assert.deepEqual(
    [(await read('/nps', { survey_id: survey.id })).responses, (await ids({ survey_id: survey.id })).length],
    [1, 1],
  )
  assert.equal((await read('/nps/breakdown', { by: 'theme' })).data[0].key, theme.id)
  assert.equal(
    (await call('GET', '/nps/breakdown', undefined, { by: 'weather' })).body.error.details[0].path,
    'query.by',
  )
})

test('themes that detractors mention more than others are drivers, with advice and insights', async () => {
  const theme = (await call('POST', '/themes', { name: 'Export' })).body
  const { results } = await many([1, 1, 1, 1, 1, 9, 9, 9, 9, 9], (n) => ({ reason: `Because ${n}` }))
  await many([1, 9])
  const about: string[] = []
  for (const row of [...results.slice(0, 4), results[9]])
    about.push((await found(await read(`/nps/responses/${row.id}`), theme.id)).id)
  const { data } = await read('/nps/drivers')
  assert.deepEqual(
    data.map((one: Body) => [
      one.theme_id,
      one.group,
      one.count,
      one.group_size,
      one.share,
      one.baseline_count,
      one.baseline_size,
      one.baseline_share,
      one.lift,
    ]),
    [[theme.id, 'DETRACTOR', 4, 5, 80, 5, 10, 50, 1.6]],
  )
  const report = await read('/nps')
  assert.deepEqual(report.top_themes, [
    { theme_id: theme.id, name: 'Export', color: theme.color, responses: 5, promoters: 1, passives: 0, detractors: 4 },
  ])
  assert.deepEqual(report.recommendations, [
    {
      text: 'Work on “Export”: 4 of 5 detractors who give a reason mention it (80 %, against 50 % of all 10). Had they been passive, the score would be 33.3 points higher.',
      theme_id: theme.id,
      insight_ids: about.slice(0, 4).reverse(),
    },
    {
      text: 'Ask more customers before acting on the score: 12 responses leave the score uncertain by 56.6 points either way.',
      theme_id: null,
      insight_ids: [],
    },
  ])
})

test('advice on few responses says that the sample is small', async () => {
  const advice = async () =>
    (await read('/nps')).recommendations.map((one: Body) => [one.text, one.theme_id, one.insight_ids])
  assert.deepEqual(await advice(), [])
  await respond({ score: 9 })
  const alone = ['Ask more customers before acting on the score: there is only one response.', null, []]
  assert.deepEqual(await advice(), [alone])
  await call('DELETE', `/nps/responses/${(await ids({}))[0]}`)
  const withoutReason = await respond({ score: 2 })
  assert.deepEqual(await advice(), [['Ask the one detractor why: there is no reason yet.', null, []], alone])
  await call('PATCH', `/nps/responses/${withoutReason.id}`, { reason: 'The export fails' })
  const theme = (await call('POST', '/themes', { name: 'Export' })).body
  const insight = await found(await read(`/nps/responses/${withoutReason.id}`), theme.id)
  assert.deepEqual(await advice(), [
    ['Read the one reason that a detractor gives: no theme can stand out yet.', null, [insight.id]],
    alone,
  ])
  await many([1, 1], () => ({}))
  assert.deepEqual((await advice()).at(-1), [
    'Ask more customers before acting on the score: 3 responses are too few.',
    null,
    [],
  ])
})

test('a changed score is published once, whether responses were added, deleted or left the period', async () => {
  const listPublished = () =>
    app.store.rows<{ now: number | null; before: number | null; responses: number }>(sql`
    select (object->>'score')::int as now, (previous->>'score')::int as before, (object->>'responses')::int as responses from event where org_id = ${org.id} and type = 'nps.score_changed' order by id`)
  await many([10, 10, 0], (n) => (n === 0 ? { external_id: 'a', source: 'x', responded_at: daysAgo(89.5) } : {}))
  assert.deepEqual(await listPublished(), [])
  await Promise.all([publishScoreChanges(app.store), publishScoreChanges(app.store)])
  assert.deepEqual(await listPublished(), [{ now: 33, before: null, responses: 3 }])
  assert.equal((await read('/nps')).score, 33)
  await many([10, 10, 0])
  await publishScoreChanges(app.store)
  assert.equal((await listPublished()).length, 1, 'more of the same is no change')
  await app.store.run(
    sql`update nps_score_published set checked_at = now() - interval '25 hours' where org_id = ${org.id}`,
  )
  await publishScoreChanges(app.store, new Date(Date.now() + 86_400_000))
  assert.deepEqual((await listPublished())[1], { now: 20, before: 33, responses: 5 })
  for (const id of await ids({ score: '0' })) await call('DELETE', `/nps/responses/${id}`)
  await publishScoreChanges(app.store)
  assert.deepEqual((await listPublished())[2], { now: 100, before: 20, responses: 4 })
  await waitForFeed(app.store)
  const { data: events } = await read('/events', { types: 'nps.score_changed' })
  assert.deepEqual(
    events.map(({ data }: Body) => [data.previous.score, data.object.score]),
    [
      [null, 33],
      [33, 20],
      [20, 100],
    ],
  )
})
