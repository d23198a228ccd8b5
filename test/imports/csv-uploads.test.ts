import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#store/sql.ts'
import { type Body, org, app } from '../test-server.ts'
import { uploads, useUploads } from './uploads-client.ts'

useUploads()

const table =
  'Comment,Email,Name,When,Plan,Ref\nExport is slow,ana@acme.example,Ana,2026-05-02,pro,1\n"Love, it\nreally",ben@globex.example,Ben,2026-05-03 10:30,free,2\n'

test('an upload shows its format, a suggested mapping and a preview', async () => {
  const { status, body } = await uploads.upload(table)
  assert.equal(status, 201)
  assert.deepEqual(
    [body.status, body.encoding, body.delimiter, body.header_rows, body.detected_platform, body.row_count],
    ['uploaded', 'utf-8', ',', 1, 'generic', 2],
  )
  assert.deepEqual(body.headers, ['Comment', 'Email', 'Name', 'When', 'Plan', 'Ref'])
  assert.deepEqual(
    body.suggested_mapping.columns.map((column: Body) => column.target),
    ['content', 'respondent_email', 'respondent_name', 'submitted_date', 'contact.plan', 'external_id'],
  )
  assert.deepEqual(body.preview[1], {
    row: 2,
    line: 3,
    issues: [],
    values: {
      content: 'Love, it\nreally',
      respondent_email: 'ben@globex.example',
      respondent_name: 'Ben',
      submitted_date: '2026-05-03T10:30:00.000Z',
      'contact.plan': 'free',
      external_id: '2',
    },
  })
  assert.deepEqual([body.mapping, body.totals.rows, body.warnings], [null, 2, []])
  const again = (await uploads.upload(table)).body
  assert.deepEqual([again.warnings[0].code, again.sha256], ['ALREADY_UPLOADED', body.sha256])
  assert.deepEqual(
    (await uploads.list('/csv-uploads', { type: 'feedback', status: 'uploaded' })).map((one) => one.id),
    [again.id, body.id],
  )
  assert.deepEqual(await uploads.list('/csv-uploads', { status: 'completed' }), [])
})

test('rows become feedback with contacts, and unmapped columns become metadata', async () => {
  const done = await uploads.importFile(table, {
    columns: { Comment: 'content', Email: 'respondent_email', Ref: 'external_id', Plan: 'contact.plan' },
    options: { default_source: '2025 Survey' },
  })
  assert.deepEqual(
    [done.status, done.totals],
    ['completed', { rows: 2, valid: 2, created: 2, updated: 0, unchanged: 0, skipped: 0, failed: 0 }],
  )
  assert.ok(done.started_at && done.completed_at && done.rollback_until > done.completed_at)
  const [second, first] = (await uploads.list('/feedback', { batch_id: done.batch_id })) as [Body, Body]
  assert.deepEqual(
    [first.content, first.source, first.external_id, first.csv_upload_id, first.status],
    ['Export is slow', '2025-survey', '1', done.id, 'queued'],
  )
  assert.deepEqual(second.metadata, { Name: 'Ben', When: '2026-05-03 10:30' })
  assert.equal(second.contact.email, 'ben@globex.example')
  assert.equal((await uploads.call('GET', `/contacts/${first.contact_id}`)).body.company.plan, 'pro')
  const events = await app.store.rows<{ type: string; object: Body }>(
    sql`select type, object from event where org_id = ${org.id} and operation = 'csv_import' order by id`,
  )
  assert.deepEqual(
    events.map(({ type, object }) => [type, object.id]),
    [
      ['feedback.created', first.id],
      ['feedback.created', second.id],
      ['csv_upload.completed', done.id],
    ],
  )
})

test('an invalid mapping is refused with its field', async () => {
  const { id } = (await uploads.upload(table)).body
  const problem = async (body: Body) => {
    const reply = await uploads.call('PATCH', `/csv-uploads/${id}/mapping`, body)
    assert.equal(reply.status, 400, reply.text)
    return [reply.body.error.details[0].path, reply.body.error.details[0].message]
  }
  const content = { header: 'Comment', target: 'content' }
  assert.deepEqual(await problem({ columns: [{ header: 'Email', target: 'respondent_email' }] }), [
    'body.columns',
    'needs a column for content',
  ])
  assert.deepEqual(await problem({ columns: [content, { header: 'Nope', target: 'tags' }] }), [
    'body.columns.1.header',
    'is not a column of this table',
  ])
  assert.deepEqual(await problem({ columns: [content, content] }), ['body.columns.1.header', 'is mapped twice'])
  const plan = { header: 'Plan', target: 'external_id' }
  assert.deepEqual(await problem({ columns: [content, plan, { header: 'Ref', target: 'external_id' }] }), [
    'body.columns.2.target',
    'is the target of another column too',
  ])
  assert.match((await problem({ columns: [content, { header: 'Ref', target: 'score' }] }))[1], /must be metadata/)
  assert.deepEqual(await problem({ columns: [content, { header: 'Ref', target: 'metadata.__proto__' }] }), [
    'body.columns.1.target',
    (await problem({ columns: [content, { header: 'Ref', target: 'score' }] }))[1],
  ])
  assert.equal(
    (await problem({ columns: [content], questions: [{ header: 'Ref', type: 'number', key: 'ref' }] }))[0],
    'body.questions',
  )
  assert.equal((await uploads.call('GET', `/csv-uploads/${id}`)).body.status, 'uploaded')
})

