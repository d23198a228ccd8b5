import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evenFractions, fractionBetween } from '#engine/fraction-between.ts'

const isAscending = (texts: readonly string[]) => texts.every((text, n) => n === 0 || texts[n - 1]! < text)

test('a fraction is between its neighbours, wherever things are put', () => {
  const order: string[] = []
  let seed = 7
  for (let n = 0; n < 2000; n++) {
    seed = (seed * 48_271) % 2_147_483_647
    const at = seed % (order.length + 1)
    order.splice(at, 0, fractionBetween(order[at - 1] ?? '', order[at] ?? null))
  }
  assert(isAscending(order))
  assert(order.every((text) => /^[0-9A-Za-z]*[1-9A-Za-z]$/.test(text)))
})

test('the same point, the start and the end can be used again and again', () => {
  for (const at of [() => 0, (length: number) => length, () => 1]) {
    const order = [fractionBetween('', null)]
    for (let n = 0; n < 300; n++) {
      const place = Math.min(at(order.length), order.length)
      order.splice(place, 0, fractionBetween(order[place - 1] ?? '', order[place] ?? null))
    }
    assert(isAscending(order))
    assert(Math.max(...order.map(({ length }) => length)) <= 80)
  }
})

test('even fractions ascend and leave room', () => {
  const order = evenFractions(5000)
  assert.equal(order.length, 5000)
  assert(isAscending(order))
  assert(order.every((text) => text.length <= 5 && text !== ''))
})
