import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { parseDate } from '#engine/csv/parse-date.ts'
import { escapeFormula } from '#contract/core/escape-formula.ts'
import type { Body } from '../test-server.ts'
import { uploads, useUploads } from './uploads-client.ts'

/* Unusual files; none of them may cause a server error. */

useUploads()

const lines = ['content;note', 'Größe – „gut“;é', 'Zwei;ü', '']
const text = lines.join('\r\n')
const utf16 = (value: string, big = false) => {
  const bytes = Buffer.from(`\ufeff${value}`, 'utf16le')
  return big ? bytes.swap16() : bytes
}
const windows1252 = Buffer.concat([
  Buffer.from('content;note\r\nGr'),
  Buffer.from([0xf6, 0xdf]),
  Buffer.from('e '),
  Buffer.from([0x96, 0x20, 0x84]),
  Buffer.from('gut'),
  Buffer.from([0x93]),
  Buffer.from(';'),
  Buffer.from([0xe9]),
  Buffer.from('\r\nZwei;'),
  Buffer.from([0xfc]),
])

for (const [name, bytes, encoding] of [
  ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
  ['UTF-8 without', Buffer.from(text), 'utf-8'],
  ['UTF-16, little end first', utf16(text), 'utf-16le'],
  ['UTF-16, big end first', utf16(text, true), 'utf-16be'],
  ['UTF-16 without a mark', utf16(text).subarray(2), 'utf-16le'],
  ['Windows-1252', windows1252, 'windows-1252'],
] as const) {
  test(`encoding: ${name}`, async () => {
    const { status, body } = await uploads.upload(bytes)
    assert.deepEqual(
      [status, body.encoding, body.delimiter, body.row_count, body.headers],
      [201, encoding, ';', 2, ['content', 'note']],
    )
    assert.deepEqual(
      body.preview.map((row: Body) => [row.values.content, row.values['metadata.note'], row.issues.length]),
      [
        ['Größe – „gut“', 'é', 0],
        ['Zwei', 'ü', 0],
      ],
    )
  })
}

for (const delimiter of [',', ';', '\t', '|']) {
  test(`delimiter ${JSON.stringify(delimiter)}, with the others inside the cells and quoted line ends of all kinds`, async () => {
    const row = ['One, two; three', 'a|b', '"quoted\r\nline\nends\rof ""all"" kinds"'].map((cell) =>
      cell.startsWith('"') ? cell : cell.includes(delimiter) ? `"${cell}"` : cell,
    )
    const table =
      ['content', 'other', 'third'].join(delimiter) +
      '\n' +
      row.join(delimiter) +
      '\n' +
      ['Plain', '', 'x'].join(delimiter)
    const { status, body } = await uploads.upload(table)
    assert.deepEqual([status, body.delimiter, body.headers.length, body.row_count], [201, delimiter, 3, 2])
    assert.deepEqual(body.preview[0].values['metadata.third'], 'quoted\r\nline\nends\rof "all" kinds')
    assert.equal(body.preview[1].line, 6)
  })
}

test('mixed line ends, and a sep= line above the table', async () => {
  const { body } = await uploads.upload('sep=;\ncontent;b\r\nOne;1\nTwo;2\rThree;3\r\n\r\n;;\nFour;4')
  assert.deepEqual(
    [body.headers, body.row_count, body.preview.map((row: Body) => [row.values.content, row.line])],
    [
      ['content', 'b'],
      4,
      [
        ['One', 3],
        ['Two', 4],
        ['Three', 5],
        ['Four', 8],
      ],
    ],
  )
})

const refused = async (content: string | Buffer, code: string) => {
  const reply = await uploads.upload(content)
  assert.deepEqual(
    [reply.status, reply.body.error?.code, reply.body.error?.details?.[0]?.code],
    [400, 'VALIDATION_ERROR', code],
    reply.text.slice(0, 300),
  )
}

