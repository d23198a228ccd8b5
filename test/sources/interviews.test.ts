import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listQueuedFeedback } from '../insert-feedback.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { type Body, call, org, app } from '../test-server.ts'
import { useTestWorker, withTestWorker } from '../test-worker.ts'

useTestWorker({ startsWorker: false })

const talk =
  'Mia Koch: How is it?\n\nAna Lima: Slow. I wait\nfor minutes.\n\nMia Koch: Why?\n\nAna Lima: No idea.\n\nBo: Same here.'
const send = (more: Body = {}) =>
  call('POST', '/interviews', {
    title: 'Call with Ana',
    interview_date: '2026-05-02',
    ...(more.segments ? {} : { transcript: { text: talk } }),
    ...more,
  })
const store = async (more: Body = {}): Promise<Body> => (await send(more)).body
const content = async (id: string) => (await call('GET', `/feedback/${id}`)).body.content
const ids = async (query: Record<string, string>) =>
  (await call('GET', '/interviews', undefined, query)).body.data.map((one: Body) => one.id)
const finish = (id: string, status: string) =>
  app.store.run(sql`update feedback_state set status = ${status}, updated_at = now() where feedback_id = ${id}`)
const detailOf = (reply: { status: number; body: Body }) =>
  [reply.status, reply.body.error?.details?.[0]?.path, reply.body.error?.details?.[0]?.code].filter(
    (part) => part !== undefined,
  )

test('an interview is returned as sent, and the customer’s text is queued for analysis', async () => {
  const reply = await send({
    contact: { email: 'ana@acme.example', name: 'Ana' },
    tags: ['export'],
    recording_url: 'https://example.com/r/1',
    source: 'calls',
    external_id: 'c-1',
    language: 'en',
  })
  assert.equal(reply.status, 202)
  const { job_id, ...interview } = reply.body
  assert.match(job_id, /^[0-9a-f-]{36}$/)
  assert.deepEqual((await call('GET', `/interviews/${interview.id}`)).body, interview)
  assert.deepEqual(
    [
      interview.status,
      interview.transcript_format,
      interview.segment_count,
      interview.word_count,
      interview.duration_seconds,
      interview.role_guessed,
      interview.contact.name,
      interview.interview_date,
      interview.source,
    ],
    ['processing', 'plain', 5, 13, null, true, 'Ana', '2026-05-02', 'calls'],
  )
  assert.deepEqual(
    interview.participants.map((p: Body) => [p.speaker, p.role]),
    [
      ['Mia Koch', 'interviewer'],
      ['Ana Lima', 'customer'],
      ['Bo', 'other'],
    ],
  )
  const feedback = (await call('GET', `/feedback/${interview.feedback_id}`)).body
  assert.deepEqual(
    [feedback.source_type, feedback.status, feedback.content, feedback.occurred_at, feedback.title],
    ['interview', 'queued', 'Slow. I wait for minutes.\n\nNo idea.', '2026-05-02T00:00:00.000Z', 'Call with Ana'],
  )
  assert.deepEqual(
    (await listQueuedFeedback(app.store, org.id, 10)).map((row) => row.id),
    [interview.id],
  )
  assert.deepEqual(
    [
      (await send({ source: 'calls', external_id: 'c-1' })).body.error.code,
      (await send({ source: 'calls', external_id: 'c-2' })).status,
    ],
    ['DUPLICATE', 202],
  )
})

