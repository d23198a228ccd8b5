import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VectorSearch } from '#domain/findings/semantic/search.ts'
import { rerankByNeighbours } from '#engine/search/rerank-by-neighbours.ts'
import { normalizeInPlace, vectorDimensions } from '#engine/vectors/joined-vector.ts'
import { hybridScore } from '#engine/search/hybrid-score.ts'
import { type Match, VectorIndex } from '#engine/search/vector-index.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import { app } from '../test-server.ts'
import { callOk, useTestWorkerWithSharedOrg, waitForOrgJobs } from '../test-worker.ts'

const ids: Record<string, string> = {}

const contents = {
  export: 'The CSV export stops at ten thousand rows',
  download: 'Downloading a spreadsheet of all my records never finishes',
  dark: 'Please add a dark mode to the editor',
  login: 'I cannot log in with single sign-on',
  price: 'The yearly plan is far too expensive for us',
  slow: 'Loading a board takes half a minute',
  mail: 'Notification mails arrive hours late',
}

const semanticSearch = new VectorSearch('static')
useTestWorkerWithSharedOrg(
  {
    async afterStart() {
      for (const [name, content] of Object.entries(contents))
        ids[name] = (
          await callOk('POST', '/feedback', { content, source: 'app', contact: { email: `${name}@example.com` } })
        ).id
      await waitForOrgJobs()
    },
    beforeStop: () => semanticSearch.close(),
  },
  { semanticSearch },
)

const find = (q: string, more: Record<string, string> = {}) =>
  callOk('GET', '/search', undefined, { q, types: 'feedback', min_similarity: '0.3', ...more })

test('semantic search finds texts without a common word', async () => {
  const { data, search } = await find('black background for the text editor', { mode: 'semantic' })
  assert.deepEqual([search.mode, search.fallback, search.matched], ['semantic', false, 'meaning'])
  assert.equal(data[0].id, ids.dark)
})

test('the default mode is hybrid, and pages have no gaps or repeats', async () => {
  const whole = await find('export of a spreadsheet')
  assert.equal(whole.search.mode, 'hybrid')
  assert.ok(
    whole.data.some((hit: any) => hit.id === ids.export) && whole.data.some((hit: any) => hit.id === ids.download),
  )
  const seen: string[] = []
  for (let cursor: string | null = '', turns = 0; cursor !== null && turns < 20; turns++) {
    const page = await find('export of a spreadsheet', { limit: '1', ...(cursor && { cursor }) })
    seen.push(...page.data.map((hit: any) => hit.id))
    cursor = page.pagination.next_cursor
  }
  assert.deepEqual(
    seen,
    whole.data.map((hit: any) => hit.id),
  )
})

test('similar items are found semantically, without the item itself', async () => {
  const { data, mode } = await callOk('GET', '/search/similar', undefined, {
    type: 'feedback',
    id: ids.export!,
    types: 'feedback',
    min_similarity: '0.3',
  })
  assert.equal(mode, 'semantic')
  assert.ok(data.every((hit: any) => hit.id !== ids.export))
  assert.equal(data[0].id, ids.download)
})

test('deleted and erased insights are not found, and new ones are found immediately', async () => {
  await callOk('DELETE', `/feedback/${ids.price}`)
  assert.ok(
    (await find('cost of the subscription', { mode: 'semantic' })).data.every((hit: any) => hit.id !== ids.price),
  )
  const { contact_id } = await callOk('GET', `/feedback/${ids.mail}`)
  await callOk('POST', `/contacts/${contact_id}/erase`)
  await waitForOrgJobs()
  assert.ok(
    (await find('late e-mail notifications', { mode: 'semantic', types: 'insight' })).data.every(
      (hit: any) => !/notification/i.test(hit.title),
    ),
  )
  const { id } = await callOk('POST', '/feedback', { content: 'The invoice shows the wrong tax number', source: 'app' })
  await waitForOrgJobs()
  assert.equal((await find('tax identification on bills', { mode: 'semantic' })).data[0].id, id)
})

test('deleted insights do not affect the order of the others', async () => {
  const places = async () =>
    (await find('slow boards', { mode: 'semantic' })).data.map((hit: any) => [hit.id, hit.score])
  const before = await places()
  const added = [] as string[]
  for (const content of ['Boards are slow to open', 'My board opens far too slowly', 'Opening boards takes forever'])
    added.push((await callOk('POST', '/feedback', { content, source: 'app' })).id)
  await waitForOrgJobs()
  assert.notDeepEqual(
    (await places()).filter(([id]: [string]) => !added.includes(id)),
    before,
    'while it is there it has',
  )
  for (const id of added) await callOk('DELETE', `/feedback/${id}`)
  assert.deepEqual(await places(), before)
})

test('insights of another organization are never found', async () => {
  const other = await app.org()
  const reply = await app.call(other.admin.key, 'GET', '/search', { query: { q: 'dark mode', mode: 'semantic' } })
  assert.deepEqual([reply.status, reply.body.data], [200, []])
})

