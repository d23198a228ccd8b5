import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { type Body, call, useTestServer, org, app } from '../test-server.ts'

let survey: Body
useTestServer(undefined, {
  async beforeEachTest() {
    survey = (
      await call('POST', '/surveys', { title: 'How is it going?', status: 'active', language: 'en', questions })
    ).body
  },
})

const questions = [
  { key: 'score', type: 'nps', text: 'How likely are you to recommend us?' },
  { key: 'why', type: 'open_text', text: 'Why?' },
  {
    key: 'plan',
    type: 'single_choice',
    text: 'Which plan?',
    options: [
      { id: 'free', label: 'Free' },
      { id: 'pro', label: 'Pro plan' },
    ],
  },
  {
    key: 'uses',
    type: 'multi_choice',
    text: 'What do you use?',
    options: [
      { id: 'search', label: 'Search' },
      { id: 'export', label: 'Export' },
      { id: 'share', label: 'Share' },
    ],
  },
  { key: 'stars', type: 'rating', text: 'How good?' },
  { key: 'people', type: 'number', text: 'How many people?', scale: { min: 0, max: 1000 } },
  { key: 'again', type: 'boolean', text: 'Again?' },
  { key: 'since', type: 'date', text: 'Since when?' },
  { key: 'note', type: 'open_text', text: 'Anything else?', analyze: false },
]

const path = (end = '') => `/surveys/${survey.id}/responses${end}`
const say = (answers: Body, more: Body = {}) =>
  call('POST', path(), { answers: Object.entries(answers).map(([key, value]) => ({ key, value })), ...more })
const answersByKey = (response: Body) => Object.fromEntries(response.answers.map((a: Body) => [a.key, a.value]))
const pathOf = (reply: { status: number; body: Body }) => [reply.status, reply.body.error?.details?.[0]?.path]
const feedback = async () => (await call('GET', '/feedback')).body.data as Body[]
const summary = async (query: Record<string, string> = {}) => {
  const { questions, ...rest } = (await call('GET', `/surveys/${survey.id}/summary`, undefined, query)).body
  return { ...rest, of: (key: string) => questions.find((q: Body) => q.key === key) as Body }
}

test('a response is returned as sent, and open answers become feedback with the score as rating', async () => {
  const { status, body } = await say(
    {
      why: ' Export is slow. ',
      score: 3,
      plan: 'Pro plan',
      uses: ['Share', 'search'],
      stars: 2,
      people: 12.5,
      again: false,
      since: '2024-02-29',
      note: 'Nothing',
    },
    {
      contact: { email: 'ana@acme.example', name: 'Ana' },
      submitted_at: '2026-05-02T10:00:00Z',
      language: 'de',
      metadata: { page: '/p' },
      external_id: 'r1',
    },
  )
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(answersByKey(body), {
    score: 3,
    why: 'Export is slow.',
    plan: 'Pro plan',
    uses: ['Search', 'Share'],
    stars: 2,
    people: 12.5,
    again: false,
    since: '2024-02-29',
    note: 'Nothing',
  })
  assert.deepEqual(
    [
      body.result,
      body.completed,
      body.submitted_at,
      body.language,
      body.metadata,
      body.contact.name,
      body.insight_count,
    ],
    ['created', true, '2026-05-02T10:00:00.000Z', 'de', { page: '/p' }, 'Ana', 0],
  )
  assert.deepEqual(body.answers.find((a: Body) => a.key === 'uses').option_ids, ['search', 'share'])
  const { result: _, ...rest } = body
  assert.deepEqual((await call('GET', path(`/${body.id}`))).body, rest)
  const feedbackByContent = new Map((await feedback()).map((item) => [item.content, item]))
  const why = feedbackByContent.get('Export is slow.')!
  assert.deepEqual(
    [
      feedbackByContent.size,
      why.source,
      why.source_type,
      why.status,
      why.title,
      why.rating,
      why.contact_id,
      why.occurred_at,
      why.language,
      why.metadata.question_key,
    ],
    [
      2,
      'survey',
      'survey_response',
      'queued',
      'Why?',
      { value: 3, scale_min: 0, scale_max: 10 },
      body.contact_id,
      '2026-05-02T10:00:00.000Z',
      'de',
      'why',
    ],
  )
  assert.deepEqual(
    [feedbackByContent.get('Nothing')!.status, body.answers.find((a: Body) => a.key === 'why').feedback_id],
    ['skipped', why.id],
  )
  const [shown] = (await call('GET', '/surveys')).body.data
  assert.deepEqual([shown.response_count, shown.completion_rate], [1, 1])
  const events = await app.store.rows<{ type: string }>(
    sql`select type from event where org_id = ${org.id} and type like 'survey.%'`,
  )
  assert.deepEqual(
    events.map((e) => e.type),
    ['survey.response_created'],
  )
})