test('validation stores nothing; invalid rows are skipped and can be downloaded', async () => {
  const rows = [
    'content,respondent_email,submitted_date,tags,url',
    'Good,ana@acme.example,2026-05-02,a; b,https://example.com/1',
    ',ana@acme.example,,,',
    'No email,ana(at)acme,,,',
    'No date,,31.02.2026,,',
    `${'x'.repeat(50_001)},,,,`,
    'Short,row',
    'No link,,,,ftp://x',
    '=cmd|calc,nobody,,,',
  ]
  const { body } = await uploads.upload(rows.join('\n'))
  await uploads.map(body.id, Object.fromEntries(body.headers.map((header: string) => [header, header])))
  const { status, body: checked } = await uploads.call('POST', `/csv-uploads/${body.id}/validate`)
  assert.deepEqual(
    [status, checked.status, checked.totals, checked.error_count],
    [200, 'validated', { rows: 8, valid: 1, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 7 }, 7],
  )
  const expected = [
    [2, 'content', 'REQUIRED'],
    [3, 'respondent_email', 'INVALID_EMAIL'],
    [4, 'submitted_date', 'INVALID_DATE'],
    [5, 'content', 'TOO_LONG'],
    [6, null, 'COLUMN_COUNT'],
    [7, 'url', 'INVALID_VALUE'],
    [8, 'respondent_email', 'INVALID_EMAIL'],
  ]
  assert.deepEqual(await uploads.errors(body.id), expected)
  assert.equal(await uploads.count(), 0)
  await uploads.call('POST', `/csv-uploads/${body.id}/start`)
  const done = await uploads.waitForEnd(body.id)
  assert.deepEqual(
    [done.status, done.totals.created, done.totals.failed, await uploads.count()],
    ['completed_with_errors', 1, 7, 1],
  )
  assert.deepEqual(await uploads.errors(body.id), expected)
  const page = (await uploads.call('GET', `/csv-uploads/${body.id}/errors`, undefined, { limit: '3' })).body
  const next = (
    await uploads.call('GET', `/csv-uploads/${body.id}/errors`, undefined, {
      limit: '3',
      cursor: page.pagination.next_cursor,
    })
  ).body
  assert.deepEqual(
    [...page.data, ...next.data].map((one: Body) => one.row),
    [2, 3, 4, 5, 6, 7],
  )
  assert.equal(
    (await uploads.call('GET', `/csv-uploads/${body.id}/errors`, undefined, { format: 'csv', cursor: 'x' })).body.error
      .code,
    'INVALID_CURSOR',
  )
  const file = await uploads.file(`/csv-uploads/${body.id}/errors?format=csv`)
  const lines = file.text.split('\n')
  assert.match(file.headers.get('content-type')!, /^text\/csv/)
  assert.equal(lines[0], 'content,respondent_email,submitted_date,tags,url,error_code,error_message')
  assert.equal(lines[2], 'No email,ana(at)acme,,,,INVALID_EMAIL,respondent_email is not an email address')
  assert.equal(lines.length, 9)
  assert.ok(lines[7]!.startsWith(`'=cmd|calc,nobody`), lines[7])
})

test('duplicate rows are imported once; existing references are updated or unchanged', async () => {
  const options = { default_source: 'crm' }
  const first = await uploads.importFile('content,external_id\nOne,1\nTwo,2\nOne again,1\n', { options })
  assert.deepEqual(
    [first.totals.created, first.totals.skipped, first.warning_count, first.status],
    [2, 1, 1, 'completed'],
  )
  assert.deepEqual(await uploads.errors(first.id), [[3, null, 'DUPLICATE_ROW']])
  const second = await uploads.importFile('content,external_id\nOne,1\nTwo!,2\nThree,3\n', { options })
  assert.deepEqual([second.totals.created, second.totals.updated, second.totals.unchanged], [1, 1, 1])
  const third = await uploads.importFile('content\nSame words\nsame  WORDS\nOther words\n', {
    options: { ...options, dedupe: 'content' },
  })
  assert.deepEqual([third.totals.created, third.totals.skipped], [2, 1])
})

