import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { type Body, call, useTestServer } from '../test-server.ts'

useTestServer()

const make = async (more: Body = {}): Promise<Body> =>
  (await call('POST', '/surveys', { title: 'How is it going?', ...more })).body
const ask = (id: string, question: Body) => call('POST', `/surveys/${id}/questions`, question)
const codeOf = (reply: { status: number; body: Body }) => [reply.status, reply.body.error?.code]
const pathOf = (reply: { status: number; body: Body }) => [reply.status, reply.body.error?.details?.[0]?.path]
const ids = async (query: Record<string, string>) =>
  (await call('GET', '/surveys', undefined, query)).body.data.map((s: Body) => s.id)

const everyType = [
  { type: 'open_text', text: 'What should we improve?', key: 'improve', required: true },
  { type: 'single_choice', text: 'Which plan?', options: [{ id: 'free', label: 'Free' }, { label: 'Größer' }] },
  {
    type: 'multi_choice',
    text: 'What do you use?',
    options: [{ label: 'Search' }, { label: 'Export' }, { label: 'Search!' }],
  },
  { type: 'rating', text: 'How good?', scale: { min: 1, max: 10, min_label: 'Bad', max_label: 'Good' } },
  { type: 'nps', text: 'How likely are you to recommend us?' },
  { type: 'csat', text: 'How satisfied are you?' },
  { type: 'ces', text: 'How easy was it?' },
  { type: 'number', text: 'How many people?', scale: { min: 0 } },
  { type: 'boolean', text: 'Would you come back?' },
  { type: 'date', text: 'Since when?' },
]

test('a survey with questions of every type is returned as created', async () => {
  const reply = await call('POST', '/surveys', {
    title: ' How is it going? ',
    description: 'One minute.',
    language: 'de-AT',
    thank_you: 'Danke',
    tags: ['q2'],
    starts_at: '2026-05-01T00:00:00Z',
    ends_at: '2026-06-01T00:00:00Z',
    questions: everyType,
  })
  assert.equal(reply.status, 201)
  const survey = reply.body
  assert.deepEqual(
    [
      survey.title,
      survey.status,
      survey.question_count,
      survey.response_count,
      survey.completion_rate,
      survey.language,
      survey.thank_you,
      survey.source,
    ],
    ['How is it going?', 'draft', 10, 0, null, 'de-AT', 'Danke', 'survey'],
  )
  assert.match(survey.public_url, /^http:\/\/localhost:3000\/s\/earpub_[0-9A-Za-z]{22}$/)
  assert.deepEqual(
    survey.questions.map((q: Body) => [q.key, q.type, q.position, q.analyze]),
    [
      ['improve', 'open_text', 0, true],
      ['which_plan', 'single_choice', 1, false],
      ['what_do_you_use', 'multi_choice', 2, false],
      ['how_good', 'rating', 3, false],
      ['how_likely_are_you_to_recommend_us', 'nps', 4, false],
      ['how_satisfied_are_you', 'csat', 5, false],
      ['how_easy_was_it', 'ces', 6, false],
      ['how_many_people', 'number', 7, false],
      ['would_you_come_back', 'boolean', 8, false],
      ['since_when', 'date', 9, false],
    ],
  )
  const [, plan, use, rating, nps, csat, ces, number] = survey.questions
  assert.deepEqual(
    [plan.options, use.options.map((o: Body) => o.id)],
    [
      [
        { id: 'free', label: 'Free' },
        { id: 'gro_er', label: 'Größer' },
      ],
      ['search', 'export', 'search_2'],
    ],
  )
  assert.deepEqual(
    [rating.scale.max, nps.scale.min, nps.scale.max, csat.scale.max, ces.scale.max, number.scale.max],
    [10, 0, 10, 5, 7, null],
  )
  assert.deepEqual((await call('GET', `/surveys/${survey.id}`)).body, survey)
})