test('the status follows the analysis of the customer’s text', async () => {
  const { id } = await store()
  for (const [status, shown] of [
    ['queued', 'processing'],
    ['analyzed', 'ready'],
    ['failed', 'failed'],
  ] as const) {
    await finish(id, status)
    const interview = (await call('GET', `/interviews/${id}`)).body
    assert.deepEqual([interview.status, interview.error_code], [shown, status === 'failed' ? 'ANALYSIS_FAILED' : null])
  }
  const again = await call('POST', `/interviews/${id}/analyze`)
  assert.deepEqual(
    [again.status, again.body.status, (await call('GET', `/interviews/${id}`)).body.status],
    [202, 'processing', 'processing'],
  )
  const quiet = await send({ analyze: false })
  assert.deepEqual([quiet.status, quiet.body.status], [201, 'ready'])
  const events = await app.store.rows<{ type: string }>(
    sql`select type from event where org_id = ${org.id} and resource_id = ${quiet.body.id} order by type`,
  )
  assert.deepEqual(
    events.map((event) => event.type),
    ['feedback.created', 'interview.ready'],
  )
  const silent = await store({
    segments: [
      { speaker: 'Mia', role: 'interviewer', text: 'Hello?' },
      { speaker: 'Mia', text: 'Anybody?' },
    ],
  })
  assert.deepEqual(
    [silent.status, await content(silent.id), (await call('POST', `/interviews/${silent.id}/analyze`)).body.status],
    ['ready', '', 'ready'],
  )
})

test('roles follow the contact, the interviewers or the given participants', async () => {
  const role = (interview: Body, speaker: string) =>
    interview.participants.find((p: Body) => p.speaker === speaker)?.role
  const byContact = await store({ contact: { email: 'bo@acme.example', name: 'bo' } })
  assert.deepEqual(
    [role(byContact, 'Bo'), role(byContact, 'Ana Lima'), byContact.role_guessed, await content(byContact.id)],
    ['customer', 'other', false, 'Same here.'],
  )
  const [{ name }] = (await app.store.rows<{ name: string }>(
    sql`select name from app_user where id = ${org.admin.userId}`,
  )) as [{ name: string }]
  const response = await store({
    interviewer_ids: [org.admin.userId],
    segments: [
      { speaker: 'Ana', text: 'One' },
      { speaker: name, text: 'Two' },
      { speaker: 'Bo', text: 'Three' },
    ],
  })
  assert.deepEqual(
    [role(response, name), await content(response.id), response.role_guessed],
    ['interviewer', 'One\n\nThree', true],
  )
  const confirmed = await store({
    participants: [
      { speaker: 'Bo', role: 'customer', name: 'Bo Berg' },
      { speaker: 'Ana Lima', role: 'interviewer' },
    ],
  })
  assert.deepEqual(
    [role(confirmed, 'Bo Berg'), role(confirmed, 'Ana Lima'), role(confirmed, 'Mia Koch'), confirmed.role_guessed],
    ['customer', 'interviewer', 'other', false],
  )
  const unknownContact = newId()
  assert.deepEqual(detailOf(await send({ participants: [{ speaker: 'Nobody' }] })), [
    400,
    'body.participants.0.speaker',
  ])
  assert.deepEqual(detailOf(await send({ participants: [{ speaker: 'Bo', contact_id: unknownContact }] })), [
    400,
    'body.participants',
  ])
  assert.deepEqual(detailOf(await send({ interviewer_ids: [`user_${'0'.repeat(32)}`] })), [
    400,
    'body.interviewer_ids.0',
  ])
  assert.deepEqual(detailOf(await send({ contact_id: unknownContact })), [400, 'body.contact_id'])
})

test('renaming a speaker renames every segment and can merge two speakers', async () => {
  const { id } = await store()
  await finish(id, 'analyzed')
  const renamed = (
    await call('PATCH', `/interviews/${id}`, {
      participants: [
        { speaker: 'Ana Lima', name: 'Mia Koch' },
        { speaker: 'Mia Koch', name: 'Ana Lima' },
      ],
    })
  ).body
  assert.deepEqual(
    renamed.participants.map((p: Body) => p.speaker),
    ['Ana Lima', 'Mia Koch', 'Bo'],
  )
  const speakers = async () => (await call('GET', `/interviews/${id}/transcript`)).body.data.map((s: Body) => s.speaker)
  assert.deepEqual(await speakers(), ['Ana Lima', 'Mia Koch', 'Ana Lima', 'Mia Koch', 'Bo'])
  assert.equal(renamed.status, 'ready')
  const merged = (
    await call('PATCH', `/interviews/${id}`, {
      participants: [{ speaker: 'Bo', name: 'Mia Koch' }],
      title: 'Other',
      interview_date: '2026-05-03',
      tags: ['a'],
    })
  ).body
  assert.deepEqual(
    [merged.participants.length, merged.status, merged.title, merged.interview_date, merged.tags],
    [2, 'processing', 'Other', '2026-05-03', ['a']],
  )
  assert.equal(await content(id), 'Slow. I wait for minutes.\n\nNo idea. Same here.')
})

