import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { runCli } from '#cli/run.ts'
import widthOf from 'string-width'
import { layout, tableText } from '#cli/table.ts'
import { openBackend, refusal, type Reply } from './backend.ts'
import { type, type TerminalOptions } from './terminal.ts'

const id = '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'
const theme = (n: number, name = `theme ${n}`) => ({
  id: id.slice(0, -2) + String(n).padStart(2, '0'),
  name,
  color: '#3b82f6',
  notes: null,
  insight_count: n * 10,
  created_at: '2026-05-02T10:00:00.000Z',
})
const pageOf = (data: object[], next_cursor: string | null = null): Reply => ({
  body: { data, pagination: { next_cursor, has_more: next_cursor !== null } },
})

async function run(t: TestContext, script: Reply[] | (() => Reply), argv: string[], options: TerminalOptions = {}) {
  const { baseUrl, heard } = await openBackend(t, script)
  const ran = await type(argv, {
    ...options,
    env: { EARSHOT_URL: baseUrl, EARSHOT_API_KEY: 'secret', HOME: '/nonexistent' },
  })
  return { ...ran, heard: heard.length }
}

test('output is JSON when piped, and on a terminal with --json', async (t) => {
  const answer = pageOf([theme(1)])
  const piped = await run(t, [answer], ['themes', 'list'])
  const asked = await run(t, [answer], ['themes', 'list', '--json'], { isTTY: true })
  assert.deepEqual(JSON.parse(piped.stdout), (answer as { body: unknown }).body)
  assert.equal(asked.stdout, piped.stdout)
})

test('--jq prints what a filter takes from the answer, of all pages with --all', async (t) => {
  const one = await run(t, [pageOf([theme(1), theme(2)])], ['themes', 'list', '--jq', '.data[] | .name'])
  assert.deepEqual([one.code, one.stdout], [0, 'theme 1\ntheme 2\n'])
  const all = await run(
    t,
    [pageOf([theme(1)], 'next'), pageOf([theme(2)])],
    ['themes', 'list', '--all', '--jq', '.data[].insight_count'],
  )
  assert.equal(all.stdout, '10\n20\n')
  const objects = await run(t, [pageOf([theme(1)])], ['themes', 'list', '--jq', '.data[] | {name}'])
  assert.deepEqual(JSON.parse(objects.stdout), { name: 'theme 1' })
  const nothing = await run(t, [pageOf([])], ['themes', 'list', '--jq', '.data[].name'])
  assert.deepEqual([nothing.code, nothing.stdout], [0, ''])
  const hostile = [pageOf([theme(1, 'a\u001b[31mb')])]
  const shown = await run(t, hostile, ['themes', 'list', '--jq', '.data[].name'], { isTTY: true })
  assert.equal(shown.stdout, 'a [31mb\n')
  const wrong = await run(t, [pageOf([])], ['themes', 'list', '--jq', '.data[|'])
  assert.equal(wrong.code, 64)
  assert.match(wrong.stderr, /^earshot: --jq: syntax error/)
  const both = await run(t, [], ['themes', 'list', '--jq', '.', '--columns', 'name'])
  assert.deepEqual([both.code, both.heard], [64, 0])
})

test('a terminal gets a table that fits its width, with full ids and a hint when there is more', async (t) => {
  const rows = [theme(1, 'Export'), theme(2, `A very long name ${'x'.repeat(100)}`)]
  const { stdout, stderr } = await run(t, [pageOf(rows, 'next')], ['themes', 'list'], { isTTY: true, columns: 80 })
  const lines = stdout.trimEnd().split('\n')
  assert.match(lines[0]!, /^NAME +ID/)
  assert.equal(lines.length, 3)
  for (const line of lines) assert(widthOf(line) <= 80, line)
  assert(lines[1]!.startsWith('Export') && lines[1]!.includes(rows[0]!.id))
  assert.match(lines[2]!, /A very.*…/)
  assert.equal(stderr, 'More: --cursor next or --all\n')
})

