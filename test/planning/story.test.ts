import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { groupsOf } from '#engine/groups.ts'
import { type Evidence, tellStory } from '#engine/story.ts'
import { similarity, stem, vectorsOf, wordsOf } from '#engine/words.ts'

const insight = (id: string, name: string, more: Partial<Evidence> = {}): Evidence => ({
  id, name, sentiment: 'NEGATIVE', category: 'PAIN_POINTS', quote: null, quote_verified: false, feedback_id: null, contact_id: null, source: null,
  occurred_at: '2026-03-01T10:00:00.000Z', ...more,
})
const said = (quote: string, more: Partial<Evidence> = {}) => ({ quote, quote_verified: true, feedback_id: `feedback of ${quote.slice(0, 9)}`, ...more })

const evidence: Evidence[] = [
  insight('a', 'CSV export fails above 10,000 rows', said('It dies at ten thousand rows every time.', { category: 'BUGS_AND_ERRORS', contact_id: 'ana', source: 'zendesk' })),
  insight('b', 'Large CSV exports never finish', said('The export just spins.', { category: 'BUGS_AND_ERRORS', contact_id: 'ben', source: 'zendesk', occurred_at: '2026-01-05T00:00:00.000Z' })),
  insight('c', 'Export to CSV times out for big accounts.', said('The export just spins!', { contact_id: 'ana', source: 'slack' })),
  insight('d', 'Export button is hard to find', said('Took me an hour to find that button.', { category: 'USABILITY_ISSUES', contact_id: 'cleo', source: 'intercom' })),
  insight('e', 'Nobody finds the export button', { quote: 'Somebody said this, I think.', category: 'USABILITY_ISSUES', contact_id: 'dan' }),
  insight('f', 'Invoices show the wrong VAT rate', { category: 'BUGS_AND_ERRORS', occurred_at: '2026-05-20T00:00:00.000Z' }),
  insight('g', 'Dark mode wanted', { sentiment: 'NEUTRAL', category: 'FEATURE_REQUESTS' }),
  insight('h', 'PDF export looks great', said('Our board loves the PDF.', { sentiment: 'POSITIVE', category: 'DELIGHTS', contact_id: 'eve', source: 'slack' })),
]

test('a story is told from its evidence, word for word', () => {
  assert.deepEqual(tellStory(evidence), {
    title: 'CSV export fails above 10,000 rows, and 3 more findings',
    narrative: [
      { text: '8 insights from 5 contacts and 3 sources: 6 negative, 1 positive and 1 neutral.', insight_ids: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] },
      { text: 'They reach from 2026-01-05 to 2026-05-20.', insight_ids: ['b', 'f'] },
      { text: 'The strongest signal: CSV export fails above 10,000 rows (3 insights, 2 contacts).', insight_ids: ['a', 'b', 'c'] },
      { text: 'Next: Export button is hard to find (2 insights, 2 contacts).', insight_ids: ['d', 'e'] },
      { text: 'Next: Invoices show the wrong VAT rate (1 insight).', insight_ids: ['f'] },
      { text: 'Next: Dark mode wanted (1 insight).', insight_ids: ['g'] },
      { text: 'Against this stands 1 positive insight: PDF export looks great.', insight_ids: ['h'] },
    ],
    key_findings: [
      { text: 'CSV export fails above 10,000 rows (3 insights, 2 contacts)', insight_ids: ['a', 'b', 'c'] },
      { text: 'Export button is hard to find (2 insights, 2 contacts)', insight_ids: ['d', 'e'] },
      { text: 'Invoices show the wrong VAT rate', insight_ids: ['f'] },
      { text: 'Dark mode wanted', insight_ids: ['g'] },
    ],
    quotes: [
      { text: 'It dies at ten thousand rows every time.', insight_id: 'a', feedback_id: 'feedback of It dies a' },
      { text: 'The export just spins.', insight_id: 'b', feedback_id: 'feedback of The expor' },
      { text: 'Took me an hour to find that button.', insight_id: 'd', feedback_id: 'feedback of Took me a' },
      { text: 'Our board loves the PDF.', insight_id: 'h', feedback_id: 'feedback of Our board' },
    ],
    counter_evidence: [{ text: 'PDF export looks great', insight_ids: ['h'] }],
    stats: {
      insight_count: 8,
      contact_count: 5,
      sentiment_breakdown: { positive: 1, negative: 6, neutral: 1 },
      sources: [{ source: 'slack', count: 2 }, { source: 'zendesk', count: 2 }, { source: 'intercom', count: 1 }],
    },
  })
})

test('one insight is a story too, and one moment has no span', () => {
  const story = tellStory([insight('a', 'Export fails!')])
  assert.equal(story.title, 'Export fails')
  assert.deepEqual(story.narrative.map((sentence) => sentence.text), ['1 insight: 1 negative.', 'The strongest signal: Export fails (1 insight).'])
  assert.deepEqual([story.quotes, story.counter_evidence], [[], []])
})

test('without a majority nobody is counter-evidence', () => {
  const story = tellStory([insight('a', 'Export fails'), insight('b', 'Import works', { sentiment: 'POSITIVE' })])
  assert.deepEqual([story.counter_evidence, story.key_findings.length], [[], 2])
})

