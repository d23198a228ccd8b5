import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CsvType } from '#contract/resources/csv-columns.ts'
import { isCommentQuestion } from '#engine/csv/comment-question.ts'
import { type Body } from '../test-server.ts'
import { uploads, useUploads } from './uploads-client.ts'

/* The type that the columns suggest, comments in every type, and rows that are there twice. */

useUploads()

const targets = (body: Body) =>
  Object.fromEntries(body.suggested_mapping.columns.map(({ header, target }: Body) => [header, target]))

const tables: Record<string, { header: string; type: CsvType }> = {
  'a question from 0 to 10': {
    header: 'How likely are you to recommend us?,Why did you give this score?',
    type: 'nps',
  },
  'a German one': { header: 'Wie wahrscheinlich ist es dass Sie uns weiterempfehlen?,Warum?', type: 'nps' },
  'a French one': { header: 'Recommanderiez-vous notre produit ?,Pourquoi ?', type: 'nps' },
  'a column of scores': { header: 'NPS,Comment', type: 'nps' },
  'a rating': { header: 'Rating,Comment', type: 'feedback' },
}

for (const [name, { header, type }] of Object.entries(tables))
  test(`${name} is of type ${type}, and its comment is read`, async () => {
    const { body } = await uploads.upload(`${header}\n9,The export is fast and never stops\n3,Too slow for us\n`, {
      type: undefined,
    })
    assert.equal(body.type, type)
    const comment = body.headers[1] as string
    assert.equal(targets(body)[comment], type === 'nps' ? 'reason' : 'content')
  })

test('several questions are a survey, a subject with a requester is a ticket', async () => {
  const survey = await uploads.upload('What slows you down?,Which plan?,Would you stay?\nSearch,Pro,yes\n', {
    type: undefined,
  })
  assert.equal(survey.body.type, 'survey')
  const tickets = await uploads.upload('Subject,Message,Requester\nExport,It stops,Ana\n', { type: undefined })
  assert.equal(tickets.body.type, 'cs_ticket')
})

test('comment questions of five languages', () => {
  for (const header of [
    'Why did you give this score?',
    'What could we do better?',
    'Please explain your rating',
    'Warum haben Sie diese Bewertung gegeben?',
    'Was könnten wir besser machen?',
    'Bitte erläutern Sie Ihre Bewertung',
    'Pourquoi avez-vous donné cette note ?',
    'Que pouvons-nous améliorer ?',
    "Merci d'expliquer votre note",
    '¿Por qué ha dado esta nota?',
    '¿Qué podemos mejorar?',
    'Por que deu esta nota?',
    'O que podemos melhorar?',
  ])
    assert.ok(isCommentQuestion(header), header)
  for (const header of ['Plan', 'What is your email?', 'Email', 'Which plan do you use?', 'Country'])
    assert.ok(!isCommentQuestion(header), header)
})

test('no comment is lost: two of them are one text, in every type', async () => {
  const table =
    'Score,Why did you give this score?,What could we do better?\n9,Fast search,A darker theme\n3,,Fewer clicks\n'
  for (const [type, field] of [
    ['nps', 'reason'],
    ['feedback', 'content'],
  ] as const) {
    const { body } = await uploads.upload(table, { type })
    assert.deepEqual(
      body.preview.map(({ values }: Body) => values[field]),
      ['Fast search\n\nA darker theme', 'Fewer clicks'],
    )
  }
})

test('rows that are the same in every cell are counted, and skipped when asked', async () => {
  const table = 'Comment,Email\nToo slow,ana@example.com\nToo slow,ana@example.com\nToo slow,ben@example.com\n'
  const { body } = await uploads.upload(table)
  const codes = body.warnings.map(({ code }: Body) => code)
  assert.deepEqual(codes, ['DUPLICATE_ROWS', 'NO_DATES'])
  assert.match(body.warnings[0].message, /^1 row is the same as an earlier one/)
  const done = await uploads.importFile(table, { options: { dedupe: 'content' } })
  assert.deepEqual([done.totals.created, done.totals.skipped], [2, 1])
  const { body: withId } = await uploads.upload('Comment,ID\nToo slow,1\nToo slow,1\n')
  assert.deepEqual(
    withId.warnings.map(({ code }: Body) => code),
    ['NO_DATES'],
  )
})

test('an address is no text, and votes are no rating', async () => {
  const table = 'Title,Link to idea,Votes\nDark mode,https://ideas.example/dark-mode-for-the-night,42\n'
  const { body } = await uploads.upload(table, { type: undefined })
  const { Title, Votes, 'Link to idea': link } = targets(body)
  assert.equal(Title, 'title')
  assert.equal(Votes, null)
  assert.notEqual(link, 'content')
  assert.equal(body.preview[0].values.content, 'Dark mode')
})

test('another type can be chosen after the upload, with what it suggests', async () => {
  const { body } = await uploads.upload('Score,Comment\n9,Fast search\n3,Too slow for us\n')
  assert.equal(body.type, 'feedback')
  const path = `/csv-uploads/${body.id}`
  const asNps = (await uploads.call('GET', path, undefined, { type: 'nps' })).body
  assert.deepEqual([asNps.type, targets(asNps)], ['nps', { Score: 'score', Comment: 'reason' }])
  assert.equal((await uploads.call('GET', path)).body.type, 'feedback')
  const mapped = await uploads.map(body.id, targets(asNps), { type: 'nps' })
  assert.deepEqual([mapped.status, mapped.body.type], [200, 'nps'], mapped.text)
  await uploads.call('POST', `${path}/start`)
  assert.equal((await uploads.waitForEnd(body.id)).totals.created, 2)
  assert.equal((await uploads.list('/nps/responses')).length, 2)
})

test('an import that was taken back is imported again with another mapping', async () => {
  const done = await uploads.importFile('Comment,Note\nToo slow,Fast search\n', { columns: { Comment: 'content' } })
  const path = `/csv-uploads/${done.id}`
  assert.equal((await uploads.map(done.id, { Note: 'content' })).status, 409)
  await uploads.call('POST', `${path}/rollback`)
  assert.equal((await uploads.waitForEnd(done.id)).status, 'rolled_back')
  assert.equal((await uploads.map(done.id, { Note: 'content' })).status, 200)
  await uploads.call('POST', `${path}/start`)
  const again = await uploads.waitForEnd(done.id)
  assert.deepEqual([again.status, again.totals.created], ['completed', 1])
  assert.deepEqual(
    (await uploads.list('/feedback')).map(({ content }) => content),
    ['Fast search'],
  )
  await uploads.call('POST', `${path}/rollback`)
  assert.equal((await uploads.waitForEnd(done.id)).status, 'rolled_back')
  assert.deepEqual(await uploads.list('/feedback'), [])
})
