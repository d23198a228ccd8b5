import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body } from '../test-server.ts'
import { uploads, useUploads } from './uploads-client.ts'

/* Ratings in CSV files, with the headers and values of real exports. */

useUploads()

const suggested = async (table: string, type = 'feedback') => {
  const { body } = await uploads.upload(table, { type })
  return Object.fromEntries(
    body.suggested_mapping.columns.map(({ header, target }: Body) => [header, target]),
  ) as Record<string, string | null>
}
const ratingsBy = async (key: string) =>
  Object.fromEntries(
    (await uploads.list('/feedback')).map((one) => [
      key === 'content' ? one.content : one.external_id,
      one.rating && [one.rating.value, one.rating.scale_min, one.rating.scale_max],
    ]),
  )
const importedRatings = async (table: string, mapping: Parameters<typeof uploads.importFile>[1] = {}) => {
  const done = await uploads.importFile(table, mapping)
  return { done, ratings: await ratingsBy('content') }
}

test('the rating column of exports is recognized by its name and values', async () => {
  const long = 'It stopped opening my files after the last update'
  const tables: [header: string, cell: string][] = [
    ['Star Rating', '4'],
    ['Rating', '5'],
    ['Review Rating', '2'],
    ['Stars', '★★★★☆'],
    ['rating', '4.0 out of 5 stars'],
    ['Satisfaction Score', 'Good'],
    ['Conversation rating', '3'],
    ['CSAT', '5 - Very satisfied'],
    ['NPS Score', '9'],
    ['How likely are you to recommend us to a friend?', '10 - Extremely likely'],
    ['score', '8'],
    ['Bewertung', '4 Sterne'],
    ['Note', '14/20'],
    ['Valoración', '3'],
    ['Évaluation', '4'],
  ]
  for (const [header, cell] of tables) {
    const mapping = await suggested(`${header},Review Text\n${cell},${long}\n${cell},${long} again\n`)
    assert.deepEqual(mapping, { [header]: 'rating', 'Review Text': 'content' }, header)
  }
})

test('the columns of a review site are recognized, and an id is not taken for a person', async () => {
  const { body } = await uploads.upload(
    'Review ID,Posted on,Reviewer,Reviewer ID,Company,Stars,Review\n' +
      'TS-1,2026-06-21,Ana Alvarez,u-77,Green Fork,2,Swapping a shift takes four taps and nobody answers\n',
    { type: 'feedback' },
  )
  assert.deepEqual(
    body.suggested_mapping.columns.map(({ header, target }: Body) => [header, target]),
    [
      ['Review ID', 'external_id'],
      ['Posted on', 'submitted_date'],
      ['Reviewer', 'respondent_name'],
      ['Reviewer ID', null],
      ['Company', 'contact.company'],
      ['Stars', 'rating'],
      ['Review', 'content'],
    ],
  )
  assert.equal(body.suggested_mapping.columns[4].confidence, 'high', 'the name of the field is no guess')
})

test('columns that only sound like ratings are not taken for them', async () => {
  const table =
    'Operating system,Note,Lead score,Feedback\nmacOS,Called twice about it,87,The export stops after a minute\nLinux,Wrote back,12,The search finds nothing\n'
  assert.deepEqual(await suggested(table), {
    'Operating system': null,
    Note: null,
    'Lead score': null,
    Feedback: 'content',
  })
})

test('a Google Play export keeps its stars; wrong ones are reported and the rest is imported', async () => {
  const rows = Array.from({ length: 12 }, (_, n) => `com.acme,4.2,${1 + (n % 5)},Review number ${n} of the app`)
  const { done, ratings } = await importedRatings(
    ['Package Name,App Version Name,Star Rating,Review Text', ...rows]
      .concat(['com.acme,4.2,7,Seven stars', 'com.acme,4.2,lots,Lots of stars', 'com.acme,4.2,,No stars'])
      .join('\n'),
  )
  assert.deepEqual([done.status, done.totals.created, done.totals.failed], ['completed_with_errors', 13, 2])
  assert.deepEqual(
    (await uploads.list(`/csv-uploads/${done.id}/errors`)).map(({ row, header, code, message, value }) => [
      row,
      header,
      code,
      message,
      value,
    ]),
    [
      [13, 'Star Rating', 'OUT_OF_RANGE', 'is not between 1 and 5', '7'],
      [14, 'Star Rating', 'INVALID_VALUE', 'is not a rating', 'lots'],
    ],
  )
  const rejected = await uploads.file(`/csv-uploads/${done.id}/errors?format=csv`)
  assert.match(rejected.text, /Star Rating/)
  assert.match(rejected.text, /Lots of stars/)
  assert.deepEqual(ratings['Review number 1 of the app'], [2, 1, 5])
  assert.equal(ratings['No stars'], null)
})

