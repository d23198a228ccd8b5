import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VectorSearch } from '#domain/findings/semantic/search.ts'
import { conceptsOf } from '#engine/ask/expand-synonyms.ts'
import { minRelevantSimilarity } from '#engine/ask/relevant-matches.ts'
import { synonymGroups } from '#engine/ask/synonyms.ts'
import { isModelAvailable } from '#engine/embed/embedder.ts'
import { callOk, useTestWorkerWithSharedOrg, waitForOrgJobs } from '../test-worker.ts'
import { corpusItems, judgedQueries } from './search-corpus.ts'

/* Search in an organization with about a hundred items, by the model where it runs. */

const tier = (await isModelAvailable()) ? 'model' : 'static'
const semanticSearch = new VectorSearch(tier)
const nameOf = new Map<string, string>()

useTestWorkerWithSharedOrg(
  {
    workerOptions: () => ({ embeddings: tier }),
    async afterStart() {
      const items = corpusItems.map(({ name, content }) => ({ content, source: 'app', external_id: name }))
      const { results } = await callOk('POST', '/feedback/bulk', { items })
      for (const { id, external_id } of results) nameOf.set(id, external_id)
      await waitForOrgJobs()
    },
    beforeStop: () => semanticSearch.close(),
  },
  { semanticSearch },
)

const namesFor = async (q: string, more: Record<string, string> = {}): Promise<string[]> => {
  const { data } = await callOk('GET', '/search', undefined, { q, types: 'feedback', limit: '20', ...more })
  return data.map((hit: any) => nameOf.get(hit.id)!)
}

test('paraphrases and abbreviations are found', async () => {
  for (const [q, expected] of [
    ['too expensive', ['price/0', 'price/3', 'price/4']],
    ['smartphone', ['phone/0', 'phone/1', 'phone/2', 'phone/3']],
    ['single sign-on', ['sso/0', 'sso/1', 'sso/2']],
    ['2FA', ['mfa/0', 'mfa/1', 'mfa/2']],
    ['night mode', ['dark/0', 'dark/1']],
  ] as const) {
    const found = await namesFor(q)
    const missing = expected.filter((name) => !found.slice(0, 6).includes(name))
    assert.deepEqual(missing, [], `${q} found ${found.join(', ')}`)
  }
})

test('five first results: at least 60 % are relevant, and 60 % of the relevant ones are among them', async () => {
  const lines: string[] = []
  const sums = { precision: 0, recall: 0 }
  for (const [q, relevant] of judgedQueries) {
    const isRelevant = (name: string) => relevant.includes(name) || relevant.includes(name.split('/')[0]!)
    const shown = (await namesFor(q)).slice(0, 5)
    const right = shown.filter(isRelevant).length
    const precision = shown.length ? right / shown.length : 0
    const recall = right / Math.min(5, corpusItems.filter(({ name }) => isRelevant(name)).length)
    sums.precision += precision
    sums.recall += recall
    lines.push(`${q}: precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}: ${shown.join(', ')}`)
  }
  const [precision, recall] = [sums.precision / judgedQueries.length, sums.recall / judgedQueries.length]
  const report = [`precision@5 ${precision.toFixed(3)}, recall@5 ${recall.toFixed(3)} (${tier})`, ...lines].join('\n')
  assert.ok(precision >= 0.6 && recall >= 0.6, report)
})

test('a query about nothing in the data finds nothing', { skip: tier === 'static' }, async () => {
  for (const q of [
    'underwater basket weaving championship',
    'quantum chromodynamics lecture',
    'recipe for tomato soup',
    'asdf qwer zxcv',
    'zeppelin',
  ])
    assert.deepEqual(await namesFor(q), [], q)
})

