import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Figures } from '../scripts/eval/items/figures.ts'

/* A short evaluation of the whole product, from the intake to the printed figures. */

const folder = mkdtempSync(join(tmpdir(), 'earshot-eval-run-'))
after(() => rmSync(folder, { recursive: true }))
const temporary = join(folder, 'tmp')
mkdirSync(temporary)

const evaluate = (...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const script = join(import.meta.dirname, '../scripts/eval.ts')
    // Settings of an installation must have no influence.
    const env = { ...process.env, TMPDIR: temporary, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    execFile(process.execPath, [script, '--tier', 'static', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })

const items = `# a whiteboard app
=== app_store | 1/5
{{-BUG export| The CSV export stops at ten thousand rows.}}
=== app_store | 2/5
{{-BUG export| CSV export fails for large boards.}}
=== zendesk | -
{{-BUG export| Exporting a board to CSV times out.}}
=== survey | 2/5
{{-BUG export| The CSV export file is empty for big boards.}}
=== nps | 8
{{0FEAT dark-mode| Please add a dark mode.}}
=== nps | 9
{{0FEAT dark-mode| A dark mode would be great for night work.}}
=== slack | -
{{0FEAT dark-mode| Could you add a dark mode to the editor?}}
=== nps | 7
{{0FEAT dark-mode| I would like a dark mode in the editor.}}
=== email | -
Hello team,

{{+LOVE editor| I love the new editor, it is fast and beautiful.}} {{-BUG export| But the CSV export crashes every time I select all rows.}}

Thanks,
Ana
=== nps | 10
{{+LOVE overall| I love it, it is wonderful.}}
=== nps | 10
👍
=== app_store | 1/5 | de
{{-BUG export| Der CSV-Export stürzt bei großen Boards immer ab.}}
%% The CSV export always crashes for large boards.
`

test('measures the product on a few items, prints the figures and leaves nothing behind', async () => {
  writeFileSync(join(folder, 'board.txt'), items)
  const out = join(folder, 'out')
  const { code, stdout, stderr } = await evaluate('--items', join(folder, 'board.txt'), '--names', '--out', out)
  assert.equal(code, 0, stderr)
  const { sets } = JSON.parse(readFileSync(join(out, 'figures.json'), 'utf8')) as { sets: { board: Figures } }
  const { board } = sets
  assert.deepEqual([board.items, board.skipped, board.points, board.multiPointItems], [12, 1, 12, 1])
  // Every point is a sentence of its own.
  assert.ok(board.found! >= 90 && board.spurious! <= 15, `found ${board.found}, spurious ${board.spurious}`)
  assert.ok(board.takenApart === 0 || board.takenApart === 100)
  assert.ok(board.category! >= 75, `category ${board.category}`)
  assert.ok(board.queries === 2 && board.precision! >= 75, `precision ${board.precision}`)
  for (const title of [
    'sentiment macro-F1',
    'taken apart %',
    'purity',
    'largest theme %',
    'precision@5',
    'same theme %',
  ])
    assert.ok(stdout.includes(title), `${title} in\n${stdout}`)
  const details = JSON.parse(readFileSync(join(out, 'board.json'), 'utf8'))
  assert.deepEqual(details.skipped, [{ item: '011', reason: 'no_content', text: '👍' }])
  assert.equal(details.points[0].found.quote, 'The CSV export stops at ten thousand rows.')
  assert.deepEqual([details.languages.length, details.translations.pairs], [2, 1])
  assert.ok(details.subthemes.length > 0 && details.subthemes[0].samples.length === 2)
  assert.ok(stdout.includes(details.subthemes[0].name))
  assert.deepEqual(
    readdirSync(temporary).filter((name) => name.startsWith('earshot')),
    [],
  )
})

test('reports what it cannot measure before it starts anything', async () => {
  const cases: [string[], RegExp][] = [
    [['--items', join(folder, 'none.jsonl')], /none\.jsonl does not exist/],
    [['--items', folder, '--limit', '0'], /--limit takes a number from 1/],
    [['--items', folder, '--tier', 'best'], /--tier is model or static, not best/],
    [['--only', 'moods'], /no part is called moods/],
    [['--only', 'sentiment'], /nothing to measure/],
  ]
  for (const [args, message] of cases) {
    const { code, stderr } = await evaluate(...args)
    assert.equal(code, 1)
    assert.match(stderr, message)
  }
})
