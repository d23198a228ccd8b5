import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { groupByWords } from '#engine/group-similar-texts.ts'
import { buildStory } from '#engine/story/build-story.ts'
import type { Evidence, Story } from '#engine/story/types.ts'
import { tfIdfSimilarity, stem, tfIdfVectors, stemmedWords } from '#engine/text/tf-idf.ts'

const insight = (id: string, name: string, more: Partial<Evidence> = {}): Evidence => ({
  id,
  name,
  sentiment: 'NEGATIVE',
  category: 'PAIN_POINTS',
  quote: null,
  quote_verified: false,
  feedback_id: null,
  contact_id: null,
  source: null,
  occurred_at: '2026-03-01T10:00:00.000Z',
  themes: [],
  subtheme: null,
  segments: [],
  ...more,
})
const verifiedQuote = (quote: string, more: Partial<Evidence> = {}) => ({
  quote,
  quote_verified: true,
  feedback_id: `feedback of ${quote.slice(0, 9)}`,
  ...more,
})
const texts = (cited: readonly { text: string }[]) => cited.map((one) => one.text)

const large = { id: 's1', name: 'Large exports fail' }
const themed = (name: string, is_catch_all = false) => ({ themes: [{ name, is_catch_all }] })
const inExport = themed('Export')
const enterprise = { ...inExport, segments: ['Enterprise'] }
const evidence: Evidence[] = [
  insight(
    'a',
    'Large CSV exports fail every time',
    verifiedQuote('It dies at ten thousand rows every time.', {
      category: 'BUGS_AND_ERRORS',
      contact_id: 'ana',
      source: 'zendesk',
      subtheme: large,
      ...enterprise,
    }),
  ),
  insight(
    'b',
    'Large CSV exports fail',
    verifiedQuote('The export just spins.', {
      category: 'BUGS_AND_ERRORS',
      contact_id: 'ben',
      source: 'zendesk',
      subtheme: large,
      occurred_at: '2026-01-05T00:00:00.000Z',
      ...enterprise,
    }),
  ),
  insight(
    'c',
    'Export to CSV times out for big accounts.',
    verifiedQuote('The export just spins!', {
      contact_id: 'ana',
      source: 'slack',
      subtheme: large,
      ...enterprise,
    }),
  ),
  insight(
    'd',
    'Export button is hard to find',
    verifiedQuote('Took me an hour to find that button.', {
      category: 'USABILITY_ISSUES',
      contact_id: 'cleo',
      source: 'app_store',
      ...inExport,
      segments: ['Startup'],
    }),
  ),
  insight('e', 'Nobody finds the export button', {
    quote: 'Somebody said this, I think.',
    category: 'USABILITY_ISSUES',
    contact_id: 'dan',
    ...inExport,
  }),
  insight('f', 'Invoices show the wrong VAT rate', {
    category: 'BUGS_AND_ERRORS',
    occurred_at: '2026-05-20T00:00:00.000Z',
    ...themed('Billing'),
  }),
  insight('g', 'Dark mode wanted', { sentiment: 'NEUTRAL', category: 'FEATURE_REQUESTS' }),
  insight(
    'h',
    'PDF export looks great',
    verifiedQuote('Our board loves the PDF.', {
      sentiment: 'POSITIVE',
      category: 'DELIGHTS',
      contact_id: 'eve',
      source: 'slack',
      ...inExport,
    }),
  ),
]
const unassigned = [
  insight('o', 'Exports of a million rows work well', {
    sentiment: 'POSITIVE',
    category: 'DELIGHTS',
    contact_id: 'zoe',
    subtheme: large,
    ...inExport,
  }),
  insight('p', 'Exports hang', { contact_id: 'yan', subtheme: large }),
  insight('q', 'Exports still hang', { sentiment: 'POSITIVE', contact_id: 'xu', subtheme: large }),
]

