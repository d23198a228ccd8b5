import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { changedTables, hashDatabase } from '../support/hash-database.ts'
import { app, type Body, org, useTestServer } from '../test-server.ts'
import { type } from './terminal.ts'

useTestServer()

const folder = mkdtempSync(join(tmpdir(), 'earshot-cli-dry-run-'))
after(() => rmSync(folder, { recursive: true, force: true }))

type Options = { isTTY?: boolean; flags?: string[] }

/** The dry run of a file, which leaves the database as it was. */
async function dryRun(content: string, { isTTY = false, flags = [] }: Options = {}) {
  const path = join(folder, 'table.csv')
  writeFileSync(path, content)
  const env = { EARSHOT_URL: app.baseUrl, EARSHOT_API_KEY: org.admin.key, HOME: folder }
  const before = await hashDatabase(app.store)
  const typed = await type(['import', path, '--dry-run', ...flags], { env, isTTY, columns: 100 })
  assert.deepEqual(changedTables(before, await hashDatabase(app.store)), [])
  return typed
}
const report = async (content: string, options?: Options): Promise<Body> => {
  const { stdout, stderr } = await dryRun(content, options)
  assert.notEqual(stdout, '', stderr)
  return JSON.parse(stdout)
}
const fieldsOf = ({ mapping }: Body) =>
  Object.fromEntries(mapping.map(({ column, field, confidence }: Body) => [column, [field, confidence]]))

const trustpilot = `Review Id,Review Stars,Review Title,Review Content,Review Created,Review Username,Reference Id
r1,2,Slow,"The export
never ends",2026-05-02T10:00:00Z,Ana,77

r2,5,Fine,The search is fast,,Bo,
r3,9,Odd,The app closes by itself,2026-05-03T10:00:00Z,Cy,
r1,2,Slow,The export never ends,2026-05-02T10:00:00Z,Ana,77
`

test('the product, the kind, the mapping and rows as they would be stored are shown', async () => {
  const shown = await report(trustpilot)
  assert.deepEqual([shown.dry_run, shown.detected_platform, shown.type], [true, 'trustpilot', 'feedback'])
  assert.deepEqual([shown.rows, shown.valid, shown.skipped, shown.failed, shown.created], [4, 2, 1, 1, 0])
  const fields = fieldsOf(shown)
  assert.deepEqual(fields['Review Content'], ['content', 'high'])
  assert.deepEqual(fields['Reference Id'], ['metadata.Reference Id', undefined])
  const stars = shown.mapping.find(({ column }: Body) => column === 'Review Stars')
  assert.deepEqual([stars.field, stars.rating_scale], ['rating', { min: 1, max: 5 }])
  assert.deepEqual(
    shown.samples.map(({ line, values }: Body) => [line, values.content, values.title, values.rating.value]),
    [
      [2, 'The export\nnever ends', 'Slow', 2],
      [5, 'The search is fast', 'Fine', 5],
    ],
  )
})

test('skipped and rejected rows are sentences with the line of the file and the column', async () => {
  const shown = await report(trustpilot)
  assert.deepEqual(shown.errors, [
    { line: 6, message: 'Line 6: "9" in the column Review Stars is not between 1 and 5.' },
  ])
  assert.deepEqual(shown.skipped_rows, [{ line: 7, message: 'Line 7: the row is the same as line 2.' }])
  assert.deepEqual(shown.undated, { rows: 1, lines: [5] })
})

const delighted = 'Survey Response ID,Score,Comment,Person Email,Response Date\n'

test('scores of another product: a date that cannot be read rejects its row, an empty one is the time of the import', async () => {
  const file = `${delighted}1,9,Quick,ana@example.com,2026-05-02\n2,3,Slow,bo@example.com,2026-05-99\n3,7,,cy@example.com,\n`
  const shown = await report(file)
  assert.deepEqual([shown.detected_platform, shown.type], ['delighted', 'nps'])
  assert.deepEqual([shown.valid, shown.failed], [2, 1])
  assert.deepEqual(shown.errors, [
    { line: 3, message: 'Line 3: "2026-05-99" in the column Response Date is not a date.' },
  ])
  assert.deepEqual(shown.undated, { rows: 1, lines: [4] })
})

const german = `Nummer;Rückmeldung zum Produkt;Datum;Bereich
1;Der Export hört nie auf und zeigt keinen Fehler;02.05.2026;Export
2;Die Suche ist langsam, wenn viele Filter gesetzt sind;31.12.2025;Suche
3;Der Export hört nie auf und zeigt keinen Fehler;02.05.2026;Export
`

