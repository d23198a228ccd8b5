import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DailyCounts } from '#engine/releases/daily-counts.ts'
import { findRelease } from '#engine/releases/find-release.ts'

const days = 126
const made = (theme: (day: number) => number, mentions: (day: number) => number = () => 0): DailyCounts => ({
  theme: Array.from({ length: days }, (_, day) => theme(day)),
  others: Array.from({ length: days }, () => 20),
  mentions: Array.from({ length: days }, (_, day) => mentions(day)),
})
const releases = [
  { day: 90, name: '4.1' },
  { day: 105, name: '4.2' },
]

test('a rise is put down to the release that it began with', () => {
  const rise = findRelease(
    made((day) => (day < 105 ? Number(day % 3 === 0) : 3)),
    releases,
  )
  assert.equal(rise?.release.name, '4.2')
  assert.ok(rise.ratio > 8 && rise.ratio < 10, String(rise.ratio))
  assert.equal(rise.since, 63)
})

test('a steady theme, one that grew with everything and one that rose on another day began with none', () => {
  assert.equal(
    findRelease(
      made(() => 1),
      releases,
    ),
    undefined,
  )
  const grown = made((day) => (day < 105 ? 1 : 4))
  assert.equal(findRelease({ ...grown, others: grown.theme.map((count) => count * 20) }, releases), undefined)
  assert.equal(
    findRelease(
      made((day) => (day < 98 ? Number(day % 3 === 0) : 4)),
      releases,
    ),
    undefined,
  )
})

test('a release is not blamed in its first days, nor is the one before it', () => {
  const rose = made((day) => (day < 122 ? Number(day % 3 === 0) : 12))
  assert.equal(findRelease(rose, [...releases, { day: 122, name: '4.3' }]), undefined)
})

test('customers who name the update make a small rise known', () => {
  const small = (day: number) => (day < 105 ? Number(day % 4 === 0) : Number(day % 2 === 0))
  assert.equal(findRelease(made(small), releases), undefined)
  const named = findRelease(
    made(small, (day) => (day >= 105 ? small(day) : 0)),
    releases,
  )
  assert.equal(named?.release.name, '4.2')
})