test('an invalid answer is refused with its field, and nothing is stored', async () => {
  const bad: [Body, string][] = [
    [{ score: 11 }, 'value'],
    [{ score: -1 }, 'value'],
    [{ score: 7.5 }, 'value'],
    [{ score: '9' }, 'value'],
    [{ score: true }, 'value'],
    [{ stars: 0 }, 'value'],
    [{ stars: 6 }, 'value'],
    [{ people: -1 }, 'value'],
    [{ people: 1001 }, 'value'],
    [{ people: 'many' }, 'value'],
    [{ why: 5 }, 'value'],
    [{ why: ['a'] }, 'value'],
    [{ plan: 'Gold' }, 'value'],
    [{ plan: ['Free', 'Pro plan'] }, 'value'],
    [{ plan: 1 }, 'value'],
    [{ uses: ['Search', 'Fly'] }, 'value'],
    [{ again: 'yes' }, 'value'],
    [{ again: 1 }, 'value'],
    [{ since: '2026-02-30' }, 'value'],
    [{ since: 20_260_501 }, 'value'],
    [{ nonsense: 1 }, 'key'],
  ]
  for (const [answers, field] of bad)
    assert.deepEqual(pathOf(await say(answers)), [400, `body.answers.0.${field}`], JSON.stringify(answers))
  const many = {
    answers: [
      { key: 'why', value: 'x'.repeat(50_000) },
      { key: 'note', value: 'x'.repeat(50_001) },
    ],
  }
  assert.deepEqual(pathOf(await call('POST', path(), many)), [400, 'body.answers.1.value'])
  const id = survey.questions[0].id
  for (const [answers, where] of [
    [[{ value: 1 }], 'body.answers.0'],
    [[{ question_id: newId(), value: 1 }], 'body.answers.0.question_id'],
    [[{ question_id: id, key: 'why', value: 1 }], 'body.answers.0.key'],
    [
      [
        { key: 'score', value: 1 },
        { question_id: id, value: 2 },
      ],
      'body.answers.1',
    ],
    [[{ key: 'plan', option_ids: ['gold'] }], 'body.answers.0.option_ids'],
    [[{ key: 'why', option_ids: ['free'] }], 'body.answers.0.option_ids'],
    [[{ key: 'plan', option_ids: ['free'], value: 'Free' }], 'body.answers.0.option_ids'],
  ] as const)
    assert.deepEqual(pathOf(await call('POST', path(), { answers: [...answers] })), [400, where], where)
  assert.deepEqual(pathOf(await say({}, { contact_id: newId() })), [400, 'body.contact_id'])
  assert.deepEqual(pathOf(await say({}, { contact: { name: 'Nobody' } })), [400, 'body.contact'])
  assert.deepEqual([(await call('GET', path())).body.data, await feedback()], [[], []])
})

test('empty values are no answer; an incomplete response can leave out required questions', async () => {
  await call('PATCH', `/surveys/${survey.id}/questions/${survey.questions[0].id}`, { required: true })
  assert.deepEqual(pathOf(await say({ why: 'x' })), [400, 'body.answers'])
  assert.deepEqual(pathOf(await say({ score: null, why: 'x' })), [400, 'body.answers'])
  const half = (await say({ score: null, why: '  ', uses: [], plan: '' }, { completed: false })).body
  assert.deepEqual([half.answers, half.completed], [[], false])
  await say({ score: 9 })
  assert.equal((await call('GET', `/surveys/${survey.id}`)).body.completion_rate, 0.5)
})