test('an answer about a common topic cites what mentions it, one about a rare topic what is similar', async () => {
  const cited = async (q: string) => {
    const { citations } = await callOk('GET', '/search/answer', undefined, { q })
    return citations.map((citation: any) => nameOf.get(citation.feedback_id)!).sort()
  }
  assert.deepEqual(await cited('What do people say about smartphones?'), ['phone/0', 'phone/1', 'phone/2', 'phone/3'])
  if (tier === 'static') return
  const similar = await cited('Do things get recovered after an accidental deletion?')
  assert.ok(similar.includes('undo/1'), similar.join())
  // Erasing and going offline are not undoing, but near to it.
  assert.deepEqual(
    similar.filter((name: string) => !/^(undo|privacy.1|offline.1)/.test(name)),
    [],
  )
})

test('a fixed minimum similarity is used as given', async () => {
  const [all, some, none] = await Promise.all(
    ['0.3', '0.5', '1'].map((min_similarity) =>
      namesFor('works without internet', { mode: 'semantic', min_similarity }),
    ),
  )
  assert.ok(all!.length > some!.length && some!.length >= 1, `${all!.length} ${some!.length}`)
  assert.deepEqual(none, [])
})

test('words as written rank before synonyms in lexical search', async () => {
  const found = await namesFor('spreadsheet', { mode: 'lexical' })
  assert.equal(found[0], 'export/2')
  assert.deepEqual([...found].sort(), ['export/0', 'export/2'])
  assert.deepEqual(await namesFor('"spreadsheet"', { mode: 'lexical' }), ['export/2'], 'quotes ask for the word itself')
})

test('relevance depends on the best result, not on the scale of the model', () => {
  const relevance = { minBest: 0.3, minRatio: 0.7 }
  for (const scale of [1, 1.5, 2]) {
    const similarities = [0.4, 0.3, 0.27, 0.1].map((similarity) => similarity * scale)
    const cutoff = minRelevantSimilarity(similarities, relevance)!
    assert.equal(similarities.filter((similarity) => similarity >= cutoff).length, 2, `scale ${scale}`)
  }
  assert.equal(minRelevantSimilarity([0.29, 0.28], relevance), undefined)
  assert.equal(minRelevantSimilarity([], relevance), undefined)
})

test('synonyms work in both directions, and a narrower word does not find its siblings', () => {
  const othersOf = (text: string) => conceptsOf(text).flatMap(([, ...others]) => others)
  for (const [a, b] of [
    ['SSO', 'single sign-on'],
    ['2FA', 'MFA'],
    ['Excel', 'CSV'],
    ['prices', 'expensive'],
    ['price', 'cost'],
    ['cost', 'price'],
    ['export', 'download'],
    ['lagging', 'slow'],
    ['crashes', 'freeze'],
    ['dark mode', 'night mode'],
    ['invoices', 'bill'],
    ['logging in', 'sign in'],
  ] as const) {
    assert.ok(othersOf(a).includes(b), `${a} → ${b}: ${othersOf(a).join(', ')}`)
    assert.ok(othersOf(b).length > 0, b)
  }
  assert.ok(othersOf('mobile app').includes('Android') && !othersOf('iOS').includes('Android'))
  assert.ok(!othersOf('csv').includes('Excel'), 'its stem is that of excellent')
  const certain = conceptsOf('price', 'certain')[0]!
  assert.ok(certain.includes('expensive') && !certain.includes('cost'), 'an answer does not count "cost me an hour"')
  assert.deepEqual(conceptsOf('dark mode please')[0]![0], 'dark mode')
  assert.deepEqual(conceptsOf('zebra crossing'), [['zebra'], ['crossing']])
  assert.deepEqual(conceptsOf(''), [])
})

test('no word is written twice in a group of synonyms', () => {
  for (const { words, narrower = [], onlyInQuery = [], ambiguous = [] } of synonymGroups) {
    const all = [...words, ...narrower, ...onlyInQuery, ...ambiguous].map((word) => word.toLowerCase())
    assert.deepEqual([...new Set(all)], all)
    assert.ok(all.length > 1, all[0])
  }
})