test('files that are not a table are refused with the reason', async () => {
  await refused('', 'EMPTY_FILE')
  await refused(' \n\n', 'EMPTY_FILE')
  await refused('content,email\n', 'EMPTY_FILE')
  await refused('content,email\n,\n , \n', 'EMPTY_FILE')
  await refused(
    Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0]), deflateRawSync(Buffer.alloc(1_000_000))]),
    'NOT_CSV',
  )
  await refused(
    Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), deflateRawSync(Buffer.from('content\nOne\n'))]),
    'NOT_CSV',
  )
  await refused(Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256)), 'NOT_CSV')
  await refused(Array.from({ length: 201 }, (_, i) => `c${i}`).join(',') + '\n' + ','.repeat(200), 'TOO_MANY_COLUMNS')
  await refused('content,__proto__\nOne,1\n', 'INVALID_HEADER')
  await refused('constructor\nOne\n', 'INVALID_HEADER')
  assert.equal(({} as Body).polluted, undefined)
})

test('invalid base64, both contents, no content and a file that is too large are refused', async () => {
  const post = (body: Body) => uploads.call('POST', '/csv-uploads', { type: 'feedback', file_name: 'a.csv', ...body })
  assert.equal((await post({ content_base64: 'not base64!' })).body.error.details[0].path, 'body.content_base64')
  for (const content_base64 of ['Y-_v', 'YQ=x', 'YWJj!', 'YQ==YQ=='])
    assert.equal((await post({ content_base64 })).body.error.details[0].path, 'body.content_base64', content_base64)
  const lines = Buffer.from('content\nSlow export, again\n').toString('base64').replace(/.{8}/g, '$&\r\n')
  assert.equal((await post({ content_base64: lines })).status, 201)
  assert.equal((await post({ content_base64: lines.replace(/=+\s*$/, '') })).status, 201)
  assert.equal((await post({ content: 'a', content_base64: 'YQ==' })).status, 400)
  assert.equal((await post({})).status, 400)
  assert.equal((await post({ content: 'a\u0000b' })).status, 400)
  assert.equal((await post({ content_base64: Buffer.alloc(10 * 1024 * 1024 + 1, 'a').toString('base64') })).status, 413)
  assert.equal((await post({ content: 'x'.repeat(10 * 1024 * 1024 + 1) })).status, 400)
})

test('duplicate and empty column names become unique', async () => {
  const { body } = await uploads.upload('content,Note,Note,,Note_2,  Note \nOne,a,b,c,d,e\n')
  assert.deepEqual(body.headers, ['content', 'Note', 'Note_2', 'column_4', 'Note_2_2', 'Note_3'])
  assert.ok(body.warnings.some((one: Body) => one.code === 'DUPLICATE_HEADERS'))
  assert.deepEqual(body.preview[0].values, {
    content: 'One',
    'metadata.Note': 'a',
    'metadata.Note_2': 'b',
    'metadata.column_4': 'c',
    'metadata.Note_2_2': 'd',
    'metadata.Note_3': 'e',
  })
})

test('an unclosed quote is one invalid row; the rows before it are valid', async () => {
  const { body } = await uploads.upload('content,b\nOne,1\n"Two,2\nThree,3\nFour,4\n')
  await uploads.map(body.id, { content: 'content' })
  const { status, body: checked } = await uploads.call('POST', `/csv-uploads/${body.id}/validate`)
  assert.deepEqual([status, checked.totals.valid, checked.totals.failed], [200, 1, 1])
  const [problem] = await uploads.list(`/csv-uploads/${body.id}/errors`)
  assert.deepEqual([problem!.row, problem!.line, problem!.code], [2, 3, 'UNCLOSED_QUOTE'])
})

test('a quote in the middle of a cell is a quote', async () => {
  const { body } = await uploads.upload('content,b\nThe 7" phone,1\n"Said "so" twice",2\n')
  assert.deepEqual(
    body.preview.map((row: Body) => row.values.content),
    ['The 7" phone', '"Said "so" twice"'],
  )
})

