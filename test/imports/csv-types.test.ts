import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body } from '../test-server.ts'
import { uploads, useUploads } from './uploads-client.ts'

/* What the rows of each type become, and that nothing of it is left when they are taken back. */

useUploads()

const rollBack = async (id: string) => {
  assert.equal((await uploads.call('POST', `/csv-uploads/${id}/rollback`)).status, 202)
  assert.equal((await uploads.waitForEnd(id)).status, 'rolled_back')
}
const plain = (rows: Body[]) => rows.map(({ updated_at: _, ...row }) => row)
const state = async (path: string) => ({
  own: plain(await uploads.list(path)),
  feedback: plain(await uploads.list('/feedback')),
  contacts: plain(await uploads.list('/contacts')),
})

test('NPS: scores become responses, reasons become feedback; scores out of range are reported', async () => {
  const known = (
    await uploads.call('POST', '/nps/responses', {
      score: 3,
      reason: 'Old reason',
      source: 'csv',
      external_id: 'a',
      responded_at: '2026-01-01T00:00:00Z',
      contact: { email: 'ana@acme.example' },
    })
  ).body
  const before = await state('/nps/responses')
  const done = await uploads.importFile(
    'How likely,Why,Email,When,Ref,Team\n9,Fast search,ana@acme.example,02.05.2026,a,Ops\n10,,ben@acme.example,03.05.2026,b,\n11,Too much,,,c,\nseven,,,,d,\n7.0,Fine,,31.05.2026,e,Sales\n',
    {
      columns: {
        'How likely': 'score',
        Why: 'reason',
        Email: 'respondent_email',
        When: 'response_date',
        Ref: 'external_id',
      },
    },
    { type: 'nps' },
  )
  assert.deepEqual([done.totals.created, done.totals.updated, done.totals.failed], [2, 1, 2])
  assert.deepEqual(await uploads.errors(done.id), [
    [3, 'How likely', 'OUT_OF_RANGE'],
    [4, 'How likely', 'INVALID_NUMBER'],
  ])
  const all = new Map((await uploads.list('/nps/responses')).map((one) => [one.external_id as string, one]))
  const [a, b, e] = ['a', 'b', 'e'].map((reference) => all.get(reference)!) as [Body, Body, Body]
  assert.deepEqual([a.id, a.score, a.reason, a.responded_at], [known.id, 9, 'Fast search', '2026-05-02T00:00:00.000Z'])
  assert.deepEqual([b.reason, e.reason, e.score], [null, 'Fine', 7])
  assert.equal((await uploads.call('GET', `/contacts/${a.contact_id}`)).body.latest_nps.score, 9)
  assert.deepEqual((await uploads.call('GET', `/feedback/${e.feedback_id}`)).body.metadata, { Team: 'Sales' })
  await rollBack(done.id)
  assert.deepEqual(await state('/nps/responses'), before)
})

test('tickets: status and priority accept synonyms, other columns become custom fields', async () => {
  const ticket = { source_name: 'csv', external_id: 'a' }
  const before = await state('/support/cs/tickets')
  const done = await uploads.importFile(
    'Subject,Description,Requester Email,Created,Status,Priority,Ticket ID,Product\nExport stops,After a minute,ana@acme.example,2026-05-02,Resolved,Critical,a,App\nNo invitation,It never comes,ben@acme.example,2026-05-03,In Progress,,b,\nOdd,Status,,2026-05-03,sleeping,,c,\n',
    {},
    { type: 'cs_ticket' },
  )
  assert.deepEqual([done.totals.created, done.totals.failed], [2, 1])
  assert.deepEqual(await uploads.errors(done.id), [[3, 'Status', 'INVALID_VALUE']])
  const [first] = (await uploads.list('/support/cs/tickets')).filter(
    (one) => one.external_id === ticket.external_id,
  ) as [Body]
  assert.deepEqual(
    [first.source, first.source_name, first.status, first.priority, first.requester.email, first.custom_fields],
    ['csv', 'csv', 'solved', 'urgent', 'ana@acme.example', { Product: 'App' }],
  )
  assert.equal((await uploads.call('GET', `/feedback/${first.feedback_id}`)).body.csv_upload_id, done.id)
  const again = await uploads.importFile(
    'Subject,Body,Ticket ID\nExport stops,After a minute or two,a\nNo invitation,It never comes,b\n',
    {},
    { type: 'cs_ticket' },
  )
  assert.deepEqual([again.totals.updated, again.totals.unchanged], [1, 1])
  await rollBack(again.id)
  assert.equal((await uploads.call('GET', `/support/cs/tickets/${first.id}`)).body.body, 'After a minute')
  await rollBack(done.id)
  assert.deepEqual(await state('/support/cs/tickets'), before)
})