test('a closed survey takes no responses except with backfill', async () => {
  const closed = async () => (await say({ score: 5 })).body.error?.code
  await call('PATCH', `/surveys/${survey.id}`, { status: 'closed' })
  assert.equal(await closed(), 'INVALID_STATE')
  assert.equal((await say({ score: 5 }, { backfill: true })).status, 201)
  assert.equal((await call('POST', path('/bulk'), { items: [{ answers: [] }] })).body.error.code, 'INVALID_STATE')
  await call('PATCH', `/surveys/${survey.id}`, { status: 'active', ends_at: '2026-01-01T00:00:00Z' })
  assert.equal(await closed(), 'INVALID_STATE')
  await call('PATCH', `/surveys/${survey.id}`, { starts_at: '2999-01-01T00:00:00Z', ends_at: null })
  assert.equal(await closed(), 'INVALID_STATE')
  await call('PATCH', `/surveys/${survey.id}`, { starts_at: null })
  assert.equal(await closed(), undefined)
})

test('the same external id updates the response, answer by answer', async () => {
  const first = (await say({ score: 3, why: 'Slow' }, { external_id: 'r1', completed: false })).body
  const same = await say({ score: 3, why: 'Slow' }, { external_id: 'r1', completed: false })
  assert.deepEqual(
    [same.status, same.body.result, same.body.id, same.body.updated_at],
    [200, 'unchanged', first.id, first.updated_at],
  )
  const more = (await say({ why: 'Very slow', plan: 'Free' }, { external_id: 'r1' })).body
  assert.deepEqual(
    [more.result, more.id, answersByKey(more), more.completed],
    ['updated', first.id, { score: 3, why: 'Very slow', plan: 'Free' }, true],
  )
  assert.deepEqual(
    (await feedback()).map((item) => item.content),
    ['Very slow'],
  )
  const together = await Promise.all(Array.from({ length: 8 }, () => say({ score: 1 }, { external_id: 'r2' })))
  assert.deepEqual(
    [new Set(together.map((r) => r.body.id)).size, together.filter((r) => r.body.result === 'created').length],
    [1, 1],
  )
})

test('bulk rows succeed or fail one by one', async () => {
  const items = [
    { answers: [{ key: 'score', value: 9 }], external_id: 'a', contact: { email: 'ana@acme.example' } },
    { answers: [{ key: 'score', value: 'ten' }] },
    { answers: [{ key: 'why', value: 'Good' }] },
    { answers: 5 },
    { answers: [{ key: 'why', value: 'Great' }], external_id: 'a' },
  ]
  const { status, body } = await call('POST', path('/bulk'), { items })
  assert.equal(status, 200)
  assert.deepEqual(body.summary, { received: 5, created: 2, updated: 1, unchanged: 0, failed: 2 })
  assert.deepEqual(
    body.results.map((r: Body) => r.status),
    ['created', 'failed', 'created', 'failed', 'updated'],
  )
  assert.deepEqual([body.results[0].id, body.results[0].external_id], [body.results[4].id, 'a'])
  assert.match(body.results[1].error.message, /^body\.items\.1\.answers\.0\.value must be a number/)
  const again = (
    await call('POST', path('/bulk'), {
      items: [
        {
          ...items[0],
          answers: [
            { key: 'score', value: 9 },
            { key: 'why', value: 'Great' },
          ],
        },
      ],
    })
  ).body
  assert.deepEqual(again.summary, { received: 1, created: 0, updated: 0, unchanged: 1, failed: 0 })
  assert.equal(
    (await call('POST', path('/bulk'), { items: Array.from({ length: 501 }, () => ({ answers: [] })) })).status,
    400,
  )
  const many = (
    await call('POST', path('/bulk'), {
      items: Array.from({ length: 500 }, (_, n) => ({
        answers: [
          { key: 'why', value: `Reason ${n}` },
          { key: 'score', value: n % 11 },
        ],
      })),
    })
  ).body
  assert.equal(many.summary.created, 500)
})