test('each way to write a rating is stored with its scale', async () => {
  const { done, ratings } = await importedRatings(
    'rating;content\n4/5;of five\n★★☆☆☆;drawn\n"4,5";with a comma\n5 stars;in words\n80 %;percent\nn/a;not given\nBad;bad\n8 out of 10;of ten\n',
  )
  assert.deepEqual([done.totals.created, done.totals.failed], [8, 0])
  assert.deepEqual(ratings, {
    'of five': [4, 1, 5],
    drawn: [2, 1, 5],
    'with a comma': [4.5, 1, 5],
    'in words': [5, 1, 5],
    percent: [80, 0, 100],
    'not given': null,
    bad: [0, 0, 1],
    'of ten': [8, 0, 10],
  })
})

test('plain numbers are on the scale of their column', async () => {
  await uploads.importFile('NPS,Comment,id\n9,Fine by me,n1\n3,Too slow for us,n2\n5,It works,n3\n')
  await uploads.importFile('score,Comment,id\n85,Fine by me too,p1\n20,Too slow for them,p2\n')
  await uploads.importFile('CSAT,Comment,id\n5,They were quick,c1\n1,Nobody wrote back,c2\n')
  assert.deepEqual(await ratingsBy('external_id'), {
    n1: [9, 0, 10],
    n2: [3, 0, 10],
    n3: [5, 0, 10],
    p1: [85, 0, 100],
    p2: [20, 0, 100],
    c1: [5, 1, 5],
    c2: [1, 1, 5],
  })
})

test('a scale can be given with the mapping', async () => {
  const table = 'points,text\n2,Slow\n3,Slower\n'
  const { body } = await uploads.upload(table)
  const columns = (rating_scale: object) => ({
    columns: [
      { header: 'points', target: 'rating', rating_scale },
      { header: 'text', target: 'content' },
    ],
  })
  const path = `/csv-uploads/${body.id}/mapping`
  const refused = await uploads.call('PATCH', path, columns({ min: 5, max: 5 }))
  assert.equal(refused.status, 400)
  assert.equal(refused.body.error.details[0].path, 'body.columns.0.rating_scale')
  assert.equal((await uploads.call('PATCH', path, columns({ min: 0, max: 4 }))).status, 200)
  const preview = (await uploads.call('GET', `/csv-uploads/${body.id}/preview`)).body.data
  assert.deepEqual(preview[0].values.rating, { value: 2, scale_min: 0, scale_max: 4 })
})

test('tickets: the satisfaction of a Zendesk export is their CSAT and the rating of their feedback', async () => {
  const done = await uploads.importFile(
    'Ticket ID,Subject,Description,Status,Satisfaction Score\n1,Export stops,It stops after a minute,Solved,Good\n2,No invitation,It never comes,Solved,Bad\n3,Question,How do I pin a note,Open,Offered\n',
    {},
    { type: 'cs_ticket' },
  )
  assert.deepEqual([done.totals.created, done.totals.failed], [3, 0])
  const tickets = Object.fromEntries((await uploads.list('/support/cs/tickets')).map((one) => [one.external_id, one]))
  assert.deepEqual(tickets[1]!.csat, { score: 1, scale_min: 0, scale_max: 1, comment: null })
  assert.deepEqual(tickets[2]!.csat, { score: 0, scale_min: 0, scale_max: 1, comment: null })
  assert.equal(tickets[3]!.csat, null)
  const { rating } = (await uploads.call('GET', `/feedback/${tickets[2]!.feedback_id}`)).body
  assert.deepEqual(rating, { value: 0, scale_min: 0, scale_max: 1 })
})

test('an NPS table keeps its score target, and a rollback removes the ratings it brought', async () => {
  assert.deepEqual(await suggested('NPS Score,Comment\n9,Fine by me and my team\n3,Too slow for all of us\n', 'nps'), {
    'NPS Score': 'score',
    Comment: 'reason',
  })
  const { body: before } = await uploads.call('POST', '/feedback', {
    content: 'It is fine',
    source: 'csv',
    external_id: 'a',
    rating: { value: 3, scale_min: 1, scale_max: 5 },
  })
  const done = await uploads.importFile('id,text,stars\na,It is fine,1\n')
  const path = `/feedback/${before.id}`
  assert.deepEqual((await uploads.call('GET', path)).body.rating, { value: 1, scale_min: 1, scale_max: 5 })
  await uploads.call('POST', `/csv-uploads/${done.id}/rollback`)
  await uploads.waitForEnd(done.id)
  assert.deepEqual((await uploads.call('GET', path)).body.rating, before.rating)
})