test('NUL, invalid bytes and control characters make only their row invalid', async () => {
  const bytes = Buffer.concat([
    Buffer.from('content,b\nGrün und größer,ä\nNul'),
    Buffer.from([0]),
    Buffer.from('here,1\nBroken '),
    Buffer.from([0xff]),
    Buffer.from(',2\nBell\u0007,3\nGood,4\n'),
  ])
  const { body } = await uploads.upload(bytes)
  assert.equal(body.encoding, 'utf-8')
  await uploads.map(body.id, { content: 'content' })
  await uploads.call('POST', `/csv-uploads/${body.id}/validate`)
  assert.deepEqual(await uploads.errors(body.id), [
    [2, 'content', 'ENCODING'],
    [3, 'content', 'ENCODING'],
    [4, 'content', 'ENCODING'],
  ])
  const { text: rejected } = await uploads.file(`/csv-uploads/${body.id}/errors?format=csv`)
  assert.equal(rejected.split('\n').length, 5)
})

test('surrogate pairs are never split', async () => {
  const { status, body } = await uploads.upload(
    `content,${'n'.repeat(499)}😀\n${'x'.repeat(99)}😀😀,${'y'.repeat(198)}😀😀\n`,
  )
  assert.deepEqual([status, body.headers[1].length], [201, 499])
  await uploads.map(body.id, { content: 'content', [body.headers[1]]: 'respondent_email' })
  assert.equal((await uploads.call('POST', `/csv-uploads/${body.id}/validate`)).status, 200)
  assert.equal((await uploads.list(`/csv-uploads/${body.id}/errors`))[0]!.value, `${'y'.repeat(198)}…`)
})

test('a very large cell is too long, and the next row is valid', async () => {
  const { status, body } = await uploads.upload(`content,b\n"${'x\n'.repeat(4_500_000)}",1\nGood,2\n`)
  assert.deepEqual([status, body.row_count], [201, 2])
  assert.deepEqual(
    body.preview.map((row: Body) => row.issues.map((issue: Body) => issue.code)),
    [['TOO_LONG'], []],
  )
})

test('rows of another length are reported', async () => {
  const { body } = await uploads.upload('content,b,c\nOne,1\nTwo,1,2\nThree,1,2,3\nFour,1,2,,\n')
  assert.deepEqual(
    body.preview.map((row: Body) => row.issues.map((issue: Body) => issue.code)),
    [['COLUMN_COUNT'], [], ['COLUMN_COUNT'], []],
  )
})

test('fifty thousand rows are accepted, one more is refused', async () => {
  const table = (rows: number) =>
    `content,email\n${Array.from({ length: rows }, (_, n) => `Row ${n},r${n}@acme.example`).join('\n')}\n`
  const { status, body } = await uploads.upload(table(50_000))
  assert.deepEqual(
    [status, body.row_count, body.suggested_mapping.columns.map((one: Body) => one.target)],
    [201, 50_000, ['content', 'respondent_email']],
  )
  await refused(table(50_001), 'TOO_MANY_ROWS')
})

test('formulas are stored unchanged and exported as text', async () => {
  const cells = ['=1+1', '+1 (555)', '-2+3', '@SUM(A1)', '＝cmd', ' =1', '\u00a0=1', '\n=1', '\t=1']
  const { body } = await uploads.upload(
    `content,respondent_email\n${cells.map((cell) => `"${cell}",nobody`).join('\n')}\n`,
  )
  await uploads.map(body.id, { content: 'content', respondent_email: 'respondent_email' })
  await uploads.call('POST', `/csv-uploads/${body.id}/validate`)
  const { text: rejected } = await uploads.file(`/csv-uploads/${body.id}/errors?format=csv`)
  const { parse } = await import('csv-parse/sync')
  const back = (parse(rejected, { from: 2 }) as string[][]).map((row) => row[0])
  assert.deepEqual(
    back,
    cells.map((cell) => `'${cell}`),
  )
  assert.deepEqual(['-5', '+3,5', 'plain', 'a=b', ''].map(escapeFormula), ['-5', '+3,5', 'plain', 'a=b', ''])
})