test('updating a segment changes it and the customer’s text', async () => {
  const { id } = await store()
  await finish(id, 'analyzed')
  const response = await call('PATCH', `/interviews/${id}/transcript/segments/0`, { text: 'How is it going?' })
  assert.deepEqual(
    [response.status, response.body],
    [
      200,
      { index: 0, speaker: 'Mia Koch', role: 'interviewer', start_ms: null, end_ms: null, text: 'How is it going?' },
    ],
  )
  assert.equal((await call('GET', `/interviews/${id}`)).body.status, 'ready')
  const corrected = (await call('PATCH', `/interviews/${id}/transcript/segments/3`, { text: ' No idea at all. ' })).body
  assert.deepEqual(
    [corrected.text, corrected.role, (await call('GET', `/interviews/${id}`)).body.status, await content(id)],
    ['No idea at all.', 'customer', 'processing', 'Slow. I wait for minutes.\n\nNo idea at all.'],
  )
  await call('PATCH', `/interviews/${id}/transcript/segments/4`, { speaker: 'Ana Lima' })
  const interview = (await call('GET', `/interviews/${id}`)).body
  assert.deepEqual([interview.participants.length, interview.word_count], [2, 16])
  for (const index of ['5', '999999', '-1', '01', 'x'])
    assert.equal(
      (await call('PATCH', `/interviews/${id}/transcript/segments/${index}`, { text: 'x' })).status,
      404,
      index,
    )
  assert.equal((await call('PATCH', `/interviews/${id}/transcript/segments/0`, { text: ' \n' })).status, 400)
})

test('a transcript is paged or exported as a file that can be imported again', async () => {
  const { id } = await store()
  const first = (await call('GET', `/interviews/${id}/transcript`, undefined, { limit: '3' })).body
  const rest = (
    await call('GET', `/interviews/${id}/transcript`, undefined, { limit: '3', cursor: first.pagination.next_cursor })
  ).body
  assert.deepEqual(
    [...first.data, ...rest.data].map((s: Body) => [s.index, s.role]),
    [
      [0, 'interviewer'],
      [1, 'customer'],
      [2, 'interviewer'],
      [3, 'customer'],
      [4, 'other'],
    ],
  )
  assert.equal(rest.pagination.has_more, false)
  await finish(id, 'analyzed')
  for (const format of ['vtt', 'txt']) {
    assert.equal((await call('GET', `/interviews/${id}/transcript`, undefined, { format, cursor: 'x' })).status, 400)
    const file = (await call('GET', `/interviews/${id}/transcript`, undefined, { format })).body
    const back = await call('PATCH', `/interviews/${id}/transcript`, { transcript: { text: file.content } })
    assert.deepEqual(
      [back.status, back.body.segment_count, back.body.transcript_format, back.body.status],
      [200, 5, format === 'vtt' ? 'vtt' : 'plain', 'ready'],
    )
  }
  const other = (
    await call('PATCH', `/interviews/${id}/transcript`, {
      segments: [{ speaker: 'Ana', role: 'customer', text: 'All new.', start_ms: 1000, end_ms: 61_000 }],
    })
  ).body
  assert.deepEqual(
    [other.status, other.segment_count, other.duration_seconds, other.transcript_format, await content(id)],
    ['processing', 1, 61, null, 'All new.'],
  )
})

test('a preview shows the parsed transcript and stores nothing', async () => {
  const { status, body } = await call('POST', '/interviews/parse', {
    text: '[Mia] 10:00:00\nHello\n\n[Ana] 10:01:00\nGood day to you\n',
  })
  assert.equal(status, 200)
  assert.deepEqual(
    [body.format, body.segment_count, body.word_count, body.duration_seconds, body.role_guessed],
    ['zoom', 2, 5, 60, true],
  )
  assert.deepEqual(body.speakers, [
    { speaker: 'Mia', role: 'interviewer', segment_count: 1, word_count: 1 },
    { speaker: 'Ana', role: 'customer', segment_count: 1, word_count: 4 },
  ])
  assert.deepEqual(await ids({}), [])
})

