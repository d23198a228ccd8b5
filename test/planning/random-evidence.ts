import { joinVectors, normalizeInPlace } from '#engine/vectors/joined-vector.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import type { Evidence } from '#engine/story/types.ts'
import { categoryKeys } from '#vocabulary/categories.ts'

/* Random groups of insights, the same for the same seed. */

/** Neighbouring small seeds would begin with almost the same numbers. */
export const randomNumbers = (seed: number) => seededRandom(1 + seed * 1_234_577)

const subjects = ['CSV export', 'Login page', 'Search', 'Dark mode', 'Invoice list', 'Der Export', '検索']
const verdicts = [
  'fails every day',
  'is far too slow',
  'does not work for large teams',
  'works well for us',
  'is great',
  'should support filters',
  'fails above 10,000 rows',
  'fails on Safari',
  'takes ten seconds',
]
const ends = ['', '', '', '.', '!', ' since the update', ' on my phone', ', which costs us hours']
const themes = [
  { name: 'Export', is_catch_all: false },
  { name: 'Sign-in', is_catch_all: false },
  { name: 'Speed', is_catch_all: false },
  { name: 'Billing', is_catch_all: false },
  { name: 'Everything else', is_catch_all: true },
  { name: 'Other', is_catch_all: false },
]
const subthemes = [
  { id: 's1', name: 'Exports fail' },
  { id: 's2', name: 'Slow search' },
  { id: 's3', name: 'Logins' },
]
const sources = ['zendesk', 'slack', 'app_store', 'nps', 'csv', 'intercom']

export function randomEvidence(random: () => number, prefix = 'i', size = 1 + Math.floor(random() * 30)): Evidence[] {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!
  const maybe = <T>(probability: number, value: () => T) => (random() < probability ? value() : null)
  const unit = (length: number) => normalizeInPlace(Float32Array.from({ length }, () => random() - 0.5))
  const centers = subjects.map(() => ({ meaning: unit(384), topic: unit(128) }))
  const near = (center: Float32Array, noise: number) => {
    const other = unit(center.length)
    return normalizeInPlace(center.map((value, d) => value + noise * other[d]!))
  }
  // Some groups are uniform, so that sentences about all of them occur.
  const [knownContacts, spread, mood, kind] = [random(), pick([0.2, 20, 150, 400]), random(), random()]
  const variety = 1 + Math.floor(random() * subjects.length)
  const [mainSentiment, mainCategory] = [pick(['POSITIVE', 'NEGATIVE', 'NEUTRAL'] as const), pick(categoryKeys)]
  const [people, statements] = [pick([1, 5, 5, 5]), pick([1, 3, verdicts.length])]
  const oneTheme = maybe(0.1, () => [pick(themes)])
  const [hasVectors, hasSubthemes] = [random() < 0.6, random()]
  return Array.from({ length: size }, (_, n): Evidence => {
    const subject = Math.floor(random() * variety)
    const text = () => `${subjects[subject]!} ${pick(verdicts.slice(-statements))}${pick(ends)}`
    const meaning = near(centers[subject]!.meaning, random())
    const model = pick(['model', 'model', 'static'])
    return {
      id: `${prefix}${String(n).padStart(2, '0')}`,
      name: text(),
      sentiment: random() < mood ? mainSentiment : pick(['POSITIVE', 'NEGATIVE', 'NEUTRAL'] as const),
      category: random() < kind ? mainCategory : pick(categoryKeys),
      quote: maybe(0.6, () => `${pick(['Hello. ', 'Honestly: ', ''])}${text()} ${pick(['Sigh', 'Thanks', ''])}`),
      quote_verified: random() < 0.7,
      feedback_id: maybe(0.5, () => `f${n}`),
      contact_id:
        knownContacts < 0.5
          ? pick(['ana', 'ben', 'cleo', 'dan', 'eve'].slice(0, people))
          : maybe(knownContacts, () => `c${n}`),
      source: maybe(0.8, () => pick(sources)),
      occurred_at: new Date(Date.UTC(2026, 4, 20, 12) - random() ** 2 * spread * 86_400_000).toISOString(),
      themes: oneTheme ?? themes.filter((_theme, t) => (t + subject) % 3 === 0 && random() < 0.7),
      subtheme: random() < hasSubthemes ? subthemes[subject % subthemes.length]! : null,
      segments: ['Enterprise', 'Startup', 'Trial', 'Public'].filter(() => random() < 0.25),
      meaning: hasVectors
        ? {
            model,
            vector: model === 'model' ? joinVectors(meaning, near(centers[subject]!.topic, random())) : meaning,
          }
        : null,
    }
  })
}