test('a story is built from its evidence, word for word', () => {
  assert.deepEqual(buildStory(evidence, unassigned), {
    title: 'Large CSV exports fail (2 of 8 insights)',
    narrative: [
      {
        text: 'Of 8 insights (6 of them from 5 customers), 6 are negative, 1 positive and 1 neutral.',
        insight_ids: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
      },
      {
        text: '2 of 8 insights, both from Enterprise, report the same problem: Large CSV exports fail.',
        insight_ids: ['a', 'b'],
      },
      { text: '1 more insight touches on the same subject.', insight_ids: ['c'] },
      { text: '2 of 8 insights report the same problem: Export button is hard to find.', insight_ids: ['d', 'e'] },
      {
        text: 'Other points raised: Invoices show the wrong VAT rate; Dark mode wanted; PDF export looks great.',
        insight_ids: ['f', 'g', 'h'],
      },
      {
        text: 'By segment, 3 of 8 insights are from Enterprise and 1 from Startup.',
        insight_ids: ['a', 'b', 'c', 'd'],
      },
      {
        text: '6 of 8 insights fall under “Export” and 1 under “Billing”.',
        insight_ids: ['a', 'b', 'c', 'd', 'e', 'f', 'h'],
      },
      { text: 'They were given between January 5 and May 20, 2026.', insight_ids: ['b', 'f'] },
      {
        text: '5 of them came in through Slack (2), Zendesk (2) and App Store (1).',
        insight_ids: ['a', 'b', 'c', 'd', 'h'],
      },
      {
        text: 'Outside this evidence, 1 customer is positive about the same subject: Exports of a million rows work well.',
        insight_ids: ['o'],
      },
    ],
    key_findings: [
      { text: 'Large CSV exports fail (2 customers; all from Enterprise)', insight_ids: ['a', 'b'] },
      { text: 'Export button is hard to find (2 customers; 1 from Startup)', insight_ids: ['d', 'e'] },
      { text: 'Export to CSV times out for big accounts (1 customer; from Enterprise)', insight_ids: ['c'] },
      { text: 'PDF export looks great', insight_ids: ['h'] },
      { text: 'Billing: Invoices show the wrong VAT rate', insight_ids: ['f'] },
      { text: 'Dark mode wanted', insight_ids: ['g'] },
    ],
    quotes: [
      { text: 'It dies at ten thousand rows every time.', insight_id: 'a', feedback_id: 'feedback of It dies a' },
      { text: 'Took me an hour to find that button.', insight_id: 'd', feedback_id: 'feedback of Took me a' },
      { text: 'The export just spins.', insight_id: 'b', feedback_id: 'feedback of The expor' },
      { text: 'Our board loves the PDF.', insight_id: 'h', feedback_id: 'feedback of Our board' },
    ],
    counter_evidence: [
      { text: 'Exports of a million rows work well (1 customer; outside this evidence)', insight_ids: ['o'] },
    ],
    stats: {
      insight_count: 8,
      contact_count: 5,
      sentiment_breakdown: { positive: 1, negative: 6, neutral: 1 },
      sources: [
        { source: 'slack', count: 2 },
        { source: 'zendesk', count: 2 },
        { source: 'app_store', count: 1 },
      ],
    },
  })
})

test('a story works with one insight, without a time span', () => {
  const story = buildStory([insight('a', 'Export fails!')])
  assert.equal(story.title, 'Export fails')
  assert.deepEqual(texts(story.narrative), [
    'There is one insight so far, and it is negative.',
    'It says: Export fails.',
  ])
  assert.deepEqual([story.quotes, story.counter_evidence], [[], []])
})

test('a story reports the trend of the evidence, independent of today’s date', () => {
  const insightsOnDays = (days: readonly number[]) =>
    days.map((day, n) =>
      insight(`i${String(n).padStart(2, '0')}`, 'Export fails', {
        occurred_at: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
      }),
    )
  const trend = (days: readonly number[]) =>
    texts(buildStory(insightsOnDays(days)).narrative).find((text) => text.includes('30 days before'))
  assert.equal(
    trend([0, 50, 80, 85, 86, 87, 88, 90]),
    'Their number rose from 1 to 6 in the 30 days to April 1, 2026, compared with the 30 days before.',
  )
  assert.equal(
    trend([0, 40, 45, 50, 55, 58, 90]),
    'Their number fell from 5 to 1 in the 30 days to April 1, 2026, compared with the 30 days before.',
  )
  assert.equal(
    trend([0, 40, 45, 50, 70, 80, 90]),
    'There were 3 insights in the 30 days to April 1, 2026 and 3 in the 30 days before.',
  )
  assert.equal(trend([0, 85, 90]), undefined, 'three insights show no direction')
  assert.equal(trend([40, 50, 55, 60, 61, 62, 63]), undefined, 'the evidence does not span both 30-day periods')
})