test('an unknown file with semicolons and German dates, with the suggested mapping and with another', async () => {
  const shown = await report(german)
  assert.deepEqual([shown.detected_platform, shown.type, shown.delimiter], ['generic', 'feedback', ';'])
  const { column: text } = shown.mapping.find(({ field }: Body) => field === 'content')
  assert.equal(text, 'Rückmeldung zum Produkt')
  const date = shown.mapping.find(({ column }: Body) => column === 'Datum')
  assert.deepEqual([date.field, date.date_format], ['submitted_date', 'dmy'])
  assert.equal(shown.samples[1].values.submitted_date.slice(0, 10), '2025-12-31')
  assert.deepEqual(shown.skipped_rows, [{ line: 4, message: 'Line 4: the row is the same as line 2.' }])

  const flags = ['--map', 'Bereich=title', '--map', 'Datum=', '--map', 'Nummer=external_id']
  const own = await report(german, { flags })
  const fields = fieldsOf(own)
  assert.deepEqual(
    [fields.Bereich, fields.Datum],
    [
      ['title', 'given'],
      [null, 'given'],
    ],
  )
  assert.deepEqual([own.samples[0].values.title, own.samples[0].values.external_id], ['Export', '1'])
  assert.deepEqual([own.valid, own.skipped, own.undated], [3, 0, { rows: 3, lines: [2, 3, 4] }])
})

test('rows without an id that are the same are named where the other rows have one', async () => {
  const file = 'External ID,content\nx-1,The export spins\n,The search is slow\n,The search is slow\n'
  const shown = await report(file)
  assert.deepEqual([shown.valid, shown.repeated], [3, { rows: 1, lines: [4] }])
})

test('dates in two readings are asked for after the mapping is shown', async () => {
  const file = 'content,Created\nSlow,11/02/2026\n'
  const asked = await dryRun(file)
  assert.equal(asked.code, 1)
  assert.match(asked.stderr, /the dates in the column Created \(such as 11\/02\/2026\)/)
  const shown = JSON.parse(asked.stdout)
  assert.deepEqual([fieldsOf(shown).content, shown.samples], [['content', 'high'], undefined])
  const decided = await report(file, { flags: ['--date-format', 'mdy'] })
  assert.equal(decided.samples[0].values.submitted_date.slice(0, 10), '2026-11-02')
  assert.equal(decided.mapping[1].date_format, 'mdy')
})

test('an interview whose text names its day is not without a date', async () => {
  const talk = (head: string) => `"${head}Interviewer: How was it?\nAna: The export never ends and I gave up."`
  const file = `transcript\n${talk('Date: 2026-05-02\n')}\n${talk('')}\n`
  const shown = await report(file, { flags: ['--type', 'user_interview'] })
  assert.deepEqual([shown.valid, shown.undated], [2, { rows: 1, lines: [5] }])
})

test('a file that is read in a thread of its own has the same check', async () => {
  const rows = Array.from({ length: 3000 }, (_, n) => `The export number ${n} never ends`)
  const shown = await report(`content\n${rows.join('\n')}\n${rows[7]}\n\n${rows.slice(0, 150).join('\n')}\n`)
  assert.deepEqual([shown.rows, shown.valid, shown.skipped, shown.skipped_rows.length], [3151, 3000, 151, 100])
  assert.equal(shown.skipped_rows[1].message, 'Line 3004: the row is the same as line 2.')
  assert.deepEqual([shown.undated.rows, shown.undated.lines.length], [3000, 100])
})

test('on a terminal the same is read as text', async () => {
  const { code, stdout } = await dryRun(trustpilot, { isTTY: true })
  assert.equal(code, 1)
  for (const part of [
    /an export of Trustpilot, imported as feedback;\n4 rows, utf-8, columns separated by ","/,
    /Review Content +content +high/,
    /Line 2 would be stored as\n(?: {2}.*\n)* {2}content: The export never ends/,
    /Of 4 rows 2 would be imported, 1 skipped and 1 rejected\./,
    / {2}Line 6: "9" in the column Review Stars is not between 1 and 5\./,
    / {2}Line 7: the row is the same as line 2\./,
    /Without a date, so at the time of the import: 1 row \(line 5\)/,
    /Dry run: nothing was kept\.\n/,
  ])
    assert.match(stdout, part)
  assert.equal(JSON.parse((await dryRun(trustpilot, { isTTY: true, flags: ['--json'] })).stdout).rows, 4)
})