test('a Qualtrics export: three header rows, question texts as columns', async () => {
  const table =
    'StartDate,ResponseId,RecipientEmail,Q1,Q2\nStart Date,Response ID,Recipient Email,How likely are you to recommend us?,What should we improve?\n"{""ImportId"":""startDate""}","{""ImportId"":""_recordId""}","{""ImportId"":""recipientEmail""}","{""ImportId"":""QID1""}","{""ImportId"":""QID2_TEXT""}"\n2026-05-02 10:00:00,R_1,ana@acme.example,9,The export of large workspaces\n2026-05-03 10:00:00,R_2,ben@acme.example,4,The search on the telephone\n'
  const { body } = await uploads.upload(table, { type: 'survey' })
  assert.deepEqual([body.detected_platform, body.header_rows, body.row_count], ['qualtrics', 3, 2])
  assert.deepEqual(body.headers, [
    'Start Date',
    'Response ID',
    'Recipient Email',
    'How likely are you to recommend us?',
    'What should we improve?',
  ])
  assert.deepEqual(
    body.suggested_mapping.questions.map(({ key, type }: Body) => [key, type]),
    [
      ['how_likely_are_you_to_recommend_us', 'nps'],
      ['what_should_we_improve', 'open_text'],
    ],
  )
  assert.deepEqual(body.suggested_mapping.columns.map((one: Body) => one.target).slice(0, 3), [
    'submitted_date',
    'external_id',
    'respondent_email',
  ])
})

test('a SurveyMonkey export: two header rows, combined into column names', async () => {
  const table =
    'Respondent ID,Collector ID,Email Address,What should we improve?,Which do you use?,\n,,,Open-Ended Response,Search,Export\n11,1,ana@acme.example,The export of large workspaces,Search,\n12,1,ben@acme.example,The search on the telephone,,Export\n'
  const { body } = await uploads.upload(table, { type: 'survey' })
  assert.deepEqual([body.detected_platform, body.header_rows, body.row_count], ['surveymonkey', 2, 2])
  assert.deepEqual(body.headers.slice(3), [
    'What should we improve?',
    'Which do you use?: Search',
    'Which do you use?: Export',
  ])
})

test('the date order is detected per column', async () => {
  const when = async (values: string[], more: Body = {}) => {
    const { body } = await uploads.upload(
      `content;When\n${values.map((value, n) => `Row ${n};"${value}"`).join('\n')}\n`,
    )
    await uploads.map(body.id, { content: 'content', When: 'submitted_date' }, more)
    const { data } = (await uploads.call('GET', `/csv-uploads/${body.id}/preview`)).body
    return {
      read: data.map((row: Body) => row.values.submitted_date?.slice(0, 10) ?? row.issues[0].code),
      warnings: body.warnings.map((one: Body) => one.code),
    }
  }
  assert.deepEqual((await when(['1/2/2026', '13/2/2026'])).read, ['2026-02-01', '2026-02-13'])
  assert.deepEqual((await when(['1/2/2026', '2/13/2026'])).read, ['2026-01-02', '2026-02-13'])
  assert.deepEqual((await when(['1/2/2026', '3/4/2026'])).warnings, ['AMBIGUOUS_DATES'])
  assert.deepEqual((await when(['1/2/2026'], { options: { date_format: 'mdy' } })).read, ['2026-01-02'])
  assert.deepEqual((await when(['2026-02-30', '31.04.2026', 'soon', '1999-12-31T23:59:59+02:00'])).read, [
    'INVALID_DATE',
    'INVALID_DATE',
    'INVALID_DATE',
    '1999-12-31',
  ])
  for (const [given, read] of [
    ['May 2, 2026 5:30 PM', '2026-05-02T17:30:00.000Z'],
    ['2 May 2026', '2026-05-02T00:00:00.000Z'],
    ['2026/05/02 12:00 AM', '2026-05-02T00:00:00.000Z'],
    ['02-05-26', '2026-05-02T00:00:00.000Z'],
    ['2026-05-02T10:00:00.123456+0530', '2026-05-02T04:30:00.123Z'],
    ['2026-05-02 25:00', undefined],
    ['13 PM', undefined],
  ] as const)
    assert.equal(parseDate(given, 'dmy'), read, given)
})