test('the list filters by answers', async () => {
  const a = (
    await say(
      { score: 9, plan: 'free', uses: ['export'], why: 'Good' },
      { contact: { email: 'ana@acme.example' }, submitted_at: '2026-01-02T00:00:00Z' },
    )
  ).body
  const b = (
    await say(
      { score: 3, again: true, since: '2026-01-01', people: 2.5 },
      { completed: false, submitted_at: '2026-03-04T00:00:00Z' },
    )
  ).body
  const ids = async (query: Record<string, string>) =>
    (await call('GET', path(), undefined, query)).body.data.map((r: Body) => r.id)
  for (const [query, found] of [
    [{}, [b.id, a.id]],
    [{ completed: 'false' }, [b.id]],
    [{ contact_id: a.contact_id }, [a.id]],
    [{ submitted_after: '2026-02-01' }, [b.id]],
    [{ submitted_before: '2026-02-01' }, [a.id]],
    [{ question_key: 'plan' }, [a.id]],
    [{ question_key: 'score', value: '3' }, [b.id]],
    [{ question_key: 'score', value: '3.0' }, [b.id]],
    [{ question_key: 'plan', value: 'Free' }, [a.id]],
    [{ question_key: 'uses', value: 'export' }, [a.id]],
    [{ question_key: 'uses', value: 'search' }, []],
    [{ question_key: 'why', value: 'good' }, [a.id]],
    [{ question_key: 'again', value: 'true' }, [b.id]],
    [{ question_key: 'since', value: '2026-01-01' }, [b.id]],
    [{ question_key: 'people', value: '2.5' }, [b.id]],
    [{ sort: 'submitted_at' }, [a.id, b.id]],
    [{ sort: '-submitted_at' }, [b.id, a.id]],
    [{ segment_id: newId() }, []],
  ] as const)
    assert.deepEqual(await ids(query as Record<string, string>), found, JSON.stringify(query))
  assert.equal((await call('GET', path(), undefined, { value: 'x' })).status, 400)
  for (const sort of ['created_at', '-submitted_at', 'submitted_at']) {
    const page = (await call('GET', path(), undefined, { sort, limit: '1' })).body
    assert.deepEqual(
      [page.data[0].id, ...(await ids({ sort, limit: '1', cursor: page.pagination.next_cursor }))].sort(),
      [a.id, b.id].sort(),
      sort,
    )
  }
})

test('deleting a response deletes its feedback, and a delta export lists it', async () => {
  const gone = (await say({ score: 9, why: 'Good' })).body
  const kept = (await say({ score: 8, why: 'Fine' })).body
  const insight = (
    await call('POST', '/insights', {
      name: 'Good',
      sentiment: 'POSITIVE',
      category: 'DELIGHTS',
      feedback_id: gone.answers[1].feedback_id,
      quote: 'Good',
    })
  ).body
  assert.equal((await call('GET', path(`/${gone.id}`))).body.insight_count, 1)
  await app.store.run(sql`update insight set origin = 'auto', edited_by_human = false where id = ${insight.id}`)
  for (const _ of [1, 2])
    assert.deepEqual((await call('DELETE', path(`/${gone.id}`))).body, { id: gone.id, deleted: true })
  assert.deepEqual(
    [(await call('GET', path(`/${gone.id}`))).status, (await call('GET', `/insights/${insight.id}`)).status],
    [404, 404],
  )
  assert.deepEqual(
    (await feedback()).map((item) => item.content),
    ['Fine'],
  )
  const page = (await call('GET', path(), undefined, { updated_since: '2026-01-01', include_deleted: 'true' })).body
  assert.deepEqual(
    page.data.map((r: Body) => [r.id, r.deleted ?? false]),
    [
      [kept.id, false],
      [gone.id, true],
    ],
  )
  const other = (await call('POST', '/surveys', { title: 'Other' })).body
  assert.equal((await call('GET', `/surveys/${other.id}/responses/${kept.id}`)).status, 404)
})