test('with on_error stop, one invalid row fails the import', async () => {
  const done = await uploads.importFile('content,respondent_email\nGood,ana@acme.example\nBad,nobody\n', {
    options: { on_error: 'stop' },
  })
  assert.deepEqual(
    [done.status, done.totals.failed, await uploads.count(), await uploads.errors(done.id)],
    ['failed', 1, 0, [[2, 'respondent_email', 'INVALID_EMAIL']]],
  )
})

test('actions that the status does not allow are refused', async () => {
  const { id } = (await uploads.upload(table)).body
  const code = async (action: string) => (await uploads.call('POST', `/csv-uploads/${id}/${action}`)).body.error?.code
  for (const action of ['validate', 'start', 'rollback']) assert.equal(await code(action), 'INVALID_STATE', action)
  await uploads.map(id, { Comment: 'content' })
  assert.equal(await code('rollback'), 'INVALID_STATE')
  assert.equal((await uploads.call('POST', `/csv-uploads/${id}/cancel`)).body.status, 'cancelled')
  assert.equal((await uploads.call('POST', `/csv-uploads/${id}/cancel`)).body.status, 'cancelled')
  for (const action of ['validate', 'start', 'rollback']) assert.equal(await code(action), 'INVALID_STATE', action)
  const done = await uploads.importFile(table)
  assert.equal((await uploads.call('POST', `/csv-uploads/${done.id}/start`)).body.error.code, 'INVALID_STATE')
  assert.equal((await uploads.call('POST', `/csv-uploads/${done.id}/cancel`)).body.error.code, 'INVALID_STATE')
  assert.equal((await uploads.map(done.id, { Comment: 'content' })).body.error.code, 'INVALID_STATE')
})

test('a template is JSON, or CSV when accepted', async () => {
  for (const type of ['nps', 'user_interview', 'cs_ticket', 'feedback', 'survey']) {
    const { body } = await uploads.call('GET', `/csv-uploads/templates/${type}`)
    const file = await uploads.file(`/csv-uploads/templates/${type}`, { accept: 'text/csv' })
    assert.deepEqual(
      [file.status, file.text, file.headers.get('content-type')],
      [200, body.content, 'text/csv; charset=utf-8'],
    )
    const uploaded = (await uploads.upload(body.content, { type })).body
    assert.equal(uploaded.row_count, 2)
    assert.deepEqual(
      uploaded.preview.flatMap((row: Body) => row.issues),
      [],
    )
    assert.ok(
      uploaded.suggested_mapping.columns.every(
        (column: Body) => column.target === null || column.confidence === 'high',
      ),
    )
  }
  assert.equal((await uploads.call('GET', '/csv-uploads/templates/unknown')).status, 404)
})

test('a multipart upload equals a JSON upload', async () => {
  const form = new FormData()
  form.set('type', 'feedback')
  form.set('file', new Blob([table]), 'from a form.csv')
  const send = async (sent: FormData, headers: Record<string, string> = {}) => {
    const response = await fetch(`${app.baseUrl}/api/v1/csv-uploads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.admin.key}`, ...headers },
      body: sent,
    })
    return { status: response.status, body: (await response.json()) as Body }
  }
  const { status, body } = await send(form)
  assert.deepEqual(
    [status, body.file_name, body.row_count, body.size_bytes],
    [201, 'from a form.csv', 2, Buffer.byteLength(table)],
  )
  const once = { 'idempotency-key': 'upload-once' }
  const first = await send(form, once)
  assert.equal((await send(form, once)).body.id, first.body.id)
  form.set('file', new Blob([table.replace(/.$/s, '!\n')]), 'from a form.csv')
  assert.equal((await send(form, once)).body.error.code, 'IDEMPOTENCY_CONFLICT')
  form.set('content', table)
  assert.equal((await send(form)).body.error.details[0].path, 'body.content')
  form.delete('content')
  form.set('nonsense', '1')
  assert.equal((await send(form)).body.error.details[0].path, 'body.nonsense')
  const large = new FormData()
  large.set('type', 'feedback')
  large.set('file', new Blob([Buffer.alloc(10 * 1024 * 1024 + 1, 'x')]), 'large.csv')
  assert.equal((await send(large)).body.error.code, 'PAYLOAD_TOO_LARGE')
  const bare = new FormData()
  bare.set('type', 'feedback')
  assert.equal((await send(bare)).status, 400)
})
