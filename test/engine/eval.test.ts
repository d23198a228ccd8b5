import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { classScore, clusterScore, ndcg, purity, spearman } from '../../scripts/eval/scores.ts'

const script = join(import.meta.dirname, '../../scripts/eval.ts')
const evaluate = (folder: string, ...more: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [script, '--data', folder, '--tier', 'static', ...more], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
const folders: string[] = []
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))
const folderOf = (files: Record<string, readonly (object | string)[]>) => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-eval-'))
  folders.push(folder)
  for (const [name, rows] of Object.entries(files))
    writeFileSync(
      join(folder, `${name}.jsonl`),
      rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'),
    )
  return folder
}

test('computes the standard scores', () => {
  assert.deepEqual(classScore(['a', 'a', 'b', 'b'], ['a', 'b', 'b', 'b']), {
    macro: 73.4,
    accuracy: 75,
    perClass: { a: 66.7, b: 80 },
  })
  assert.deepEqual(clusterScore(['x', 'x', 'y', 'y'], [1, 1, 0, 0]), { nmi: 100, ari: 100, acc: 100, groups: 2 })
  assert.deepEqual(clusterScore(['x', 'x', 'x', 'y', 'y', 'y'], [0, 0, 1, 1, 2, 2]).ari, 24.2)
  assert.equal(clusterScore(['x', 'x', 'y', 'y'], [0, 1, 0, 1]).nmi, 0)
  assert.equal(purity(['x', 'x', 'y', 'y', 'z'], ['a', 'a', 'a', 'b', 'b']), 60)
  assert.equal(purity(['x', 'x', 'y'], ['a', 'b', 'c']), 100)
  assert.equal(ndcg([true, false, true], 2).toFixed(4), ((1 + 1 / 2) / (1 + 1 / Math.log2(3))).toFixed(4))
  assert.equal(spearman([1, 2, 3, 4], [10, 20, 40, 30]), 80)
})

const topics = (['card', 'login'] as const).flatMap((label) =>
  Array.from({ length: 12 }, (_, n) => ({
    text: label === 'card' ? `my bank card number ${n} has not arrived` : `cannot log in with password ${n}`,
    label,
  })),
)

/** Without the items of training/dev. */
const dataSets = ['--only', 'sentiment,type,flags,categories,topics,search,similarity,quotes,repeats,speed']

const expectedColumns = [
  'macro-F1',
  'VADER',
  'AFINN',
  'keyword rules',
  'FEATURE_REQUESTS',
  'NMI',
  'ARI',
  'ACC',
  'k-means ARI',
  'name of subtheme finds topic %',
  'nDCG@10',
  'shared words',
  'verified %',
  'same findings %',
  'items a second',
  'memory MB',
]

test('measures any folder of data sets beside the baselines', async () => {
  const folder = folderOf({
    sent_some: [
      { text: 'I love it, it is wonderful', label: 'POSITIVE' },
      { text: 'This is terrible and useless', label: 'negative' },
      { text: 'It has two ports', label: 'NEUTRAL' },
    ],
    type_some: [
      { text: 'The app crashes on start', label: 'Bug' },
      { text: 'Please add a dark mode', labels: ['Feature'], sentiment: 'NEUTRAL' },
      { text: 'Nice', type: 'other', sentiment: 'POSITIVE' },
    ],
    topics_some: topics,
    sim_some: [
      { a: 'a cat', b: 'a small cat', score: 4 },
      { a: 'a cat', b: 'an invoice', score: 0 },
      { a: 'the export fails', b: 'export is broken', score: 3 },
    ],
  })
  const { code, stdout, stderr } = await evaluate(folder, ...dataSets)
  assert.equal(code, 0, stderr)
  for (const column of expectedColumns) assert.ok(stdout.includes(column), `${column} in\n${stdout}`)
  const topicsOnly = await evaluate(folderOf({ topics_only: topics }), ...dataSets)
  assert.equal(topicsOnly.code, 0)
  assert.ok(topicsOnly.stdout.includes('sentiment: no data set for it') && topicsOnly.stdout.includes('nDCG@10'))
})

test('measures flags: a text can be a bug report and a request at once', async () => {
  const rows = [
    { text: 'The app crashes on start', bug: true, feature: false },
    { text: 'Please add a dark mode', bug: false, feature: true },
    { text: 'The app crashes when I open the calendar. Please add an offline mode.', bug: true, feature: true },
    { text: 'I love it, it is wonderful', bug: false, feature: false },
  ]
  const figuresOf = async (set: readonly object[]) => {
    const { stdout } = await evaluate(folderOf({ type_flags: set }), '--only', 'flags')
    const [head, values] = stdout
      .split('\n')
      .filter((line) => line.startsWith('│'))
      .map((line) => line.split('│').map((cell) => cell.trim()))
    return Object.fromEntries(head!.map((name, n) => [name, values![n]]))
  }
  const right = await figuresOf(rows)
  assert.deepEqual(
    [right['by findings'], right['bug by findings'], right['feature by findings']],
    ['100', '100', '100'],
  )
  assert.ok(Number(right['macro-F1']) < 100, 'one type for a text with two points')
  const wrong = await figuresOf(rows.map(({ bug, feature, ...row }) => ({ ...row, bug: !bug, feature: !feature })))
  assert.deepEqual([wrong['by findings'], wrong['bug by findings']], ['0', '0'])
})

test('reports invalid rows with file and line', async () => {
  const good = { text: 'Fine', label: 'POSITIVE' }
  const cases: [Record<string, readonly (object | string)[]>, RegExp][] = [
    [{ sent_x: [good, '{"text": "half'] }, /sent_x\.jsonl, line 2: not JSON/],
    [{ sent_x: [good, { text: 'No label' }] }, /sent_x\.jsonl, line 2: "label", the sentiment is missing/],
    [{ topics_x: [{ label: 'card' }] }, /topics_x\.jsonl, line 1: "text" is missing/],
    [
      { sim_x: [{ a: 'one', b: 'two', score: 'high' }] },
      /sim_x\.jsonl, line 1: "a", "b" \(text\) or "score" \(a number\) is missing/,
    ],
    [{ other: [good] }, /holds no sent_\*\.jsonl/],
  ]
  for (const [files, message] of cases) {
    const { code, stderr } = await evaluate(folderOf(files))
    assert.equal(code, 1)
    assert.match(stderr, message)
  }
  assert.match((await evaluate(folderOf({ sent_x: [good] }), '--only', 'moods')).stderr, /no part is called moods/)
})