test('an effort score is the rating of the texts beside it when there is no other score', async () => {
  const questions = [
    { key: 'ease', type: 'ces', text: 'How easy was it?' },
    { key: 'good', type: 'csat', text: 'How satisfied are you?' },
    { key: 'why', type: 'open_text', text: 'Why?' },
  ]
  const { id } = (await call('POST', '/surveys', { title: 'Effort', status: 'active', questions })).body
  const ratingWith = async (scores: Body) => {
    const answers = Object.entries({ ...scores, why: 'It was hard' }).map(([key, value]) => ({ key, value }))
    const reply = await call('POST', `/surveys/${id}/responses`, { answers })
    assert.equal(reply.status, 201, reply.text)
    return (await feedback())[0]!.rating
  }
  assert.deepEqual(await ratingWith({ ease: 2 }), { value: 2, scale_min: 1, scale_max: 7 })
  assert.deepEqual(await ratingWith({ ease: 2, good: 5 }), { value: 5, scale_min: 1, scale_max: 5 })
})

test('an NPS answer becomes an NPS response with the next open answer as reason', async () => {
  const { id, contact_id, answers } = (
    await say(
      { why: 'Slow', score: 3, note: 'x' },
      { contact: { email: 'ana@acme.example' }, external_id: 'r1', submitted_at: '2026-05-02T10:00:00Z' },
    )
  ).body
  const [nps] = (await call('GET', '/nps/responses')).body.data
  assert.deepEqual(
    [nps.score, nps.reason, nps.contact_id, nps.survey_id, nps.responded_at, nps.feedback_id],
    [
      3,
      'Slow',
      contact_id,
      survey.id,
      '2026-05-02T10:00:00.000Z',
      answers.find((a: Body) => a.key === 'why').feedback_id,
    ],
  )
  await say({ score: 10 }, { external_id: 'r1' })
  const late = (await say({ score: 1 }, { external_id: 'r2', completed: false })).body
  await say({ why: 'Late' }, { external_id: 'r2' })
  assert.equal((await call('GET', '/nps/responses')).body.data[0].reason, 'Late')
  await call('DELETE', path(`/${late.id}`))
  assert.deepEqual(
    (await call('GET', '/nps/responses')).body.data.map((r: Body) => [r.id, r.score, r.reason]),
    [[nps.id, 10, 'Slow']],
  )
  assert.equal((await call('GET', `/contacts/${contact_id}`)).body.latest_nps.score, 10)
  const [row] = (await call('GET', '/nps/breakdown', undefined, { by: 'survey', from: '2026-01-01' })).body.data
  assert.deepEqual([row.key, row.name, row.score], [survey.id, 'How is it going?', 100])
  await call('DELETE', path(`/${id}`))
  assert.deepEqual(
    [(await call('GET', '/nps/responses')).body.data, (await call('GET', `/contacts/${contact_id}`)).body.latest_nps],
    [[], null],
  )
  assert.equal((await call('POST', '/nps/responses', { score: 5, survey_id: survey.id })).status, 201)
})

test('the summary counts the answers of each question', async () => {
  const none = await summary()
  assert.deepEqual(
    [
      none.response_count,
      none.completion_rate,
      none.of('score').nps.score,
      none.of('stars').mean,
      none.of('plan').options[0].pct,
    ],
    [0, null, null, null, 0],
  )
  for (const [score, stars, plan, again, people, since] of [
    [10, 5, 'free', true, 1, '2026-01-03'],
    [9, 4, 'free', true, 2, '2026-01-01'],
    [7, 4, 'pro', false, 9, '2026-01-02'],
    [0, 1, null, null, null, null],
  ] as const)
    await say(
      { score, stars, plan, again, people, since, uses: plan === 'free' ? ['search', 'export'] : [] },
      { submitted_at: score === 0 ? '2026-01-01T00:00:00Z' : '2026-05-01T00:00:00Z', completed: score !== 0 },
    )
  const all = await summary()
  assert.deepEqual([all.response_count, all.completed_count, all.completion_rate], [4, 3, 0.75])
  assert.deepEqual(all.of('score').nps, {
    score: 25,
    score_exact: 25,
    responses: 4,
    promoters: { count: 2, pct: 50 },
    passives: { count: 1, pct: 25 },
    detractors: { count: 1, pct: 25 },
    margin_of_error: 81.3,
    low_sample: true,
  })
  assert.equal((await call('GET', '/nps', undefined, { survey_id: survey.id, from: '2025-12-01' })).body.score, 25)
  assert.deepEqual(
    [all.of('stars').mean, all.of('stars').median, all.of('stars').distribution.map((d: Body) => d.count)],
    [3.5, 4, [1, 0, 0, 2, 1]],
  )
  assert.deepEqual(all.of('plan').options, [
    { id: 'free', label: 'Free', count: 2, pct: 66.7 },
    { id: 'pro', label: 'Pro plan', count: 1, pct: 33.3 },
  ])
  assert.deepEqual(
    [all.of('plan').answered, all.of('plan').skipped, all.of('uses').options.map((o: Body) => o.count)],
    [3, 1, [2, 2, 0]],
  )
  assert.deepEqual(
    all.of('again').options.map((o: Body) => [o.label, o.count]),
    [
      ['Yes', 2],
      ['No', 1],
    ],
  )
  assert.deepEqual(
    [
      all.of('people').mean,
      all.of('people').median,
      all.of('people').min,
      all.of('people').max,
      all.of('people').distribution,
    ],
    [4, 2, 1, 9, null],
  )
  assert.deepEqual(
    [all.of('since').earliest, all.of('since').latest, all.of('since').mean],
    ['2026-01-01', '2026-01-03', null],
  )
  const later = await summary({ submitted_after: '2026-04-01' })
  assert.deepEqual([later.response_count, later.of('score').nps.score], [3, 67])
  assert.equal((await summary({ segment_id: newId() })).response_count, 0)
})

