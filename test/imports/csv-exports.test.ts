import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { test } from 'node:test'
import { recognizeExport } from '#engine/csv/known-exports.ts'
import { parseDate } from '#engine/csv/parse-date.ts'
import type { Body } from '../test-server.ts'
import { uploads, useUploads } from './uploads-client.ts'

/* Files as other products export them. */

useUploads()

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

const playHeader = [
  'Package Name',
  'App Version Code',
  'App Version Name',
  'Reviewer Language',
  'Device',
  'Review Submit Date and Time',
  'Review Submit Millis Since Epoch',
  'Review Last Update Date and Time',
  'Review Last Update Millis Since Epoch',
  'Star Rating',
  'Review Title',
  'Review Text',
  'Developer Reply Date and Time',
  'Developer Reply Millis Since Epoch',
  'Developer Reply Text',
  'Review Link',
]
const playRow = [
  'com.example.notes',
  '210',
  '2.1',
  'de',
  'panther',
  '2026-09-10T10:00:00Z',
  '1789120800000',
  '2026-09-11T10:00:00Z',
  '1789207200000',
  '2',
  '',
  'Der Export stürzt ab',
  '',
  '',
  '',
  'https://play.google.com/console/developers/1/app/2/user-feedback/review-details?reviewId=gp%3AAOqpTOE&corpus=PUBLIC',
]
const play = (delimiter: string) => utf16(`${[playHeader, playRow].map((row) => row.join(delimiter)).join('\n')}\n`)
const playReview = {
  platform: 'google_play',
  type: 'feedback',
  values: {
    content: 'Der Export stürzt ab',
    rating: { value: 2, scale_min: 1, scale_max: 5 },
    submitted_date: '2026-09-10T10:00:00.000Z',
    language: 'de',
  },
}