test('an invalid question is refused with its field, and nothing is stored', async () => {
  const bad: [Body, string][] = [
    [{ type: 'single_choice', text: 'x' }, 'options'],
    [{ type: 'single_choice', text: 'x', options: [{ label: 'a' }] }, 'options'],
    [{ type: 'multi_choice', text: 'x', options: [{ label: 'a' }, { label: 'a' }] }, 'options'],
    [
      {
        type: 'multi_choice',
        text: 'x',
        options: [
          { id: 'a', label: 'a' },
          { id: 'a', label: 'b' },
        ],
      },
      'options',
    ],
    [{ type: 'open_text', text: 'x', options: [{ label: 'a' }, { label: 'b' }] }, 'options'],
    [{ type: 'open_text', text: 'x', scale: { min: 1, max: 2 } }, 'scale'],
    [{ type: 'nps', text: 'x', scale: { min: 1, max: 10 } }, 'scale'],
    [{ type: 'rating', text: 'x', scale: { min: 5, max: 5 } }, 'scale'],
    [{ type: 'rating', text: 'x', scale: { min: 0.5, max: 5 } }, 'scale'],
    [{ type: 'rating', text: 'x', scale: { min: 0, max: 1000 } }, 'scale'],
    [{ type: 'nps', text: 'x', analyze: true }, 'analyze'],
  ]
  for (const [question, field] of bad)
    assert.deepEqual(
      pathOf(await call('POST', '/surveys', { title: 'x', questions: [everyType[0]!, question] })),
      [400, `body.questions.1.${field}`],
      JSON.stringify(question),
    )
  assert.deepEqual(
    codeOf(
      await call('POST', '/surveys', {
        title: 'x',
        questions: [
          { type: 'nps', text: 'a', key: 'a' },
          { type: 'nps', text: 'b', key: 'a' },
        ],
      }),
    ),
    [409, 'DUPLICATE'],
  )
  assert.deepEqual(
    pathOf(
      await call('POST', '/surveys', {
        title: 'x',
        starts_at: '2026-05-02T00:00:00Z',
        ends_at: '2026-05-01T00:00:00Z',
      }),
    ),
    [400, 'body.ends_at'],
  )
  assert.deepEqual(await ids({}), [])
})

test('questions are added, updated, reordered and deleted', async () => {
  const { id, questions } = await make({ questions: everyType.slice(0, 2) })
  const added = await ask(id, { type: 'csat', text: 'What should we improve?' })
  assert.deepEqual([added.status, added.body.key, added.body.position], [201, 'what_should_we_improve', 2])
  assert.deepEqual(
    [
      (await ask(id, { type: 'nps', text: 'What should we improve?' })).body.key,
      codeOf(await ask(id, { type: 'nps', text: 'x', key: 'improve' })),
    ],
    ['what_should_we_improve_2', [409, 'DUPLICATE']],
  )
  const [first, second] = questions
  const path = `/surveys/${id}/questions`
  const changed = (await call('PATCH', `${path}/${first.id}`, { text: 'And now?', required: false, analyze: false }))
    .body
  assert.deepEqual(
    [changed.text, changed.required, changed.analyze, changed.key, changed.position],
    ['And now?', false, false, 'improve', 0],
  )
  const other = (await call('PATCH', `${path}/${second.id}`, { type: 'rating' })).body
  assert.deepEqual([other.type, other.options, other.scale.max], ['rating', [], 5])
  assert.deepEqual(pathOf(await call('PATCH', `${path}/${first.id}`, { type: 'single_choice' })), [400, 'body.options'])
  assert.deepEqual(codeOf(await call('PATCH', `${path}/${first.id}`, { key: 'which_plan' })), [409, 'DUPLICATE'])
  const all = (await call('GET', `/surveys/${id}`)).body.questions.map((q: Body) => q.id)
  const ordered = (await call('PATCH', `${path}/order`, { question_ids: all.toReversed() })).body.questions
  assert.deepEqual(
    [ordered.map((q: Body) => q.id), ordered.map((q: Body) => q.position)],
    [all.toReversed(), [0, 1, 2, 3]],
  )
  assert.deepEqual(pathOf(await call('PATCH', `${path}/order`, { question_ids: all.slice(1) })), [
    400,
    'body.question_ids',
  ])
  assert.deepEqual(pathOf(await call('PATCH', `${path}/order`, { question_ids: [...all, newId()] })), [
    400,
    'body.question_ids',
  ])
  assert.deepEqual((await call('DELETE', `${path}/${first.id}`)).body, { id: first.id, deleted: true })
  const rest = (await call('GET', `/surveys/${id}`)).body
  assert.deepEqual([rest.question_count, rest.questions.map((q: Body) => q.position)], [3, [0, 1, 2]])
  assert.equal((await call('DELETE', `${path}/${first.id}`)).status, 404)
  assert.equal((await ask(id, { type: 'open_text', text: 'x', key: 'improve' })).status, 201)
})