test('interviews: transcripts in cells are parsed into speakers', async () => {
  const before = await state('/interviews')
  const table =
    'transcript,interview_date,interviewee_name,interviewee_email,external_id\n"Mia: How do you share notes?\n\nAna: I copy them into an email, every time.",2026-05-02,Ana,ana@acme.example,i1\n"Mia: What slows you down?\n\nBen: Waiting for the sync after a flight.",2026-05-03,Ben,ben@acme.example,i2\n'
  const done = await uploads.importFile(table, {}, { type: 'user_interview' })
  assert.deepEqual([done.status, done.totals.created], ['completed', 2])
  const [ben, ana] = (await uploads.list('/interviews')) as [Body, Body]
  assert.deepEqual(
    [ana.title, ana.interview_date, ana.contact.email, ana.segment_count, ben.title],
    ['Interview with Ana', '2026-05-02', 'ana@acme.example', 2, 'Interview with Ben'],
  )
  assert.equal((await uploads.importFile(table, {}, { type: 'user_interview' })).totals.unchanged, 2)
  await rollBack(done.id)
  assert.deepEqual(await state('/interviews'), before)
})

test('surveys: a table is one survey, its columns the questions, its rows the responses', async () => {
  const table =
    'Email,What should we improve?,How likely are you to recommend us?,Which plan?,Would you stay?\nana@acme.example,The export of large workspaces,9,Pro,yes\nben@acme.example,The search on the telephone,4,Free,no\ncleo@acme.example,,11,Pro,yes\ndan@acme.example,Nothing,7,Team,maybe\n'
  const questions = [
    { header: 'What should we improve?', type: 'open_text', key: 'improve' },
    { header: 'How likely are you to recommend us?', type: 'nps', key: 'nps' },
    { header: 'Which plan?', type: 'single_choice', key: 'plan' },
    { header: 'Would you stay?', type: 'boolean', key: 'stay' },
  ]
  const done = await uploads.importFile(
    table,
    { columns: { Email: 'respondent_email' }, questions },
    { type: 'survey', file_name: 'Spring survey.csv' },
  )
  assert.deepEqual([done.totals.created, done.totals.failed], [2, 2])
  assert.deepEqual(await uploads.errors(done.id), [
    [3, 'How likely are you to recommend us?', 'OUT_OF_RANGE'],
    [4, 'Would you stay?', 'INVALID_VALUE'],
  ])
  const survey = (await uploads.call('GET', `/surveys/${done.survey_id}`)).body
  assert.deepEqual(
    [
      survey.title,
      survey.status,
      survey.response_count,
      survey.questions.map((one: Body) => [one.key, one.type, one.options.map((option: Body) => option.label)]),
    ],
    [
      'Spring survey',
      'closed',
      2,
      [
        ['improve', 'open_text', []],
        ['nps', 'nps', []],
        ['plan', 'single_choice', ['Pro', 'Free']],
        ['stay', 'boolean', []],
      ],
    ],
  )
  assert.deepEqual(
    [
      (await uploads.list('/nps/responses')).map((one) => one.score).sort(),
      await uploads.count({ source_type: 'survey_response' }),
    ],
    [[4, 9], 2],
  )
  await rollBack(done.id)
  assert.deepEqual(
    [
      await uploads.count(),
      await uploads.list('/nps/responses'),
      await uploads.list('/contacts'),
      await uploads.list(`/surveys/${done.survey_id}/responses`),
    ],
    [0, [], [], []],
  )
})