test('an invalid transcript is refused with its field, and nothing is stored', async () => {
  const refusals: [Body, unknown[]][] = [
    [{ transcript: { text: 'One line.' } }, [400, 'body.transcript.text', 'TRANSCRIPT_FORMAT_UNKNOWN']],
    [{ transcript: { format: 'vtt', text: talk } }, [400, 'body.transcript.text', 'TRANSCRIPT_FORMAT_UNKNOWN']],
    [{ transcript: { text: talk }, segments: [{ text: 'x' }] }, [400, 'body.segments']],
    [{ transcript: undefined }, [400, 'body.transcript']],
    [{ segments: [{ text: '  ' }] }, [400, 'body.segments.0.text']],
    [{ segments: [{ text: 'x', start_ms: 2, end_ms: 1 }] }, [400, 'body.segments.0.end_ms']],
    [{ segments: [] }, [400, 'body.segments']],
    [{ interview_date: '2026-02-30' }, [400, 'body.interview_date']],
    [{ transcript: { text: 'x'.repeat(2 * 1024 * 1024 + 1) } }, [400, 'body.transcript.text']],
    [{ transcript: { text: 'Ana: x\n'.repeat(20_001) } }, [400, 'body.transcript.text']],
    [
      { transcript: { text: Array.from({ length: 101 }, (_, n) => `Guest ${n}: Hello`).join('\n') } },
      [400, 'body.transcript.text'],
    ],
    [
      { segments: Array.from({ length: 101 }, (_, n) => ({ speaker: `Guest ${n}`, text: 'Hello' })) },
      [400, 'body.segments'],
    ],
    [{ segments: Array.from({ length: 50 }, () => ({ text: 'y'.repeat(50_000) })) }, [400, 'body.segments']],
  ]
  for (const [more, refused] of refusals)
    assert.deepEqual(detailOf(await send(more)), refused, JSON.stringify(more).slice(0, 80))
  assert.equal(
    (
      await call('POST', '/interviews', {
        title: 'x',
        interview_date: '2026-05-02',
        transcript: { text: 'x'.repeat(6 * 1024 * 1024) },
      })
    ).status,
    413,
  )
  assert.deepEqual(await ids({}), [])
  assert.deepEqual((await call('GET', '/feedback')).body.data, [])
})

test('the longest transcript is stored whole, and lists truncate it', async () => {
  const turn = `Ana: ${'word '.repeat(99)}end.\n`
  const text = `Mia: Hello?\n${turn.repeat(Math.floor((2 * 1024 * 1024 - 20) / turn.length))}`
  const interview = await store({ transcript: { text } })
  assert.deepEqual(
    [interview.segment_count, interview.word_count],
    [text.split('\n').length - 1, (interview.segment_count - 1) * 100 + 1],
  )
  assert.equal(
    (await content(interview.id)).length,
    text.length - 'Mia: Hello?\n'.length - (interview.segment_count - 1) * 'Ana: '.length - 1,
  )
  assert.equal((await call('GET', '/feedback')).body.data[0].content.length, 50_000)
})