test('a wide terminal shows more columns, times to the minute and no empty columns', async (t) => {
  const { stdout } = await run(t, [pageOf([theme(1)])], ['themes', 'list'], { isTTY: true, columns: 200 })
  assert.match(stdout, /^NAME +ID +INSIGHT COUNT +CREATED AT +COLOR\n/)
  assert.match(stdout, / 10 {2}2026-05-02 10:00 {2}#3b82f6\n$/)
})

const webhook = (n: number) => ({
  id: id.slice(0, -1) + n,
  url: `https://hooks.example.com/${n}`,
  events: ['project.*', 'insight.created'],
  filter: {},
  status: 'active',
  secret_hint: 'whsec_…x9Qk',
})

test('what tells rows apart comes first: a webhook is its address, its state and its events', async (t) => {
  const { stdout } = await run(t, [pageOf([webhook(1)])], ['webhooks', 'list'], { isTTY: true, columns: 90 })
  assert.match(stdout, /^URL +STATUS +ID +EVENTS\nhttps:\/\/hooks.example.+ active +019a8c1e/)
  for (const line of stdout.split('\n')) assert(widthOf(line) <= 90, line)
})

test('--columns chooses fields, nested ones too, and --output the format', async (t) => {
  const rows = [
    { ...theme(1), contact: { name: 'Ana' } },
    { ...theme(2), contact: null },
  ]
  const list = (...flags: string[]) => run(t, [pageOf(rows)], ['themes', 'list', ...flags], { isTTY: true })
  const columns = ['--columns', 'insight_count, contact.name']
  assert.equal((await list(...columns)).stdout, 'INSIGHT COUNT  CONTACT.NAME\n           10  Ana\n           20\n')
  const csv = 'insight_count,contact.name\r\n10,Ana\r\n20,\r\n'
  assert.equal((await list(...columns, '--output', 'csv')).stdout.replaceAll(/\r?\n/g, '\r\n'), csv)
  assert.equal((await list(...columns, '--output', 'csv', '--all')).stdout.replaceAll(/\r?\n/g, '\r\n'), csv)
  const lines = (await list('--output', 'ndjson')).stdout.trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    rows,
  )
  assert.deepEqual(JSON.parse((await list('--output', 'json')).stdout).data, rows)
  const table = await run(t, [pageOf(rows)], ['themes', 'list', '--output', 'table'])
  assert.match(table.stdout, /^NAME +ID/)
  const wrong = await list('--output', 'yaml')
  assert.deepEqual([wrong.code, wrong.stderr], [64, 'earshot: --output is one of table, json, ndjson, csv, not yaml\n'])
})

test('an object is printed field by field, nested fields below', async (t) => {
  const answer = {
    id,
    name: 'Export',
    notes: null,
    text: 'one\ntwo',
    tags: ['a', 'b'],
    counts: { positive: 1 },
    quotes: [{ id: 'q', text: 'spins' }],
  }
  const { stdout } = await run(t, [{ body: answer }], ['themes', 'get', id], { isTTY: true })
  assert.deepEqual(stdout.split('\n'), [
    `id: ${id}`,
    'name: Export',
    'notes: -',
    'text:',
    '  one',
    '  two',
    'tags: a, b',
    'counts:',
    '  positive: 1',
    'quotes:',
    '  - id: q',
    '    text: spins',
    '',
  ])
})

test('an empty list prints a message on a terminal', async (t) => {
  assert.equal((await run(t, [pageOf([])], ['themes', 'list'], { isTTY: true })).stdout, 'Nothing found.\n')
  assert.equal((await run(t, [pageOf([])], ['themes', 'list', '--all'], { isTTY: true })).stdout, 'Nothing found.\n')
})

