import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addRatingEvidence, detectScale, emptyRatingEvidence } from '#contract/core/rating-scale.ts'
import { ratingProblem, readRating } from '#contract/core/read-rating.ts'

/* How ratings are written, and on which scale they are. */

test('ratings are read as people and programs write them', () => {
  const expected: Record<string, [number, [number, number] | null]> = {
    '4': [4, null],
    ' 4,5 ': [4.5, null],
    '10 - Extremely likely': [10, null],
    '5 (very satisfied)': [5, null],
    '0: Not at all likely': [0, null],
    '4/5': [4, [1, 5]],
    '0/5': [0, [0, 5]],
    '4.0 out of 5 stars': [4, [1, 5]],
    'Rated 2 out of 5 stars': [2, [1, 5]],
    '8 von 10': [8, [0, 10]],
    '14 sur 20': [14, [0, 20]],
    '5 stars': [5, [1, 5]],
    '1 star': [1, [1, 5]],
    '3-star': [3, [1, 5]],
    '4 Sterne': [4, [1, 5]],
    '2 étoiles': [2, [1, 5]],
    '★★★★☆': [4, [1, 5]],
    '⭐⭐⭐': [3, [1, 5]],
    '⭐️⭐️': [2, [1, 5]],
    '80 %': [80, [0, 100]],
    Good: [1, [0, 1]],
    "Bad, I'm unsatisfied": [0, [0, 1]],
    good_with_comment: [1, [0, 1]],
    'Thumbs down': [0, [0, 1]],
    '👍🏽': [1, [0, 1]],
    Negative: [0, [0, 1]],
    'Very satisfied': [1, [0, 1]],
  }
  for (const [text, [value, scale]] of Object.entries(expected))
    assert.deepEqual(readRating(text), { value, scale }, text)
})

test('a text may say that nothing was rated, and other texts are no ratings', () => {
  for (const text of ['n/a', '-', 'Offered', 'unoffered', 'Not rated']) assert.equal(readRating(text), null, text)
  for (const text of ['excellent!', '5-May', '4/5/2026', '1e3', '-1', '4/0', '☆☆☆☆☆', 'A+', '', 'goods'])
    assert.equal(readRating(text), undefined, text)
})

const scaleOf = (values: readonly (number | string)[], header = 'Rating') => {
  const evidence = emptyRatingEvidence()
  for (const value of values) addRatingEvidence(evidence, String(value))
  return detectScale(evidence, header)
}

test('the scale of a column follows from its values', () => {
  assert.deepEqual(scaleOf([1, 5, 3]), [1, 5])
  assert.deepEqual(scaleOf([1, 1, 1]), [1, 5])
  assert.deepEqual(scaleOf([0, 5, 4]), [0, 5])
  assert.deepEqual(scaleOf([9, 4, 10, 0]), [0, 10])
  assert.deepEqual(scaleOf([85, 40, 9, 100]), [0, 100])
  assert.deepEqual(scaleOf([0, 1, 1, 0]), [0, 1])
  assert.deepEqual(scaleOf([0.8, 0.25]), [0, 1])
  assert.deepEqual(scaleOf(['4/5', 'good']), [1, 5])
})

test('a few mistakes do not change the scale of a column', () => {
  const stars = Array.from({ length: 30 }, (_, n) => 1 + (n % 5))
  assert.deepEqual(scaleOf([...stars, 7]), [1, 5])
  assert.deepEqual(scaleOf([...stars, 99, 0]), [1, 5])
  assert.deepEqual(scaleOf([5, 4, 1, 99]), [1, 5])
})

test('the name of a column can tell its scale, unless most values are beyond it', () => {
  assert.deepEqual(scaleOf([1, 3, 5], 'NPS'), [0, 10])
  assert.deepEqual(scaleOf([2, 4], 'How likely are you to recommend us?'), [0, 10])
  assert.deepEqual(scaleOf([2, 4], 'Score (1-7)'), [1, 7])
  assert.deepEqual(scaleOf([2, 4], 'Note sur 20'), [0, 20])
  assert.deepEqual(scaleOf([2, 4], 'Zufriedenheit von 10'), [0, 10])
  assert.deepEqual(scaleOf([], 'Satisfaction in %'), [0, 100])
  assert.deepEqual(scaleOf([8, 9, 10], 'Stars'), [0, 10])
})

test('a rating lies within a scale whose minimum is below its maximum', () => {
  assert.equal(ratingProblem({ value: 5, scale_min: 1, scale_max: 5 }), undefined)
  assert.match(ratingProblem({ value: 6, scale_min: 1, scale_max: 5 })!, /outside/)
  assert.match(ratingProblem({ value: 1, scale_min: 5, scale_max: 1 })!, /minimum/)
})