test('when praise prevails, complaints are the counter-evidence', () => {
  const praise = ['PDF looks great', 'Search is fast'].map((name, i) => insight(`p${i}`, name, { sentiment: 'POSITIVE', category: 'DELIGHTS' }))
  const story = tellStory([...praise, insight('n', 'Export fails')])
  assert.deepEqual(story.counter_evidence, [{ text: 'Export fails', insight_ids: ['n'] }])
  assert.equal(story.narrative.at(-1)!.text, 'Against this stands 1 negative insight: Export fails.')
})

test('findings of one size are ordered by gravity, then by how many people share them', () => {
  const story = tellStory([
    insight('a', 'Dark mode wanted', { category: 'FEATURE_REQUESTS' }), insight('b', 'Login fails', { category: 'BUGS_AND_ERRORS' }),
    insight('c', 'Slow search'), insight('d', 'Confusing menu', { contact_id: 'ana' }),
  ])
  assert.deepEqual(story.key_findings.map((finding) => finding.insight_ids[0]), ['b', 'd', 'c', 'a'])
})

test('at most eight quotes, and of ten people rather than one', () => {
  const voices = Array.from({ length: 10 }, (_, i) => insight(`v${i}`, `Export fails ${'abcdefghij'[i]}x`, said(`${'abcdefghij'[i]}lpha ${'abcdefghij'[i]}eta complaint`, { contact_id: `c${i}` })))
  const loud = Array.from({ length: 10 }, (_, i) => insight(`l${i}`, `Export fails ${'klmnopqrst'[i]}x`, said(`${'klmnopqrst'[i]}lpha ${'klmnopqrst'[i]}eta other`, { contact_id: 'loud' })))
  const { quotes } = tellStory([...voices, ...loud])
  assert.equal(quotes.length, 8)
  assert.ok(quotes.filter((quote) => quote.insight_id.startsWith('l')).length <= 1)
})

test('a long name makes no long title', () => {
  const { title } = tellStory([insight('a', `${'x'.repeat(199)}y`), insight('b', 'Other')])
  assert.ok(title.length <= 200 && title.endsWith('…, and 1 more finding'), title)
})

const arbitraryEvidence = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    name: fc.array(fc.constantFrom('export', 'exports', 'fails', 'csv', 'slow', 'button', 'login', 'naïve', '検索が遅い', '42', '!'), { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
    sentiment: fc.constantFrom('POSITIVE', 'NEGATIVE', 'NEUTRAL'),
    category: fc.constantFrom('PAIN_POINTS', 'DELIGHTS', 'BUGS_AND_ERRORS'),
    quote: fc.option(fc.string({ minLength: 3, maxLength: 30 })),
    quote_verified: fc.boolean(),
    feedback_id: fc.option(fc.uuid()),
    contact_id: fc.option(fc.constantFrom('a', 'b', 'c')),
    source: fc.option(fc.constantFrom('zendesk', 'slack')),
    occurred_at: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'),
  }, { noNullPrototype: true }),
  { selector: (one) => one.id, minLength: 1, maxLength: 25 },
) as fc.Arbitrary<Evidence[]>

test('every sentence rests on the evidence, all evidence is told, and its order does not matter', () => {
  fc.assert(
    fc.property(arbitraryEvidence, fc.integer(), (insights, seed) => {
      const story = tellStory(insights)
      const ids = new Set(insights.map((one) => one.id))
      const cited = [...story.narrative, ...story.key_findings, ...story.counter_evidence]
      assert.ok(cited.every(({ text, insight_ids }) => text !== '' && insight_ids.length > 0 && insight_ids.every((id) => ids.has(id))))
      assert.deepEqual(new Set(story.narrative.slice(1).flatMap((sentence) => sentence.insight_ids)), ids)
      const verified = new Map(insights.filter((one) => one.quote_verified).map((one) => [one.id, one.quote]))
      assert.ok(story.quotes.length <= 8 && story.quotes.every(({ text, insight_id }) => verified.get(insight_id) === text))
      const { positive, negative, neutral } = story.stats.sentiment_breakdown
      assert.equal(positive + negative + neutral, insights.length)
      const shuffled = [...insights].sort((a, b) => hash(a.id, seed) - hash(b.id, seed))
      assert.deepEqual(tellStory(shuffled), story)
    }),
    { numRuns: 300 },
  )
})

const hash = (text: string, seed: number) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, seed)

test('forms of one word are one word', () => {
  for (const forms of [['export', 'exports', 'exported', 'exporting'], ['crash', 'crashes', 'crashed', 'crashing'], ['save', 'saves', 'saved', 'saving'], ['query', 'queries'], ['stop', 'stops', 'stopped', 'stopping']])
    assert.deepEqual(new Set(forms.map(stem)).size, 1, forms.map(stem).join())
  assert.deepEqual(wordsOf('The CSV’s rows, all 10,000 of them, don’t LOAD'), ['csv', 'row', 'dont', 'load'])
  assert.deepEqual(wordsOf('検索が'), ['検索', '索が'])
  for (const word of ['status', 'this', 'bus', 'glass', 'is']) assert.equal(stem(word), word)
})

test('groups hold texts that say the same and nothing else', () => {
  assert.deepEqual(groupsOf(['Export fails', 'Slow search', 'Exports failing', 'Search is slow', 'Other', '']), [[0, 2], [1, 3], [4], [5]])
  const [one, same, other] = vectorsOf(['export fails', 'fails to export', 'slow search'])
  assert.ok(Math.abs(similarity(one!, same!) - 1) < 1e-9)
  assert.equal(similarity(one!, other!), 0)
})