const exports: Record<string, { file: string | Buffer; platform: string; type: string; values: Body }> = {
  'Google Play, UTF-16 with commas': { file: play(','), ...playReview },
  'Google Play, UTF-16 with tabs': { file: play('\t'), ...playReview },
  'App Store Connect': {
    file: 'id,rating,title,body,reviewerNickname,createdDate,territory\n0001,3,Good but slow,"Opening a note\ntakes long",ana_l,2026-05-02T10:00:00-07:00,USA\n',
    platform: 'app_store',
    type: 'feedback',
    values: {
      external_id: '0001',
      content: 'Opening a note\ntakes long',
      title: 'Good but slow',
      rating: { value: 3, scale_min: 1, scale_max: 5 },
      submitted_date: '2026-05-02T17:00:00.000Z',
      respondent_name: 'ana_l',
    },
  },
  Trustpilot: {
    file: 'Domain Url,Webshop Name,Review Id,Review Created (UTC),Review Username,Review User Email,Review Title,Review Content,Review Stars\nnotes.example,Notes,r1,2026-05-02 10:11:12,Ana,ana@example.com,No answer,Support never answers,1\n',
    platform: 'trustpilot',
    type: 'feedback',
    values: {
      external_id: 'r1',
      content: 'Support never answers',
      title: 'No answer',
      rating: { value: 1, scale_min: 1, scale_max: 5 },
      submitted_date: '2026-05-02T10:11:12.000Z',
      respondent_name: 'Ana',
      respondent_email: 'ana@example.com',
    },
  },
  Zendesk: {
    file: 'Summation column;Id;Requester;Requester id;Requester external id;Requester email;Subject;Tags;Status;Priority;Via;Created at;Organization;Satisfaction Score\n1;4711;Ana Lima;99;;ana@example.com;Export times out;export timeout vip;Open;-;Mail;2026-05-02 09:30;Acme;Bad\n',
    platform: 'zendesk',
    type: 'cs_ticket',
    values: {
      external_id: '4711',
      subject: 'Export times out',
      body: 'Export times out',
      requester_name: 'Ana Lima',
      requester_email: 'ana@example.com',
      status: 'open',
      created_date: '2026-05-02T09:30:00.000Z',
      'contact.company': 'Acme',
      rating: { value: 0, scale_min: 0, scale_max: 1 },
      tags: ['export', 'timeout', 'vip'],
    },
  },
  Intercom: {
    file: 'Conversation ID,Conversation started at (America/New_York),Channel,Current conversation state,Last teammate rating,Last teammate rating remark,Ticket title,User participant names\n215,2026-07-02 08:00:00,Email,closed,2,Took a week,Sync is broken,Ana Lima\n',
    platform: 'intercom',
    type: 'feedback',
    values: {
      external_id: '215',
      submitted_date: '2026-07-02T12:00:00.000Z',
      rating: { value: 2, scale_min: 1, scale_max: 5 },
      content: 'Took a week',
      title: 'Sync is broken',
      respondent_name: 'Ana Lima',
    },
  },
  Productboard: {
    file: 'Note ID,Note title,Note text,User email,Company name,Created at,Owner email\nn1,SSO,We need SAML,ana@example.com,Acme,2026-05-02,pm@example.com\n',
    platform: 'productboard',
    type: 'feedback',
    values: {
      external_id: 'n1',
      title: 'SSO',
      content: 'We need SAML',
      respondent_email: 'ana@example.com',
      'contact.company': 'Acme',
      submitted_date: '2026-05-02T00:00:00.000Z',
    },
  },
  Canny: {
    file: 'postID,title,details,status,score,votes,authorEmail,authorName,created\np1,Dark mode,,open,17,17,ana@example.com,Ana,2026-05-02T10:00:00.000Z\n',
    platform: 'canny',
    type: 'feedback',
    values: {
      external_id: 'p1',
      title: 'Dark mode',
      content: 'Dark mode',
      respondent_email: 'ana@example.com',
      respondent_name: 'Ana',
      submitted_date: '2026-05-02T10:00:00.000Z',
      'metadata.score': '17',
    },
  },
  Delighted: {
    file: 'id,person_id,Survey type,Score,Comment,Email,Name,Permalink,created_at,Delighted Source\n1,10,nps,4,Too slow,ana@example.com,Ana,https://app.delighted.com/r/2jo,1777716000,email\n',
    platform: 'delighted',
    type: 'nps',
    values: {
      external_id: '1',
      score: 4,
      reason: 'Too slow',
      respondent_email: 'ana@example.com',
      respondent_name: 'Ana',
      url: 'https://app.delighted.com/r/2jo',
      response_date: '2026-05-02T10:00:00.000Z',
    },
  },
  Typeform: {
    file: '#,What should we improve?,Start Date (UTC),Submit Date (UTC),Network ID\n0681,The export of large workspaces,2026-05-02 09:05:14,2026-05-02 09:05:40,d356\n',
    platform: 'typeform',
    type: 'survey',
    values: {
      external_id: '0681',
      submitted_date: '2026-05-02T09:05:40.000Z',
      'answers.what_should_we_improve': 'The export of large workspaces',
    },
  },
  SurveyMonkey: {
    file: 'Respondent ID,Collector ID,Start Date,End Date,IP Address,Email Address,First Name,Last Name,Custom Data 1,What should we improve?\n,,,,,,,,,Open-Ended Response\n11,1,05/13/2026 10:00:00 AM,05/13/2026 10:05:00 AM,10.0.0.1,ana@example.com,Ana,Lima,,The export of large workspaces\n',
    platform: 'surveymonkey',
    type: 'survey',
    values: {
      external_id: '11',
      submitted_date: '2026-05-13T10:05:00.000Z',
      respondent_email: 'ana@example.com',
      'answers.what_should_we_improve': 'The export of large workspaces',
    },
  },
}

for (const [name, { file, platform, type, values }] of Object.entries(exports)) {
  test(`${name}: recognized by its columns, with id, date, rating and contact`, async () => {
    const { status, body, text } = await uploads.upload(file, { type: undefined })
    assert.equal(status, 201, text)
    assert.deepEqual([body.detected_platform, body.type, body.warnings], [platform, type, []])
    const [row] = body.preview
    assert.deepEqual(row.issues, [])
    assert.deepEqual(Object.fromEntries(Object.keys(values).map((key) => [key, row.values[key]])), values)
  })
}

test('a table of other columns is of no known product', () => {
  assert.equal(recognizeExport(['content', 'rating', 'title']), undefined)
  assert.equal(recognizeExport(['Score', 'Comment']), undefined)
  assert.equal(recognizeExport(['id', 'subject', 'body']), undefined)
})

test('an imported review keeps its source and the id from its link, and is not imported twice', async () => {
  for (const totals of [
    { created: 1, unchanged: 0 },
    { created: 0, unchanged: 1 },
  ]) {
    const { status, totals: got } = await uploads.importFile(play(','), {}, { type: undefined })
    assert.deepEqual([status, got.created, got.unchanged], ['completed', totals.created, totals.unchanged])
  }
  const [item] = await uploads.list('/feedback')
  assert.deepEqual([item!.source, item!.external_id], ['google-play', 'gp:AOqpTOE'])
})