test('the list filters, sorts and pages', async () => {
  const early = await store({
    interview_date: '2026-01-02',
    title: 'First',
    tags: ['a'],
    contact: { email: 'ana@acme.example' },
  })
  const late = await store({ interview_date: '2026-03-04', title: 'Second', source: 'calls', analyze: false })
  await call('POST', '/feedback', { content: 'no interview', source_type: 'interview' })
  for (const [query, found] of [
    [{}, [late.id, early.id]],
    [{ sort: 'interview_date' }, [early.id, late.id]],
    [{ sort: '-interview_date' }, [late.id, early.id]],
    [{ sort: 'created_at' }, [early.id, late.id]],
    [{ status: 'ready' }, [late.id]],
    [{ status: 'processing,failed' }, [early.id]],
    [{ contact_id: early.contact_id }, [early.id]],
    [{ q: 'first' }, [early.id]],
    [{ q: 'for minutes' }, [late.id, early.id]],
    [{ tag: 'a' }, [early.id]],
    [{ source: 'calls' }, [late.id]],
    [{ interview_after: '2026-02-01' }, [late.id]],
    [{ interview_before: '2026-03-04' }, [early.id]],
    [{ segment_id: newId() }, []],
  ] as const)
    assert.deepEqual(await ids(query as Record<string, string>), found, JSON.stringify(query))
  for (const sort of ['-created_at', 'created_at', 'interview_date', '-interview_date']) {
    const page = (await call('GET', '/interviews', undefined, { sort, limit: '1' })).body
    assert.deepEqual(
      [page.data[0].id, ...(await ids({ sort, limit: '1', cursor: page.pagination.next_cursor }))].sort(),
      [early.id, late.id].sort(),
      sort,
    )
  }
})

test('deleting an interview hides its automatic insights, and a delta export lists it', async () => {
  const { id } = await store()
  const found = (
    await call('POST', '/insights', {
      name: 'Slow',
      sentiment: 'NEGATIVE',
      category: 'PAIN_POINTS',
      feedback_id: id,
      quote: 'I wait for minutes',
    })
  ).body
  assert.deepEqual(
    (await call('GET', `/interviews/${id}/insights`)).body.data.map((i: Body) => i.id),
    [found.id],
  )
  assert.equal((await call('GET', `/interviews/${id}`)).body.insight_count, 1)
  await app.store.run(sql`update insight set origin = 'auto', edited_by_human = false where id = ${found.id}`)
  for (const _ of [1, 2]) assert.deepEqual((await call('DELETE', `/interviews/${id}`)).body, { id, deleted: true })
  assert.deepEqual(
    [
      (await call('GET', `/interviews/${id}`)).status,
      (await call('GET', `/feedback/${id}`)).status,
      (await call('GET', `/insights/${found.id}`)).status,
    ],
    [404, 404, 404],
  )
  const kept = await store()
  const since = new Date(Date.now() - 60_000).toISOString()
  const page = (await call('GET', '/interviews', undefined, { updated_since: since, include_deleted: 'true' })).body
  assert.deepEqual(
    page.data.map((one: Body) => [one.id, one.deleted ?? false]),
    [
      [id, true],
      [kept.id, false],
    ],
  )
  assert.deepEqual(await ids({ updated_since: since }), [kept.id])
  assert.equal((await call('GET', `/interviews/${newId()}/transcript`)).status, 404)
})

test('search finds an interview by its content', async () => {
  const { id } = await store()
  const found = (await call('GET', '/search', undefined, { q: 'minutes' })).body
  assert.deepEqual(
    found.data.map((hit: Body) => [hit.type, hit.id, hit.url]),
    [['interview', id, `/interviews/${id}`]],
  )
})

test('erasing a contact anonymizes its name in transcripts', async () => {
  const interview = await store({ contact: { email: 'ana@acme.example', name: 'Ana Lima' } })
  const other = await store()
  const { body } = await call('POST', `/contacts/${interview.contact_id}/erase`)
  const erased = await withTestWorker(() => call('GET', `/jobs/${body.job_id}`, undefined, { wait: '30' }))
  assert.equal(erased.body.status, 'ready')
  const speakers = async (of: string) =>
    (await call('GET', `/interviews/${of}/transcript`)).body.data.map((s: Body) => [s.speaker, s.role])
  assert.deepEqual(await speakers(interview.id), [
    ['Mia Koch', 'other'],
    ['Customer', 'customer'],
    ['Mia Koch', 'other'],
    ['Customer', 'customer'],
    ['Bo', 'other'],
  ])
  assert.deepEqual((await speakers(other.id))[1], ['Ana Lima', 'customer'])
  assert.ok(!JSON.stringify((await call('GET', `/interviews/${interview.id}`)).body.participants).includes('Ana'))
})