test('one frequent customer does not determine the main point', () => {
  const frequent = Array.from({ length: 5 }, (_, i) => insight(`l${i}`, 'Search is slow', { contact_id: 'loud' }))
  const many = ['ana', 'ben'].map((contact_id, i) => insight(`m${i}`, 'Login fails daily', { contact_id }))
  const { title, key_findings } = buildStory([...frequent, ...many])
  assert.equal(title, 'Login fails daily (2 of 3 customers)')
  assert.deepEqual(texts(key_findings), ['Login fails daily (2 customers)', 'Search is slow (1 customer, 5 insights)'])
})

test('without a shared point, the title names the topic', () => {
  const singles = ['Login fails daily', 'Slow search everywhere', 'Wrong invoices sent'].map((name, i) =>
    insight(`a${i}`, name, themed('Reliability')),
  )
  assert.equal(buildStory(singles).title, 'Reliability: Login fails daily (and 2 more points)')
  assert.equal(
    buildStory(singles.map((one) => ({ ...one, themes: [] }))).title,
    'Login fails daily (and 2 more points)',
  )
})

test('of many points that few share, the title names themes and numbers', () => {
  const many = (theme: string, count: number) =>
    Array.from({ length: count }, (_, i) =>
      insight(`${theme}${i}`, `${'abcdefghij'[i]!.repeat(3)}${theme} ${'klmnopqrst'[i]!.repeat(3)}${theme}`, {
        ...themed(theme),
        contact_id: `${theme}${i}`,
      }),
    )
  assert.equal(buildStory(many('Reminders', 6)).title, 'Reminders: 6 insights from 6 customers')
  const mixed = [...many('Reminders', 6), ...many('Invoices', 5), ...many('Search', 3), ...many('Roles', 2)]
  assert.equal(buildStory(mixed).title, 'Reminders, Invoices, Search and more: 16 insights from 16 customers')
  const shared = Array.from({ length: 2 }, (_, i) => insight(`s${i}`, 'Login fails daily', { contact_id: `s${i}` }))
  assert.equal(buildStory([...mixed.slice(0, 12), ...shared]).title, 'Login fails daily (2 of 14 customers)')
  const crowd = Array.from({ length: 30 }, (_, i) => ({ ...mixed[i % 16]!, id: `c${i}`, contact_id: `c${i}` }))
  assert.ok(!buildStory([...crowd, ...shared]).title.startsWith('Login'))
})

test('a point that names its theme is not put under it', () => {
  const singles = ['Reminders come at night', 'Wrong branch in the text'].map((name, i) =>
    insight(`a${i}`, name, themed('Reminder')),
  )
  assert.equal(buildStory(singles).title, 'Reminders come at night (and 1 more point)')
})

test('a name that refers to earlier text is not chosen when a better one exists', () => {
  const { title } = buildStory([
    insight('a', 'We lose exports', { contact_id: 'ana' }),
    insight('b', 'Exports lose our rows', { contact_id: 'ben' }),
  ])
  assert.equal(title, 'Exports lose our rows (both customers)')
})

test('of quotes with the same meaning one is chosen, and vectors of different models are not compared', () => {
  const unit = (n: number, model: string) => ({
    meaning: { model, vector: Float32Array.from({ length: 384 }, (_, d) => (d === n ? 1 : 0)) },
  })
  const quoteCount = (models: readonly [string, string]) =>
    buildStory([
      insight('a', 'Export fails', { ...verifiedQuote('It never comes to an end here'), ...unit(3, models[0]) }),
      insight('b', 'Export fails', { ...verifiedQuote('Our download spins for hours on'), ...unit(3, models[1]) }),
    ]).quotes.length
  assert.deepEqual([quoteCount(['gte', 'gte']), quoteCount(['gte', 'static'])], [1, 2])
})

const positive = { sentiment: 'POSITIVE', category: 'DELIGHTS' } as const
const lastSentence = (story: Story) => story.narrative.at(-1)!.text

test('without a majority there is no counter-evidence; opinions differ only on one subject', () => {
  const stories = ['Import works', 'Export works'].map((name) =>
    buildStory([insight('a', 'Export fails'), insight('b', name, positive)]),
  )
  assert.deepEqual(
    stories.map(({ counter_evidence, key_findings }) => [counter_evidence, key_findings.length]),
    [
      [[], 2],
      [[], 2],
    ],
  )
  assert.deepEqual(stories.map(lastSentence), [
    'The points raised include: Export fails; Import works.',
    'Opinions differ on the same subject: 1 negative, 1 positive.',
  ])
})

