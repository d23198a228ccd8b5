import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type OpportunityMeasures, percentile95, rankCategory } from '#engine/impact-score.ts'
import { slugOf } from '#engine/slug.ts'
import type { OpportunityCategory } from '#vocabulary/categories.ts'

const measuresOf = (id: string, more: Partial<OpportunityMeasures> = {}): OpportunityMeasures => ({
  id,
  insights: 0,
  contacts: 0,
  negative: 0,
  sourceTypes: 0,
  freshness: 0,
  segmentWeight: 0,
  ...more,
})
const ids = (ranked: { id: string }[]) => ranked.map((r) => r.id)

test('maximum evidence scores 100 and none scores 0', () => {
  const best = measuresOf('a', {
    insights: 10,
    contacts: 10,
    negative: 10,
    sourceTypes: 7,
    freshness: 1,
    segmentWeight: 10,
  })
  assert.equal(rankCategory('BUGS_AND_ERRORS', [best])[0]!.score, 100)
  assert.equal(rankCategory('PAIN_POINTS', [best])[0]!.score, 98)
  assert.equal(rankCategory('BUGS_AND_ERRORS', [measuresOf('a')])[0]!.score, 0)
  assert.deepEqual(rankCategory('BUGS_AND_ERRORS', []), [])
})

test('the 95th percentile is interpolated linearly', () => {
  assert.equal(percentile95([]), 0)
  assert.equal(percentile95([7]), 7)
  assert.equal(percentile95([20, 0]), 19)
  assert.equal(percentile95(Array.from({ length: 101 }, (_, i) => 100 - i)), 95)
})

test('ties are broken by insights, then by age', () => {
  const even = { insights: 4, contacts: 1, negative: 2 }
  assert.deepEqual(
    ids(rankCategory('PAIN_POINTS', [measuresOf('c', even), measuresOf('a', even), measuresOf('b', even)])),
    ['a', 'b', 'c'],
  )
  // Both at the maximum volume: equal scores, different insights.
  const many = Array.from({ length: 30 }, (_, i) => measuresOf(`x${i}`))
  const ranked = rankCategory('PAIN_POINTS', [
    ...many,
    measuresOf('a', { insights: 50 }),
    measuresOf('b', { insights: 60 }),
  ])
  assert.deepEqual([ids(ranked).slice(0, 2), ranked[0]!.score], [['b', 'a'], ranked[1]!.score])
})

const measures = fc
  .record({
    insights: fc.nat(500),
    contacts: fc.nat(500),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    sourceTypes: fc.nat(9),
    freshness: fc.double({ min: 0, max: 1, noNaN: true }),
    segmentWeight: fc.double({ min: 0, max: 10, noNaN: true }),
  })
  .map(({ share, ...m }) => ({ ...m, negative: Math.floor(m.insights * share) }))
const category = fc.constantFrom<OpportunityCategory>(
  'BUGS_AND_ERRORS',
  'PAIN_POINTS',
  'USABILITY_ISSUES',
  'FEATURE_REQUESTS',
)

test('for any input: ranks 1 to n where there are insights, scores from 0 to 100 with one decimal that add up, in any input order', () => {
  fc.assert(
    fc.property(category, fc.array(measures, { maxLength: 30 }), fc.nat(), (kind, inputs, rotation) => {
      const all = inputs.map((m, i) => ({ ...m, id: `id-${String(i).padStart(3, '0')}` }))
      const ranked = rankCategory(kind, all)
      assert.deepEqual(
        ranked.map((r) => r.rank),
        ranked.map(({ id }, i) => (all.find((one) => one.id === id)!.insights > 0 ? i + 1 : null)),
      )
      const unranked = ranked.findIndex(({ rank }) => rank === null)
      assert.ok(unranked < 0 || ranked.slice(unranked).every(({ rank }) => rank === null))
      for (const { score, factors } of ranked) {
        assert.ok(score >= 0 && score <= 100 && Number(score.toFixed(1)) === score)
        const tenThousandths = factors.reduce(
          (sum, f) => sum + Math.round(f.weight * 100) * Math.round(f.value * 10_000),
          0,
        )
        assert.equal(score, Math.round(tenThousandths / 1000) / 10)
        assert.ok(factors.every((f) => f.value >= 0 && f.value <= 1))
        assert.equal(
          factors.reduce((sum, f) => sum + Math.round(f.weight * 100), 0),
          100,
        )
      }
      const cut = all.length ? rotation % all.length : 0
      assert.deepEqual(rankCategory(kind, [...all.slice(cut), ...all.slice(0, cut)]), ranked)
    }),
    { numRuns: 300 },
  )
})

test('a slug is valid in a URL for any title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (title) => {
      const slug = slugOf(title, '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f')
      assert.match(slug, /^(?:[\p{L}\p{N}]+-)*1d0e5f$/u)
      assert.ok([...slug].length <= 67 && slug === slug.toLowerCase())
    }),
  )
})
