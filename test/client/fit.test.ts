import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shrinkToFit } from '#mcp/fit.ts'

const sizeOf = (value: unknown) => JSON.stringify(value).length

test('a value that fits is unchanged', () => {
  const answer = { data: [{ id: 1 }], text: 'x'.repeat(300) }
  assert.deepEqual(shrinkToFit(answer, 1000), { value: answer, cuts: [] })
})

test('the longest list is shortened first, and only as much as needed', () => {
  const answer = {
    name: 'kept',
    data: Array.from({ length: 100 }, (_, n) => ({ n, text: 'x'.repeat(50) })),
    few: [1, 2, 3],
  }
  const { value, cuts } = shrinkToFit(answer, 2000)
  const [cut] = cuts
  assert.deepEqual(cuts, [{ path: 'data', kept: (value.data as unknown[]).length, of: 100, unit: 'items' }])
  assert.deepEqual(value, { ...answer, data: answer.data.slice(0, cut!.kept) })
  assert(sizeOf(value) <= 2000 && sizeOf({ ...value, data: answer.data.slice(0, cut!.kept + 1) }) > 2000)
  assert.equal(answer.data.length, 100)
})

test('a single long object is shortened in its longest texts and lists', () => {
  const quotes = Array.from({ length: 500 }, () => 'said'.repeat(10))
  const answer = { data: [{ id: 'a', transcript: '😀'.repeat(5000), quotes }, { id: 'b' }] }
  const { value, cuts } = shrinkToFit(answer, 1000)
  const [first] = value.data as { id: string; transcript: string; quotes: string[] }[]
  assert(sizeOf(value) <= 1000)
  assert.equal(first!.id, 'a')
  assert.match(first!.transcript, /^(😀)+…$/u)
  assert.deepEqual(
    cuts.map(({ path, of }) => [path, of]),
    [
      ['data', 2],
      ['data.0.quotes', 500],
      ['data.0.transcript', 10_000],
    ],
  )
})

test('a text is never cut inside a surrogate pair', () => {
  for (const max of [215, 216]) {
    const { value } = shrinkToFit({ text: '😀'.repeat(150) }, max)
    assert.match(String(value.text), /^(😀)+…$/u)
  }
})

test('a response that cannot be shortened enough is replaced by a note', () => {
  const answer = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`key${n}`, 'x'.repeat(150)]))
  const { value, cuts } = shrinkToFit(answer, 1000)
  assert.deepEqual(value, {})
  assert.equal(cuts[0]!.path, 'everything')
})