test('an answer cites insights that use other words, and abstains when there are none', async () => {
  const known = await callOk('GET', '/search/answer', undefined, { q: 'dark mode for the editor' })
  assert.ok(known.citations.length >= 1 && known.citations.every((one: any) => contents.dark.includes(one.quote)))
  const unknown = await callOk('GET', '/search/answer', undefined, { q: 'underwater basket weaving championship' })
  assert.deepEqual([unknown.verdict, unknown.answer, unknown.citations], ['insufficient', null, []])
})

test('the vector index finds what an exact comparison finds', () => {
  const index = new VectorIndex()
  const random = seededRandom(5)
  const unit = (from?: Float32Array) => {
    const vector = Float32Array.from(
      { length: vectorDimensions },
      (_, d) => (from ? from[d]! * 12 : 0) + random() * 2 - 1,
    )
    const length = Math.hypot(...vector)
    return vector.map((value) => value / length)
  }
  const centres = Array.from({ length: 20 }, () => unit())
  const vectors = Array.from({ length: 3000 }, (_, n) => unit(centres[n % 20]))
  for (const [n, vector] of vectors.entries()) index.add(String(n).padStart(5, '0'), vector)
  for (const queryVector of centres.slice(0, 5)) {
    const exact = vectors
      .map((vector, n) => ({
        id: String(n).padStart(5, '0'),
        similarity: vector.reduce((sum, value, d) => sum + value * queryVector[d]!, 0),
      }))
      .sort((a, b) => b.similarity - a.similarity)
    const found = index.nearest(queryVector, 10).map((one) => one.id)
    assert.ok(exact.slice(0, 10).filter((one) => found.includes(one.id)).length >= 9)
  }
})

/** Orthogonal unit vectors, and mixtures of them. */
const along = (...parts: readonly (readonly [direction: number, length: number])[]) => {
  const vector = new Float32Array(vectorDimensions)
  for (const [direction, length] of parts)
    for (let d = 0; d < 16; d++) vector[direction * 16 + d] = length * (d % 2 ? 1 : -1)
  return normalizeInPlace(vector)
}

test('neighbour re-ranking raises matches with similar neighbours; identical texts stay first, and isolated matches keep their rank', () => {
  const index = new VectorIndex()
  const queryVector = along([0, 1])
  // Six are about one topic; one is slightly more similar to the query and unrelated to them.
  for (let n = 0; n < 6; n++) index.add(`many-${n}`, along([0, 0.6], [1, 0.7], [5 + n, 0.4]))
  index.add('chance', along([0, 0.65], [2, 0.76]))
  index.add('same', along([0, 0.9], [3, 0.2]))
  index.add('alone', along([0, 0.3], [4, 0.95]))
  const near = index.nearest(queryVector, 20)
  const places = (found: readonly Match[]) => found.map(({ id }) => id)
  assert.deepEqual(places(near).slice(0, 2), ['same', 'chance'])
  const found = rerankByNeighbours(index, near)
  assert.deepEqual([places(found)[0], ...places(found).slice(-2)], ['same', 'chance', 'alone'])
  assert.deepEqual(rerankByNeighbours(index, near), found, 'the same every time')
  assert.deepEqual(new Set(places(found)), new Set(places(near)), 'nothing is lost and nothing comes in')
  const [before, after] = [near, found].map((list) => list.find(({ id }) => id === 'same')!.similarity)
  assert.equal(after, before)
  assert.deepEqual(rerankByNeighbours(index, []), [])
  const [only] = index.nearest(queryVector, 20).filter(({ id }) => id === 'alone')
  assert.ok(
    Math.abs(rerankByNeighbours(index, [only!])[0]!.similarity - only!.similarity) < 1e-6,
    'in no company one is as near as one is',
  )
})

test('hybrid score: a match of all terms ranks high, a match of some terms ranks by similarity', () => {
  const bestSimilarity = 0.7
  for (const matchedTerms of ['all', 'some'] as const) {
    assert.ok(
      hybridScore({ similarity: 0.6, bestSimilarity, keywordScore: 1, matchedTerms }) >
        hybridScore({ similarity: 0.6, bestSimilarity, keywordScore: 0, matchedTerms }),
      'found both ways comes before found by meaning alone',
    )
    assert.ok(hybridScore({ similarity: 1, bestSimilarity: 1, keywordScore: 1, matchedTerms }) === 1)
  }
  assert.ok(
    hybridScore({ similarity: undefined, bestSimilarity, keywordScore: 1, matchedTerms: 'all' }) >
      hybridScore({ similarity: 0.6, bestSimilarity, keywordScore: 0, matchedTerms: 'all' }),
  )
  assert.ok(
    hybridScore({ similarity: undefined, bestSimilarity, keywordScore: 1, matchedTerms: 'some' }) <
      hybridScore({ similarity: 0.6, bestSimilarity, keywordScore: 0, matchedTerms: 'some' }),
  )
  assert.ok(
    hybridScore({ similarity: 0.1, bestSimilarity, keywordScore: 1, matchedTerms: 'some' }) <
      hybridScore({ similarity: undefined, bestSimilarity, keywordScore: 1, matchedTerms: 'some' }),
    'known to be far',
  )
})