test('--all fetches every page: one JSON line per item when piped, one table on a terminal', async (t) => {
  const script = [pageOf([theme(1), theme(2)], 'a'), pageOf([theme(3)], 'b'), pageOf([theme(4)])]
  const piped = await run(t, script, ['themes', 'list', '--all'])
  assert.deepEqual(
    piped.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    [1, 2, 3, 4].map((n) => theme(n)),
  )
  const shown = await run(t, script, ['themes', 'list', '--all'], { isTTY: true, columns: 100 })
  assert.equal(shown.stdout.trimEnd().split('\n').length, 5)
  assert.equal(shown.stdout.match(/NAME/g)!.length, 1)
})

test('control characters in customer texts are removed', async (t) => {
  const evil = { ...theme(1, 'a\u001b[2Jb\u009b31mc\u202ed'), notes: 'x\u001b]0;title\u0007y\nz' }
  for (const argv of [
    ['themes', 'list'],
    ['themes', 'list', '--json'],
  ]) {
    const { stdout } = await run(t, [pageOf([evil])], argv, { isTTY: true, columns: 200 })
    assert.doesNotMatch(stdout, /[\u001b\u007f-\u009f\u0007]/)
  }
  const { stdout } = await run(t, [{ body: evil }], ['themes', 'get', id], { isTTY: true })
  assert.doesNotMatch(stdout, /[\u001b\u007f-\u009f\u0007\u202e]/)
  const refused = await run(
    t,
    [refusal(400, 'VALIDATION_ERROR', { error: { message: 'bad \u001b[2J' } })],
    ['themes', 'list'],
  )
  assert.doesNotMatch(refused.stderr, /\u001b/)
})

test('wide characters count as two columns', () => {
  assert.equal(widthOf('日本 é 👍'), 4 + 1 + 1 + 1 + 2)
  const rows = [
    { name: '日本語テキスト日本語テキスト', id },
    { name: 'Export', id },
  ]
  const lines = tableText(layout(rows, 50), rows, true).trimEnd().split('\n')
  assert.match(lines[1]!, /^日本語.*… +019a/)
  // The second column begins at the same place.
  assert.deepEqual(new Set(lines.slice(1).map((line) => widthOf(line.slice(0, line.indexOf('019a'))))).size, 1)
})

test('a rejected request prints its details to stderr and exits 1, a failure exits 2', async (t) => {
  const invalid = refusal(400, 'VALIDATION_ERROR', {
    error: { details: [{ path: 'query.limit', message: 'must be <= 100' }] },
    headers: { 'x-request-id': 'r-1' },
  })
  const refused = await run(t, [invalid], ['themes', 'list', '--limit', '500'])
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.equal(
    refused.stderr,
    'VALIDATION_ERROR: it is VALIDATION_ERROR\n  query.limit: must be <= 100\n  request: r-1\n',
  )
  assert.equal((await run(t, () => refusal(500, 'INTERNAL_ERROR'), ['me'])).code, 2)
  assert.equal((await run(t, () => ({ status: 502, text: '<h1>' }), ['me'])).code, 2)
  const gone = await run(t, () => 'hangup', ['me'])
  assert.deepEqual([gone.code, gone.heard], [2, 4])
  assert.match(gone.stderr, /^NETWORK_ERROR: /)
})

test('a closed stdout ends the listing without an error', async (t) => {
  const { baseUrl, heard } = await openBackend(t, () => pageOf([theme(1)], 'always'))
  let lines = 0
  const stdout = new Writable({
    write: (_, __, done) => done(++lines > 2 ? Object.assign(new Error('gone'), { code: 'EPIPE' }) : null),
  })
  let complaints = ''
  const stderr = { write: (text: string, done?: () => void) => ((complaints += text), done?.()) }
  const stdin = (async function* () {})()
  const env = { EARSHOT_URL: baseUrl, EARSHOT_API_KEY: 'secret', HOME: '/nonexistent' }
  assert.equal(await runCli(['themes', 'list', '--all'], { stdout, stderr, stdin, env, isTTY: false, version: '1' }), 0)
  assert.deepEqual([complaints, heard.length], ['', 3])
})
