import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { app, type Body, org } from '../test-server.ts'
import { useUploads } from '../imports/uploads-client.ts'
import { type } from './terminal.ts'

useUploads()

const folder = mkdtempSync(join(tmpdir(), 'earshot-cli-import-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const typed = (...argv: string[]) =>
  type(argv, { env: { EARSHOT_URL: app.baseUrl, EARSHOT_API_KEY: org.admin.key, HOME: folder } })
const report = async (...argv: string[]): Promise<Body> => {
  const { code, stdout, stderr } = await typed('import', ...argv)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}
const feedback = async (query = ''): Promise<Body[]> =>
  JSON.parse((await typed('api', 'get', `/feedback${query}`)).stdout).data

test('a CSV file is read by the server; importing it twice changes nothing', async () => {
  const path = file(
    'good.csv',
    'content,External ID,respondent_email,submitted_date,tags,App version\n"It spins,\nfor ever",x-1,ana@example.com,2026-05-01,export; slow,4.2\nFine,x-2,bo@example.com,,,\n',
  )
  const dry = await report(path, '--source', 'slack', '--dry-run')
  assert.deepEqual([dry.dry_run, dry.rows, dry.valid, dry.created], [true, 2, 2, 0])
  assert.deepEqual(await feedback(), [])
  assert.equal((await report(path, '--source', 'slack')).created, 2)
  const again = await report(path, '--source', 'slack')
  assert.deepEqual([again.created, again.unchanged], [0, 2])
  assert.deepEqual((await feedback()).map((one) => [one.external_id, one.source, one.contact.email, one.tags]).sort(), [
    ['x-1', 'slack', 'ana@example.com', ['export', 'slow']],
    ['x-2', 'slack', 'bo@example.com', []],
  ])
})

test('rows without an id are not imported twice either', async () => {
  const path = file('plain.csv', 'content\nThe export spins\nThe search is slow\n')
  assert.equal((await report(path)).created, 2)
  await report(path)
  assert.equal((await feedback()).length, 2)
})

test('exports of other products, UTF-16 and Windows-1252 are recognized', async () => {
  const play =
    'Package Name\tReviewer Language\tReview Submit Date and Time\tStar Rating\tReview Title\tReview Text\tReview Link\n' +
    'com.example\tde\t2026-05-02T10:00:00Z\t2\t\tStürzt ab\thttps://play.google.com/x?reviewId=gp%3A1\n'
  const done = await report(file('reviews.csv', Buffer.from(`\ufeff${play}`, 'utf16le')))
  assert.deepEqual([done.detected_platform, done.type, done.created], ['google_play', 'feedback', 1])
  const [review] = await feedback('?source=google-play')
  assert.deepEqual([review!.content, review!.rating.value, review!.external_id], ['Stürzt ab', 2, 'gp:1'])
  const zendesk = Buffer.from(
    'Summation column;Id;Requester;Requester email;Subject;Created at\n1;7;Zoë;zoe@example.com;Größe;2026-05-02\n',
    'latin1',
  )
  const tickets = await report(file('zendesk.csv', zendesk))
  assert.deepEqual([tickets.detected_platform, tickets.type, tickets.created], ['zendesk', 'cs_ticket', 1])
})

test('ambiguous dates are refused with the name of the column until --date-format decides', async () => {
  const path = file('dates.csv', 'content,Created\nSlow,11/02/2026\n')
  const asked = await typed('import', path)
  assert.equal(asked.code, 1)
  assert.match(asked.stderr, /the dates in the column Created \(such as 11\/02\/2026\)/)
  await report(path, '--date-format', 'dmy')
  assert.equal((await feedback())[0]!.occurred_at.slice(0, 10), '2026-02-11')
})

test('--map sets the field of a column; wrong ones and wrong rows are reported', async () => {
  const path = file('rated.csv', 'Text,Verbatim,points\nFirst,The export spins,4\nSecond,The search is slow,lovely\n')
  const done = await typed('import', path, '--map', 'Verbatim=content', '--map', 'points=rating', '--map', 'Text=title')
  const { created, failed, errors } = JSON.parse(done.stdout)
  assert.deepEqual([done.code, created, failed], [1, 1, 1])
  assert.deepEqual(errors, [{ line: 3, message: 'Line 3: "lovely" in the column points is not a rating.' }])
  const [item] = await feedback()
  assert.deepEqual([item!.content, item!.title, item!.rating.value], ['The export spins', 'First', 4])
  const wrong = await typed('import', path, '--map', 'Nothing=content')
  assert.deepEqual([wrong.code, /--map expects column=field/.test(wrong.stderr)], [64, true])
})
