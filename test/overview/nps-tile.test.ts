import assert from 'node:assert/strict'
import { test } from 'node:test'
import { npsSummary } from '#domain/overview/dashboard/nps-summary.ts'

/* The score of the dashboard, and when its change says something. */

const tally = (promoters: number, passives: number, detractors: number) => ({ promoters, passives, detractors })

test('a change of the score counts only where both periods have enough responses', () => {
  const comparable = (now: number, before: number) =>
    npsSummary({ current: tally(now, 0, 0), previous: tally(before, 0, 0), themes: [] })?.comparable
  assert.deepEqual(
    [comparable(30, 30), comparable(29, 30), comparable(30, 29), comparable(6, 5), comparable(30, 0), comparable(0, 0)],
    [true, false, false, false, false, undefined],
  )
})
