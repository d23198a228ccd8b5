import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rankMoves, type RankedOpportunity } from '#domain/planning/backlog/rank-moves.ts'

const ranked = (id: string, rank: number): RankedOpportunity => ({
  id,
  title: id,
  category: 'PAIN_POINTS',
  rank,
  impact_score: 100 - rank,
})

test('a snapshot lists new, risen and fallen opportunities and omits unchanged ones', () => {
  const before = [ranked('a', 1), ranked('b', 2), ranked('c', 3)]
  const now = [ranked('b', 1), ranked('new', 2), ranked('c', 3), ranked('a', 4)]
  const moves = rankMoves(before, now, new Set(['new'])).map((move) => [
    move.opportunity_id,
    move.change,
    move.previous_rank,
    move.rank,
  ])
  assert.deepEqual(moves, [
    ['b', 'up', 2, 1],
    ['new', 'new', null, 2],
    ['a', 'down', 1, 4],
  ])
})

test('a manual opportunity created since the last refresh counts as new', () => {
  assert.deepEqual(
    rankMoves([], [ranked('hand', 1)], new Set()).map((move) => move.change),
    ['new'],
  )
})

test('an opportunity that lost its evidence has moved down', () => {
  assert.deepEqual(
    rankMoves([ranked('a', 1)], [{ ...ranked('a', 1), rank: null }], new Set()).map(({ change, rank }) => [
      change,
      rank,
    ]),
    [['down', null]],
  )
})