test('a survey goes from draft to active, can be closed and reopened, and stays archived', async () => {
  const { id } = await make({ questions: everyType.slice(0, 1) })
  const set = async (status: string) => codeOf(await call('PATCH', `/surveys/${id}`, { status }))
  const cells: [string, Record<string, boolean>][] = [
    ['draft', { closed: false, draft: true, active: true }],
    ['active', { draft: false, active: true, closed: true }],
    ['closed', { draft: false, closed: true, active: true }],
    ['active', { archived: true }],
    ['archived', { draft: false, active: false, closed: false, archived: false }],
  ]
  for (const [from, ways] of cells)
    for (const [to, open] of Object.entries(ways)) {
      assert.deepEqual(await set(to), open ? [200, undefined] : [409, 'INVALID_STATE'], `${from} → ${to}`)
    }
  assert.deepEqual(
    [codeOf(await ask(id, { type: 'nps', text: 'x' })), codeOf(await call('PATCH', `/surveys/${id}`, { title: 'x' }))],
    [
      [409, 'INVALID_STATE'],
      [409, 'INVALID_STATE'],
    ],
  )
  for (const _ of [1, 2]) assert.equal((await call('DELETE', `/surveys/${id}`)).body.status, 'archived')
  const draft = await make()
  assert.equal((await call('DELETE', `/surveys/${draft.id}`)).body.status, 'archived')
})

test('with responses, a question keeps its type, scale and options', async () => {
  const { id, questions } = await make({ status: 'active', questions: everyType.slice(0, 5) })
  assert.equal(
    (
      await call('POST', `/surveys/${id}/responses`, {
        answers: [
          { key: 'improve', value: 'All of it' },
          { key: 'which_plan', value: 'Free' },
        ],
      })
    ).status,
    201,
  )
  const [open, plan, , rating] = questions
  const change = async (question: Body, body: Body) =>
    (await call('PATCH', `/surveys/${id}/questions/${question.id}`, body)).status
  assert.deepEqual(
    [
      await change(open, { type: 'boolean' }),
      await change(rating, { scale: { min: 1, max: 5 } }),
      await change(plan, { options: [{ label: 'Free' }, { label: 'Other' }] }),
    ],
    [409, 409, 409],
  )
  assert.deepEqual(
    [
      await change(open, { text: 'Anything?' }),
      await change(plan, { options: [{ label: 'Größer' }, { label: 'Free' }, { label: 'Other' }] }),
      await change(rating, { scale: { ...rating.scale, max_label: 'Great' } }),
    ],
    [200, 200, 200],
  )
  assert.equal((await call('DELETE', `/surveys/${id}/questions/${open.id}`)).status, 200)
  const [response] = (await call('GET', `/surveys/${id}/responses`)).body.data
  assert.deepEqual(
    response.answers.map((a: Body) => [a.key, a.value]),
    [
      ['improve', 'All of it'],
      ['which_plan', 'Free'],
    ],
  )
})