test('the summary lists the most frequent themes', async () => {
  const theme = (await call('POST', '/themes', { name: 'Export' })).body
  const { answers } = (await say({ why: 'Export is slow' })).body
  await call('POST', '/insights', {
    name: 'Slow',
    sentiment: 'NEGATIVE',
    category: 'PAIN_POINTS',
    feedback_id: answers[0].feedback_id,
    theme_ids: [theme.id],
  })
  const { of } = await summary()
  assert.deepEqual(
    [of('why').top_themes, of('note').top_themes, of('score').top_themes],
    [[{ id: theme.id, name: 'Export', color: theme.color, count: 1 }], [], null],
  )
})

test('responses are exported as CSV with escaped formulas', async () => {
  await say(
    { score: 9, why: '=cmd()', uses: ['search', 'share'], people: 2 },
    { external_id: 'r1', submitted_at: '2026-05-02T10:00:00Z', contact: { email: 'ana@acme.example' } },
  )
  await say({ why: 'two\nlines, "quoted"' })
  const file = (await call('GET', `/surveys/${survey.id}/export`, undefined, { format: 'csv' })).body
  const [head, first] = file.content.split('\r\n')
  assert.equal(
    head,
    'response_id,external_id,submitted_at,completed,contact_id,email,language,score,why,plan,uses,stars,people,again,since,note',
  )
  assert.match(
    first,
    /,r1,2026-05-02T10:00:00\.000Z,true,[0-9a-f-]{36},ana@acme\.example,,9,'=cmd\(\),,Search; Share,,2,,,$/,
  )
  assert.deepEqual(
    [file.file_name, file.row_count, file.next_after, file.content.includes('"two\nlines, ""quoted"""')],
    ['how-is-it-going.csv', 2, null, true],
  )
  const download = await fetch(`${app.baseUrl}/api/v1/surveys/${survey.id}/export?format=csv`, {
    headers: { authorization: `Bearer ${org.admin.key}`, accept: 'text/csv' },
  })
  assert.deepEqual(
    [download.headers.get('content-type')?.split(';')[0], await download.text()],
    ['text/csv', file.content],
  )
})

test('merging contacts moves their responses', async () => {
  const [a, b] = [
    (await say({ score: 1 }, { contact: { email: 'a@acme.example' } })).body,
    (await say({ score: 2 }, { contact: { email: 'b@acme.example' } })).body,
  ]
  await call('POST', `/contacts/${a.contact_id}/merge`, { source_contact_ids: [b.contact_id] })
  assert.deepEqual(
    (await call('GET', path(), undefined, { contact_id: a.contact_id })).body.data.map((r: Body) => r.id),
    [b.id, a.id],
  )
  assert.equal(
    (await call('GET', '/search', undefined, { q: 'how is it going', types: 'survey' })).body.data[0].id,
    survey.id,
  )
})
