import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeInPlace } from '#engine/vectors/joined-vector.ts'
import { corpusMean } from '#engine/embed/static-encoder.ts'
import { compareInsights } from '#engine/story/bears-out.ts'
import type { Comparable } from '#engine/story/types.ts'
import { randomEvidence, randomNumbers } from './random-evidence.ts'

/* Which insights may be counted as making a point. */

const insight = (name: string, more: Partial<Comparable> = {}): Comparable => ({
  name,
  sentiment: 'NEGATIVE',
  category: 'PAIN_POINTS',
  quote: null,
  ...more,
})
/** Whether the second bears out the first. */
function bearsOut(source: Comparable, one: Comparable): boolean {
  const { bearsOut: decide } = compareInsights([source, one])
  return decide(one, source)
}
const unit = (dimension: number, length = 384) => Float32Array.from({ length }, (_, d) => (d === dimension ? 1 : 0))
/** A vector whose part above the mean of all texts has this cosine to that of `unit(1)`. */
function meaning(cosine: number, model = 'm'): Pick<Comparable, 'meaning'> {
  const [mean, a, b] = [corpusMean(), unit(1), unit(2)]
  // Far from the mean, so that the mean hardly matters.
  const vector = a.map((value, d) => 50 * (cosine * value + Math.sqrt(1 - cosine ** 2) * b[d]!) + mean[d]!)
  return { meaning: { model, vector } }
}

test('an insight bears out its own name, and a point that it repeats in name or quote', () => {
  const source = insight('CSV export fails')
  assert.ok(compareInsights([source]).bearsOut(source, source))
  assert.ok(bearsOut(source, insight('Exporting to CSV failed')))
  assert.ok(bearsOut(source, insight('Nothing works', { quote: 'The CSV export fails' })))
  assert.ok(!bearsOut(source, insight('CSV export is hard to find')))
  assert.ok(!bearsOut(source, insight('Slow search')))
})

test('opposite sentiments and other kinds make other points', () => {
  const [source, same] = [insight('Dark mode in the editor'), 'Dark mode in the editor']
  assert.ok(bearsOut(source, insight(same, { category: 'BUGS_AND_ERRORS' })))
  assert.ok(bearsOut(source, insight(same, { sentiment: 'NEUTRAL', category: 'GENERAL_FEEDBACK' })))
  assert.ok(!bearsOut(source, insight(same, { sentiment: 'POSITIVE' })))
  assert.ok(!bearsOut(source, insight(same, { category: 'FEATURE_REQUESTS' })))
  assert.ok(!bearsOut(source, insight(same, { category: 'DELIGHTS' })))
})

test('another number, another name or a negation makes another point', () => {
  for (const [point, other] of [
    ['Search takes ten seconds', 'Search takes five seconds'],
    ['Export stops at 5,000 rows', 'Export stops at 9,000 rows'],
    ['Add Spanish to the spell checker', 'Add Swedish to the spell checker'],
    ['Export works on my phone', 'Export does not work on my phone'],
    ['I can export to PDF', "I can't export to PDF"],
  ] as const) {
    assert.ok(!bearsOut(insight(point), insight(other)), `${other} does not say: ${point}`)
    assert.ok(bearsOut(insight(point), insight(point)))
  }
  assert.ok(bearsOut(insight('Search is slow'), insight('Search is slow, it takes ten seconds')))
})

test('vectors confirm common words or refute them, and decide nothing alone', () => {
  const [point, partly] = ['Search skips words inside tables', 'Search often misses words in table cells']
  const decide = (cosine: number, name = partly, model = 'm') =>
    bearsOut(insight(point, meaning(1)), insight(name, meaning(cosine, model)))
  assert.ok(!bearsOut(insight(point), insight(partly)))
  assert.ok(decide(0.95))
  assert.ok(!decide(0.2))
  assert.ok(!decide(0.95, partly, 'another model'))
  assert.ok(!decide(1, 'Nothing comes up'))
  assert.ok(!decide(-1, point))
})

test('the same topic: common words or a near topic vector of the same model', () => {
  const withTopic = (name: string, topic: number, model = 'm') =>
    insight(name, {
      meaning: { model, vector: normalizeInPlace(Float32Array.from([...unit(1), ...unit(topic, 128)])) },
    })
  const same = (a: Comparable, b: Comparable) => compareInsights([a, b]).haveSameTopic(a, b)
  assert.ok(same(insight('PDF export fails'), insight('PDF export is lovely', { sentiment: 'POSITIVE' })))
  assert.ok(!same(insight('PDF export fails'), insight('Login is easy')))
  assert.ok(same(withTopic('Downloads hang', 3), withTopic('Exporting is a joy', 3)))
  assert.ok(!same(withTopic('Downloads hang', 3), withTopic('Exporting is a joy', 4)))
  assert.ok(!same(withTopic('Downloads hang', 3), withTopic('Exporting is a joy', 3, 'another model')))
})

test('the search by common words finds the same as comparing each pair', () => {
  for (let seed = 0; seed < 100; seed++) {
    const insights = randomEvidence(randomNumbers(seed))
    const comparison = compareInsights(insights)
    for (const source of insights)
      assert.deepEqual(
        comparison.bearersOf(source),
        insights.filter((one) => comparison.bearsOut(one, source)),
        `seed ${seed}`,
      )
  }
})
