import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RecognizedPart } from '#contract/resources/recognition.ts'
import { call, useTestServer } from '../test-server.ts'
import { docxOf, zipOf } from './docx.ts'
import { texts } from './recognized-texts.ts'

useTestServer()

const post = (path: string, body: object) => call('POST', path, body)
const recognize = (body: object) => post('/recognize', body)
async function partsOf(body: object): Promise<RecognizedPart[]> {
  const { status, body: answer } = await recognize(body)
  assert.equal(status, 200, JSON.stringify(answer))
  return (answer as unknown as { parts: RecognizedPart[] }).parts
}
const partOf = async (body: object) => (await partsOf(body))[0]!
const readFile = (name: keyof typeof texts) => partOf({ text: texts[name], file_name: name })

/** Title, date, and the speakers with their roles. */
const interviews = {
  'teams-new.txt': ['Discovery call with Harbor Foods', '2026-03-11', 'Mia Koch interviewer, Ana Ruiz customer'],
  'fireflies.txt': ['Harbor Foods Discovery', '2026-03-11', 'Mia Koch interviewer, Ana Ruiz customer'],
  'fireflies2.txt': ['fireflies2', null, 'Mia Koch interviewer, Ana Ruiz customer'],
  'grain.txt': ['grain', null, 'Mia Koch interviewer, Ana Ruiz customer'],
  'qa.txt': ['Shift planning at Harbor Foods', '2026-03-11', 'Q interviewer, A customer'],
  'notes.md': ['Interview with Ana Ruiz, Harbor Foods', '2026-03-11', 'null customer'],
  'headings.txt': ['Interview with Ana Ruiz', '2026-03-11', 'null customer'],
  'german.txt': ['Schichtplanung', '2026-03-11', 'Mia interviewer, Ana customer'],
  'zoom.vtt': ['zoom', null, 'Mia Koch interviewer, Ana Ruiz customer'],
  'call.srt': ['call', null, 'null customer'],
  'otter.txt': ['Harbor Foods discovery', '2026-03-11', 'Mia Koch interviewer, Ana Ruiz customer'],
  'bold.md': ['bold', null, 'Interviewer interviewer, Participant 3 customer'],
  'usertest.txt': ['usertest', '2026-03-11', 'null customer'],
  'dash.txt': ['dash', null, 'Mia interviewer, Ana customer'],
  'speaker12.txt': ['speaker12', null, 'Speaker 1 interviewer, Speaker 2 customer'],
} as const

for (const [name, expected] of Object.entries(interviews))
  test(`${name} is an interview with its title, its date and its speakers`, async () => {
    const { kind, interview } = await readFile(name as keyof typeof texts)
    assert.equal(kind, 'interview')
    const speakers = interview!.speakers.map(({ speaker, role }) => `${speaker} ${role}`).join(', ')
    assert.deepEqual([interview!.title, interview!.interview_date, speakers], expected)
  })