test('the absence of counter-evidence is stated, unless a sentiment or a category says otherwise', () => {
  const storyWith = (more: Partial<Evidence>) =>
    lastSentence(
      buildStory(
        ['Login fails', 'Slow search', 'Wrong invoices'].map((name, i) => insight(`a${i}`, name, i === 0 ? more : {})),
      ),
    )
  const none = 'None of these insights is positive.'
  assert.equal(storyWith({}), none)
  assert.notEqual(storyWith({ sentiment: 'POSITIVE' }), none)
  assert.notEqual(storyWith({ sentiment: 'NEUTRAL', category: 'DELIGHTS' }), none)
})

test('when praise predominates, complaints on the same topic are the counter-evidence', () => {
  const praise = ['PDF export looks great', 'Search is fast'].map((name, i) => insight(`p${i}`, name, positive))
  const story = buildStory([...praise, insight('n', 'PDF export fails')])
  assert.deepEqual(story.counter_evidence, [{ text: 'PDF export fails', insight_ids: ['n'] }])
  assert.equal(lastSentence(story), 'On the other hand, 1 insight is negative: PDF export fails.')
  assert.deepEqual(buildStory([...praise, insight('n', 'Login fails')]).counter_evidence, [])
})

test('a complaint labelled positive, praise labelled negative and a request contradict nothing', () => {
  const complaints = ['ana', 'ben'].map((contact_id) => insight(contact_id, 'PDF export fails', { contact_id }))
  const praise = complaints.map((one) => ({ ...one, ...positive, name: 'PDF export is great' }))
  const counterTo = (evidence: readonly Evidence[], more: Partial<Evidence>) =>
    buildStory([...evidence, insight('x', 'PDF export', more)]).counter_evidence.length
  for (const category of ['BUGS_AND_ERRORS', 'USABILITY_ISSUES', 'PAIN_POINTS', 'FEATURE_REQUESTS'])
    assert.equal(counterTo(complaints, { sentiment: 'POSITIVE', category }), 0, category)
  assert.equal(counterTo(praise, { sentiment: 'NEGATIVE', category: 'DELIGHTS' }), 0)
  assert.equal(counterTo(complaints, positive), 1)
  assert.equal(counterTo(praise, { sentiment: 'NEGATIVE', category: 'PAIN_POINTS' }), 1)
})

test('no sentence names a catch-all theme or one called “Other”', () => {
  for (const theme of [themed('Everything else', true), themed('Leftovers', true), themed('Other'), themed('Misc')]) {
    const story = buildStory(['Login fails', 'Slow search'].map((name, i) => insight(`a${i}`, name, theme)))
    assert.ok(!JSON.stringify(story).includes(theme.themes[0]!.name), JSON.stringify(story))
  }
})

test('findings of equal size are ordered by severity, then by number of people', () => {
  const story = buildStory([
    insight('a', 'Dark mode wanted', { category: 'FEATURE_REQUESTS' }),
    insight('b', 'Login fails', { category: 'BUGS_AND_ERRORS' }),
    insight('c', 'Slow search'),
    insight('d', 'Confusing menu', { contact_id: 'ana' }),
  ])
  assert.deepEqual(
    story.key_findings.map((finding) => finding.insight_ids[0]),
    ['b', 'd', 'c', 'a'],
  )
})

test('at most eight quotes, from different people where possible', () => {
  const voices = Array.from({ length: 10 }, (_, i) =>
    insight(
      `v${i}`,
      `Export fails ${'abcdefghij'[i]}x`,
      verifiedQuote(`${'abcdefghij'[i]}lpha ${'abcdefghij'[i]}eta complaint`, { contact_id: `c${i}` }),
    ),
  )
  const frequent = Array.from({ length: 10 }, (_, i) =>
    insight(
      `l${i}`,
      `Export fails ${'klmnopqrst'[i]}x`,
      verifiedQuote(`${'klmnopqrst'[i]}lpha ${'klmnopqrst'[i]}eta other`, { contact_id: 'loud' }),
    ),
  )
  const { quotes } = buildStory([...voices, ...frequent])
  assert.equal(quotes.length, 8)
  assert.ok(quotes.filter((quote) => quote.insight_id.startsWith('l')).length <= 1)
})

test('a long name does not make a long title', () => {
  const { title } = buildStory([insight('a', `${'x'.repeat(199)}y`), insight('b', 'Other')])
  assert.ok(title.length <= 200 && title.endsWith('… (and 1 more point)'), title)
})