test('a question of maximum length in any script can be answered', async () => {
  const { id } = await make({
    status: 'active',
    questions: [
      { type: 'open_text', text: '🙂'.repeat(1000) },
      { type: 'single_choice', text: '質問', options: [{ label: '🙂' }, { label: '🙃' }] },
    ],
  })
  const reply = await call('POST', `/surveys/${id}/responses`, {
    answers: [
      { key: 'question', value: '答え 🙂' },
      { key: 'question_2', value: '🙃' },
    ],
  })
  assert.deepEqual([reply.status, reply.body.answers.map((a: Body) => a.value)], [201, ['答え 🙂', '🙃']])
  assert.equal((await call('GET', '/feedback')).body.data[0].title, '🙂'.repeat(200))
})

test('the total text of a response is limited', async () => {
  const { id } = await make({
    status: 'active',
    questions: Array.from({ length: 5 }, (_, n) => ({ type: 'open_text', text: 'x', key: `q${n}` })),
  })
  const answer = (length: number) =>
    call('POST', `/surveys/${id}/responses`, {
      answers: Array.from({ length: 5 }, (_, n) => ({ key: `q${n}`, value: 'x'.repeat(length) })),
    })
  assert.deepEqual([(await answer(40_000)).status, pathOf(await answer(40_001))], [201, [400, 'body.answers']])
})

test('an exported survey can be created again', async () => {
  const survey = await make({ description: 'One minute.', language: 'en', tags: ['q2'], questions: everyType })
  const exported = (await call('GET', `/surveys/${survey.id}/export`)).body
  const again = await call('POST', '/surveys', exported)
  assert.equal(again.status, 201, JSON.stringify(again.body))
  const plain = ({ id: _, created_at: __, updated_at: ___, public_url: ____, questions, ...rest }: Body) => ({
    ...rest,
    questions: questions.map(({ id: _____, ...q }: Body) => q),
  })
  assert.deepEqual(plain(again.body), plain(survey))
})

test('source and external id are unique among surveys', async () => {
  const first = await make({ source: 'typeform', external_id: 't1' })
  assert.deepEqual(codeOf(await call('POST', '/surveys', { title: 'x', source: 'typeform', external_id: 't1' })), [
    409,
    'DUPLICATE',
  ])
  await call('DELETE', `/surveys/${first.id}`)
  assert.equal((await make({ source: 'typeform', external_id: 't1' })).status, 'draft')
})

test('the list filters, sorts, pages and exports deltas', async () => {
  const a = await make({ title: 'Alpha', tags: ['x'], description: 'on pricing' })
  const b = await make({ title: 'Beta', status: 'active', source: 'typeform' })
  const gone = await make({ title: 'Gone' })
  await call('DELETE', `/surveys/${gone.id}`)
  for (const [query, found] of [
    [{}, [b.id, a.id]],
    [{ include_archived: 'true' }, [gone.id, b.id, a.id]],
    [{ status: 'archived' }, [gone.id]],
    [{ status: 'draft,active' }, [b.id, a.id]],
    [{ q: 'pricing' }, [a.id]],
    [{ tag: 'x' }, [a.id]],
    [{ source: 'typeform' }, [b.id]],
    [{ sort: 'title' }, [a.id, b.id]],
    [{ sort: '-title' }, [b.id, a.id]],
    [{ sort: 'created_at' }, [a.id, b.id]],
    [{ created_before: '2026-01-01' }, []],
    [{ updated_since: '2026-01-01' }, [a.id, b.id, gone.id]],
  ] as const)
    assert.deepEqual(await ids(query as Record<string, string>), found, JSON.stringify(query))
  for (const sort of ['-created_at', 'created_at', 'title', '-title', '-updated_at']) {
    const page = (await call('GET', '/surveys', undefined, { sort, limit: '1' })).body
    assert.deepEqual(
      [page.data[0].id, ...(await ids({ sort, limit: '1', cursor: page.pagination.next_cursor }))].sort(),
      [a.id, b.id].sort(),
      sort,
    )
  }
})
