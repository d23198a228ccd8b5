import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { analyze } from '#engine/analyze.ts'
import { openEmbedder } from '#engine/embed/embedder.ts'
import { insightName } from '#engine/naming/insight-name.ts'
import type { Point } from '#engine/reading/types.ts'

/* What only gives the circumstances of a point is part of its quote and no insight. */

const model = await openEmbedder('model', 1)
const byRules = await openEmbedder('static')
after(() => model.close())

const pairs = readFileSync(join(import.meta.dirname, 'circumstance-pairs.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' | ') as ['join' | 'stay', string, string])

/** Findings of a text of these lines, each of which the reading has found to be a point. */
async function findingsOf(lines: readonly string[], { read }: Pick<typeof model, 'read'>, gap = ' ') {
  const content = lines.join(gap)
  const found = await read(lines.map((text) => ({ text, whole: true })))
  const points = lines.map((line, n): Point => {
    const start = content.indexOf(line)
    return { ...found[n]![0]!, content: 1, start, end: start + line.length }
  })
  const [findings] = await analyze([{ content, title: null, rating: null, max: 9 }], async (texts) =>
    texts.map((_, n) => (n === 0 ? points : [])),
  )
  return { content, findings: findings!.map(({ name, quote }) => ({ name, quote: quote.text })) }
}

test('circumstances are joined to the point before, and points stay', async () => {
  assert.deepEqual(
    Map.groupBy(pairs, ([kind]) => kind)
      .values()
      .map((of) => of.length)
      .toArray(),
    [22, 22],
  )
  for (const [kind, point, other] of pairs) {
    const { content, findings } = await findingsOf([point, other], model)
    assert.deepEqual(
      findings.map(({ quote }) => quote),
      kind === 'join' ? [content] : [point, other],
    )
    assert.equal(findings[0]!.name, insightName(point))
  }
})

test('the static tier joins the same, but for what it has to guess of the writer', async () => {
  for (const [kind, point, other] of pairs) {
    const { findings } = await findingsOf([point, other], byRules)
    if (kind === 'stay') assert.equal(findings.length, 2, other)
  }
})

test('a point that is uncertain is quoted with its whole sentence', async () => {
  const content = 'Hello. Bitte zeigt die Rate netto und brutto an. Danke!'
  const [found] = await model.read([{ text: 'Bitte zeigt', whole: true }])
  const point = { ...found![0]!, content: 1, certainty: 0.4, start: 7, end: 18 }
  const [findings] = await analyze([{ content, title: null, rating: null, max: 9 }], async () => [[point]])
  assert.deepEqual(
    findings!.map(({ quote }) => quote.text),
    ['Bitte zeigt die Rate netto und brutto an.'],
  )
})

test('circumstances before the first point are joined to it, and its name is what it says', async () => {
  const { content, findings } = await findingsOf(['I have two cats.', 'The feeder needs portions for each pet.'], model)
  assert.deepEqual(findings, [{ name: 'The feeder needs portions for each pet', quote: content }])
  assert.equal(insightName(content), 'The feeder needs portions for each pet')
})

test('words of time in one language say something else in another', async () => {
  for (const text of ['That was fast.', 'Una pasada.', 'Sempre tarde.'])
    assert.equal((await findingsOf(['The calendar is slow.', text], byRules)).findings.length, 2, text)
})

test('names and circumstances of hostile texts take no time', () => {
  const start = performance.now()
  for (const text of ['1,'.repeat(80), '1'.repeat(150), '.'.repeat(200_000), 'a. '.repeat(50_000), 'a '.repeat(79)])
    for (const end of ['', 'x', '!x', ' …x']) insightName(text + end)
  assert.ok(performance.now() - start < 10_000)
})

test('circumstances stay apart in another paragraph, in another entry of a list and alone', async () => {
  const lines = ['The calendar is slow.', 'It happens about three times a day.']
  for (const gap of ['\n\n', '\n- '])
    assert.equal((await findingsOf(lines, model, gap)).findings.length, 2, JSON.stringify(gap))
  assert.equal((await findingsOf(lines.slice(1), model)).findings.length, 1)
})