const arbitraryEvidence = fc.uniqueArray(
  fc.record(
    {
      id: fc.uuid(),
      name: fc
        .array(
          fc.constantFrom(
            'export',
            'exports',
            'fails',
            'csv',
            'slow',
            'button',
            'login',
            'naïve',
            '検索が遅い',
            '42',
            '!',
          ),
          { minLength: 1, maxLength: 6 },
        )
        .map((words) => words.join(' ')),
      sentiment: fc.constantFrom('POSITIVE', 'NEGATIVE', 'NEUTRAL'),
      category: fc.constantFrom('PAIN_POINTS', 'DELIGHTS', 'BUGS_AND_ERRORS'),
      quote: fc.option(fc.string({ minLength: 3, maxLength: 30 })),
      quote_verified: fc.boolean(),
      feedback_id: fc.option(fc.uuid()),
      contact_id: fc.option(fc.constantFrom('a', 'b', 'c')),
      source: fc.option(fc.constantFrom('zendesk', 'slack')),
      occurred_at: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-04-20T00:00:00.000Z'),
      themes: fc.subarray([
        { name: 'Export', is_catch_all: false },
        { name: 'Login', is_catch_all: false },
        { name: 'Everything else', is_catch_all: true },
      ]),
      subtheme: fc.option(fc.constantFrom({ id: 's', name: 'Exports fail often' }, { id: 't', name: 'slow' })),
      segments: fc.subarray(['Enterprise', 'Startup']),
    },
    { noNullPrototype: true },
  ),
  { selector: (one) => one.id, minLength: 1, maxLength: 25 },
) as fc.Arbitrary<Evidence[]>

test('every sentence is supported by evidence, all evidence is used, and its order does not matter', () => {
  fc.assert(
    fc.property(arbitraryEvidence, fc.integer(), (insights, seed) => {
      const story = buildStory(insights)
      const ids = new Set(insights.map((one) => one.id))
      const cited = [...story.narrative, ...story.key_findings, ...story.counter_evidence]
      assert.ok(
        cited.every(
          ({ text, insight_ids }) => text !== '' && insight_ids.length > 0 && insight_ids.every((id) => ids.has(id)),
        ),
      )
      assert.deepEqual(new Set(story.narrative.slice(1).flatMap((sentence) => sentence.insight_ids)), ids)
      const verified = new Map(insights.filter((one) => one.quote_verified).map((one) => [one.id, one.quote]))
      assert.equal(new Set(story.quotes.map((quote) => quote.text)).size, story.quotes.length)
      assert.ok(
        story.quotes.length <= 8 && story.quotes.every(({ text, insight_id }) => verified.get(insight_id) === text),
      )
      const { positive, negative, neutral } = story.stats.sentiment_breakdown
      assert.equal(positive + negative + neutral, insights.length)
      const shuffled = [...insights].sort((a, b) => hash(a.id, seed) - hash(b.id, seed))
      assert.deepEqual(buildStory(shuffled), story)
    }),
    { numRuns: 300 },
  )
})

const hash = (text: string, seed: number) =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, seed)

test('inflected forms are the same word', () => {
  for (const forms of [
    ['export', 'exports', 'exported', 'exporting'],
    ['crash', 'crashes', 'crashed', 'crashing'],
    ['save', 'saves', 'saved', 'saving'],
    ['query', 'queries'],
    ['stop', 'stops', 'stopped', 'stopping'],
  ])
    assert.deepEqual(new Set(forms.map(stem)).size, 1, forms.map(stem).join())
  assert.deepEqual(stemmedWords('The CSV’s rows, all 10,000 of them, don’t LOAD'), ['csv', 'row', 'dont', 'load'])
  assert.deepEqual(stemmedWords('検索が'), ['検索', '索が'])
  for (const word of ['status', 'this', 'bus', 'glass', 'is']) assert.equal(stem(word), word)
})

test('groups contain only similar texts', () => {
  assert.deepEqual(groupByWords(['Export fails', 'Slow search', 'Exports failing', 'Search is slow', 'Other', '']), [
    [0, 2],
    [1, 3],
    [4],
    [5],
  ])
  const [one, same, other] = tfIdfVectors(['export fails', 'fails to export', 'slow search'])
  assert.ok(Math.abs(tfIdfSimilarity(one!, same!) - 1) < 1e-9)
  assert.equal(tfIdfSimilarity(one!, other!), 0)
})
