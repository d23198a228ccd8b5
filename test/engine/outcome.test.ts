import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutcomeHistory, WeeklyCounts } from '#engine/outcome/history.ts'
import { measureOutcome, risenNeighbours } from '#engine/outcome/measure-outcome.ts'
import { normalTail, studentTail } from '#engine/outcome/quantiles.ts'

const steady = (before: number, after: number, weeksAfter = 12, bad = 0.5): WeeklyCounts => {
  const asks = [...Array(26).fill(before), ...Array(weeksAfter).fill(after)] as number[]
  return { asks, negative: asks.map((count) => Math.round(count * bad)), all: asks.map((count) => count * 2) }
}

const history = (target: WeeklyCounts, others = 8, grown = 1): OutcomeHistory => ({
  weeksBefore: 26,
  active: target.all.map(() => 50),
  target,
  controls: [...Array(others)].map((_, n) => steady(10 + n, (10 + n) * grown, target.all.length - 26)),
})

test('a theme of which customers speak less than of others has improved, one of which they speak more is worse', () => {
  const better = measureOutcome(history(steady(10, 3)))
  assert.equal(better.verdict, 'improved')
  assert.ok(better.volume!.low < 0.3 && better.volume!.high > 0.3 && better.volume!.high < 1)
  assert.equal(measureOutcome(history(steady(10, 25))).verdict, 'worse')
})

test('what happened to all themes is not what the Project did', () => {
  const grown = measureOutcome(history(steady(10, 30), 8, 3))
  assert.equal(grown.verdict, 'no_change')
  assert.ok(Math.abs(grown.volume!.ratio - 1) < 0.02)
  assert.equal(measureOutcome(history(steady(10, 10), 8, 3)).verdict, 'improved')
})

test('the same number of customers that are less negative is an improvement', () => {
  const calmer = steady(20, 20)
  const outcome = measureOutcome(
    history({ ...calmer, negative: calmer.negative.map((count, week) => (week < 26 ? count : 2)) }),
  )
  assert.equal(outcome.verdict, 'improved')
  assert.ok(outcome.volume!.high > 1)
  assert.ok(outcome.sentiment!.high < 1)
})

test('too little is said with its reason', () => {
  const reasonOf = (one: OutcomeHistory) => {
    const { verdict, reason } = measureOutcome(one)
    assert.equal(verdict, 'too_little')
    return reason
  }
  assert.equal(reasonOf(history(steady(10, 0, 3))), 'too_early')
  assert.equal(reasonOf({ ...history(steady(10, 0)), active: Array(38).fill(0) }), 'short_history')
  assert.equal(reasonOf(history(steady(10, 0), 3)), 'few_other_themes')
  const falling = steady(10, 1)
  const asks = falling.asks.map((count, week) => (week >= 13 && week < 26 ? 3 : count))
  assert.equal(reasonOf(history({ ...falling, asks, negative: asks, all: asks })), 'changed_before')
})

test('with few customers it is said how many more it would take', () => {
  const few = measureOutcome(history(steady(1, 1)))
  assert.deepEqual([few.verdict, few.reason], ['too_little', 'few_customers'])
  const { missingAsks } = measureOutcome(history(steady(4, 3)))
  assert.ok(missingAsks! > 0)
})

test('a neighbour that took up the complaint is named, a steady one is not', () => {
  const improved = history(steady(10, 2))
  assert.deepEqual(risenNeighbours(improved, [steady(5, 5), steady(5, 15)]), [1])
})

test('quantiles agree with tables', () => {
  const near = (value: number, expected: number) => assert.ok(Math.abs(value / expected - 1) < 0.005, String(value))
  near(normalTail(0.01), 2.3263)
  near(studentTail(0.005, 10), 3.1693)
  near(studentTail(0.01, 5), 3.3649)
})