test('what is recognized as an interview is stored with the words of the customer alone', async () => {
  for (const name of ['qa.txt', 'grain.txt', 'headings.txt'] as const) {
    const { interview } = await readFile(name)
    const stored = await post('/interviews', {
      title: interview!.title,
      interview_date: interview!.interview_date ?? '2026-03-11',
      transcript: { text: interview!.text },
    })
    assert.ok(stored.status === 201 || stored.status === 202, JSON.stringify(stored.body))
    const { content } = (await call('GET', `/feedback/${(stored.body as { id: string }).id}`)).body as {
      content: string
    }
    assert.match(content, /Friday/)
    assert.doesNotMatch(content, /How do you plan|^(Context|Problems):|Date:|Interviewer:|\[00:/m, name)
  }
})

test('a customer who speaks first is not taken as the interviewer', async () => {
  const text =
    'Ana: Hello, thanks for having me.\nMia: How do you plan?\nAna: By hand.\nMia: How long?\nAna: Two hours.'
  const { interview } = await partOf({ text })
  assert.deepEqual(
    interview!.speakers.map(({ role }) => role),
    ['customer', 'interviewer'],
  )
})

test('lists, paragraphs, mails and single texts are separate items or one', async () => {
  const items = async (name: keyof typeof texts) => (await partOf({ text: texts[name] })).items
  assert.equal((await items('list.txt')).length, 4)
  assert.deepEqual(await items('bullets.txt'), [
    'export is slow',
    'no dark mode',
    'the app logs me out every single day',
  ])
  assert.equal((await items('blocks.txt')).length, 3)
  assert.deepEqual(await items('mail.txt'), [texts['mail.txt']])
  assert.deepEqual(await items('one.txt'), [texts['one.txt']])
  assert.deepEqual(await items('strings.json'), ['Export is slow', 'No dark mode'])
  const { kind, summary, kinds } = await partOf({ text: texts['list.txt'] })
  assert.deepEqual([kind, summary], ['items', '4 separate items'])
  const again = await partOf({ text: texts['list.txt'], kind: 'item' })
  assert.deepEqual([again.kind, again.items, kinds.includes('item')], ['item', [texts['list.txt']], true])
})

test('every other kind that is offered can be read', async () => {
  for (const text of Object.values(texts)) {
    const { kinds } = await partOf({ text })
    for (const kind of kinds) assert.equal((await recognize({ text, kind })).status, 200, `${kind}: ${text}`)
  }
})

test('a table is recognized with its product and its rows, also as a list of objects', async () => {
  const pasted = await partOf({ text: texts['pasted-table'] })
  assert.deepEqual([pasted.kind, pasted.table!.type, pasted.table!.row_count], ['table', 'feedback', 2])
  const objects = await partOf({ text: texts['objects.json'], file_name: 'reviews.json' })
  assert.match(objects.table!.content!, /^text,author\.email,created_at\nExport is slow,a@b\.co,2026-03-01\n/)
  const upload = await post('/csv-uploads', { file_name: 'reviews.csv', content: objects.table!.content })
  assert.equal(upload.status, 201)
  const zendesk = [
    'Ticket ID,Subject,Description,Status,Requester,Requester email,Created at',
    '1,Slow,It is slow,open,Ana,a@b.co,2026-03-01',
  ]
  const { summary } = await partOf({ text: zendesk.join('\n'), file_name: 'tickets.csv' })
  assert.match(summary, /^Table: .*tickets, 1 row, 7 columns$/)
})

test('links of stores, repositories and feeds say what they connect and what that needs', async () => {
  const parts = await partsOf({ text: texts.links })
  assert.deepEqual(
    parts.map(({ link }) => [link!.provider, link!.config, link!.credential]),
    [
      ['app-store', { app_id: '618783545', countries: ['de'] }, []],
      ['google-play', { package_name: 'com.Slack' }, ['service_account']],
      ['github', { repositories: ['earshot/earshot'] }, ['token']],
      ['rss', { url: 'https://forum.example.com/latest.rss' }, []],
    ],
  )
  const site = await partOf({ text: texts.site })
  assert.deepEqual([site.kind, site.kinds], ['item', ['item', 'link']])
  assert.equal((await partOf({ text: texts.site, kind: 'link' })).link!.provider, 'rss')
  assert.equal((await partOf({ text: 'javascript:alert(1)' })).kind, 'item')
})

test('a Word document is read, with its date where the transcript has none', async () => {
  const file = (text: string) => ({ content_base64: docxOf(text).toString('base64'), file_name: 'call.docx' })
  const { interview } = await partOf(file(texts['dash.txt']))
  assert.deepEqual([interview!.interview_date, interview!.date_source], ['2026-03-12', 'file'])
  assert.equal(interview!.text, texts['dash.txt'])
  assert.equal((await partOf(file(texts['qa.txt']))).interview!.date_source, 'transcript')
  assert.deepEqual((await partOf(file('1 < 2 & 3'))).items, ['1 < 2 & 3'])
})

test('archives that are damaged, too large or no documents are refused', async () => {
  const refused = async (bytes: Buffer) => {
    const { status, body } = await recognize({ content_base64: bytes.toString('base64'), file_name: 'call.docx' })
    assert.equal(status, 400)
    const [detail] = (body as unknown as { error: { details: { path: string; message: string }[] } }).error.details
    assert.equal(detail!.path, 'body.content_base64')
    return detail!.message
  }
  const bomb = zipOf([{ name: 'word/document.xml', text: ' '.repeat(30 * 1024 * 1024) }])
  assert.ok(bomb.length < 100_000)
  assert.match(await refused(bomb), /too long/)
  const lying = Buffer.from(bomb)
  // The size that the directory states.
  lying.writeUInt32LE(10, lying.readUInt32LE(lying.length - 6) + 24)
  assert.match(await refused(lying), /too long/)
  assert.match(await refused(zipOf([{ name: 'xl/workbook.xml', text: '' }])), /no Word document/)
  assert.match(await refused(docxOf('Hello').subarray(0, 200)), /damaged/)
  assert.match(await refused(Buffer.from('%PDF-1.7 …')), /PDF/)
})

test('the date is that of the transcript, of the name of the file or of the file', async () => {
  const dateOf = async (input: object) => {
    const { interview } = await partOf({ text: texts['dash.txt'], ...input })
    return [interview!.interview_date, interview!.date_source, interview!.title]
  }
  assert.deepEqual(await dateOf({ file_name: 'GMT20260311-090210_Recording.txt' }), ['2026-03-11', 'file_name', null])
  assert.deepEqual(await dateOf({ file_name: 'Call with Ana 2026-02-31.txt', file_date: '2026-03-09' }), [
    '2026-03-09',
    'file',
    'Call with Ana',
  ])
  assert.deepEqual(await dateOf({}), [null, null, null])
})

test('nothing is stored, and what cannot be read names the field', async () => {
  assert.deepEqual((await call('GET', '/feedback?source=paste')).body.data, [])
  for (const [body, path] of [
    [{ text: 'a', content_base64: 'YQ==' }, 'body.text'],
    [{ text: ' \n ' }, 'body.text'],
    [{ content_base64: 'not base64!' }, 'body.content_base64'],
    [{ text: 'one line', kind: 'table' }, 'body.text'],
    [{ text: 'one line', kind: 'link' }, 'body.text'],
  ] as const) {
    const { status, body: answer } = await recognize(body)
    assert.equal(status, 400, JSON.stringify(body))
    const [detail] = (answer as unknown as { error: { details: { path: string }[] } }).error.details
    assert.equal(detail!.path, path, JSON.stringify(body))
  }
})