test('dates that can be read in two ways must be decided; the error names the column', async () => {
  const table = 'content,Created,Closed\nOne,11/02/2026,05/05/2026\nTwo,03/04/2026,13/05/2026\n'
  const { body } = await uploads.upload(table)
  assert.deepEqual(
    body.suggested_mapping.columns.map((one: Body) => one.date_format),
    [undefined, 'ambiguous', 'dmy'],
  )
  const columns = { content: 'content', Created: 'submitted_date' }
  const asked = await uploads.map(body.id, columns)
  assert.equal(asked.status, 400)
  const [problem] = asked.body.error.details
  assert.deepEqual([problem.path, problem.code], ['body.columns.1.date_format', 'AMBIGUOUS_DATES'])
  assert.match(problem.message, /^must be dmy or mdy: the dates in the column Created \(such as 11\/02\/2026\)/)
  const read = async (more: Body) => {
    const mapped = await uploads.call('PATCH', `/csv-uploads/${body.id}/mapping`, more)
    assert.equal(mapped.status, 200, mapped.text)
    const { data } = (await uploads.call('GET', `/csv-uploads/${body.id}/preview`)).body
    return data[0].values.submitted_date.slice(0, 10)
  }
  const listed = (date_format?: string) =>
    Object.entries(columns).map(([header, target]) => ({
      header,
      target,
      ...(header === 'Created' && date_format && { date_format }),
    }))
  assert.equal(await read({ columns: listed('dmy') }), '2026-02-11')
  assert.equal(await read({ columns: listed('mdy') }), '2026-11-02')
  assert.equal(await read({ columns: listed(), options: { date_format: 'mdy' } }), '2026-11-02')
  // A column that is not used as a date asks nothing, nor one whose day and month are the same.
  assert.equal((await uploads.map(body.id, { content: 'content', Created: null })).status, 200)
  const same = await uploads.upload('content,Created\nOne,05/05/2026\n')
  assert.equal((await uploads.map(same.body.id, columns)).status, 200)
})

test('a date of a column with a time zone is one of that zone, also around daylight saving time', () => {
  const newYork = (text: string) => parseDate(text, 'ymd', 'America/New_York')
  assert.equal(newYork('2026-01-02 08:00:00'), '2026-01-02T13:00:00.000Z')
  assert.equal(newYork('2026-03-08 03:30:00'), '2026-03-08T07:30:00.000Z')
  assert.equal(newYork('2026-11-01 00:30:00'), '2026-11-01T04:30:00.000Z')
  assert.equal(newYork('2026-01-02T08:00:00Z'), '2026-01-02T08:00:00.000Z')
})

test('the web app asks for the format of ambiguous dates, and for no text where a subject is mapped', async () => {
  // Not a literal, because the web app has a compiler configuration of its own.
  const path: string = '#web/pages/data/uploads/upload-targets.ts'
  // The build of the web app makes this module.
  registerHooks({
    resolve: (name, context, next) =>
      name === 'virtual:languages'
        ? { url: 'data:text/javascript,export const languages = { web: [] }', shortCircuit: true }
        : next(name, context),
  })
  const { ambiguousDates, missingTargets } = await import(path)
  const { body } = await uploads.upload('content,Created,Other\nOne,11/02/2026,03/04/2026\n')
  const asked = (mapping: Record<string, string>) => ambiguousDates(body, mapping)
  assert.deepEqual(asked({ content: 'content', Created: 'submitted_date', Other: '' }), ['Created'])
  assert.deepEqual(asked({ content: 'content', Created: '', Other: '' }), [])
  assert.deepEqual(missingTargets('cs_ticket', { Subject: 'subject' }), [])
  assert.deepEqual(missingTargets('cs_ticket', { Text: 'body' }), ['subject'])
})

test('dates as products and people write them, in five languages', () => {
  const read = (text: string) => parseDate(text, 'mdy')?.slice(0, 16)
  for (const text of ['12/Mar/26 4:15 PM', '12/Mär/26 16:15', 'March 12, 2026 4:15 PM', '12 de marzo de 2026 16:15'])
    assert.equal(read(text), '2026-03-12T16:15', text)
  for (const text of ['12. März 2026', '12 mars 2026', '12 de março de 2026', '12-Mar-2026', 'Thu, 12 Mar 2026'])
    assert.equal(read(text), '2026-03-12T00:00', text)
  assert.equal(read('2026/03/12 4:15:30 PM GMT+1'), '2026-03-12T15:15')
  assert.equal(read('2026/03/12 4:15:30 p. m. CET'), '2026-03-12T15:15')
  assert.equal(read('Sat May 02 2026 10:00:00 GMT+0200 (Central European Summer Time)'), '2026-05-02T08:00')
  for (const text of ['30 Februar 2026', 'Monday', '12 Foo 2026', '1777716000'])
    assert.equal(read(text), undefined, text)
})
