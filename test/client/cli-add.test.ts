import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { docxOf } from '../imports/docx.ts'
import { texts } from '../imports/recognized-texts.ts'
import { changedTables, hashDatabase } from '../support/hash-database.ts'
import { app, call, org, useTestServer } from '../test-server.ts'
import { type } from './terminal.ts'

useTestServer()

const folder = mkdtempSync(join(tmpdir(), 'earshot-cli-add-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const fileOf = (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const add = (argv: string[], more: { stdin?: string; isTTY?: boolean } = {}) => {
  const env = { EARSHOT_URL: app.baseUrl, EARSHOT_API_KEY: org.admin.key, HOME: folder }
  return type(['add', ...argv], { env, ...more })
}

test('earshot add stores files, links and texts as what they are', async () => {
  const files = [
    fileOf('call.docx', docxOf(texts['grain.txt'])),
    fileOf('notes.txt', texts['list.txt']),
    fileOf('reviews.json', texts['objects.json']),
  ]
  const { code, stdout, stderr } = await add([
    ...files,
    'The export never ends.',
    'apps.apple.com/de/app/acme/id284882215',
  ])
  assert.equal(code, 0, stderr)
  const added = JSON.parse(stdout) as { kind: string; summary: string; added: { id?: string; created?: number } }[]
  assert.deepEqual(
    added.map(({ kind, summary }) => [kind, summary]),
    [
      ['interview', 'Interview transcript with 2 speakers'],
      ['items', '4 separate items'],
      ['table', 'Table: feedback, 2 rows, 3 columns'],
      ['item', 'One item of feedback'],
      ['link', 'App Store: acme'],
    ],
  )
  assert.deepEqual([added[1]!.added.created, added[3]!.added.created], [4, 1])
  const { body: interview } = await call('GET', `/interviews/${added[0]!.added.id}`)
  assert.deepEqual([interview.title, interview.interview_date], ['call', '2026-03-12'])
  assert.equal((await call('GET', `/csv-uploads/${added[2]!.added.id}`)).body.row_count, 2)
  const { body: integration } = await call('GET', `/integrations/${added[4]!.added.id}`)
  assert.deepEqual([integration.provider, integration.config.app_id], ['app-store', '284882215'])
  const again = JSON.parse((await add([files[1]!])).stdout) as typeof added
  assert.equal(again[0]!.added.created, 0, 'the same file again adds nothing')
})

test('a dry run says what was recognized, and stores nothing', async () => {
  const before = await hashDatabase(app.store)
  const { stdout, code } = await add(['--dry-run', '--as', 'item'], { stdin: texts['list.txt'], isTTY: true })
  assert.deepEqual([code, stdout], [0, 'stdin: One item of feedback\n'])
  // The answer to the request itself is kept for a repetition of it.
  const changed = changedTables(before, await hashDatabase(app.store))
  assert.deepEqual(
    changed.filter((table) => table !== 'public.idempotency'),
    [],
  )
})

test('what is missing is named, and nothing is added', async () => {
  const refused = async (argv: string[], stdin = '') => {
    const { code, stderr } = await add(argv, { stdin })
    assert.equal(code, 64, stderr)
    return stderr
  }
  assert.match(await refused([], ' '), /files, links or a text/)
  assert.match(await refused([join(folder, 'absent.vtt')]), /absent\.vtt cannot be read/)
  assert.match(await refused(['https://github.com/acme/app']), /--credential token=/)
  const ambiguous = fileOf('dates.csv', 'Comment,Date\nExport is slow,03/04/2026\n')
  assert.match(await refused([ambiguous]), /Date cannot be told; use earshot import/)
  assert.equal((await call('GET', '/feedback/count')).body.count, 0)
})
